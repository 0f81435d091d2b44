"""Every undecided board of marks valued, on one board of probabilities or on a batch of them side by side.

Numbers are centred: -1 if O wins, 0 in a draw, 1 if X wins. Tables have the rows of `positions`, each the value with X
to move. With O to move a board has the negative value of the exchanged one (lemma `swap`).

The two values of a board of marks, X to move and O to move, can each lead to the other, as a neutral outcome leaves the
board unchanged: a *loop*. Let X choose square i, and O square j, whenever it is their turn. With the values x and y of
what follows a mark, times its probability, and the neutral probabilities n, the value with O to move is
(y_j + n_j x_i) / (1 - n_i n_j), and 0 if both always pass. For each of X's squares the smallest of these counts, of
those the largest (lemma `minimax`). `ERROR_BOUND` says how far a value in double precision can be from the exact one
(lemma `rounding`)."""

from collections.abc import Callable

from qttt.fast.backend import Array
from qttt.fast.jit import jitable
from qttt.fast.lanes import Number, Rows, larger, load, smaller, store
from qttt.fast.probabilistic.positions import DRAWN, ENTRY, HEAD, ROWS, SQUARES, TINY, X_WON

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


UNIT = 2.0**-53
"""No operation has a larger relative error."""
A_LOOP = 16
"""Of values from -1 to 1, the error of what a loop leads to grows by at most this many units."""
ERROR_BOUND = (SQUARES * A_LOOP / 2 + 1) * UNIT
"""The bound for values from 0 to 1: none is further from its exact value, for any probabilities."""
DOUBT = 2 * (ERROR_BOUND + A_LOOP / 2 * UNIT)
"""A square whose value is less than the largest by at most this much may be the best; any other is not."""


VALUE = 0
"""The row of an answer that has the value of the empty board."""
FIRST_SQUARES = 1
"""``+ square``: that of its squares."""
ANSWERS = FIRST_SQUARES + SQUARES


def layers(count: int) -> Callable[..., None]:
    """The kernel that values all undecided boards with at most `count` open squares, the fullest first."""
    below = layers(count - 1) if count > 1 else nothing
    solved = loop(count)

    @jitable
    def valued(script: Rows, ends: Rows, room: Rows, table: Rows) -> None:
        below(script, ends, room, table)
        for at in range(ends[count - 1], ends[count], HEAD + ENTRY * count):
            squares = at + HEAD
            for i in range(count):
                entry = squares + ENTRY * i
                square = int(script[entry])
                success, failure = load(room, SUCCESS + square), load(room, FAILURE + square)
                with_x, without_x = load(table, int(script[entry + 1])), load(table, int(script[entry + 2]))
                with_o, without_o = load(table, int(script[entry + 3])), load(table, int(script[entry + 4]))
                store(room, LOST + i, success * without_x + failure * without_o)
                store(room, GAINED + i, success * with_o + failure * with_x)
            of_x, of_o = solved(script, squares, room)
            store(table, int(script[at]), of_x)
            store(table, int(script[at + 1]), load(table, DRAWN) - of_o)

    return valued


@jitable
def nothing(script: Rows, ends: Rows, room: Rows, table: Rows) -> None:
    """Values no boards."""


all_layers = layers(SQUARES)


@jitable
def prepare(room: Rows, table: Rows) -> None:
    """Fill in what the probabilities contribute to pairs of squares."""
    for i in range(SQUARES):
        for j in range(SQUARES):
            leaving = load(room, MARKED + i) + load(room, NEUTRAL + i) * load(room, MARKED + j)
            store(room, SHARE + SQUARES * i + j, load(table, X_WON) / larger(leaving, load(table, TINY)))


@jitable
def value_boards(
    i: int, work: Array, script: Array, ends: Array, boards: Array, rooms: Array, tables: Array, answers: Array
) -> None:
    """Kernel: the batches of boards i, i + t, i + 2 t ... for t tables, in table i, which keeps the last one's values.

    The script's last board is the empty one, whose numbers are still in the room when it is done."""
    room, table = rooms[i], tables[i]
    for number in range(i, boards.shape[0], tables.shape[0]):
        given, answer = boards[number], answers[number]
        for row in range(GIVEN):
            store(room, row, load(given, row))
        prepare(room, table)
        all_layers(script, ends, room, table)
        value = load(table, ROWS - 1)
        store(answer, VALUE, value)
        for square in range(SQUARES):
            passed = load(room, NEUTRAL + square) * value
            store(answer, FIRST_SQUARES + square, load(table, DRAWN) - passed - load(room, LOST + square))
