"""Every undecided board of marks valued, on boards of probabilities.

On a CPU an item has a batch of boards of probabilities side by side, with all boards of marks. On a GPU a thread has
one board, and one board of marks with the exchanged one; a launch has all of those with equally many open squares. Both
orders apply the same operations to each number, so what is known of one's errors holds for the other.

Numbers are centred: -1 if O wins, 0 in a draw, 1 if X wins. Tables have the rows of `positions`, each the value with X
to move. With O to move a board has the negative value of the exchanged one (lemma `swap`).

The two values of a board of marks, X to move and O to move, can each lead to the other, as a neutral outcome leaves the
board unchanged: a *loop*. Let X choose square i, and O square j, whenever it is their turn. With the values x and y of
what weighed a mark, times its probability, and the neutral probabilities n, the value with O to move is
(y_j + n_j x_i) / (1 - n_i n_j), and 0 if both always pass. For each of X's squares the smallest of these counts, of
those the largest (lemma `minimax`). `ERROR_BOUND` says how far a value in double precision can be from the exact one
(lemma `rounding`)."""

from collections.abc import Callable

from qttt.fast.backend import Array
from qttt.fast.jit import jitable
from qttt.fast.lanes import Number, Rows, larger, load, smaller, store
from qttt.fast.probabilistic.positions import DRAWN, ENDS, ENTRY, HEAD, LAYER_SIZES, ROWS, SQUARES, TINY, X_WON

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
    """The kernel that solves a loop with `count` open squares; they stand in the script from `at` on. `lost` has -x of
    each, and `gained` has y.

    It returns the value with X to move and that with O to move."""

    @jitable
    def smallest(script: Rows, at: int, room: Rows, square: int, lost: Number, gained: Rows) -> Number:
        """The value with O to move if X chooses a square, of which -x is given."""
        share = SHARE + SQUARES * square
        other = int(script[at])
        least = (load(gained, 0) - load(room, NEUTRAL + other) * lost) * load(room, share + other)
        for j in range(1, count):
            other = int(script[at + ENTRY * j])
            value = (load(gained, j) - load(room, NEUTRAL + other) * lost) * load(room, share + other)
            least = smaller(least, value)
        return least

    @jitable
    def solved(script: Rows, at: int, room: Rows, lost: Rows, gained: Rows) -> tuple[Number, Number]:
        square = int(script[at])
        of_o = smallest(script, at, room, square, load(lost, 0), gained)
        of_x = load(room, NEUTRAL + square) * of_o - load(lost, 0)
        for i in range(1, count):
            square = int(script[at + ENTRY * i])
            least = smallest(script, at, room, square, load(lost, i), gained)
            of_o = larger(of_o, least)
            of_x = larger(of_x, load(room, NEUTRAL + square) * least - load(lost, i))
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


@jitable
def prepare(given: Rows, room: Rows, table: Rows, i: int) -> None:
    """Fill in the rows of square i, and what the probabilities contribute to its pairs with each square."""
    for row in range(i, GIVEN, SQUARES):
        store(room, row, load(given, row))
    for j in range(SQUARES):
        leaving = load(given, MARKED + i) + load(given, NEUTRAL + i) * load(given, MARKED + j)
        store(room, SHARE + SQUARES * i + j, load(table, X_WON) / larger(leaving, load(table, TINY)))


@jitable
def weigh(script: Rows, entry: int, room: Rows, table: Rows) -> tuple[Number, Number]:
    """-x and y of the open square of an entry of the script."""
    square = int(script[entry])
    success, failure = load(room, SUCCESS + square), load(room, FAILURE + square)
    with_x, without_x = load(table, int(script[entry + 1])), load(table, int(script[entry + 2]))
    with_o, without_o = load(table, int(script[entry + 3])), load(table, int(script[entry + 4]))
    return success * without_x + failure * without_o, success * with_o + failure * with_x


def value_both(count: int) -> Callable[..., None]:
    """The kernel that values a board with `count` open squares, and the exchanged one; the script has them at `at`."""
    solved = loop(count)

    @jitable
    def settled(script: Rows, at: int, room: Rows, table: Rows, lost: Rows, gained: Rows) -> None:
        of_x, of_o = solved(script, at + HEAD, room, lost, gained)
        store(table, int(script[at]), of_x)
        store(table, int(script[at + 1]), load(table, DRAWN) - of_o)

    return settled


