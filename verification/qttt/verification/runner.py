"""Runs claims: each check on the real thing, which it must accept, and on its mutants, which it must notice.

Claims run in parallel, in processes that each run the claims of one game. A process solves the tablebases of its game
once, for all claims that it runs, and ends when no claim of the game is left. Processes share only the compiled kernels
on disk. Each process has a process group of its own, so that it can be ended together with all processes that a check
has started.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from multiprocessing import active_children, get_context
from types import MappingProxyType
from typing import Any

from qttt.oracle.processes import uninterrupted
from qttt.verification import Refuted
from qttt.verification.killing import Failed, Interpreter
from qttt.verification.mutants import Mutant, equivalent, few, mutants_about
from qttt.verification.records import ROOT, digest
from qttt.verification.registry import PROVED, Claim, check_of, mutants_of

EXTRA = {
    "z3": "z3-solver",
    "crosshair": "crosshair-tool",
    "hypothesis": "hypothesis",
    "jsonschema": "jsonschema",
    "sympy": "sympy",
    "qiskit": "qiskit",
}
LEAST = 0.98
"""The share of the mutants of a claim's functions that its check must notice."""
LONG = "takes minutes: run it with --full or by its ID"
"""The reason for skipping a claim marked `full`."""
HELD = "recorded at its whole bound with the same source; --again runs it"
"""The reason for skipping a claim under `--full`."""
MISSING = "not run: no "
"""With it begins the reason for skipping a claim whose check needs what is not there."""


class ExtraMissing(RuntimeError):
    """The checks need a package of the extra `verify` that is not installed."""


Caught = tuple[tuple[str, bool], ...]
"""The names of mutants, each with whether it was caught."""


@dataclass(frozen=True)
class Result:
    """The result of a claim: `ok` if the check accepts the real thing, refutes every mutant made by hand, and notices
    at least 98% of the others.

    `detail` is the sentence that the check returns, by default the bound, or the counterexample. `mutants`: name, and
    whether it was caught. `cpu_seconds` counts all threads and processes of the check; `seconds` is the elapsed time.
    `arguments` are those of the check, none at the whole bound, and `digest` is that of the source with which it began.
    """

    claim: Claim
    ok: bool
    seconds: float
    detail: str
    mutants: tuple[tuple[str, bool], ...]
    cpu_seconds: float = 0.0
    arguments: Mapping[str, Any] = field(default_factory=dict)
    digest: str = ""


@dataclass(frozen=True)
class Skipped:
    """A claim that does not run, and the reason."""

    claim: Claim
    reason: str


def require_extra() -> None:
    """Raises `ExtraMissing` if a package of the extra `verify` is not installed."""
    missing = [package for module, package in EXTRA.items() if find_spec(module) is None]
    if missing:
        raise ExtraMissing(f"{', '.join(missing)} not installed: the checks need the extra `verify`")


def plan(
    claims: Iterable[Claim], full: bool, held: Callable[[Claim], bool] = lambda _: False
) -> tuple[list[Claim], list[Skipped]]:
    """The claims to run and the claims to skip, in their order: claims marked `full` run only under `full`, those that
    `held` says have held already do not run, and neither do those that need what this machine lacks."""
    reasons = [
        (claim, find_lack(claim) or (HELD if held(claim) else "" if full or not claim.full else LONG))
        for claim in claims
    ]
    return [claim for claim, reason in reasons if not reason], [Skipped(*each) for each in reasons if each[1]]


def find_lack(claim: Claim) -> str:
    """Why the check of a claim cannot run here, "" if it can: a program, a GPU or the repository is missing."""
    lacks = [need for need in claim.needs if not (_has_gpu() if need == "gpu" else shutil.which(need))]
    if (claim.needs or claim.reads) and not (ROOT / "pyproject.toml").is_file():
        lacks.insert(0, "checkout")
    return f"{MISSING}{lacks[0]}" if lacks else ""


@cache
def _has_gpu() -> bool:
    from qttt.fast.backend import Cpu, device

    return not isinstance(device(), Cpu)


