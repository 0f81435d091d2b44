"""Properties of probabilistic tic-tac-toe: those of every game, numbers, files, and a loop by reference and kernel."""

import string
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import product

from hypothesis import strategies as st

from qttt.fast.probabilistic.positions import ENTRY
from qttt.fast.probabilistic.value import LOST, NEUTRAL, SHARE, loop
from qttt.reference.probabilistic import Choice, MoveOutcome, Probabilistic
from qttt.reference.probabilistic.board import Board, BoardError, plain, probability
from qttt.reference.probabilistic.file import read_csv
from qttt.reference.probabilistic.solver import Line, Values, solve
from qttt.spec import disk
from qttt.verification.properties import of_game, read, searched, stated

GAME = Probabilistic(Board.of([("0.5", "0.2", "0.3"), ("1/3", "1/3", "1/3"), *[("0", "1", "0")] * 7]))
ACTIONS = st.builds(Choice, st.integers()) | st.sampled_from(MoveOutcome)
STARTS = "", "X1.5", "X1.5 neutral"
STATES = (
    "... ... ..., X to move",
    "X.. .O. ..X, O to move",
    "... .O. ..., X named 1",
    "XXX OO. ..., O to move",
    "XOX XOO OXX, X to move",
    "XXX OOO ..., X to move",
)
KINDS = {"q": str, "n": int}
VALUES = st.none() | st.booleans() | st.integers() | st.text(max_size=3)


@read(text=st.text(max_size=5))
def a_number_is_read_only_in_its_characters(text: str) -> None:
    with suppress(BoardError):
        number = probability(text)
        assert 0 <= number <= 1
        assert probability(plain(number)) == number
        assert {*text} <= {*string.digits, *"./%"}


@stated(text=st.text(max_size=3))
def a_file_of_boards_raises_only_its_error(text: str) -> None:
    with suppress(BoardError):
        assert read_csv(text)


@stated(text=st.text(max_size=3))
def json_raises_only_value_errors(text: str) -> None:
    with suppress(ValueError):
        disk.read_json(text)


@stated(value=st.dictionaries(st.sampled_from(("q", "n", "r")), VALUES))
def fields_are_all_there_and_of_their_types(value: dict[str, object]) -> None:
    with suppress(ValueError):
        found = disk.fields(value, KINDS)
        assert {name: type(each) for name, each in found.items()} == KINDS


QUARTERS = st.sampled_from([*product((0, 1, 4), (0, 2, 4), (0, 3, 4))])
PARTS = st.lists(QUARTERS, min_size=1, max_size=3)


def lines_from_quarters(parts: list[tuple[int, int, int]]) -> tuple[Line, ...]:
    """Lines, from quarters: the neutral probability, and of the rest what X and what O gets by naming the square."""
    return tuple(
        Line(square, (4 - n) * Fraction(x, 16), (4 - n) * Fraction(o, 16), Fraction(n, 4))
        for square, (x, o, n) in enumerate(parts, start=1)
    )


@stated(parts=PARTS)
def the_kernel_solves_a_loop_as_the_reference_does(parts: list[tuple[int, int, int]]) -> None:
    """The kernel's numbers are centred: twice the values, minus 1."""
    given, room, script = lines_from_quarters(parts), [Fraction(0)] * LOST, list[int]()
    for number, line in enumerate(given):
        script += [number, *[0] * (ENTRY - 1)]
        room[NEUTRAL + number] = line.n
        for other, against in enumerate(given):
            leaving = 1 - line.n * against.n
            room[SHARE + 9 * number + other] = 1 / leaving if leaving else Fraction(0)
    lost = [(1 - line.n) - 2 * line.x for line in given]
    gained = [2 * line.x_dash - (1 - line.n) for line in given]
    of_x, of_o = loop(len(given))(script, 0, room, lost, gained)
    assert ((1 + of_x) / 2, (1 + of_o) / 2) == solve(given).values


@stated(parts=PARTS)
def exchanged_marks_exchange_the_players(parts: list[tuple[int, int, int]]) -> None:
    """What X gets becomes what O gets, so V and V' become 1 - V' and 1 - V."""
    given = lines_from_quarters(parts)
    exchanged = tuple(Line(square, 1 - n - o, 1 - n - x, n) for square, x, o, n in given)
    values = solve(given).values
    assert solve(exchanged).values == Values(1 - values.O, 1 - values.X)


PROPERTIES = (
    a_number_is_read_only_in_its_characters,
    *of_game(GAME, ACTIONS, "neu", STARTS, STATES),
    a_file_of_boards_raises_only_its_error,
    json_raises_only_value_errors,
    fields_are_all_there_and_of_their_types,
    the_kernel_solves_a_loop_as_the_reference_does,
    exchanged_marks_exchange_the_players,
)
search = partial(searched, PROPERTIES)
