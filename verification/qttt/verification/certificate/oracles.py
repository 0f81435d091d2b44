"""The fast engine's values in the words of the reference, for writing certificates."""

from __future__ import annotations

from fractions import Fraction

from qttt.fast.goff.tablebase import Tablebase as GoffTablebase
from qttt.fast.sqt.setting import Setting
from qttt.fast.sqt.tablebase import Tablebase as SqtTablebase
from qttt.reference.game import Actor
from qttt.reference.goff import Action, Goff, Position
from qttt.reference.sqt import Sqt
from qttt.verification.goff.translate import action_of, key_of, value_of


class FastGoff:
    """Goff's game from a tablebase. Exact for positions that play can reach."""

    def __init__(self, game: Goff, tablebase: GoffTablebase) -> None:
        self._game, self._tablebase = game, tablebase

    def value(self, position: Position) -> Fraction:
        """The value of a position, over or not."""
        return value_of(self._tablebase.outcome(key_of(position), self._game.collapse), self._game.double_win)

    def best(self, position: Position) -> tuple[Action, ...]:
        """All optimal actions, in the documented order; none when the game is over."""
        codes = self._tablebase.actions(key_of(position), self._game.collapse)
        values = {action_of(code): value_of(outcome, self._game.double_win) for code, outcome in codes.items()}
        best = (max if self._game.actor(position) is Actor.X else min)(values.values(), default=None)
        return tuple(action for action, value in values.items() if value == best)


class FastSqt:
    """A game of SQT from a tablebase that has its setting. Exact for positions that play can reach."""

    def __init__(self, game: Sqt, tablebase: SqtTablebase) -> None:
        self._setting, self._tablebase = setting_of(game), tablebase

    def value(self, position: Position) -> Fraction:
        """The value of a position, over or not."""
        return self._tablebase.value(key_of(position), self._setting)

    def best(self, position: Position) -> tuple[Action, ...]:
        """All optimal actions, in the documented order; none where no player decides."""
        return tuple(map(action_of, self._tablebase.best(key_of(position), self._setting)))


def setting_of(game: Sqt) -> Setting:
    """The fast engine's name for a game.

    >>> setting_of(Sqt(Fraction(3, 4)))
    Setting(q=Fraction(3, 4), scoring='draws-even', double_win=False)
    """
    return Setting(game.q, game.scoring, game.double_win)
