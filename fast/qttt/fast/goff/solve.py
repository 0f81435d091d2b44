"""Goff's game solved: every position of plies 0 to 6 valued under both selection rules.

Forward, a ply at a time: link every position to its successors in the dense index of the next ply. Backward: ply 6 is
valued through to the end, each earlier ply from the next, by its links."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from qttt.fast import progress
from qttt.fast.answers import UNCOMPILED, Ints
from qttt.fast.backend import Array, Cpu, Device, Kernel
from qttt.fast.brief import brief
from qttt.fast.goff import index, moves, three_trees, value
from qttt.fast.goff.board import SQUARES, place
from qttt.fast.goff.graph import INITIAL, actions, after_one_ply, play
from qttt.fast.goff.index import PACKED, dense
from qttt.fast.goff.outcome import FIRST_READING, Forbids, forbids
from qttt.fast.goff.position import FIELD, plies, triple
from qttt.fast.goff.tablebase import Tablebase
from qttt.fast.graph import add_counts, check_depth, sequences
from qttt.fast.jit import ahead
from qttt.fast.lanes import Rows, column
from qttt.fast.progress import Progress, Report

LAST = 6
PIECE = 1 << 18
"""Positions of ply 6 of a launch."""
PIECES = 16
"""A large level is processed in this many launches, so that it can report and be interrupted."""
SMALL = 1 << 16

BATCHES = 512
"""Batches of positions of ply 6 that a CPU thread takes at a time."""

SHAPE = Kernel(three_trees.find_shape, three_trees.WORK, BATCHES, lanes=True)
LINK = Kernel(index.link_successors, moves.WORK)
EARLY = Kernel(value.value_early, SQUARES)
PLY_6 = Kernel(value.value_ply_6, value.WORK, BATCHES, lanes=True)
COUNT_6 = Kernel(value.count_ply_6, value.WORK, interpreted=UNCOMPILED)


@dataclass(frozen=True)
class Solution(progress.Solution[Tablebase]):
    """Also the number of complete games, each selection a choice."""

    games: int


def solve(device: Device, reading: int = FIRST_READING, report: Report = lambda _: None) -> Solution:
    """Value every position of plies 0 to 6 of a reading under both selection rules, exactly. `report` is called before
    and after each piece of work."""
    began = time.perf_counter()
    several = isinstance(device, Cpu) and device.side_by_side > 1
    with ahead(f"{__name__}:value_one", reading, several and Cpu().lacks(PLY_6, *_one(reading))) as ready:
        levels = enumerate_levels(device, LAST, report, reading)
        for dtype in (np.int32, np.int64):  # compiled meanwhile
            value_from_next(device, levels[0], levels[1], device.xp.zeros(len(levels[1].keys), dtype), 1)
        records = _value_backward(device, levels, report, reading, ready)
    keys = tuple(device.to_host(level.keys) for level in levels)
    codes = tuple(device.to_host((record & 63).astype(np.uint8)) for record in records)
    seconds = time.perf_counter() - began
    return Solution(Tablebase(keys, codes, reading), device.name, seconds, device.peak_bytes(), int(records[0][0]) >> 6)


def perft(device: Device, depth: int, start: int = INITIAL, reading: int = FIRST_READING) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` plies follow a key in a reading, each selection a choice,
    also one that is due at the start; a game that is over is not continued. Raises ValueError unless
    1 <= depth <= 9."""
    check_depth(depth)
    if start & FIELD:
        return add_counts(
            perft(device, depth, play(start, selection, reading), reading) for selection in actions(start, reading)
        )
    made = plies(start)
    if made > LAST:
        return sequences([start], depth, partial(after_one_ply, reading=reading))
    levels = enumerate_levels(device, min(made + depth, LAST), lambda _: None, reading, start)
    counts = []
    for ply in range(made + 1, min(made + depth, SQUARES) + 1):
        top = min(ply, LAST) - made
        records = device.xp.full(len(levels[top].keys), 1 << 6, np.int64)
        if ply > LAST:
            device.launch(COUNT_6, len(records), levels[top].keys, reading, forbids(reading), records, ply - LAST)
        for earlier in range(top - 1, -1, -1):
            records = value_from_next(device, levels[earlier], levels[earlier + 1], records, 0)
        counts.append(int(records[0]) >> 6)
    return (*counts, *[0] * (depth - len(counts)))


@dataclass(frozen=True)
class Level:
    """The positions of a ply on a device: its dense index, the indices of its positions and their canonical keys,
    both int64 and ascending, and their `qttt.fast.goff.index`, int32 ``[position, LINKS]``; no row of the last ply."""

    ply: int
    index: index.Level
    indices: Array
    keys: Array
    links: Array

    __repr__ = brief


def enumerate_levels(
    device: Device, last: int, report: Report, reading: int = FIRST_READING, start: int = INITIAL
) -> list[Level]:
    """All positions of the plies from that of `start`, the key of a settled position, to `last` (at most 6) that can
    follow it, up to symmetry and the order of early plies."""
    xp, first, levels = device.xp, plies(start), []
    indices, table = xp.asarray([dense(start, index.level(first).tables)]), index.level(first).on(xp)
    for ply in range(first, last + 1):
        keys = table.keys(indices)
        found = xp.empty((len(keys) if ply < last else 0, index.LINKS), np.int32)
        levels.append(Level(ply, table, indices, keys, found))
        if ply < last:
            table = index.level(ply + 1).on(xp)
            seen = xp.zeros(table.size, np.uint8)
            for part in _pieces("enumerate", ply, len(keys), report):
                device.launch(LINK, len(keys[part]), keys[part], reading, table.tables, found[part], seen)
            indices = xp.flatnonzero(seen)
    return levels


