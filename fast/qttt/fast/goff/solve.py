"""Goff's game solved: every position of plies 0 to 6 valued under both selection rules.

Forward, a ply at a time: link every position to its successors in the dense index of the next ply. Backward: ply 6 is
valued through to the end, each earlier ply from the next, by its links."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from qttt.fast import progress
from qttt.fast.answers import UNCOMPILED, Ints
from qttt.fast.backend import Array, Cpu, Device, Kernel, ints
from qttt.fast.brief import brief
from qttt.fast.goff import index, moves, three_trees, value
from qttt.fast.goff.board import SQUARES, place
from qttt.fast.goff.graph import INITIAL, actions, after_one_ply, play
from qttt.fast.goff.index import LINKS, PACKED, dense
from qttt.fast.goff.outcome import FIRST_READING, Forbids, forbids
from qttt.fast.goff.position import FIELD, plies, triple
from qttt.fast.goff.tablebase import Tablebase
from qttt.fast.graph import add_counts, check_depth, sequences
from qttt.fast.jit import ahead, converted
from qttt.fast.lanes import Rows, column
from qttt.fast.progress import Progress, Report

LAST = 6
PIECE, ROUNDS = 1 << 15, 1 << 7
"""A launch has PIECE items, so that it can report and be interrupted, but at least ROUNDS for each item that runs at
once: a large level is one launch of a large GPU."""

BATCHES = 512
"""Batches of positions of ply 6 that a CPU thread takes at a time."""
SPARE_BITS = (1 << 24) - 1
"""The bits of a key that no settled position of plies 0 to 6 sets."""

SHAPE = Kernel(three_trees.find_shape, three_trees.WORK, BATCHES, lanes=True)
KEYS = Kernel(index.write_keys, 1, 1 << 16)
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
        for dtype in (np.int32, np.int64) if several else ():  # compiled meanwhile
            value_from_next(device, levels[0], levels[1], device.xp.zeros(len(levels[1].keys), dtype), 1)
        records = _value_backward(device, levels, report, reading, ready)
    keys, codes = to_host(device, levels, device.xp.concatenate(records) & 63, np.uint8)
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
    """The positions of a ply on a device: its part of `qttt.fast.goff.index.whole`, the indices of its positions and
    their canonical keys, both int64 and ascending, and their links, int32 ``[position, LINKS]``; no row of the last
    ply."""

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
    xp, levels, every = device.xp, [], converted(index.whole(), device.xp.asarray)
    indices = xp.asarray([dense(start, index.level(plies(start)).tables)])
    for ply in range(plies(start), last + 1):
        count, (at, _) = len(indices), every.part(ply)
        keys, links = xp.empty(count, np.int64), xp.empty((count if ply < last else 0, LINKS), np.int32)
        device.launch(KEYS, count, indices, at.first_of_orbit, at.packed_o, keys)
        levels.append(Level(ply, at, indices, keys, links))
        if ply < last:
            following, first = every.part(ply + 1)
            seen = xp.zeros(following.size, np.bool_)
            for part in pieces(device, "enumerate", ply, count, count, report):
                device.launch(LINK, len(keys[part]), keys[part], reading, every.tables, first, links[part], seen)
            indices = xp.flatnonzero(seen)
    return levels


def to_host(
    device: Device, levels: list[Level], numbers: Array, dtype: type
) -> tuple[tuple[Ints, ...], tuple[Ints, ...]]:
    """The keys of each level and a number of each key, from 0 to SPARE_BITS, on the host: one copy from a device."""
    all_keys = device.xp.concatenate([level.keys for level in levels])
    all_keys |= numbers
    packed, ends = device.to_host(all_keys), np.cumsum([len(level.keys) for level in levels])[:-1]
    of_keys: list[Ints] = np.split((packed.astype(np.int32) & SPARE_BITS).astype(dtype, copy=False), ends)
    packed &= ~SPARE_BITS
    return tuple(np.split(packed, ends)), tuple(of_keys)


def value_one(reading: int) -> None:
    """Value a position of ply 6, for which its kernel is compiled."""
    Cpu().launch(PLY_6, 1, *_one(reading))


def _one(reading: int) -> tuple[Ints, Rows, Forbids, Rows, Rows, Rows]:
    """The arguments for a position of ply 6, with three rows of joined squares."""
    xs, os = (
        column(np, np.array([triple(*(place(s, s + 1) for s in row))]), vectors=True) for row in ((0, 3, 6), (1, 4, 7))
    )
    shapes = np.full_like(xs, three_trees.shape_number(3, 3, 3))
    return three_trees.layouts(reading), shapes, forbids(reading), xs, os, np.empty_like(xs)


def _value_backward(
    device: Device, levels: list[Level], report: Report, reading: int, ready: Callable[[], None]
) -> list[Array]:
    """The records of all levels, first ply first. `ready` is called before the kernel of ply 6 is needed."""
    all_records = [value_last(device, levels[-1].keys, report, reading, ready)]
    for level, following in zip(levels[-2::-1], levels[:0:-1], strict=True):
        for _ in pieces(device, "value", level.ply, len(level.keys), 1, report):
            all_records.append(value_from_next(device, level, following, all_records[-1], 1))
    return all_records[::-1]


def value_last(
    device: Device, keys: Array, report: Report, reading: int = FIRST_READING, ready: Callable[[], None] = lambda: None
) -> Array:
    """The records of settled positions of ply 6 (int32). `ready` is called before their kernel is needed."""
    every = sort_by_shape(device, keys)
    records, found = device.xp.empty(len(keys), np.int32), device.xp.empty(every.xs.shape, np.int32)
    layouts = device.xp.asarray(three_trees.layouts(reading))
    ready()
    for part in pieces(device, "value", LAST, len(keys), len(found), report):
        xs, os, here = every.xs[part], every.os[part], found[part]
        device.launch(PLY_6, len(here), layouts, every.shapes[part], forbids(reading), xs, os, here)
    records[every.at] = found.ravel()
    return records


def value_from_next(device: Device, level: Level, following: Level, records: Array, ended: int) -> Array:
    """The records of a level (int64) from those of the next; a position that is over counts as `ended` games."""
    record_at = device.xp.empty(following.index.size, records.dtype)
    record_at[following.indices] = records
    out = device.xp.empty(len(level.keys), np.int64)
    device.launch(EARLY, len(out), level.links, record_at, out, ended, level.ply & 1 == 0)
    return out


def pieces(
    device: Device, task: str, ply: int, count: int, items: int, report: Report, most: int = PIECE
) -> Iterator[slice]:
    """Slices of some items, which make up the `count` positions of a level, reporting before the first and after
    each."""
    report(Progress(task, ply, 0, count))
    step = max(most, ROUNDS * device.side_by_side)
    for start in range(0, items, step):
        stop = min(start + step, items)
        yield slice(start, stop)
        report(Progress(task, ply, stop * count // items, count))


class Batches(NamedTuple):
    """Positions of ply 6 in batches: those that are over, then one shape after the other; on a GPU a batch is a
    position. `at` (int32 or int64): where each position is, a batch's last one again for each lane that it does not
    fill; and rows of the numbers that `three_trees.find_shape` writes and of the early marks."""

    at: Array
    shapes: Rows
    xs: Rows
    os: Rows


def sort_by_shape(device: Device, keys: Array) -> Batches:
    """Settled positions of ply 6, those of a shape in the order of their keys."""
    xp, vectors = device.xp, device.vectors
    xs, os = (column(xp, keys >> shift & (PACKED - 1), vectors) for shift in (42, 24))
    rows = [xp.empty(xs.shape, np.int32), xs, os]
    device.launch(SHAPE, len(xs), xs, os, rows[0])
    shapes = xp.maximum(rows[0].ravel()[: len(keys)], three_trees.NUMBERS[0] - 1).astype(np.uint8)
    at = xp.argsort(shapes, kind="stable")
    if vectors:
        width, ends = ints(), np.cumsum(np.bincount(shapes)).tolist()
        runs = [at[start:end] for start, end in pairwise([0, *ends])]
        full = [part for run in runs for part in (run, np.repeat(run[-1:], -len(run) % width))]
        at = np.concatenate(full, dtype=np.int32)
    return Batches(at, *(column(xp, row.ravel()[at], vectors) for row in rows))
