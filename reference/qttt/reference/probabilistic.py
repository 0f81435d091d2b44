"""Probabilistic tic-tac-toe, the ruleset `probabilistic-1.0`, as a `Game`.

A player names an open square, and chance says what comes of it: the mover's mark, nothing, or the opponent's.
The rules are in `probabilistic_board` and `probabilistic_position`, a function a rule, in the order of the
page; here they are put together. `probabilistic_solver` has the values.

>>> from qttt.reference.notation import position_after
>>> from qttt.reference.probabilistic_board import random_board
>>> from qttt.reference.probabilistic_notation import parse
>>> game = Probabilistic(random_board(1))
>>> str(position_after(game, "X1.5 failure O2.1 neutral X3.9", parse))
'... .O. ..., X named 9'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from qttt.reference.game import Actor, RuleBroken, Score
from qttt.reference.probabilistic_board import SQUARES, Board
from qttt.reference.probabilistic_notation import Action, Choice, MoveOutcome
from qttt.reference.probabilistic_position import (
    Marks,
    Position,
    after_outcome,
    open_squares,
    outcome,
    outcome_probabilities,
    score,
)

__all__ = [
    "Action",
    "Choice",
    "GameNotOver",
    "GameOver",
    "ImpossibleOutcome",
    "Marks",
    "MoveOutcome",
    "NoSquareNamed",
    "NotASquare",
    "OccupiedSquare",
    "OutcomePending",
    "Position",
    "Probabilistic",
]


class NotASquare(RuleBroken):
    """Something is named that is no square of the board."""

    rule = "PROB-BOARD-1"


class OccupiedSquare(RuleBroken):
    """A square is named that has a mark."""

    rule = "PROB-MOVE-1"


class OutcomePending(RuleBroken):
    """A square is named while chance has yet to say what comes of the last one."""

    rule = "PROB-OUTCOME-1"


class NoSquareNamed(RuleBroken):
    """An outcome is written where no square has been named."""

    rule = "PROB-OUTCOME-1"


class ImpossibleOutcome(RuleBroken):
    """An outcome of probability 0 is written."""

    rule = "PROB-OUTCOME-1"


class GameOver(RuleBroken):
    """An action is taken after the end of the game."""

    rule = "PROB-END-1"


class GameNotOver(RuleBroken):
    """A score is asked for before the end of the game."""

    rule = "PROB-END-1"


@dataclass(frozen=True)
class Probabilistic:
    """The game on a board, and the `Game` interface over `Position` and `Action`."""

    board: Board

    ruleset = "probabilistic-1.0"

    def initial(self) -> Position:
        """No marks, X to move.

        Rule: PROB-TURN-1
        """
        return Position()

    def actor(self, position: Position) -> Actor | None:
        """CHANCE, if a square has been named; else who is to move; None at the end."""
        if outcome(position.marks):
            return None
        return Actor.CHANCE if position.named else position.turn

    def actions(self, position: Position) -> tuple[Action, ...]:
        """The open squares, ascending; of chance the outcomes that can happen, success first. None at the end.

        Rule: PROB-MOVE-1
        Rule: PROB-OUTCOME-1

        >>> game = Probabilistic(Board.of([("1/2", "0", "1/2")] * 9))
        >>> [str(outcome) for outcome in game.actions(Position.of("... ... ..., X named 9"))]
        ['success', 'failure']
        """
        if outcome(position.marks):
            return ()
        if position.named:
            return tuple(self.chance(position))
        return tuple(map(Choice, open_squares(position.marks)))

    def play(self, position: Position, action: Action) -> Position:
        """The next position.

        Raises `GameOver`, `NoSquareNamed`, `ImpossibleOutcome`, `OutcomePending`, `NotASquare` or
        `OccupiedSquare`: the first that applies, in this order.

        Rule: PROB-MOVE-1
        """
        if outcome(position.marks):
            raise GameOver(action, position, "nothing, the game is over")
        if isinstance(action, MoveOutcome):
            return self._with_outcome(position, action)
        if position.named:
            raise OutcomePending(action, position, f"{_any_of(self.actions(position))}, for a square has been named")
        if action.square not in SQUARES:
            raise NotASquare(action, position, "a square from 1 to 9")
        if action not in self.actions(position):
            raise OccupiedSquare(action, position, f"an open square, {_any_of(self.actions(position))}")
        return replace(position, named=action.square)

    def _with_outcome(self, position: Position, action: MoveOutcome) -> Position:
        if not position.named:
            raise NoSquareNamed(action, position, "a square, for none has been named")
        if action not in self.chance(position):
            raise ImpossibleOutcome(action, position, f"{_any_of(self.actions(position))}: this one has probability 0")
        return after_outcome(position, action)

    def chance(self, position: Position) -> Mapping[Action, Fraction]:
        """The outcomes that the named square can have, with their probabilities; nothing if chance is not to act."""
        if not position.named or outcome(position.marks):
            return {}
        return dict(outcome_probabilities(self.board, position.named).items())

    def system(self, position: Position) -> Mapping[Actor, Fraction]:
        """Nothing: this game has no SYSTEM."""
        return {}

    def score(self, position: Position) -> Score:
        """The outcome of an ended game and its value for X. Raises `GameNotOver` for any other position."""
        ended = outcome(position.marks)
        if ended is None:
            raise GameNotOver("scoring", position, "the end of the game first")
        return Score(ended, score(ended))


def _any_of(actions: tuple[Action, ...]) -> str:
    return " or ".join(map(str, actions))
