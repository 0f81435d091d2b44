"""Runs claims in parallel, in processes that each run the claims of one game.

A process solves the tablebases of its game once, for all claims that it runs, and ends when no claim of the game is
left. Processes share only the compiled kernels on disk. Each process has a process group of its own, so that it can be
ended together with all processes that a check has started.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from qttt.verification.registry import Claim
from qttt.verification.runner import Result, run_one

LONG = 60
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
        left = {game: sum(LONG if claim.full else 1 for claim in claims) for game, claims in self._claims.items()}
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
        self._process = ProcessPoolExecutor(1, get_context("spawn"), _begin, (folder,))
        self._id = self._process.submit(os.getpid)

    def begin(self, claim: Claim, full: bool) -> None:
        self.claim, self._began = claim, time.perf_counter()
        self.running = self._process.submit(run_one, claim, full)

    def result(self) -> Result:
        """The result of the claim; waits for it. Not ok if the process died, or the check tried to leave it."""
        error = self.running.exception()
        if error is None:
            return self.running.result()
        died = isinstance(error, BrokenProcessPool)
        detail = "the process that ran the check died" if died else f"the check raised {type(error).__name__}: {error}"
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
