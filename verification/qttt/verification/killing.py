"""Which mutants a check notices: each runs in a process of its own, with kernels as plain Python.

The process is a copy of one in which the check has run without an error, so that it knows what that run has found. In
it the pieces that can use the mutated module are imported anew, with the changed syntax tree in its place, and numba's
compiler is off; a mutated page is read anew, and what the reference has answered stays known. A mutant dies if the
check raises anything, if the process dies, or if it takes many times the processor time that the check takes without
an error.
"""

from __future__ import annotations

import ast
import os
import pickle
import sys
import time
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import CodeType
from typing import Any

from qttt.oracle.processes import uninterrupted
from qttt.spec import evaluation, text
from qttt.spec.subset import Block
from qttt.verification import Refuted
from qttt.verification.mutants import PAGE, Mutant

FACTOR, SHORTEST = 5, 2
"""A mutant that takes so many times the processor time of the check without an error, and so many seconds more, does
not come to an end."""
KEPT = {"reference": ("spec", "fast"), "fast": ("spec", "reference"), "oracle": ("spec", "reference", "fast")}
"""The pieces that cannot depend on a module of a piece; all others are imported anew."""


class Failed(Exception):
    """A check cannot run at its small bound without an error planted, in plain Python."""


class Interpreter:
    """A process in which kernels are plain Python; it runs checks of mutants. `seconds` is its processor time."""

    seconds = 0.0

    def __init__(self) -> None:
        context = get_context("spawn")
        self._connection, other = context.Pipe()
        with _without_compiler(), uninterrupted():
            context.Process(target=_serve, args=(other,), daemon=True).start()
        other.close()

    def run(self, check: str, bound: Mapping[str, object]) -> str | None:
        """What a check returns. The check is named as in a claim; `bound` are its arguments.

        Raises `Refuted`, and `Failed` for any other exception of the check.
        """
        found: str | None = self._asked(_found, check, bound)
        return found

    def survivors(
        self, check: str, bound: Mapping[str, object], mutants: Mapping[str, Mutant], seconds: float | None = None
    ) -> list[str]:
        """The names of the mutants that a check does not notice, run as by `run`. If the processor time without an
        error is known, it is `seconds`; else the check runs without one.

        Raises `Failed` if it fails without any, and where processes cannot be copied.
        """
        return list(self._asked(_survivors, check, bound, mutants, seconds))

    def _asked(self, function: Callable[..., object], *arguments: object) -> Any:
        self._connection.send((function, arguments))
        found, self.seconds = self._connection.recv()
        if isinstance(found, Exception):
            raise found
        return found


@contextmanager
def _without_compiler() -> Iterator[None]:
    before = os.environ.get("NUMBA_DISABLE_JIT")
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        yield
    finally:
        del os.environ["NUMBA_DISABLE_JIT"]
        if before is not None:
            os.environ["NUMBA_DISABLE_JIT"] = before


def _serve(connection: Connection[object, Any]) -> None:
    """The main function of the process, until the connection closes."""
    with suppress(EOFError, OSError):
        while True:
            function, arguments = connection.recv()
            found: object
            try:
                found = function(*arguments)
            except (Failed, Refuted) as error:
                found = error
            connection.send((found, sum(os.times()[:4])))


def _found(check: str, bound: Mapping[str, object]) -> str | None:
    """What a check returns without an error planted."""
    try:
        found: str | None = _run(check, bound)
    except Refuted:
        raise
    except Exception as error:
        raise Failed(f"the check raised {type(error).__name__}: {error}") from error
    return found


def _survivors(
    check: str, bound: Mapping[str, object], mutants: Mapping[str, Mutant], seconds: float | None
) -> list[str]:
    """The mutants that a check does not notice. A run without any comes first, unless its time is known."""
    if not hasattr(os, "fork"):
        raise Failed("mutants run only where a process can be copied by fork: on Linux or macOS")
    limit = int(SHORTEST + FACTOR * (_seconds(check, repr(bound)) if seconds is None else seconds))
    return [name for name, mutant in mutants.items() if not _in_a_copy(check, bound, mutant, limit)]


@cache
def _seconds(check: str, bound: str) -> float:
    """The processor time of a check without an error planted, the first time. Raises `Failed` if it fails."""
    began = time.process_time()
    if failure := _failure(check, literal_eval(bound)):
        raise Failed(f"the check fails without an error planted: {failure}")
    return time.process_time() - began


def _in_a_copy(check: str, bound: Mapping[str, object], mutant: Mutant, limit: int) -> str:
    """How a check fails with a mutant in a copy of this process, "" if it holds. The copy ends after `limit` seconds of
    processor time."""
    import resource  # not on Windows

    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        failure = _failure(check, bound, mutant)
        with suppress(OSError):
            os.write(writing, pickle.dumps(failure[:1000]))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        told = answer.read()
    _, status = os.waitpid(child, 0)
    return pickle.loads(told) if told else f"the process ended with status {status}"


def _failure(check: str, bound: Mapping[str, object], mutant: Mutant | None = None) -> str:
    """How a check fails, with a mutant if there is one; "" if it holds."""
    try:
        if mutant:
            plant(mutant)
        _run(check, bound)
    except BaseException as error:  # whatever a mutant raises is noticed
        return f"{type(error).__name__}: {error}"
    return ""


def _run(check: str, bound: Mapping[str, object]) -> Any:
    """Run a check, its kernels item by item in plain Python, however many items there are."""
    backend: Any = import_module("qttt.fast.backend")
    backend.Cpu.vectors = False
    backend.Cpu.launch = lambda cpu, kernel, count, *arguments: backend.interpret(kernel, count, *arguments)
    return import_module("qttt.verification.registry").resolve(check)(**bound)


def plant(mutant: Mutant) -> None:
    """Put a mutant in place of its module or page for the rest of this process: what can use it is imported anew."""
    if mutant.module.startswith(PAGE):
        _plant_in_page(mutant)
        return
    kept, planted = KEPT.get(mutant.module.partition(".")[0], ()), _Planted(mutant)
    for name in [name for name in sys.modules if name.startswith("qttt.")]:
        if name.split(".")[1] not in kept:
            del sys.modules[name]
    sys.meta_path.insert(0, planted)


def _plant_in_page(mutant: Mutant) -> None:
    """Read the pages anew, with the mutant in place of a block."""
    read = text.fenced

    def fenced(page: str, language: str) -> Iterator[Block]:
        for number, block in enumerate(read(page, language)):
            changed = (f"{PAGE}{page}", language, number) == (mutant.module, "python", mutant.number)
            yield replace(block, text=mutant.text) if changed else block

    text.fenced = fenced
    text.blocks.cache_clear()
    evaluation.text_of.cache_clear()


class _Planted(MetaPathFinder):
    """Finds the module of a mutant, with the mutant's code in place of its own."""

    def __init__(self, mutant: Mutant) -> None:
        self.name, self.tree = f"qttt.{mutant.module}".removesuffix(".__init__"), mutant.tree()

    def find_spec(self, name: str, path: Any = None, target: object = None) -> ModuleSpec | None:
        found = PathFinder.find_spec(name, path) if name == self.name else None
        if found and found.origin:
            found.loader = _Changed(name, found.origin)
            found.loader.tree = self.tree
        return found


class _Changed(SourceFileLoader):
    """Loads a module from another tree than that of its file."""

    tree: ast.Module

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.tree, self.path, "exec")
