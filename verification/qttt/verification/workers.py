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
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

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
        worker.begin(claim)

    folder = tempfile.mkdtemp(prefix="qttt-verify-")
    try:
        while True:
            while len(workers) < processes and (claim := queue.pop([worker.claim.game for worker in workers])):
                workers.append(_Worker(claim, folder, full))
                begin(workers[-1], claim)
            if not workers:
                return
            ready = wait([worker.connection for worker in workers])
            for worker in [worker for worker in workers if worker.connection in ready]:
                result = worker.result()
                following = queue.pop_of(worker.claim.game) if worker.lives else None
                if following:
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

    def __init__(self, claim: Claim, folder: str, full: bool) -> None:
        context = get_context("spawn")
        self.connection, other = context.Pipe()
        self.claim, self.lives, self._began = claim, True, 0.0
        self._process = context.Process(target=_serve, args=(other, folder, full))
        self._process.start()
        other.close()

    def begin(self, claim: Claim) -> None:
        self.claim, self._began = claim, time.perf_counter()
        with contextlib.suppress(OSError):  # the process is dead; `result` will notice
            self.connection.send(claim)

    def result(self) -> Result:
        """The result of the claim; waits for it."""
        try:
            result: Result = self.connection.recv()
        except (EOFError, OSError):
            self.lives = False
            self._process.join()
            detail = f"the process that ran the check died: exit code {self._process.exitcode}"
            return Result(self.claim, False, time.perf_counter() - self._began, detail, ())
        return result

    def end(self) -> None:
        """End the process and all processes it has started."""
        self.connection.close()
        if self._process.pid and self._process.exitcode is None:
            with contextlib.suppress(AttributeError, OSError):  # on Windows, or before it has a group of its own
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.join()


def _serve(connection: Connection[Any, Any], folder: str, full: bool) -> None:
    """The main function of a process: run claims as they arrive, until the connection closes, with temporary files in
    `folder`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    with contextlib.suppress(EOFError, OSError):
        while True:
            connection.send(run_one(connection.recv(), full))
