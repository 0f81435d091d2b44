"""SQT solved: every position of plies 0 to 6 valued in any number of settings, in one pass.

The positions are those of Goff's game, whose rules of moves and collapses apply. They are enumerated forward, then
valued backward, ply 6 through to the end.

There are few different values: positions with the same value in every lane share a row. A kernel finds the row of a
position by a hash of its values among the rows known so far, and compares the values. The host adds the rows that the
kernel does not find. So the rows are exact for any hash; a good one only saves time."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from qttt.fast import progress
from qttt.fast.answers import Ints
from qttt.fast.backend import Array, Device, Kernel
from qttt.fast.goff.moves import Work
from qttt.fast.goff.solve import BATCHES, LAST, Level, enumerate_levels, sort_by_shape
from qttt.fast.goff.three_trees import layouts as layouts_of
from qttt.fast.jit import converted, jitable
from qttt.fast.progress import Progress, Report
from qttt.fast.sqt import late, pairs, value
from qttt.fast.sqt.lanes import Lanes, Left, Ranked
from qttt.fast.sqt.setting import Setting
from qttt.fast.sqt.tablebase import Tablebase

FIRST_PIECE = 1 << 12
"""Positions of the first launch, whose rows most of the others share."""
PIECE = 1 << 23
"""Values of every other launch."""
HASH_BITS = (1 << 62) - 1
UNKNOWN = -1
"""The row of values that are not among the known ones."""


class Known(NamedTuple):
    """The known rows: the weights of the lanes in a hash, the hashes, ascending, the row of each, and the rows."""

    weights: Ints
    hashes: Ints
    order: Ints
    rows: Ints


@jitable
def find_class(i: int, work: Work, values: Ints, known: Known, found: Ints) -> None:
    """Kernel: write the row of the values of item i to ``found[i]``, UNKNOWN if there is none among the known rows."""
    weights, hashes, order, rows = known
    total = 0
    for lane in range(values.shape[1]):
        total += values[i, lane] * weights[lane]
    total &= HASH_BITS
    found[i] = UNKNOWN
    left = len(hashes)
    if left > 0:
        at = 0
        while left > 1:
            half = left >> 1
            at += half if hashes[at + half] <= total else 0
            left -= half
        row = order[at]
        differ = hashes[at] ^ total
        for lane in range(values.shape[1]):
            differ |= values[i, lane] ^ rows[row, lane]
        found[i] = row if differ == 0 else UNKNOWN


class Classes:
    """The rows known so far, `known` on a device."""

    def __init__(self, device: Device, lanes: int, dtype: np.dtype[Any] | type) -> None:
        self._device = device
        self._numbers: dict[bytes, int] = {}
        self._rows = np.empty((0, lanes), dtype)
        odd = np.random.default_rng(0).integers(1 << 61, size=lanes) * 2 + 1
        self._weights = odd.astype(np.int64)
        self.known = self._published()

    @property
    def rows(self) -> Array:
        """The rows, ``[rows, L]``, on the device."""
        return self.known.rows

    def learn(self, values: Array, found: Array) -> None:
        """Give the items that `find_class` did not find their rows, new ones where needed."""
        xp = self._device.xp
        unknown = xp.flatnonzero(found == UNKNOWN)
        if len(unknown) == 0:
            return
        given = self._device.to_host(values[unknown])
        numbers = [self._numbers.setdefault(row.tobytes(), len(self._numbers)) for row in given]
        found[unknown] = xp.asarray(np.array(numbers, found.dtype))
        self._rows = np.frombuffer(bytearray().join(self._numbers), given.dtype).reshape(-1, given.shape[1])
        self.known = self._published()

    def _published(self) -> Known:
        with np.errstate(over="ignore"):
            hashes = (self._rows.astype(np.int64) * self._weights).sum(axis=1) & HASH_BITS
        order = np.argsort(hashes, kind="stable")
        return converted(Known(self._weights, hashes[order], order, self._rows), self._device.xp.asarray)


PLY_6 = Kernel(value.value_ply_6, late.WORK, BATCHES, lanes=True)
PLY_6_PAIRS = Kernel(pairs.value_ply_6, pairs.WORK, BATCHES, lanes=True)
EARLY = Kernel(value.value_early, 1)
FIND = Kernel(find_class, 1)

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
    plies: list[tuple[Ints, Ints, Ints]] = []
    following = None
    for level in reversed(levels):
        found, rows = _valued(device, lanes, level, following, report)
        plies.append((device.to_host(level.keys), device.to_host(found), device.to_host(rows)))
        row_of = device.xp.zeros(level.index.size, found.dtype)
        row_of[level.indices] = found
        following = value.Following(row_of, rows)
    keys, classes, rows = zip(*reversed(plies), strict=True)
    return Solution(
        Tablebase(tuple(settings), keys, classes, rows), device.name, time.perf_counter() - began, device.peak_bytes()
    )


def _valued(
    device: Device, lanes: Lanes[Left | Ranked], level: Level, following: value.Following | None, report: Report
) -> tuple[Array, Array]:
    """For each position of a level its row (int32), and the rows."""
    xp, count = device.xp, len(level.keys)
    piece = min(count, PIECE // lanes.size)
    first = min(piece, FIRST_PIECE)
    values = xp.empty((piece, lanes.size), lanes.scores.dtype)
    found = xp.empty(count, xp.int32)
    classes = Classes(device, lanes.size, lanes.scores.dtype)
    done = 0
    report(Progress("value", level.ply, 0, count))

    def classify(at: Array | slice, number: int) -> None:
        """Find the rows of the values that the first rows of `values` hold."""
        nonlocal done
        rows = xp.empty(number, xp.int32)
        device.launch(FIND, number, values, classes.known, rows)
        classes.learn(values[:number], rows)
        found[at] = rows
        done += number
        report(Progress("value", level.ply, done, count))

    if level.ply == LAST:
        every = sort_by_shape(device, level.keys)
        layouts, width = xp.asarray(layouts_of(device.vectors, lanes.reading)), every.xs[0].size
        values, size = xp.empty((piece + width, lanes.size), lanes.scores.dtype), -(-piece // width)
        for start in range(0, len(every.shapes), size):
            part = slice(start, start + size)
            at = every.at[start * width : (start + size) * width]
            arguments = layouts, every.shapes[part], every.xs[part], every.os[part], lanes, values
            if isinstance(lanes.late, Ranked):
                device.launch(PLY_6_PAIRS, len(every.shapes[part]), *arguments)
            else:
                room = xp.empty((size, 3, lanes.size), lanes.late.fronts.dtype)
                device.launch(PLY_6, len(every.shapes[part]), *arguments, room)
            classify(at, len(at))
        return found, classes.rows
    room = xp.empty((piece, 3, lanes.size), lanes.scores.dtype)
    start, size = 0, first
    while start < count:
        here = slice(start, min(start + size, count))
        x_moves = level.ply & 1 == 0
        device.launch(EARLY, here.stop - start, level.links[here], lanes, room, values, following, x_moves)
        classify(here, here.stop - start)
        start, size = here.stop, piece
    return found, classes.rows
