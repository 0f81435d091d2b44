"""Perfect play in the words of the reference: the fast engine's answers about reference positions."""

from collections.abc import Mapping
from fractions import Fraction

from qttt.fast.goff.outcome import OUTCOMES, X_COMPLETE, X_DOUBLE
from qttt.fast.goff.tablebase import Tablebase
from qttt.reference.game import Actor
from qttt.reference.goff import Action, Goff, Position
from qttt.verification.goff.translate import action_of, key_of

VALUES = (-20, -10, 0, 10, 20, 40)
"""What each outcome code is worth to X. Rule: GOFF-SCORE-2"""


class PerfectPlay:
    """Values, best actions and variations of one game, with its options, from a tablebase.

    Values are outcome codes of `qttt.fast.goff.outcome`. The tablebase always tells a double win from a complete one.
    Where that option is off the two are one here, which keeps the order of the codes, so that every value under
    the option is the image of a stored one, and more actions can be best. Exact for positions that play can reach.
    """

    def __init__(self, game: Goff, tablebase: Tablebase) -> None:
        self.game = game
        self._tablebase = tablebase
        self._highest = X_DOUBLE if game.double_win else X_COMPLETE

    def value(self, position: Position) -> int:
        """The value of a position, over or not."""
        return min(self._tablebase.outcome(key_of(position), self.game.collapse), self._highest)

    def actions(self, position: Position) -> dict[Action, int]:
        """The value of each legal action, in the documented order; none when the game is over."""
        values = self._tablebase.actions(key_of(position), self.game.collapse)
        return {action_of(code): min(value, self._highest) for code, value in values.items()}

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


def outcome_name(value: int) -> str:
    """What a value is called, such as "narrow win of X"."""
    return OUTCOMES[value]


def score(value: int) -> Fraction:
    """What a value is worth to X."""
    return Fraction(VALUES[value])


def scores(values: Mapping[Action, int]) -> dict[str, str]:
    """Actions and their scores as text."""
    return {str(action): str(score(value)) for action, value in values.items()}
