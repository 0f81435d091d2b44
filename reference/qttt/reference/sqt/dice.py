"""The dice version of the stochastic game, for people without a computer, as a `Game`.

At a closed cycle dice decide which player selects: X with probability p, O with probability q. That player
then selects as they like. The last part of the page `sqt-1.0`, after `sqt`.
>>> from qttt.reference.solver import Solver
>>> from qttt.reference.sqt import TWO_WINS, probability
>>> game = Dice(Sqt(probability("3/4")))
>>> Solver(game).value(Thrown(game.rules.position(TWO_WINS)))
Fraction(25, 2)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from qttt.reference.game import Actor, RuleBroken, Score
from qttt.reference.goff import Position
from qttt.reference.goff.notation import Action
from qttt.reference.sqt import Sqt


class NoThrow(RuleBroken):
    """Another action where the dice must be thrown, or a throw where none is due."""

    rule = "SQT-DICE-1"


class Thrown(NamedTuple):
    """A position, and the player whom the dice have chosen to select; None before the throw.

    >>> str(Thrown(Position.of("X1.1-9 O2.1-9"), Actor.O))
    'X1.1-9 O2.1-9, O selects'
    """

    position: Position
    selector: Actor | None = None

    def __str__(self) -> str:
        return f"{self.position}, {self.selector} selects" if self.selector else str(self.position)


def dice(q: Fraction) -> tuple[int, int] | None:
    """How many six-sided dice to throw for `q`, at most two, and on how many of their results O selects.

    The smallest number that suffices; None if two do not.

    Rule: SQT-DICE-1

    >>> dice(Fraction(1, 2)), dice(Fraction(3, 4)), dice(Fraction(1)), dice(Fraction(1, 5))
    ((1, 3), (2, 27), (0, 1), None)
    """
    results = ((count, q * 6**count) for count in range(3))
    return next(((count, int(of_o)) for count, of_o in results if of_o.denominator == 1), None)


@dataclass(frozen=True)
class Dice:
    """The dice version of the game `rules`: CHANCE names the selector, who then decides.

    The action of CHANCE is a player. Values are those of `rules` (LEMMA dice of the page).

    Rule: SQT-DICE-1

    >>> game = Dice(Sqt(Fraction(1, 2)))
    >>> after_cycle = Thrown(Position.of("X1.1-9 O2.1-9"))
    >>> game.actor(after_cycle), game.actor(game.play(after_cycle, Actor.X))
    (<Actor.CHANCE: 'CHANCE'>, <Actor.X: 'X'>)
    """

    rules: Sqt

    ruleset = "sqt-1.0"

    def initial(self) -> Thrown:
        """The empty board."""
        return Thrown(self.rules.initial())

    def actor(self, position: Thrown) -> Actor | None:
        """CHANCE at a closed cycle, then the player whom the dice named; else as in `rules`."""
        if position.position.pending:
            return position.selector or Actor.CHANCE
        return self.rules.actor(position.position)

    def actions(self, position: Thrown) -> tuple[Action | Actor, ...]:
        """The players X and O where dice are thrown; else the actions of `rules`."""
        return (Actor.X, Actor.O) if self._due(position) else self.rules.actions(position.position)

    def play(self, position: Thrown, action: Action | Actor) -> Thrown:
        """The next position. Raises `NoThrow`, or what `rules` raises."""
        if self._due(position):
            if isinstance(action, Actor) and action in (Actor.X, Actor.O):
                return Thrown(position.position, action)
            raise NoThrow(action, position, "a throw of the dice, X or O")
        if isinstance(action, Actor):
            raise NoThrow(action, position, "no throw of the dice")
        return Thrown(self.rules.play(position.position, action))

    def chance(self, position: Thrown) -> Mapping[Action | Actor, Fraction]:
        """The probability that each player selects, where dice are thrown; else nothing."""
        return {Actor.X: self.rules.p, Actor.O: self.rules.q} if self._due(position) else {}

    def system(self, position: Thrown) -> Mapping[Actor, Fraction]:
        """Empty: there is no System in this version."""
        return {}

    def score(self, position: Thrown) -> Score:
        """The outcome and value of an ended game, those of `rules`."""
        return self.rules.score(position.position)

    def _due(self, position: Thrown) -> bool:
        return position.position.pending and position.selector is None
