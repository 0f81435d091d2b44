"""TiqTaqToe at the level classic is plain tic-tac-toe, and a corner of probabilistic tic-tac-toe. LEMMA classic."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from qttt.reference.game import Actor
from qttt.reference.probabilistic import Choice, MoveOutcome, Probabilistic
from qttt.reference.probabilistic import Position as Marks
from qttt.reference.probabilistic.board import Board
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.reference.solver import Solver
from qttt.reference.tiqtaqtoe import Action, Position, Single, TiqTaqToe

CLASSIC = TiqTaqToe("classic")
CERTAIN = Probabilistic(Board.of([("1", "0", "0")] * 9))


@cache
def reachable() -> frozenset[Position]:
    """All positions of the level classic."""
    found, new = {CLASSIC.initial()}, [CLASSIC.initial()]
    while new:
        children = {child for position in new for child in _children(position)}
        new = [*(children - found)]
        found |= children
    return frozenset(found)


def _children(position: Position) -> Iterator[Position]:
    return (CLASSIC.play(position, action) for action in CLASSIC.actions(position))


def as_marks(position: Position) -> Marks:
    """The position of probabilistic tic-tac-toe with the same marks, a player to move."""
    (board,) = position.boards
    return Marks.of(f"{board[:3]} {board[3:6]} {board[6:]}, {position.turn} to move")


def squares(actions: tuple[Action, ...]) -> list[int]:
    assert all(isinstance(action, Single) for action in actions)
    return [action.square for action in actions if isinstance(action, Single)]


def test_positions_of_plain_tic_tac_toe() -> None:
    """The known number of positions, 958 of them final: 626 with a line of X, 316 of O, 16 full boards with none."""
    assert len(reachable()) == 5478
    ended = [str(CLASSIC.score(position).outcome) for position in reachable() if CLASSIC.actor(position) is None]
    assert {how: ended.count(how) for how in ended} == {"win of X": 626, "win of O": 316, "no line": 16}


def test_plain_tic_tac_toe_is_a_draw() -> None:
    solver = Solver(CLASSIC)
    assert solver.value(CLASSIC.initial()) == 0
    assert {*solver.values(CLASSIC.initial()).values()} == {0}


def test_classic_is_probabilistic_with_certain_success() -> None:
    """At every position who acts, which squares are open, and v = 2V - 1; to ply 4, where a move leads."""
    values, chances = Solver(CLASSIC), LoopSolver(CERTAIN)
    values.value(CLASSIC.initial())
    for position in reachable():
        marks = as_marks(position)
        assert CERTAIN.actor(marks) is CLASSIC.actor(position)
        assert [choice.square for choice in CERTAIN.actions(marks) if isinstance(choice, Choice)] == squares(
            CLASSIC.actions(position)
        )
        assert values.value(position) == 2 * chances.value(marks) - 1
        for square in squares(CLASSIC.actions(position)) if position.plies < 4 else ():
            named = CERTAIN.play(marks, Choice(square))
            assert CERTAIN.actor(named) is Actor.CHANCE
            after = CERTAIN.play(named, MoveOutcome.SUCCESS)
            assert after == as_marks(CLASSIC.play(position, Single(square)))
