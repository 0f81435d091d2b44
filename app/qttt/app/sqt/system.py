"""The System in a game: what it knows of a closed cycle, whom it favours, and how that is printed."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rich.text import Text

from qttt.app import screen
from qttt.app.sqt.settings import setting_of
from qttt.fast.sqt.system import settlements
from qttt.oracle.goff.translate import key_of
from qttt.oracle.progress import waiting
from qttt.reference.game import Actor
from qttt.reference.goff import Position
from qttt.reference.goff.notation import Selection
from qttt.reference.sqt import Sqt, advantageous

Values = Callable[[Position], Mapping[Any, Fraction]]
"""The values of both settlements of a closed cycle."""


def values_by_search(game: Sqt) -> Values:
    """The values of both settlements of a closed cycle, searched anew each time, without a tablebase.

    Raises BadInput if q has too large a denominator.
    """
    setting = setting_of(game)

    def values(position: Position) -> dict[Selection, Fraction]:
        with waiting("The System weighs both settlements"):
            return dict(zip(Selection, settlements(key_of(position), setting), strict=True))

    return values


@dataclass(frozen=True)
class Favour:
    """A selection of the System: whom it favours, how probable that was, and the value of each settlement."""

    player: Actor
    probability: Fraction
    selection: Selection
    values: Mapping[Selection, Fraction]

    def text(self) -> Text:
        """The favour as a line."""
        whom = Text.assemble("The ", ("System", screen.STYLES["SYSTEM"]), " favours ", self._styled(self.player))
        whom.append(f" (probability {self.probability}): {self.selection}")
        worth = "; ".join(f"{selection} is worth {screen.worth(value)}" for selection, value in self.values.items())
        equal = ", which makes no difference" if len({*self.values.values()}) == 1 else ""
        return whom.append(f"{equal}. {worth}.")

    @staticmethod
    def _styled(player: Actor) -> tuple[str, str]:
        return str(player), screen.STYLES[player]


class System:
    """Selects as the rules say: the settlement better for O with probability q, otherwise the one better for X.

    Rule: SQT-SELECT-1
    """

    def __init__(self, game: Sqt, values: Values, chance: random.Random) -> None:
        self._game, self._values, self._chance = game, values, chance

    def favour(self, position: Position) -> Favour:
        """What the System selects at a closed cycle, by chance."""
        values, q = self._values(position), self._game.q
        player = Actor.O if self._chance.randrange(q.denominator) < q.numerator else Actor.X
        probability = self._game.system(position)[player]
        return Favour(player, probability, advantageous(values, player), values)
