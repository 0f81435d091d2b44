"""Perfect play on one board of probabilities: exact values of positions, and which squares to name."""

from fractions import Fraction

from qttt.oracle.probabilistic.entry import PerfectProbabilistic
from qttt.reference.game import Actor
from qttt.reference.probabilistic import Choice, Position
from qttt.reference.probabilistic.board import Board


class PerfectBoard:
    """The values of every position on a board. They are X's, from 0 to 1, exact, and remembered once computed."""

    def __init__(self, board: Board) -> None:
        self.play = PerfectProbabilistic(board)
        self.game = self.play.game

    def value(self, position: Position) -> Fraction:
        """The value of a position; its expectation where chance is to act."""
        return self.play.value(position)

    def squares(self, position: Position) -> dict[int, Fraction]:
        """The value of naming each open square; empty where no square is to be named."""
        values = self.play.values(position)
        return {action.square: value for action, value in values.items() if isinstance(action, Choice)}

    def best(self, position: Position) -> tuple[int, ...]:
        """The squares that keep the value; empty where no square is to be named. Rule: PROB-BEST-1"""
        return tuple(action.square for action in self.play.best(position) if isinstance(action, Choice))

    def perfect(self, position: Position) -> tuple[int, ...]:
        """The best squares that attain the value however often they are named: see `PerfectProbabilistic.choices`."""
        return tuple(action.square for action in self.play.choices(position) if isinstance(action, Choice))

    def passes(self, square: int) -> bool:
        """Whether naming a square always passes."""
        return self.play.passes(square)


def for_player(value: Fraction, player: Actor) -> Fraction:
    """A value of X's, converted to the player's."""
    return value if player is Actor.X else 1 - value