def run_one(claim: Claim, full: bool = False) -> Result:
    """The result of one claim, including its mutants: with `full` at its whole bound, with every mutant. Only the
    mutants of a test run.

    An error in a check is not raised: the result is not ok, and `detail` names the error.
    """
    began, cpu_began = time.perf_counter(), _cpu_seconds()
    caught: Caught = ()
    bound, source = claim.arguments(full), ""
    try:
        source, check = digest(claim), check_of(claim)
        if claim.test:
            detail = "pytest runs the test; its mutants ran"
        else:
            found = _interpreter().run(claim.check, bound) if claim.is_plain else check(**bound)
            detail = found or claim.ran(bound)[-1]
        mutants, seconds = mutants_of(claim), _cpu_seconds() - cpu_began
        spelt_out = {name: mutant for name, mutant in mutants.items() if isinstance(mutant, Mutant)}
        alive = _survivors(claim, spelt_out, seconds if claim.strength == PROVED and claim.tiny is None else None)
        by_hand = tuple(
            (name, name not in alive if name in spelt_out else refutes(check, mutant, bound))
            for name, mutant in mutants.items()
        )
        planted, noticed = planted_errors(claim, full) if claim.about else ((), ())
        caught = (*by_hand, *planted)
        missed = sum(not was_caught for _, was_caught in planted)
        ok = all(was_caught for _, was_caught in by_hand) and missed <= (1 - LEAST) * len(planted) and not noticed
        if noticed:
            detail = f"listed as equivalent, and noticed: {' | '.join(noticed)}"
    except (Failed, Refuted) as error:
        ok, detail = False, str(error)
    except Exception as error:
        ok, detail = False, f"the check raised {type(error).__name__}: {error}"
    seconds, cpu_seconds = time.perf_counter() - began, _cpu_seconds() - cpu_began
    return Result(claim, ok, seconds, detail, caught, cpu_seconds, bound, source)


def planted_errors(claim: Claim, full: bool = False) -> tuple[Caught, list[str]]:
    """Which small errors in the functions of a claim its check notices: a seeded few, or with `full` all.

    With `full` also those that are listed as equivalent and are noticed. Raises `Refuted` if the check fails without an
    error at the bound for mutants, and if a mutant listed as equivalent is none.
    """
    mutants = mutants_about(claim.about)
    places = tuple({f"{mutant.module}:{mutant.place}: " for mutant in mutants.values()})
    if gone := [name for name in equivalent() if name.startswith(places) and name not in mutants]:
        raise Refuted(f"equivalent.toml lists '{gone[0]}', a change that is not made")
    same = [name for name in mutants if name in equivalent(claim.game)]
    others = {name: mutant for name, mutant in mutants.items() if name not in same}
    chosen = [*others] if full else few(others)
    alive = _survivors(claim, {name: mutants[name] for name in chosen})
    alike = _survivors(claim, {name: mutants[name] for name in same}) if full else same
    return tuple((name, name not in alive) for name in chosen), [name for name in same if name not in alike]


def _survivors(claim: Claim, mutants: Mapping[str, Mutant], seconds: float | None = None) -> list[str]:
    """The names of the mutants that the check of a claim does not notice. `seconds` is the processor time that it takes
    without any, if it has run as it runs for mutants. Raises `Refuted` if it fails without any."""
    try:
        bound = claim.few if claim.tiny is None else claim.tiny
        return _interpreter().survivors(claim.check, bound, mutants, seconds) if mutants else []
    except Failed as failed:
        raise Refuted(str(failed)) from failed


@cache
def _interpreter() -> Interpreter:
    """The process of this process in which plain checks and the checks of mutants run."""
    return Interpreter()


def _cpu_seconds() -> float:
    """The CPU time of this process, of the processes that it has waited for, and of the one that runs mutants."""
    return sum(os.times()[:4]) + (_interpreter().seconds if _interpreter.cache_info().currsize else 0)


def refutes(check: Callable[..., object], mutant: object, bound: Mapping[str, Any] = MappingProxyType({})) -> bool:
    """Whether a check refutes a mutant. Any error other than `Refuted` passes through: a crash is not a refutation."""
    try:
        check(mutant, **bound)
    except Refuted:
        return True
    return False


# Many claims at a time

WEIGHT = 60
"""A claim marked `full` counts as so many others."""
MEMORY = 3 << 30
"""Bytes that a process may need for the tablebases of a game and a check."""


