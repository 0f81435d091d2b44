"""Runs a test of many mutants in parallel processes, and ends mutants that do not come to an end."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from os import cpu_count
from typing import Any, TypeVar

LEAST = 0.98
"""The share of mutants that must be noticed."""

T = TypeVar("T")


class TooLong(Exception):
    """A mutant does not come to an end."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises `TooLong` in the main thread after some seconds of CPU time, where the system can."""

    def stop(*_: Any) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def survivors(test: Callable[[Sequence[T]], list[T]], mutants: Sequence[T], parts: int) -> Iterator[T]:
    """Those of the mutants that `test` returns. The mutants are divided into `parts`, which the cores take in turn."""
    pool = ProcessPoolExecutor(cpu_count(), get_context("spawn"))
    try:
        for found in pool.map(test, filter(None, (mutants[part::parts] for part in range(parts)))):
            yield from found
    finally:
        pool.shutdown(cancel_futures=True)
