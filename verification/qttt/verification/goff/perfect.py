"""Perfect play in the words of the reference: the fast engine's answers about reference positions."""

from __future__ import annotations

from fractions import Fraction

from qttt.fast.goff.tablebase import Tablebase
from qttt.reference.game import Actor
from qttt.reference.goff import Action, Goff, Position
from qttt.verification.goff.translate import action_of, key_of, value_of


class PerfectPlay:
    """Values, best actions and variations of one game, with its options, from a tablebase.

    Values are those of Rule GOFF-SCORE-2, from X's side. The tablebase always tells a double win from a complete one.
    Where that option is off the two are worth the same, which keeps the order of the outcomes, so that every value
    under the option is that of a stored outcome, and more actions can be best. Exact for positions that play can reach.
    """

    def __init__(self, game: Goff, tablebase: Tablebase) -> None:
        self.game = game
        self._tablebase = tablebase

    def value(self, position: Position) -> Fraction:
        """The value of a position, over or not."""
        return value_of(self._tablebase.outcome(key_of(position), self.game.collapse), self.game.double_win)

    def actions(self, position: Position) -> dict[Action, Fraction]:
        """The value of each legal action, in the documented order; none when the game is over."""
        codes = self._tablebase.actions(key_of(position), self.game.collapse)
        return {action_of(action): value_of(code, self.game.double_win) for action, code in codes.items()}

    def best(self, position: Position) -> tuple[Action, ...]:
        """All optimal actions, in the documented order; none when the game is over."""
        values = self.actions(position)
        if not values:
            return ()
        best = (max if self.game.actor(position) is Actor.X else min)(values.values())
        return tuple(action for action, value in values.items() if value == best)

    def variation(self, position: Position) -> tuple[tuple[Action, ...], Position]:
        """The principal variation, the first optimal action each time, and the position at its end."""
        line: list[Action] = []
        while best := self.best(position):
            line.append(best[0])
            position = self.game.play(position, best[0])
        return tuple(line), position
