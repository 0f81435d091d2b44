"""The exact solver against loops solved by hand and against the closed forms of the page."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.reference.game import Actor
from qttt.reference.probabilistic import Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import Board
from qttt.reference.probabilistic.solver import Line, LoopSolver, Values, solve

HALF = Fraction(1, 2)
POST = Board.of(
    [
        ("0.65", "0.05", "0.3"), ("0.65", "0.2", "0.15"), ("0.55", "0.3", "0.15"),
        ("0.3", "0.2", "0.5"), ("0.3", "0.15", "0.55"), ("0.35", "0.05", "0.6"),
        ("0.3", "0.05", "0.65"), ("0.35", "0.2", "0.45"), ("0.45", "0.1", "0.45"),
    ]
)  # fmt: skip
"""The board that the source prints."""

X_WINS_OR_DRAW = "XOO OXX XO., X to move"  # X on 9 makes 1-5-9, O on 9 a full board


def board_of(last: tuple[str, str, str]) -> Board:
    """A board with the given ninth square; the others do not matter to positions that have them marked."""
    return Board.of([("1", "0", "0")] * 8 + [last])


@pytest.mark.parametrize(
    ("last", "value", "value_dash"),
    [
        (("0.5", "0.2", "0.3"), "19/24", "17/24"),  # V = 0.65 + 0.2 V', V' = 0.55 + 0.2 V
        (("0.4", "0.2", "0.4"), "3/4", "3/4"),
        (("1", "0", "0"), "1", "1/2"),
        (("0", "0", "1"), "1/2", "1"),
        (("0", "0.5", "0.5"), "2/3", "5/6"),  # V = 0.25 + 0.5 V', V' = 0.5 + 0.5 V
        (("0", "1", "0"), "1/2", "1/2"),  # nobody ever gets the square
    ],
)
def test_one_open_square_by_hand(last: tuple[str, str, str], value: str, value_dash: str) -> None:
    """PROB-LOOP-1, PROB-END-3"""
    solver = LoopSolver(Probabilistic(board_of(last)))
    position = Position.of(X_WINS_OR_DRAW)
    assert solver.to_move(position.marks) == (Fraction(value), Fraction(value_dash))
    assert solver.best(position) == (Choice(9),)
    assert solver.squares(position) == {9: Fraction(value)}


def test_values_where_chance_acts() -> None:
    """PROB-VALUE-1"""
    solver = LoopSolver(Probabilistic(board_of(("0.5", "0.2", "0.3"))))
    named = Position.of("XOO OXX XO., O named 9")
    assert solver.value(named) == Fraction(17, 24)
    success, neutral, failure = MoveOutcome
    assert solver.values(named) == {success: HALF, neutral: Fraction(19, 24), failure: 1}
    assert solver.best(named) == ()
    assert solver.squares(named) == {}
    ended = Position.of("XXX OO. ..., X named 9")
    assert solver.value(ended) == 1
    assert solver.best(ended) == ()
    assert solver.values(ended) == {}


def test_board_of_the_source() -> None:
    solver = LoopSolver(Probabilistic(POST))
    values = solver.to_move(Position().marks)
    assert abs(values.X - Fraction("0.5385368180873334")) < Fraction(1, 10**9)
    assert abs(values.O - Fraction("0.46146318189602853")) < Fraction(1, 10**9)
    assert values.X + values.O == 1
    assert solver.best(Position()) == solver.best(Position(turn=Actor.O)) == (Choice(3),)


@pytest.mark.parametrize(
    ("x", "x_dash", "value", "value_dash"),
    [
        # without the square that passes: alpha = 2x, beta = 2x_dash, as n = 1/2
        ("1/8", "3/8", "1/2", "1/2"),  # 1/4 <= 1/2 <= 3/4
        ("5/16", "3/8", "5/8", "5/8"),  # 1/2 < 5/8 <= 3/4: X names the other square and O gains nothing by passing
        ("1/8", "3/16", "3/8", "3/8"),  # 1/4 <= 3/8 < 1/2
        ("3/8", "1/8", "7/12", "5/12"),  # 3/4 > 1/4: V = 3/8 + V'/2, V' = 1/8 + V/2
        ("1/4", "1/4", "1/2", "1/2"),
    ],
)
def test_square_that_passes_beside_another(x: str, x_dash: str, value: str, value_dash: str) -> None:
    """LEMMA passes, in every case; the order of the squares does not matter."""
    passes = Line(1, Fraction(0), Fraction(0), Fraction(1))
    other = Line(2, Fraction(x), Fraction(x_dash), HALF)
    for lines in ((passes, other), (other, passes)):
        assert solve(lines).values == (Fraction(value), Fraction(value_dash))


PARTS = st.integers(0, 8)


@st.composite
def lines(draw: st.DrawFn, passes: bool) -> tuple[Line, ...]:
    """One to six open squares; `x` and `x_dash` are a number from 0 to 1 times 1 - n."""
    found = []
    for square in range(1, draw(st.integers(1, 6)) + 1):
        n = Fraction(draw(st.integers(0, 8 if passes else 7)), 8)
        x, x_dash = (Fraction(draw(PARTS), 8) * (1 - n) for _ in range(2))
        found.append(Line(square, x, x_dash, n))
    return tuple(found)


def solves(values: Values, lines: tuple[Line, ...]) -> bool:
    return values == (
        max(line.x + line.n * values.O for line in lines),
        min(line.x_dash + line.n * values.X for line in lines),
    )


@given(lines(passes=False))
def test_loop_without_passes_has_the_closed_form(lines: tuple[Line, ...]) -> None:
    """LEMMA minimax"""
    values, i, j = solve(lines)
    assert solves(values, lines)
    assert max(min((j.x_dash + j.n * i.x) / (1 - i.n * j.n) for j in lines) for i in lines) == values.O
    assert values == (i.x + i.n * values.O, j.x_dash + j.n * values.X)


@given(lines(passes=True))
def test_loop_with_passes_has_the_value_nearest_to_a_half(lines: tuple[Line, ...]) -> None:
    """LEMMA passes"""
    values = solve(lines).values
    assert solves(values, lines)
    others = tuple(line for line in lines if line.n < 1)
    if len(others) == len(lines):
        return
    alpha = max((line.x / (1 - line.n) for line in others), default=Fraction(-1))
    beta = min((line.x_dash / (1 - line.n) for line in others), default=Fraction(2))
    if alpha <= beta:
        assert values.X == values.O == sorted([alpha, HALF, beta])[1]
    else:
        assert values == solve(others).values
        assert values.X > values.O
