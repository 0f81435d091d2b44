"""SQT solved: every position of plies 0 to 6 valued in any number of settings, in one pass.

The positions are those of Goff's game, whose rules of moves and collapses apply. They are enumerated forward, then
valued backward, ply 6 through to the end.

There are few different values: positions with the same value in every lane share a row. Positions are sorted by a hash
of their values, and a kernel finds the first one whose hash and values are the same. So the rows are exact for any
hash; a good one only saves time. What fits into the memory of a device is sorted at once. A CPU takes a piece after the
other: the kernel first looks among the rows known so far, and few positions are left to be sorted."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from qttt.fast import progress
from qttt.fast.answers import Ints
from qttt.fast.backend import Array, Device, Kernel
from qttt.fast.goff.moves import Work
from qttt.fast.goff.solve import BATCHES, LAST, Level, enumerate_levels, pieces, sort_by_shape, to_host
from qttt.fast.goff.three_trees import layouts as layouts_of
from qttt.fast.jit import converted, jitable
from qttt.fast.progress import Report
from qttt.fast.sqt import late, pairs, value
from qttt.fast.sqt.lanes import Lanes, Left, Ranked
from qttt.fast.sqt.setting import Setting
from qttt.fast.sqt.tablebase import Tablebase

PIECE = 1 << 23
"""Values that a CPU finds before it looks for their rows; see `qttt.fast.goff.solve.pieces` for a GPU."""
HASH_BITS = (1 << 62) - 1
UNKNOWN = -1
"""The row of values that are not among the known ones."""


class Known(NamedTuple):
    """Rows among which values are looked for: the weights of the lanes in a hash, the hashes, ascending, the row of
    each, and the rows."""

    weights: Ints
    hashes: Ints
    order: Ints
    rows: Ints


@jitable
def find_class(i: int, work: Work, values: Ints, known: Known, hashes: Ints, found: Ints) -> None:
    """Kernel: write the hash of the values of item i, and to ``found[i]`` the first known row, in the order of hashes,
    with these values, UNKNOWN if there is none."""
    weights, ascending, order, rows = known
    total = 0
    for lane in range(values.shape[1]):
        total += values[i, lane] * weights[lane]
    total &= HASH_BITS
    hashes[i] = total
    at = 0
    left = len(ascending)
    while left > 0:
        half = left >> 1
        if ascending[at + half] < total:
            at += half + 1
            left -= half + 1
        else:
            left = half
    row = UNKNOWN
    while row == UNKNOWN and at < len(ascending) and ascending[at] == total:
        row = order[at]
        differ = 0
        for lane in range(values.shape[1]):
            differ |= values[i, lane] ^ rows[row, lane]
        if differ:
            row = UNKNOWN
        at += 1
    found[i] = row


@jitable
def number_rows(
    i: int, work: Work, values: Ints, hashes: Ints, numbers: Ints, known: int, found: Ints, rows: Ints, of_rows: Ints
) -> None:
    """Kernel: replace the first item with the values of item i, ``found[i]``, by the number of their row: `known` more
    than what `numbers` has there, less 1. The first item writes the row and its hash."""
    first = found[i]
    number = numbers[first] - 1
    if first == i:
        for lane in range(values.shape[1]):
            rows[number, lane] = values[i, lane]
        of_rows[number] = hashes[i]
    found[i] = known + number


def weights_of(lanes: int) -> Ints:
    """The weights of lanes in a hash."""
    return (np.random.default_rng(0).integers(1 << 61, size=lanes) * 2 + 1).astype(np.int64)


class Classes:
    """The different rows of a level, numbered as they are found, on a device: those known so far, and those of the last
    piece, which the host need not count unless another piece comes."""

    def __init__(self, device: Device, lanes: int, dtype: np.dtype[Any] | type) -> None:
        xp, self._device = device.xp, device
        none = xp.empty(0, np.int64)
        self._known = Known(xp.asarray(weights_of(lanes)), none, none, xp.empty((0, lanes), dtype))
        self._hashes, self._new = none, list[tuple[Array, Array, Array]]()

    def classify(self, values: Array) -> Array:
        """The row (int32) of each item."""
        self._count_new()
        xp, count = self._device.xp, len(values)
        hashes, found = xp.empty(count, np.int64), xp.empty(count, np.int32)
        self._device.launch(FIND, count, values, self._known, hashes, found)
        if len(self._hashes) == 0:
            return self._learn(values, hashes)
        unknown = xp.flatnonzero(found == UNKNOWN)
        if len(unknown):
            found[unknown] = self._learn(values[unknown], hashes[unknown])
        return found

    def rows(self) -> tuple[Array, Array]:
        """The rows, ``[rows, L]``, and how many they are, ``[1]``; there may be room for more."""
        if len(self._hashes):
            self._count_new()
            return self._known.rows, self._device.xp.asarray([len(self._hashes)])
        rows, _, counts = self._new[0]
        return rows, counts

    def _learn(self, values: Array, hashes: Array) -> Array:
        """Give items that are not known new rows."""
        xp, count = self._device.xp, len(values)
        order, found = xp.argsort(hashes, kind="stable"), xp.empty(count, np.int32)
        own = Known(self._known.weights, hashes[order], order, values)
        self._device.launch(FIND, count, values, own, hashes, found)
        numbers = xp.cumsum(found == xp.arange(count))
        rows, of_rows = xp.empty(values.shape, values.dtype), xp.empty(count, np.int64)
        known = len(self._hashes)
        self._device.launch(NUMBER, count, values, hashes, numbers, known, found, rows, of_rows)
        self._new.append((rows, of_rows, numbers[-1:]))
        return found

    def _count_new(self) -> None:
        """Add the rows of the last piece to the known ones."""
        if self._new:
            xp, (rows, hashes, counts) = self._device.xp, self._new.pop()
            count = int(counts[0])
            self._hashes = xp.concatenate([self._hashes, hashes[:count]])
            order = xp.argsort(self._hashes, kind="stable")
            rows = xp.concatenate([self._known.rows, rows[:count]])
            self._known = Known(self._known.weights, self._hashes[order], order, rows)


PLY_6 = Kernel(value.value_ply_6, late.WORK, BATCHES, lanes=True)
PLY_6_PAIRS = Kernel(pairs.value_ply_6, pairs.WORK, BATCHES, lanes=True)
EARLY = Kernel(value.value_early, 1)
FIND, NUMBER = Kernel(find_class, 1), Kernel(number_rows, 1)

Solution = progress.Solution[Tablebase]


def solve(device: Device, settings: Sequence[Setting], report: Report = lambda _: None) -> Solution:
    """Value every position of plies 0 to 6 in each setting, exactly.

    Raises ValueError without a setting, and for settings of more than one reading. `report` is called before and after
    each piece of work."""
    if not settings:
        raise ValueError("no setting to solve")
    if len({setting.reading for setting in settings}) > 1:
        raise ValueError("settings of more than one reading: expected the same pair and last in all")
    began = time.perf_counter()
    levels = enumerate_levels(device, LAST, report, settings[0].reading)
    lanes = converted(Lanes.of(settings), device.xp.asarray)
    plies: list[tuple[Array, Array, Array]] = []
    following = None
    for level in reversed(levels):
        found, rows, count = _valued(device, lanes, level, following, report)
        plies.insert(0, (found, rows, count))
        row_of = device.xp.empty(level.index.size, np.int32)
        row_of[level.indices] = found
        following = value.Following(row_of, rows)
    all_found, all_rows, all_counts = zip(*plies, strict=True)
    keys, classes = to_host(device, levels, device.xp.concatenate(all_found), np.int32)
    counts = device.to_host(device.xp.concatenate(all_counts)).tolist()
    filled = [rows[:count] for rows, count in zip(all_rows, counts, strict=True)]
    of_plies = np.split(device.to_host(device.xp.concatenate(filled)), np.cumsum(counts)[:-1])
    tablebase = Tablebase(tuple(settings), keys, classes, tuple(of_plies))
    return Solution(tablebase, device.name, time.perf_counter() - began, device.peak_bytes())


def _valued(
    device: Device, lanes: Lanes[Left | Ranked], level: Level, following: value.Following | None, report: Report
) -> tuple[Array, Array, Array]:
    """For each position of a level its row (int32); and what `Classes.rows` returns."""
    xp, count, dtype = device.xp, len(level.keys), lanes.scores.dtype
    classes, found = Classes(device, lanes.size, dtype), xp.empty(count, np.int32)
    every = sort_by_shape(device, level.keys) if level.ply == LAST else None
    items, width = (len(every.xs), len(every.at) // len(every.xs)) if every else (count, 1)
    layouts = xp.asarray(layouts_of(lanes.reading)) if every else None
    if every and not isinstance(lanes.late, Ranked):
        dtype = lanes.late.fronts.dtype
    for part in pieces(device, "value", level.ply, count, items, report, PIECE // (lanes.size * width)):
        number = part.stop - part.start
        if part.start == 0:
            values = xp.empty((number * width, lanes.size), lanes.scores.dtype)
            room = xp.empty((number, 3, lanes.size), dtype)
        at = slice(part.start * width, part.stop * width)
        if not every:
            x_moves = level.ply & 1 == 0
            device.launch(EARLY, number, level.links[part], lanes, room, values, following, x_moves)
        else:
            given = layouts, every.shapes[part], every.xs[part], every.os[part], lanes, values
            if isinstance(lanes.late, Ranked):
                device.launch(PLY_6_PAIRS, number, *given)
            else:
                device.launch(PLY_6, number, *given, room)
        found[every.at[at] if every else at] = classes.classify(values[: number * width])
    return found, *classes.rows()
