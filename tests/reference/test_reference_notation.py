"""Games are read and written without loss, and errors point at the token."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.reference.game import RuleBroken
from qttt.reference.goff import Action, Goff, Move, OccupiedSquare, Position, Selection
from qttt.reference.goff.notation import NOTATION
from qttt.reference.notation import NotationError

FIGURE_2 = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8 X7.2-4 O8.2-4 selA"

SQUARES = st.integers(1, 9)
MOVES = st.tuples(SQUARES, SQUARES).map(lambda pair: Move(*sorted(pair)))
ACTIONS = st.lists(MOVES | st.sampled_from(Selection))


@given(ACTIONS)
def test_written_text_is_read_back(actions: list[Action]) -> None:
    """NOTATION-MOVE-1, NOTATION-SELECT-1, NOTATION-FINAL-1, NOTATION-GAME-1"""
    assert list(NOTATION.parse(NOTATION.write(actions))) == actions


@given(ACTIONS, st.lists(st.sampled_from([" ", "  ", "\n", "\t "]), min_size=1))
def test_read_text_is_written_back(actions: list[Action], blanks: list[str]) -> None:
    """NOTATION-GAME-1: any spaces are read, single ones are printed."""
    text = NOTATION.write(actions)
    scattered = "".join(token + blanks[at % len(blanks)] for at, token in enumerate(text.split()))
    assert NOTATION.write(NOTATION.parse(scattered)) == text


def test_figure_2_is_read() -> None:
    assert [str(action) for action in NOTATION.parse(FIGURE_2)] == [
        "1-9", "1-3", "1-3", "selA", "5-7", "5-7", "selB", "2-8", "2-4", "2-4", "selA",
    ]  # fmt: skip
    assert NOTATION.write(NOTATION.parse(FIGURE_2)) == FIGURE_2


def test_empty_text_is_the_start() -> None:
    """NOTATION-GAME-1"""
    assert NOTATION.parse("") == NOTATION.parse(" \n") == ()
    assert NOTATION.write(()) == ""
    assert Goff().read("").positions == (Position(),)


@pytest.mark.parametrize(
    ("text", "number", "expected"),
    [
        ("Y1.1-9", 1, "a move such as X1.1-9, or selA or selB"),
        ("X1.1-9 o2.1-3", 2, "a move such as O2.1-9, or selA or selB"),
        ("X1.1-9 O2.1-9 sela", 3, "selA or selB"),
        ("X1.1-9 O2.1-9 selC", 3, "selA or selB"),
        ("X1.0-9", 1, "a move such as X1.1-9, or selA or selB"),
        ("X1.1-10", 1, "a move such as X1.1-9, or selA or selB"),
        ("X1.1-9,O2.1-3", 1, "a move such as X1.1-9, or selA or selB"),
        ("X01.1-9", 1, "a move such as X1.1-9, or selA or selB"),
        ("X1.1–9", 1, "a move such as X1.1-9, or selA or selB"),
        ("X1.1-٩", 1, "a move such as X1.1-9, or selA or selB"),
        ("1-9", 1, "a move such as X1.1-9, or selA or selB"),
        ("X1.1-9\xa0O2.1-3", 1, "a move such as X1.1-9, or selA or selB"),
        ("O1.1-9", 1, "X at ply 1, X1.1-9"),
        ("X1.1-9 X2.1-3", 2, "O at ply 2, O2.1-3"),
        ("X1.1-9 X3.1-3", 2, "O at ply 2, O2.1-3"),
        ("X1.1-9 O2.1-9 selA O4.3-5", 4, "X at ply 3, X3.3-5"),
        ("X1.1-9 O2.3-1", 2, "ascending squares, 1-3"),
    ],
)
def test_malformed_text(text: str, number: int, expected: str) -> None:
    """NOTATION-ERROR-1"""
    with pytest.raises(NotationError) as error:
        NOTATION.parse(text)
    token = text.split(" ")[number - 1]
    assert (error.value.token, error.value.number, error.value.expected) == (token, number, expected)
    assert str(error.value) == f"token {number} '{token}': {error.value.rule}: expected {expected}"


@pytest.mark.parametrize(
    ("text", "number", "rule"),
    [
        ("X1.5-5", 1, "GOFF-MOVE-1"),
        ("selA", 1, "GOFF-COLLAPSE-1"),
        ("X1.1-2 selA", 2, "GOFF-COLLAPSE-1"),
        ("X1.1-2 O2.1-2 X3.3-4", 3, "GOFF-COLLAPSE-1"),
        ("X1.1-2 O2.1-2 selA selB", 4, "GOFF-COLLAPSE-1"),
        ("X1.1-2 O2.1-2 selA X3.2-3", 4, "GOFF-MOVE-2"),
        (f"{FIGURE_2} X9.6-6", 12, "GOFF-END-1"),
    ],
)
def test_illegal_game(text: str, number: int, rule: str) -> None:
    """An illegal action keeps the exception of its rule; the message begins with the token and its number."""
    with pytest.raises(RuleBroken) as error:
        Goff().read(text)
    token = text.split()[number - 1]
    assert (error.value.token, error.value.number, error.value.rule) == (token, number, rule)
    assert str(error.value).startswith(f"token {number} '{token}': {rule}: ")


def test_illegal_game_in_full() -> None:
    with pytest.raises(OccupiedSquare) as error:
        Goff().position("X1.1-2  O2.1-2 selA X3.2-3")
    expected = "two of the squares 3, 4, 5, 6, 7, 8, 9"
    assert error.value.expected == expected
    rest = f"GOFF-MOVE-2: 2-3 is illegal in 'X1@2 O2@1': expected {expected}"
    assert str(error.value) == f"token 4 'X3.2-3': {rest}"


def test_play_out_gives_every_position() -> None:
    positions = Goff().read(FIGURE_2).positions
    assert len(positions) == len(FIGURE_2.split()) + 1
    assert positions[0] == Position()
    assert positions[-1] == Goff().position(FIGURE_2)


def test_text_of_a_position() -> None:
    for position in Goff().read(FIGURE_2).positions:
        assert Position.of(str(position)) == position
    with pytest.raises(ValueError, match="token 3 'selA': expected the end: a cycle is closed"):
        Position.of("X1.1-2 O2.1-2 selA")
