"""The values of squares, and the squares that may be best, in double precision."""

from typing import Any

from qttt.fast.answers import Floats, Ints
from qttt.fast.backend import Array, Device, Kernel
from qttt.fast.jit import jitable
from qttt.fast.probabilistic.loop import FAILURE, NEUTRAL, SUCCESS
from qttt.fast.probabilistic.positions import CODES, EMPTY, EXCHANGED, ORDER, SQUARES, O, X
from qttt.fast.probabilistic.rounding import DOUBT


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


KERNEL = Kernel(maybe_best, 1, chunk=1)


def optimal(device: Device, boards: Array, tables: Floats) -> Ints:
    """Masks of the squares that may be best for X to move, on every board of marks: uint16 ``[board, code]``, 0 where
    play is over.

    `boards` are rows of the device (see `boards.given`), `tables` the result of `solve.tables` for these boards. The
    mask holds every best square, and each square in the mask is worse than the best by at most twice `rounding.DOUBT`.
    O's squares are X's on the exchanged board."""
    xp = device.xp
    masks = xp.zeros((len(boards), CODES), xp.uint16)
    order, exchanged, doubts = xp.asarray(ORDER), xp.asarray(EXCHANGED), xp.asarray([DOUBT])
    device.launch(KERNEL, len(boards), order, exchanged, boards, xp.asarray(tables), doubts, masks)
    return device.to_host(masks)
