"""SQT solved: every position of plies 0 to 6 valued in any number of settings, in one pass.

The positions are those of Goff's game, whose rules of moves and collapses apply. They are enumerated forward, then
valued backward, ply 6 through to the end."""

import time
from collections.abc import Sequence
from typing import Any

from qttt.fast import progress
from qttt.fast.backend import Array, Device, Kernel
from qttt.fast.goff.buckets import BATCHES, Buckets
from qttt.fast.goff.solve import LAST, Level, enumerate_levels
from qttt.fast.progress import Progress, Report
from qttt.fast.sqt import late, value
from qttt.fast.sqt.classes import Classes, find_class
from qttt.fast.sqt.lanes import Lanes
from qttt.fast.sqt.setting import Setting
from qttt.fast.sqt.tablebase import Tablebase

FIRST_PIECE = 1 << 12
"""Positions of the first launch, whose rows most of the others share."""
PIECE = 1 << 23
"""Values of every other launch."""


PLY_6 = Kernel(value.value_ply_6, late.WORK, BATCHES, lanes=True)
EARLY = Kernel(value.value_early, value.EARLY_WORK)
FIND = Kernel(find_class, 1)


Solution = progress.Solution[Tablebase]


def solve(device: Device, settings: Sequence[Setting], report: Report = lambda _: None) -> Solution:
    """Value every position of plies 0 to 6 in each setting, exactly.

    Raises ValueError without a setting. `report` is called before and after each piece of work."""
    if not settings:
        raise ValueError("no setting to solve")
    began = time.perf_counter()
    levels = enumerate_levels(device, LAST, report)
    lanes = Lanes.of(settings).on(device.xp)
    plies: list[tuple[Any, Any, Any]] = []
    following: tuple[Any, ...] = ()
    for level in reversed(levels):
        found, rows = _valued(device, lanes, level, following, report)
        plies.append((device.to_host(level.keys), device.to_host(found), device.to_host(rows)))
        row_of = device.xp.zeros(level.index.size, found.dtype)
        row_of[level.indices] = found
        following = (level.index.tables, row_of, rows)
    keys, classes, rows = zip(*reversed(plies), strict=True)
    return Solution(
        Tablebase(tuple(settings), keys, classes, rows), device.name, time.perf_counter() - began, device.peak_bytes()
    )


def _valued(
    device: Device, lanes: Lanes, level: Level, following: tuple[Any, ...], report: Report
) -> tuple[Array, Array]:
    """For each position of a level its row (int32), and the rows."""
    xp, count = device.xp, len(level.keys)
    piece = min(count, PIECE // lanes.count)
    first = min(piece, FIRST_PIECE)
    values = xp.empty((piece, lanes.count), lanes.scores.dtype)
    found = xp.empty(count, xp.int32)
    classes = Classes(device, lanes.count, lanes.scores.dtype)
    done = 0
    report(Progress("value", level.ply, 0, count))

    def classify(at: Any, number: int) -> None:
        """Find the rows of the values that the first rows of `values` hold."""
        nonlocal done
        rows = xp.empty(number, xp.int32)
        device.launch(FIND, number, values, *classes.known, rows)
        classes.learn(values[:number], rows)
        found[at] = rows
        done += number
        report(Progress("value", level.ply, done, count))

    if level.ply == LAST:
        buckets = Buckets(device, level.keys)
        room = xp.empty((piece, 3, lanes.count), lanes.fronts.dtype)
        for start in range(0, len(buckets.ended), piece):
            codes = buckets.codes[start : start + piece]
            values[: len(codes)] = lanes.scores[codes]
            classify(buckets.ended[start : start + piece], len(codes))
        for at, layout, xs, os in buckets.pieces(piece, first):
            device.launch(PLY_6, len(xs), layout, xs, os, lanes.arrays, room, values[: len(at)])
            classify(at, len(at))
        return found, classes.rows
    room = xp.empty((piece, 3, lanes.count), lanes.scores.dtype)
    start, size = 0, first
    while start < count:
        here = slice(start, min(start + size, count))
        device.launch(EARLY, here.stop - start, level.keys[here], lanes.arrays, room, values, *following)
        classify(here, here.stop - start)
        start, size = here.stop, piece
    return found, classes.rows
