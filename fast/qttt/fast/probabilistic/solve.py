"""Boards of probabilities solved in batches."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from qttt.fast.answers import Floats
from qttt.fast.backend import WIDTH, Array, Device, Kernel
from qttt.fast.brief import brief
from qttt.fast.lanes import packed, rows, unpacked
from qttt.fast.probabilistic.loop import GIVEN, ROOM
from qttt.fast.probabilistic.positions import CODES, DRAWN, ENDS, O_WON, ROW, ROWS, SCRIPT, TINY, X_WON
from qttt.fast.probabilistic.value import ANSWERS, FIRST_SQUARES, VALUE, value_boards

PIECE = 1 << 15
"""Boards of a launch, and of one whose tables are kept."""
KEPT = 1 << 8
AS_GOOD_AS_0 = 2.0**-600
"""Less than 1 - n of any square that can be marked."""

KERNEL = Kernel(value_boards, 1, chunk=1)

Report = Callable[[int], None]
"""Is called with the number of boards done so far."""


@dataclass(frozen=True)
class Population:
    """What boards are worth to X, who moves first: `values` ``[board]``, and each first square in `squares`
    ``[board, square]``; float64, none further than `rounding.ERROR_BOUND` from the exact number from 0 to 1."""

    values: Floats
    squares: Floats

    __repr__ = brief


def solve(device: Device, boards: Array, report: Report = lambda _: None) -> Population:
    """Solve boards, given by their rows, floats ``[board, GIVEN]`` (see `boards.given`), of the device.

    Raises TypeError for other types, and ValueError for another shape."""
    boards = _checked(device, boards)
    answers = np.empty((len(boards), ANSWERS))
    for start in range(0, len(boards), PIECE):
        piece = boards[start : start + PIECE]
        _, found = _solved(device, piece, device.side_by_side)
        answers[start : start + PIECE] = unpacked(device.to_host(found), len(piece))
        report(start + len(piece))
    return Population((1 + answers[:, VALUE]) / 2, (1 + answers[:, FIRST_SQUARES:]) / 2)


def tables(device: Device, boards: Array) -> Floats:
    """The value of every board of marks with X to move: float64 ``[board, code]``, 157 kB each, none further than
    `rounding.ERROR_BOUND` from the exact value.

    With O to move it is 1 minus the value of the exchanged code (`positions.EXCHANGED`). Raises what `solve` raises."""
    boards = _checked(device, boards)
    values = np.empty((len(boards), CODES))
    for start in range(0, len(boards), KEPT):
        piece = boards[start : start + KEPT]
        table, _ = _solved(device, piece, len(piece))
        values[start : start + KEPT] = (1 + unpacked(device.to_host(table), len(piece))[:, ROW]) / 2
    return values


def _checked(device: Device, boards: Array) -> Array:
    """The rows as float64. Raises TypeError for another type than floats, and ValueError for another shape."""
    rows = device.xp.asarray(boards)
    if rows.dtype.kind != "f":
        raise TypeError(f"boards: expected floats, the rows of boards.given, got the type {rows.dtype}")
    if rows.ndim != 2 or rows.shape[1] != GIVEN:
        raise ValueError(f"boards: expected an array [boards, {GIVEN}], got the shape {rows.shape}")
    return rows.astype(np.float64, copy=False)


def _solved(device: Device, boards: Array, most: int) -> tuple[Array, Array]:
    """At most `most` tables, which keep the boards solved last, and the answers, both as rows."""
    xp, vectors, count = device.xp, device.vectors, len(boards)
    given = packed(xp, boards, vectors)
    answers = rows(xp, ANSWERS, count, vectors)
    tables = min(most, len(given))
    boards_of_tables = tables * WIDTH if vectors else tables
    table, room = (rows(xp, size, boards_of_tables, vectors) for size in (ROWS, ROOM))
    for row, number in ((O_WON, -1), (DRAWN, 0), (X_WON, 1), (TINY, AS_GOOD_AS_0)):
        table[:, row] = number
    device.launch(KERNEL, tables, xp.asarray(SCRIPT), xp.asarray(ENDS), given, room, table, answers)
    return table, answers
