"""The game after ply 6 in the lanes of vectors, against the same text for one position after the other."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from qttt.fast.backend import INTS, Cpu, Kernel
from qttt.fast.goff import solve
from qttt.fast.goff.buckets import Bucket, Buckets
from qttt.fast.goff.three_trees import SIZE, SMALL_WORD, TREES, lay_out
from qttt.verification import Refuted
from qttt.verification.goff import solved
from qttt.verification.mutation import with_globals

Engine = Callable[[Any, Any], Any]
"""A function from a device and keys of ply 6 to their records."""


class OneByOne(Cpu):
    """The CPU as a device whose numbers are ints of 64 bits, as a GPU has them."""

    vectors = False

    def launch(self, kernel: Kernel, count: int, *arguments: Any) -> None:
        super().launch(replace(kernel, lanes=False), count, *arguments)


def records(device: Cpu, keys: Any) -> Any:
    """The records of positions of ply 6, as the solver finds them."""
    return solve.value_last(device, keys, lambda _: None)


def lanes_are_positions_one_by_one(engine: Engine = records) -> str:
    """The record of every position of ply 6: code pair and number of games."""
    keys = solved.tablebase().keys[solve.LAST]
    found, expected = engine(Cpu(), keys), records(OneByOne(), keys)
    wrong = np.flatnonzero(found != expected)
    if len(wrong):
        at = wrong[0]
        raise Refuted(f"key {keys[at]:#x}: record {found[at]:#x} side by side, {expected[at]:#x} by itself")
    return f"{len(keys):,} positions of ply 6, {INTS} side by side"


class _WordsLongerThanLanes(Buckets):
    def pieces(self, most: int, first: int | None = None) -> Iterator[Bucket]:
        for bucket in super().pieces(most, first):
            layout = np.zeros_like(bucket.layout)
            a, b, c = bucket.layout[SIZE : SIZE + TREES].tolist()
            lay_out(layout, a, b, c, 2 * SMALL_WORD - 1)
            yield bucket._replace(layout=layout)


class _OneForAll(Buckets):
    def pieces(self, most: int, first: int | None = None) -> Iterator[Bucket]:
        for bucket in super().pieces(most, first):
            yield bucket._replace(xs=np.repeat(bucket.xs[:, :1], INTS, axis=1))


def _with_buckets(buckets: type[Buckets]) -> Engine:
    value_last = with_globals(solve.value_last, Buckets=buckets)
    return lambda device, keys: value_last(device, keys, lambda _: None)


words_are_longer_than_lanes = _with_buckets(_WordsLongerThanLanes)
first_marks_of_a_batch_stand_for_all = _with_buckets(_OneForAll)
