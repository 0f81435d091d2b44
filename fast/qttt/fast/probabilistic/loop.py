"""The two values of a board of marks, X to move and O to move, from what its squares lead to.

Each can lead to the other, as a neutral outcome leaves the board unchanged: a loop. Numbers here are centred: -1 if O
wins, 0 in a draw, 1 if X wins.

Let X choose square i, and O square j, whenever it is their turn. With the values x and y of what follows a mark, times
its probability, and the neutral probabilities n, the value with O to move is (y_j + n_j x_i) / (1 - n_i n_j), and 0 if
both always pass. For each of X's squares the smallest of these counts, of those the largest (lemma `minimax`)."""

from collections.abc import Callable

from qttt.fast.jit import jitable
from qttt.fast.lanes import Number, Rows, larger, load, smaller
from qttt.fast.probabilistic.positions import ENTRY, SQUARES

SUCCESS, NEUTRAL, FAILURE, MARKED = (SQUARES * part for part in range(4))
"""``+ square``: the rows of a board's probabilities; `MARKED` is that of either mark, 1 - neutral."""
GIVEN = 4 * SQUARES
"""How many rows are given."""
SHARE = GIVEN
"""``+ 9 square + square``: 1 / (1 - n_i n_j)."""
LOST = SHARE + SQUARES * SQUARES
"""``+ i``: -x of open square number i."""
GAINED = LOST + SQUARES
"""``+ j``: y of open square number j."""
ROOM = GAINED + SQUARES
"""Rows of a board, scratch memory included."""


def loop(count: int) -> Callable[..., tuple[Number, Number]]:
    """The kernel that solves a loop with `count` open squares; they stand in the script from `at` on.

    It returns the value with X to move and that with O to move."""

    @jitable
    def smallest(script: Rows, at: int, room: Rows, square: int, lost: Number) -> Number:
        """The value with O to move if X chooses a square, of which -x is given."""
        share = SHARE + SQUARES * square
        other = int(script[at])
        least = (load(room, GAINED) - load(room, NEUTRAL + other) * lost) * load(room, share + other)
        for j in range(1, count):
            other = int(script[at + ENTRY * j])
            value = (load(room, GAINED + j) - load(room, NEUTRAL + other) * lost) * load(room, share + other)
            least = smaller(least, value)
        return least

    @jitable
    def solved(script: Rows, at: int, room: Rows) -> tuple[Number, Number]:
        square, lost = int(script[at]), load(room, LOST)
        of_o = smallest(script, at, room, square, lost)
        of_x = load(room, NEUTRAL + square) * of_o - lost
        for i in range(1, count):
            square, lost = int(script[at + ENTRY * i]), load(room, LOST + i)
            least = smallest(script, at, room, square, lost)
            of_o = larger(of_o, least)
            of_x = larger(of_x, load(room, NEUTRAL + square) * least - lost)
        return of_x, of_o

    return solved