def most_processes() -> int:
    """The number of processes for which this machine has cores and memory, at least 1."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not on Windows
        return cores
    return max(1, min(cores, memory // MEMORY))


def run(
    claims: Sequence[Claim], processes: int, on_start: Callable[[Claim], None] = lambda _: None, full: bool = False
) -> Generator[Result]:
    """The results of the claims as they come, with at most `processes` processes at a time; with 0, in this process.
    With `full` each claim runs at its full bound.

    Long claims run first; `run` calls `on_start` with each claim that begins. If a process dies, the result of its
    claim is not ok. If the generator is closed, all processes end at once.
    """
    queue = _Queue(claims)
    if processes < 1:
        while claim := queue.pop([]):
            on_start(claim)
            yield run_one(claim, full)
        return
    workers: list[_Worker] = []

    def begin(worker: _Worker, claim: Claim) -> None:
        on_start(claim)
        worker.begin(claim, full)

    folder = tempfile.mkdtemp(prefix="qttt-verify-")
    try:
        while True:
            while len(workers) < processes and (claim := queue.pop([worker.claim.game for worker in workers])):
                workers.append(_Worker(claim, folder))
                begin(workers[-1], claim)
            if not workers:
                return
            ready, _ = wait([worker.running for worker in workers], return_when=FIRST_COMPLETED)
            for worker in [worker for worker in workers if worker.running in ready]:
                result = worker.result()
                lives = not isinstance(worker.running.exception(), BrokenProcessPool)
                if lives and (following := queue.pop_of(worker.claim.game)):
                    begin(worker, following)
                else:
                    workers.remove(worker)
                    worker.end()
                yield result
    finally:
        for worker in workers:
            worker.end()
        shutil.rmtree(folder, ignore_errors=True)


class _Queue:
    """The claims that have not begun, by game, the long ones first."""

    def __init__(self, claims: Sequence[Claim]) -> None:
        self._claims: dict[str, list[Claim]] = {}
        for claim in sorted(claims, key=lambda claim: not claim.full):
            self._claims.setdefault(claim.game, []).append(claim)

    def pop(self, games: list[str]) -> Claim | None:
        """A claim of the game with the most work left per process, counting one more process.

        `games` holds the game of each running process.
        """
        left = {game: sum(WEIGHT if claim.full else 1 for claim in claims) for game, claims in self._claims.items()}
        game = max(filter(left.get, left), key=lambda game: left[game] / (1 + games.count(game)), default="")
        return self.pop_of(game)

    def pop_of(self, game: str) -> Claim | None:
        """A remaining claim of a game, a long one if there is one."""
        claims = self._claims.get(game)
        return claims.pop(0) if claims else None


class _Worker:
    """A process and the claim that it runs."""

    def __init__(self, claim: Claim, folder: str) -> None:
        self.claim, self._began = claim, 0.0
        others = active_children()
        self._process = ProcessPoolExecutor(1, get_context("spawn"), _begin, (folder,))
        with uninterrupted():
            self._id = self._process.submit(os.getpid)
        self._child = next(child for child in active_children() if child not in others)

    def begin(self, claim: Claim, full: bool) -> None:
        self.claim, self._began = claim, time.perf_counter()
        self.running = self._process.submit(run_one, claim, full)

    def result(self) -> Result:
        """The result of the claim; waits for it. Not ok if the process died, or the check tried to leave it."""
        error = self.running.exception()
        if error is None:
            return self.running.result()
        if isinstance(error, BrokenProcessPool):
            self._process.shutdown()  # waits for the process
            detail = f"the process that ran the check died with exit code {self._child.exitcode}"
        else:
            detail = f"the check raised {type(error).__name__}: {error}"
        return Result(self.claim, False, time.perf_counter() - self._began, detail, ())

    def end(self) -> None:
        """End the process and all processes it has started."""
        with contextlib.suppress(AttributeError, OSError, BrokenProcessPool):  # on Windows, or if it is dead
            os.killpg(self._id.result(), signal.SIGKILL)
        self._process.shutdown()


def _begin(folder: str) -> None:
    """Begin a process with a group of its own, and with temporary files in `folder`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()
    os.environ["TMPDIR"] = tempfile.tempdir = folder
