"""Boards of probabilities solved in batches, and the squares that may be best, in double precision."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from qttt.fast.answers import Floats, Ints
from qttt.fast.backend import WIDTH, Array, Device, Kernel
from qttt.fast.board import CODES, EMPTY, SQUARES, O, X
from qttt.fast.brief import brief
from qttt.fast.jit import jitable
from qttt.fast.lanes import pack_rows, unpack_rows
from qttt.fast.probabilistic import value
from qttt.fast.probabilistic.positions import ENDS, EXCHANGED, FIRST, LAYER_SIZES, ORDER, ROW, ROWS, SCRIPT
from qttt.fast.probabilistic.value import DOUBT, FAILURE, GIVEN, NEUTRAL, SUCCESS


@jitable
def worth(exchanged: Any, board: Any, table: Any, code: Any, square: Any, place: Any) -> Any:
    """The value for X of choosing an empty square, whose `place` is 3 ** square, X to move; also of arrays of these."""
    with_x, with_o = exchanged[code + X * place], exchanged[code + O * place]
    return (
        board[SUCCESS + square] * (1.0 - table[with_x])
        + board[FAILURE + square] * (1.0 - table[with_o])
        + board[NEUTRAL + square] * (1.0 - table[exchanged[code]])
    )


@jitable
def maybe_best(
    i: int, work: Array, order: Array, exchanged: Array, boards: Array, tables: Array, doubts: Array, masks: Array
) -> None:
    """Kernel: for every undecided code the mask of X's squares within ``doubts[0]`` of the best, on board i."""
    board, table, doubt = boards[i], tables[i], doubts[0]
    for n in range(order.shape[0]):
        code = order[n]
        largest = -1.0
        place = 1
        for square in range(SQUARES):
            if code // place % 3 == EMPTY:
                largest = max(largest, worth(exchanged, board, table, code, square, place))
            place *= 3
        place = 1
        mask = 0
        for square in range(SQUARES):
            if code // place % 3 == EMPTY and worth(exchanged, board, table, code, square, place) >= largest - doubt:
                mask |= 1 << square
            place *= 3
        masks[i, code] = mask


MAYBE_BEST = Kernel(maybe_best, 1, chunk=1)


def optimal(device: Device, boards: Array, tables: Floats) -> Ints:
    """Masks of the squares that may be best for X to move, on every board of marks: uint16 ``[board, code]``, 0 where
    play is over.

    `boards` are rows of the device (see `boards.rows_of`), `tables` the result of `solve.tables` for these boards. The
    mask holds every best square, and each square in the mask is worse than the best by at most twice `value.DOUBT`.
    O's squares are X's on the exchanged board."""
    xp = device.xp
    masks = xp.zeros((len(boards), CODES), xp.uint16)
    order, exchanged, doubts = xp.asarray(ORDER), xp.asarray(EXCHANGED), xp.asarray([DOUBT])
    device.launch(MAYBE_BEST, len(boards), order, exchanged, boards, xp.asarray(tables), doubts, masks)
    return device.to_host(masks)


PIECE = 1 << 14
"""Boards of a launch, and of one whose tables are kept."""
KEPT = 1 << 8
AS_GOOD_AS_0 = 2.0**-600
"""Less than 1 - n of any square that can be marked."""

CONSTANTS = [-1.0, 0.0, 1.0, AS_GOOD_AS_0]
"""What the first rows of every table have: see `positions.O_WON`."""

KERNEL = Kernel(value.value_boards, 1, chunk=1)
PREPARE = Kernel(value.prepare_square, 1)
LAYERS = tuple(Kernel(value.value_layer(count), 1) for count in range(1, SQUARES + 1))

Report = Callable[[int], None]
"""Is called with the number of boards done so far; on a GPU they may only be launched."""


@dataclass(frozen=True)
class Population:
    """What boards are worth to X, who moves first: `values` ``[board]``, and each first square in `squares`
    ``[board, square]``; float64, none further than `value.ERROR_BOUND` from the exact number from 0 to 1."""

    values: Floats
    squares: Floats

    __repr__ = brief


def solve(device: Device, boards: Array, report: Report = lambda _: None) -> Population:
    """Solve boards, given by their rows, floats ``[board, GIVEN]`` (see `boards.rows_of`), of the device.

    Raises TypeError for other types, and ValueError for another shape."""
    boards = _checked(device, boards)
    answers = device.xp.empty((len(boards), value.ANSWERS))
    for start in range(0, len(boards), PIECE):
        piece = slice(start, start + PIECE)
        fill_tables(device, boards[piece], answers[piece], device.side_by_side)
        report(min(start + PIECE, len(boards)))
    found = device.to_host(answers)
    return Population((1 + found[:, value.VALUE]) / 2, (1 + found[:, value.FIRST_SQUARES :]) / 2)


def tables(device: Device, boards: Array) -> Floats:
    """The value of every board of marks with X to move: float64 ``[board, code]``, 157 kB each, none further than
    `value.ERROR_BOUND` from the exact value.

    With O to move it is 1 minus the value of the exchanged code (`positions.EXCHANGED`). Raises what `solve` raises."""
    boards = _checked(device, boards)
    values = np.empty((len(boards), CODES))
    for start in range(0, len(boards), KEPT):
        piece = boards[start : start + KEPT]
        table = fill_tables(device, piece, device.xp.empty((len(piece), value.ANSWERS)), len(piece))
        values[start : start + KEPT] = (1 + unpack_rows(device.to_host(table), len(piece))[:, ROW]) / 2
    return values


def _checked(device: Device, boards: Array) -> Array:
    """The rows as float64. Raises TypeError for another type than floats, and ValueError for another shape."""
    rows = device.xp.asarray(boards)
    if rows.dtype.kind != "f":
        raise TypeError(f"boards: expected floats, the rows of boards.rows_of, got the type {rows.dtype}")
    if rows.ndim != 2 or rows.shape[1] != GIVEN:
        raise ValueError(f"boards: expected an array [boards, {GIVEN}], got the shape {rows.shape}")
    return rows.astype(np.float64, copy=False)


def fill_tables(device: Device, boards: Array, answers: Array, most: int) -> Array:
    """Fill in the answers of boards, and return their tables ``[batch, row, lane]``; vectors may have at most `most`,
    which keep the boards solved last."""
    xp, width = device.xp, WIDTH if device.vectors else value.LANES
    batches = -(-len(boards) // width)
    count = min(most, batches) if device.vectors else batches
    script, room, table = xp.asarray(SCRIPT), xp.empty((count, value.ROOM, width)), xp.empty((count, ROWS, width))
    table[:, :FIRST] = xp.asarray(CONSTANTS)[:, None]
    if device.vectors:
        found = xp.empty((batches, value.ANSWERS, width))
        device.launch(KERNEL, count, script, xp.asarray(ENDS), pack_rows(boards), room, table, found)
        answers[:] = unpack_rows(found, len(boards))
        return table
    device.launch(PREPARE, batches * width * SQUARES, boards, room, table)
    for kernel, pairs in zip(LAYERS, LAYER_SIZES, strict=True):
        device.launch(kernel, batches * width * pairs, script, room, table, answers)
    return table