def value_one(reading: int) -> None:
    """Value a position of ply 6, for which its kernel is compiled."""
    Cpu().launch(PLY_6, 1, *_one(reading))


def _one(reading: int) -> tuple[Ints, Forbids, Rows, Rows, Rows]:
    """The arguments for a position of ply 6, with three rows of joined squares."""
    xs, os = (
        column(np, np.array([triple(*(place(s, s + 1) for s in row))]), vectors=True) for row in ((0, 3, 6), (1, 4, 7))
    )
    shape = three_trees.shape_number(3, 3, 3)
    return three_trees.layouts(reading)[shape], forbids(reading), xs, os, np.empty_like(xs)


def _value_backward(
    device: Device, levels: list[Level], report: Report, reading: int, ready: Callable[[], None]
) -> list[Array]:
    """The records of all levels, first ply first. `ready` is called before the kernel of ply 6 is needed."""
    all_records = [value_last(device, levels[-1].keys, report, reading, ready)]
    for level, following in zip(levels[-2::-1], levels[:0:-1], strict=True):
        for _ in _pieces("value", level.ply, len(level.keys), report, pieces=1):
            all_records.append(value_from_next(device, level, following, all_records[-1], 1))
    return all_records[::-1]


def value_last(
    device: Device, keys: Array, report: Report, reading: int = FIRST_READING, ready: Callable[[], None] = lambda: None
) -> Array:
    """The records of settled positions of ply 6 (int32). `ready` is called before their kernel is needed."""
    report(Progress("value", LAST, 0, len(keys)))
    buckets = Buckets(device, keys, reading)
    records = device.xp.empty(len(keys), np.int32)
    records[buckets.ended] = (1 << 6) | value.pair_of(buckets.codes)
    done = len(buckets.ended)
    report(Progress("value", LAST, done, len(keys)))
    ready()
    for at, layout, xs, os in buckets.pieces(PIECE):
        found = device.xp.empty(xs.shape, np.int32)
        device.launch(PLY_6, len(xs), layout, forbids(reading), xs, os, found)
        records[at] = found.ravel()[: len(at)]
        done += len(at)
        report(Progress("value", LAST, done, len(keys)))
    return records


def value_from_next(device: Device, level: Level, following: Level, records: Array, ended: int) -> Array:
    """The records of a level (int64) from those of the next; a position that is over counts as `ended` games."""
    dense = device.xp.empty(following.index.size, records.dtype)
    dense[following.indices] = records
    out = device.xp.empty(len(level.keys), np.int64)
    device.launch(EARLY, len(out), level.links, dense, out, ended, level.ply & 1 == 0)
    return out


def _pieces(task: str, ply: int, count: int, report: Report, pieces: int = PIECES) -> Iterator[slice]:
    """Slices of a level, reporting before the first and after each."""
    report(Progress(task, ply, 0, count))
    step = count if count < SMALL else count // pieces + 1
    for start in range(0, count, step):
        stop = min(start + step, count)
        yield slice(start, stop)
        report(Progress(task, ply, stop, count))


# Positions of ply 6 sorted by shape, for kernels whose items must have the same layout (see `three_trees`)


class Bucket(NamedTuple):
    """Positions of ply 6 with one layout: where they are, int64 ``[position]``, and their early marks, an int per
    position, ``[item]`` or, on a CPU, ``[item, lane]``."""

    at: Array
    layout: Array
    xs: Rows
    os: Rows


class Buckets:
    """The positions of ply 6 with some settled keys, by shape. `ended` are the places of those that are over, int64,
    and `codes` the outcome codes of these, int64."""

    def __init__(self, device: Device, keys: Array, reading: int = FIRST_READING) -> None:
        xp = device.xp
        self._reading, self._device = reading, device
        self._x, self._o = ((keys >> shift & (PACKED - 1)).astype(np.int32) for shift in (42, 24))
        xs, os = self._early(slice(None))
        shapes = xp.empty(xs.shape, np.int32)
        device.launch(SHAPE, len(xs), xs, os, shapes)
        self._shapes = shapes.ravel()[: len(keys)].astype(np.uint8)
        self.ended = xp.flatnonzero(self._shapes < three_trees.NUMBERS[0])
        self.codes = self._shapes[self.ended].astype(np.int64)

    def pieces(self, most: int, first: int | None = None) -> Iterator[Bucket]:
        """The positions that are not over, at most `most` together, and `first` the first time."""
        xp, size = self._device.xp, first or most
        for number, layout in three_trees.layouts(self._reading).items():
            at = xp.flatnonzero(self._shapes == number)
            start = 0
            while start < len(at):
                here = at[start : start + size]
                yield Bucket(here, xp.asarray(layout), *self._early(here))
                start, size = start + size, most

    def _early(self, at: Array | slice) -> tuple[Rows, Rows]:
        xp, vectors = self._device.xp, self._device.vectors
        return column(xp, self._x[at], vectors), column(xp, self._o[at], vectors)