@jitable
def answer_square(script: Rows, room: Rows, table: Rows, answers: Rows, square: int) -> None:
    """Write the value of the empty board, which is the script's last, and that of one of its squares."""
    value = load(table, ROWS - 1)
    lost, _ = weigh(script, len(script) - ENTRY * (SQUARES - square), room, table)
    store(answers, VALUE, value)
    store(answers, FIRST_SQUARES + square, load(table, DRAWN) - load(room, NEUTRAL + square) * value - lost)


@jitable
def nothing(script: Rows, at: int, room: Rows, table: Rows) -> tuple[Rows, Rows]:
    """What `layers` and `weigh_all` begin with: values no boards, finds numbers of no squares."""
    return (), ()


# On a CPU


def layers(count: int) -> Callable[..., None]:
    """The kernel that values all undecided boards with at most `count` open squares, the fullest first."""
    below = layers(count - 1) if count > 1 else nothing
    settled = value_both(count)

    @jitable
    def valued(script: Rows, ends: Rows, room: Rows, table: Rows) -> None:
        below(script, ends, room, table)
        all_lost, all_gained = room[LOST:], room[GAINED:]
        for at in range(ends[count - 1], ends[count], HEAD + ENTRY * count):
            for i in range(count):
                lost, gained = weigh(script, at + HEAD + ENTRY * i, room, table)
                store(all_lost, i, lost)
                store(all_gained, i, gained)
            settled(script, at, room, table, all_lost, all_gained)

    return valued


all_layers = layers(SQUARES)


@jitable
def value_boards(
    i: int, work: Array, script: Array, ends: Array, boards: Array, rooms: Array, tables: Array, answers: Array
) -> None:
    """Kernel: the batches of boards i, i + t, i + 2 t ... for t tables, in table i, which keeps the last one's
    values."""
    room, table = rooms[i], tables[i]
    for number in range(i, boards.shape[0], tables.shape[0]):
        for square in range(SQUARES):
            prepare(boards[number], room, table, square)
        all_layers(script, ends, room, table)
        for square in range(SQUARES):
            answer_square(script, room, table, answers[number], square)


# On a GPU

LANES = 32
"""Boards of a batch, which neighbouring threads have."""


@jitable
def locate(i: int, items: int) -> tuple[int, int, int]:
    """The batch, the item and the lane of a thread, with so many items per board. Neighbouring threads have
    neighbouring boards, and a batch's items come together, so that what they share is read from a cache."""
    return i // LANES // items, i // LANES % items, i % LANES


@jitable
def prepare_square(i: int, work: Array, boards: Array, rooms: Array, tables: Array) -> None:
    """Kernel: `prepare` for one square of a board."""
    batch, square, lane = locate(i, SQUARES)
    if batch * LANES + lane < boards.shape[0]:
        prepare(boards[batch * LANES + lane], rooms[batch, :, lane], tables[batch, :, lane], square)


def weigh_all(count: int) -> Callable[..., tuple[Rows, Rows]]:
    """The kernel that finds -x and y of each of `count` open squares, in registers."""
    before, last = weigh_all(count - 1) if count > 1 else nothing, ENTRY * (count - 1)

    @jitable
    def weighed(script: Rows, at: int, room: Rows, table: Rows) -> tuple[Rows, Rows]:
        all_lost, all_gained = before(script, at, room, table)
        lost, gained = weigh(script, at + last, room, table)
        return all_lost + (lost,), all_gained + (gained,)  # noqa: RUF005

    return weighed


def value_layer(count: int) -> Callable[..., None]:
    """The kernel that values a pair of boards of marks with `count` open squares on a board; on the empty board it also
    answers."""
    first, size, pairs = int(ENDS[count - 1]), HEAD + ENTRY * count, LAYER_SIZES[count - 1]
    weighed, settled, answered = weigh_all(count), value_both(count), SQUARES if count == SQUARES else 0

    @jitable
    def value_pair(i: int, work: Array, script: Array, rooms: Array, tables: Array, answers: Array) -> None:
        batch, number, lane = locate(i, pairs)
        if batch * LANES + lane < answers.shape[0]:
            room, table = rooms[batch, :, lane], tables[batch, :, lane]
            its_script = script[first + size * number :]
            lost, gained = weighed(its_script, HEAD, room, table)
            settled(its_script, 0, room, table, lost, gained)
            for square in range(answered):
                answer_square(script, room, table, answers[batch * LANES + lane], square)

    return value_pair
