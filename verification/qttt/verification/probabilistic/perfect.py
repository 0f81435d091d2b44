"""Perfect play of probabilistic tic-tac-toe in the words of the reference."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from qttt.fast.probabilistic.exact import Exact
from qttt.reference.game import Actor
from qttt.reference.probabilistic import Action, Choice, Position, Probabilistic
from qttt.reference.probabilistic_board import Board
from qttt.verification.probabilistic.translate import situation_of


class PerfectProbabilistic:
    """Exact values and best squares on one board, by the fast engine.

    It answers what `LoopSolver` of the reference does, in the same words and thousands of times as fast.
    """

    def __init__(self, board: Board, engine: Callable[[Board], Exact] = Exact) -> None:
        self.game = Probabilistic(board)
        self._exact = engine(board)

    def value(self, position: Position) -> Fraction:
        """The value of a position, over or not; where chance acts, what is to be expected. Rule: PROB-VALUE-1

        >>> from qttt.reference.probabilistic_board import random_board
        >>> perfect = PerfectProbabilistic(random_board(1))
        >>> perfect.value(Position.of("XXX OO. ..., O named 9"))
        Fraction(1, 1)
        """
        if self.game.actor(position) is not Actor.CHANCE:
            return self._exact.value(*situation_of(position))
        assert position.named
        return self._exact.squares(*situation_of(position))[position.named]

    def action_values(self, position: Position) -> dict[Action, Fraction]:
        """The value after every legal action, in the documented order; empty at the end of a game."""
        if self.game.actor(position) is Actor.CHANCE:
            outcomes = self.game.actions(position)
            return {outcome: self.value(self.game.play(position, outcome)) for outcome in outcomes}
        return {Choice(square): value for square, value in self._exact.squares(*situation_of(position)).items()}

    def best(self, position: Position) -> tuple[Action, ...]:
        """All best squares of the player who is to move, ascending; none at the end and where chance acts.

        Rule: PROB-BEST-1
        """
        if self.game.actor(position) is Actor.CHANCE:
            return ()
        return tuple(map(Choice, self._exact.best(*situation_of(position))))
