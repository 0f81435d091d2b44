"""Stochastic quantum tic-tac-toe, the ruleset `sqt-1.1`, as a `Game`.

It is Goff's game except for the selection, which the System makes: with probability p the one advantageous to X,
with probability q = 1 - p the one advantageous to O. In the order of the page, after the modules of Goff's
game, which it uses.
>>> from qttt.reference.solver import Solver
>>> solver = Solver(Sqt(probability("3/4")))
>>> pending = solver.game.position(TWO_WINS)
>>> solver.game.actor(pending)
<Actor.SYSTEM: 'SYSTEM'>
>>> solver.values(pending)
{selA: Fraction(20, 1), selB: Fraction(10, 1)}
>>> solver.value(pending)
Fraction(25, 2)
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isfinite
from typing import Any, Literal, SupportsIndex

from qttt.reference.game import Actor, Score
from qttt.reference.goff import Goff
from qttt.reference.goff.ending import TABLE_3, Points, Scoring
from qttt.reference.goff.game import SWITCHES
from qttt.reference.goff.notation import NOTATION, Action, Selection
from qttt.reference.goff.position import Position
from qttt.reference.written import OptionError, WrittenGame, check_switches
from qttt.spec import Option, rulesets

ScoringName = Literal["draws-even", "draws-second"]

LONGEST, LONGEST_PRINTED = 100, 199
"""The largest number of characters of a written probability, and of one in the form in which it is printed."""
PROBABILITY = re.compile(r"[0-9]+(?:/[0-9]+|\.[0-9]+)?")

TWO_WINS = "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.8-9 O6.8-9 selA X7.3-6 O8.6-7 X9.3-7"
"""A game for the examples: selA ends it in a complete win of X, selB in a narrow one."""

# Probabilities


def probability(text: str) -> Fraction:
    """The exact probability that a text writes as an integer, a fraction or a decimal.

    A text of more than 100 characters must be the one that is printed: a fraction in lowest terms. Raises `ValueError`
    for anything else, and for a number that is not from 0 to 1.

    Rule: SQT-PROBABILITY-1

    >>> probability("3/4"), probability("0.75"), probability("1")
    (Fraction(3, 4), Fraction(3, 4), Fraction(1, 1))
    >>> probability("75%")
    Traceback (most recent call last):
    ValueError: '75%' is not a probability: expected a number from 0 to 1 such as 3/4, 0.75 or 1 (SQT-PROBABILITY-1)
    """
    try:
        if len(text) <= LONGEST_PRINTED and PROBABILITY.fullmatch(text):
            number = checked(Fraction(text))
            if len(text) <= LONGEST or text == str(number):
                return number
    except (ValueError, ZeroDivisionError):
        pass
    if len(text) > LONGEST:
        raise ValueError(f"'{text[:20]}…' is not a probability: write it with at most {LONGEST} characters")
    expected = "a number from 0 to 1 such as 3/4, 0.75 or 1 (SQT-PROBABILITY-1)"
    raise ValueError(f"{text!r} is not a probability: expected {expected}")


def checked(q: Fraction, p: Fraction | None = None) -> Fraction:
    """`q`, the probability that the System favours O, after checking it and the `p` of X, if given.

    Raises `ValueError` unless both are `Fraction`s from 0 to 1 and p + q = 1.

    Rule: SQT-SETTING-1

    >>> checked(Fraction(3, 4), p=Fraction(1, 4))
    Fraction(3, 4)
    >>> checked(Fraction(3, 4), p=Fraction(3, 4))
    Traceback (most recent call last):
    ValueError: p + q must be 1: 3/4 + 3/4 is 3/2
    """
    for name, given in [("q", q)] if p is None else [("p", p), ("q", q)]:
        if not isinstance(given, Fraction):
            raise ValueError(f"{name} must be an exact Fraction: {given!r} is a {type(given).__name__}")
        if not 0 <= given <= 1:
            raise ValueError(f"{name} must be a probability from 0 to 1: found {given}")
    if p is not None and p + q != 1:
        raise ValueError(f"p + q must be 1: {p} + {q} is {p + q}")
    return q


# Selection by the System


def system_selects(last_mover: Actor) -> Actor:
    """The System selects, whoever closed the cycle.

    Rule: SQT-SELECT-1

    >>> system_selects(Actor.X), system_selects(Actor.O)
    (<Actor.SYSTEM: 'SYSTEM'>, <Actor.SYSTEM: 'SYSTEM'>)
    """
    return Actor.SYSTEM


def advantageous(values: Mapping[Selection, Fraction], player: Actor) -> Selection:
    """The selection advantageous to a player, by the values after the two selections.

    It is the one of larger value for X and of smaller value for O. If the values are equal, selA counts as
    advantageous to X and selB to O. So the two players never share one.

    Rule: SQT-ADVANTAGE-1
    Rule: SQT-EQUAL-1

    >>> advantageous({Selection.A: Fraction(0), Selection.B: Fraction(10)}, Actor.X)
    selB
    >>> advantageous({Selection.A: Fraction(5), Selection.B: Fraction(5)}, Actor.O)
    selB
    """
    of_x = Selection.A if values[Selection.A] >= values[Selection.B] else Selection.B
    (of_o,) = set(Selection) - {of_x}
    return {Actor.X: of_x, Actor.O: of_o}[player]


def selection_probabilities(values: Mapping[Selection, Fraction], p: Fraction) -> Mapping[Selection, Fraction]:
    """The probability of each selection by the System, given the values after the two; selA first.

    Raises `ValueError` for a `p` that is not a probability.

    Rule: SQT-SELECT-1

    >>> chances = selection_probabilities({Selection.A: Fraction(0), Selection.B: Fraction(10)}, Fraction(1, 4))
    >>> chances[Selection.A], chances[Selection.B]
    (Fraction(3, 4), Fraction(1, 4))
    """
    of_x, q = advantageous(values, Actor.X), checked(1 - p, p)
    return {selection: p if selection is of_x else q for selection in Selection}


# Scoring


def draws_even() -> Scoring:
    """A draw is worth nothing to either player.

    Rule: SQT-SCORE-1

    >>> draws_even().draw
    Points(winner=Fraction(0, 1), loser=Fraction(0, 1))
    """
    return TABLE_3


def draws_second() -> Scoring:
    """A draw is a small gain of the second player, O; all else is as in `draws_even`.

    Rule: SQT-SCORE-2

    >>> draws_second().draw
    Points(winner=Fraction(-5, 1), loser=Fraction(5, 1))
    """
    return TABLE_3._replace(draw=Points(Fraction(-5), Fraction(5)))


SCORINGS: Mapping[ScoringName, Scoring] = {"draws-even": draws_even(), "draws-second": draws_second()}
"""The scoring tables by name."""

# The game


@dataclass(frozen=True, repr=False)
class Sqt(WrittenGame[Position, Action]):
    """The stochastic game: its setting, and the `Game` interface over the `Position` and `Action` of Goff's game.

    `q` is the probability that the System favours O. `double_win` switches the optional double win on, and
    `pair`, `last` and `both` are the switches of Goff's game. Raises `ValueError` for a `q` that is not an exact
    probability, an unknown scoring or value of a switch, and a `double_win` that is not a bool.

    Rule: SQT-GAME-1
    """

    q: Fraction
    scoring: ScoringName = "draws-even"
    double_win: bool = False
    pair: str = "legal"
    last: str = "move"
    both: str = "narrow"

    ruleset = "sqt-1.1"
    options = rulesets()["sqt"].options
    notation = NOTATION
    state = Position
    kinds = Action
    has_system = True
    state_rule = "NOTATION-STATE-1"
    example = "X1@9 O2@3 X3.1-7"

    def __post_init__(self) -> None:
        checked(self.q)
        if self.scoring not in SCORINGS:
            expected = " or ".join(map(repr, SCORINGS))
            raise ValueError(f"unknown scoring {self.scoring!r}: expected {expected}")
        if not isinstance(self.double_win, bool):
            raise ValueError(f"unknown double_win {self.double_win!r}: expected True or False")
        check_switches({name: getattr(self, name) for name in SWITCHES}, SWITCHES)

    @cached_property
    def _goff(self) -> Goff:
        """Goff's game with the same switches, which differs in who selects."""
        return Goff("opponent", self.double_win, self.pair, self.last, self.both, SCORINGS[self.scoring])

    @property
    def p(self) -> Fraction:
        """The probability that the System favours X.

        Rule: SQT-PROBABILITY-1

        >>> Sqt(Fraction(3, 4)).p
        Fraction(1, 4)
        """
        return 1 - self.q

    def initial(self) -> Position:
        """The empty board."""
        return self._goff.initial()

    def actor(self, position: Position) -> Actor | None:
        """SYSTEM if a closed cycle waits to be settled, else who moves; None at the end.

        Rule: SQT-SELECT-1

        >>> str(Sqt(Fraction(0)).actor(Position.of("X1.1-9 O2.1-3 X3.1-3")))
        'SYSTEM'
        """
        self.check(position)
        return system_selects(position.spooky[-1].mark.player) if position.pending else self._goff.actor(position)

    def actions(self, position: Position) -> tuple[Action, ...]:
        """The legal actions."""
        return self._goff.actions(position)

    def play(self, position: Position, action: Action) -> Position:
        """The next position, that of Goff's game. Raises the same exceptions; the System may select either way."""
        return self._goff.play(position, action)

    def chance(self, position: Position) -> Mapping[Action, Fraction]:
        """Empty: what the System selects depends on the values, see `system`."""
        return {}

    def system(self, position: Position) -> Mapping[Actor, Fraction]:
        """The probability that the System favours each player, if a closed cycle waits to be settled; else empty.

        So the value there is p times the larger and q times the smaller of the values of the two selections.

        Rule: SQT-VALUE-1

        >>> game = Sqt(Fraction(3, 4))
        >>> game.system(Position.of("X1.1-9 O2.1-3 X3.1-3"))[Actor.O], game.system(Position())
        (Fraction(3, 4), {})
        """
        self.check(position)
        return {Actor.X: self.p, Actor.O: self.q} if position.pending else {}

    def score(self, position: Position) -> Score:
        """The outcome of an ended game and its value for X. Raises `GameNotOver` for any other position.

        Rule: SQT-DOUBLE-1

        >>> drawn = Position.of("X1@1 O2@2 X3@3 O4@5 X5@4 O6@6 X7@8 O8@7 X9@9")
        >>> Sqt(Fraction(1), scoring="draws-second").score(drawn).value
        Fraction(-5, 1)
        """
        return self._goff.score(position)

    plies = Goff.plies
    turned = Goff.turned
    turned_action = Goff.turned_action

    @classmethod
    def read_option(cls, option: Option, given: object) -> object:
        """The value of an option that `given` writes; `q` may also be a `Fraction`, an int, or a float, which is the
        decimal that it prints: 0.1 is 1/10.

        Raises `OptionError` for any other value.
        """
        if option.name != "q":
            return super().read_option(option, given)
        try:
            return probability(given) if isinstance(given, str) else checked(_exact(given))
        except ValueError as error:
            raise OptionError(str(error)) from None


def _exact(given: object) -> Any:
    whole = isinstance(given, SupportsIndex) and not isinstance(given, bool)
    return Fraction(str(given)) if whole or (isinstance(given, float) and isfinite(given)) else given
