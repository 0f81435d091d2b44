"""Compares exact values of reference and fast engine at late positions on boards chosen by hypothesis."""

from collections.abc import Callable
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import O, X
from qttt.reference.game import Actor
from qttt.reference.probabilistic import Position, Probabilistic
from qttt.reference.probabilistic.board import Board
from qttt.reference.probabilistic.position import Marks, outcome
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.verification import Refuted
from qttt.verification.sampling import sampled

BOARDS = 200
LARGEST_PART = 6
FEWEST_MARKS = 4
DIGIT = {None: 0, Actor.X: X, Actor.O: O}

Values = Callable[[Board, Position], dict[int, Fraction]]
"""The values of the squares that may be named at a position."""


def by_fast(board: Board, position: Position) -> dict[int, Fraction]:
    code = sum(DIGIT[mark] * 3**square for square, mark in enumerate(position.marks))
    return Exact(board).squares(code, DIGIT[position.turn])


parts = st.tuples(*[st.integers(0, LARGEST_PART)] * 3).filter(any)
"""The proportion of success, neutral and failure; small numbers come first, including certain outcomes."""


@st.composite
def positions(draw: st.DrawFn) -> tuple[Board, Position]:
    """A board of fractions and a position on it with a few open squares."""
    squares = [[Fraction(part, sum(three)) for part in three] for three in draw(st.tuples(*[parts] * 9))]
    marks: Marks = tuple(draw(st.sampled_from((None, Actor.X, Actor.O))) for _ in range(9))
    for square in draw(st.permutations(range(9))):
        if sum(mark is not None for mark in marks) >= FEWEST_MARKS:
            break
        marks = (*marks[:square], marks[square] or Actor.X, *marks[square + 1 :])
    return Board((s, n, f) for s, n, f in squares), Position(marks, draw(st.sampled_from((Actor.X, Actor.O))))


def sampled_positions_have_the_same_values(values: Values = by_fast, boards: int = BOARDS) -> str:
    """A differing position is shrunk, and printed with its board."""

    @sampled(boards)
    @given(positions())
    def agree(chosen: tuple[Board, Position]) -> None:
        board, position = chosen
        if outcome(position.marks):
            return
        expected = LoopSolver(Probabilistic(board)).squares(position)
        found = values(board, position)
        if expected != found:
            raise Refuted(f"'{position}' on {board}: {_told(expected)} and, by the fast engine, {_told(found)}")

    agree()
    return f"{boards} positions, chosen by hypothesis without a seed of its own (derandomize)"


def _told(values: dict[int, Fraction]) -> str:
    return ", ".join(f"{square}: {value}" for square, value in values.items())


def with_success_and_failure_exchanged(board: Board, position: Position) -> dict[int, Fraction]:
    return by_fast(Board((failure, neutral, success) for success, neutral, failure in board), position)


def with_the_other_player_to_move(board: Board, position: Position) -> dict[int, Fraction]:
    return by_fast(board, Position(position.marks, position.turn.opponent))
