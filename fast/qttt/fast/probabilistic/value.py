"""Every undecided board of marks valued, on one board of probabilities or on a batch of them side by side.

Tables have the rows of `positions`, each the value with X to move, from -1 to 1. With O to move a board has
the negative value of the exchanged one (lemma `swap`)."""

from collections.abc import Callable

from qttt.fast.backend import Array
from qttt.fast.jit import jitable
from qttt.fast.lanes import Rows, larger, load, store
from qttt.fast.probabilistic.loop import FAILURE, GAINED, GIVEN, LOST, MARKED, NEUTRAL, SHARE, SUCCESS, loop
from qttt.fast.probabilistic.positions import DRAWN, ENTRY, HEAD, ROWS, SQUARES, TINY, X_WON

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
