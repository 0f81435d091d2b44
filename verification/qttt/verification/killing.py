"""Which mutants a check notices: each runs in a process of its own, with kernels as plain Python.

In such a process the pieces that can use the mutated module are imported anew, with the changed syntax tree in its
place, and numba's compiler is off. A mutant dies if the check raises anything, if the process dies, or if it takes many
times the processor time that the check takes without an error.
"""

from __future__ import annotations

import ast
import os
import pickle
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_loader
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any

from qttt.spec.subset import Block
from qttt.verification.mutants import PAGE, Mutant, source
from qttt.verification.registry import resolve

FACTOR, SHORTEST = 5, 2
"""A mutant that takes so many times the processor time of the check without an error, and so many seconds more, does
not come to an end."""
KEPT = {"reference": ("spec", "fast"), "fast": ("spec", "reference"), "oracle": ("spec", "reference", "fast")}
"""The pieces that cannot depend on a module of a piece; all others are imported anew."""
PAGES = "spec.text"
"""The module that reads the pages."""


class Failed(Exception):
    """A check cannot run at its small bound without an error planted, in plain Python."""


class Interpreter:
    """A process in which kernels are plain Python; it runs checks of mutants. `seconds` is its processor time."""

    seconds = 0.0

    def __init__(self) -> None:
        context = get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other,), daemon=True)
        with _without_compiler():
            self._process.start()
        other.close()

    def survivors(self, check: str, bound: Mapping[str, Any], mutants: Mapping[str, Mutant]) -> list[str]:
        """The names of the mutants that a check does not notice. The check is named as in a claim; `bound` are its
        arguments.

        Raises `Failed` if it fails without any, and where processes cannot be copied.
        """
        self._connection.send((check, bound, mutants))
        found, self.seconds = self._connection.recv()
        if isinstance(found, Exception):
            raise found
        return list(found)

    def end(self) -> None:
        """End the process."""
        self._connection.close()
        self._process.kill()
        self._process.join()


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


def _serve(connection: Connection[Any, Any]) -> None:
    """The main function of the process."""
    with suppress(EOFError, OSError):
        while True:
            asked = connection.recv()
            found: list[str] | Exception
            try:
                found = _survivors(*asked)
            except Exception as error:
                found = Failed(f"{type(error).__name__}: {error}")
            connection.send((found, sum(os.times()[:4])))


def _survivors(check: str, bound: Mapping[str, Any], mutants: Mapping[str, Mutant]) -> list[str]:
    if not hasattr(os, "fork"):
        raise RuntimeError("mutants run only where a process can be copied by fork: on Linux or macOS")
    resolve(check)  # so that the copies have all that it imports from elsewhere
    failure, seconds = _in_a_copy(check, bound)
    if failure:
        raise RuntimeError(f"the check fails without an error planted: {failure}")
    limit = int(SHORTEST + FACTOR * seconds)
    return [name for name, mutant in mutants.items() if not _in_a_copy(check, bound, mutant, limit)[0]]


def _in_a_copy(check: str, bound: Mapping[str, Any], mutant: Mutant | None = None, limit: int = 0) -> tuple[str, float]:
    """How a check fails in a copy of this process, "" if it holds, and its processor time."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        failure = _failure(check, bound, mutant, limit)
        with suppress(OSError):
            os.write(writing, pickle.dumps(failure[:1000]))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        told = answer.read()
    _, status, used = os.wait4(child, 0)
    return pickle.loads(told) if told else f"the process ended with status {status}", used.ru_utime + used.ru_stime


def _failure(check: str, bound: Mapping[str, Any], mutant: Mutant | None, limit: int) -> str:
    """How a check fails with a mutant, "" if it holds; it ends this process after `limit` seconds, if that is not 0."""
    import resource  # not on Windows

    if limit:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    try:
        plant(mutant)
        _interpret_kernels()
        import_module("qttt.verification.registry").resolve(check)(**bound)
    except BaseException as error:  # whatever a mutant raises is noticed
        return f"{type(error).__name__}: {error}"
    return ""


def plant(mutant: Mutant | None) -> None:
    """Put a mutant in place of its module or page for the rest of this process: what can use it is imported anew."""
    planted = [_Planted(mutant)] if mutant else []
    kept = KEPT.get(mutant.module.partition(".")[0], ()) if mutant else ()
    for name in [name for name in sys.modules if name.startswith("qttt.")]:
        if name.split(".")[1] not in kept:
            del sys.modules[name]
    sys.meta_path[:0] = planted


def _interpret_kernels() -> None:
    """Run kernels item by item in plain Python, however many items there are."""
    backend: Any = import_module("qttt.fast.backend")
    backend.Cpu.vectors = False
    backend.Cpu.launch = lambda cpu, kernel, count, *arguments: backend.interpret(kernel, count, *arguments)


class _Planted(MetaPathFinder, Loader):
    """Finds the module of a mutant, and executes the mutant in its place."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.module = PAGES if mutant.module.startswith(PAGE) else mutant.module
        self.tree = ast.parse(source(PAGES)) if self.module == PAGES else mutant.tree()

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name != f"qttt.{self.module}":
            return None
        found = PathFinder.find_spec(name, path)
        spec = spec_from_loader(name, self, origin=found.origin if found else None)
        if spec:
            spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.tree, module.__file__ or self.module, "exec"), module.__dict__)
        if self.module == PAGES:
            module.fenced = self._fenced(module.fenced)  # type: ignore[attr-defined]

    def _fenced(self, read: Any) -> Any:
        """The function that reads the blocks of a page, with the mutant in place of one."""

        def fenced(page: str, language: str) -> Iterator[Block]:
            for number, block in enumerate(read(page, language)):
                changed = (f"{PAGE}{page}", language, number) == (self.mutant.module, "python", self.mutant.number)
                yield replace(block, text=self.mutant.text) if changed else block

        return fenced
