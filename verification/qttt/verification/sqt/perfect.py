"""Perfect play of the stochastic game in the words of the reference."""

from __future__ import annotations

from fractions import Fraction

from qttt.fast.sqt.setting import Setting
from qttt.fast.sqt.tablebase import Tablebase
from qttt.reference.goff import Action, Position
from qttt.reference.notation import Selection
from qttt.reference.sqt import Sqt, selection_probabilities
from qttt.verification.goff.translate import action_of, key_of


def setting_of(game: Sqt) -> Setting:
    """The fast engine's name for a game. Raises ValueError if its q has too large a denominator.

    >>> setting_of(Sqt(Fraction(3, 4)))
    Setting(q=Fraction(3, 4), scoring='draws-even', double_win=False)
    """
    return Setting(game.q, game.scoring, game.double_win)


class PerfectSqt:
    """Values, best actions and the System's probabilities of one stochastic game, from a tablebase with its setting.

    Values are those of Rule SQT-VALUE-1, from X's side. Exact for positions that play can reach.
    """

    def __init__(self, game: Sqt, tablebase: Tablebase) -> None:
        self.game = game
        self._tablebase, self._setting = tablebase, setting_of(game)

    def value(self, position: Position) -> Fraction:
        """The value of a position, over or not."""
        return self._tablebase.value(key_of(position), self._setting)

    def actions(self, position: Position) -> dict[Action, Fraction]:
        """The value of each legal action, in the documented order; none when the game is over."""
        values = self._tablebase.actions(key_of(position), self._setting)
        return {action_of(action): value for action, value in values.items()}

    def best(self, position: Position) -> tuple[Action, ...]:
        """All optimal actions, in the documented order; none where the System selects and when the game is over."""
        return tuple(map(action_of, self._tablebase.best(key_of(position), self._setting)))

    def settlements(self, position: Position) -> dict[Selection, Fraction]:
        """The value of both settlements of a closed cycle; none where there is none."""
        values = self.actions(position)
        return {each: values[each] for each in Selection if each in values}

    def probabilities(self, position: Position) -> dict[Selection, Fraction]:
        """How probable each selection of the System is; none where it does not select. Rule SQT-SELECT-1"""
        values = self.settlements(position)
        return {**selection_probabilities(values, self.game.p)} if values else {}
