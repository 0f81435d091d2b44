"""Variants of the stochastic game: with nothing left to chance, and with dice, for people without a computer.

Nothing is left to chance under the two selection rules, and with the System at q = 0 and q = 1. In the dice version,
dice decide at a closed cycle which player selects: X with probability p, O with probability q. That player then selects
as they like. The last part of the page `sqt-1.1`, after `sqt.game`.
>>> from qttt.reference.notation import play_out
>>> from qttt.reference.solver import Solver
>>> from qttt.reference.sqt import TWO_WINS, probability
>>> game = Dice(Sqt(probability("3/4")))
>>> Solver(game).value(Thrown(game.rules.position(TWO_WINS)))
Fraction(25, 2)
>>> str(play_out(game, "X1.1-9 O2.1-9 diceO").positions[-1])
'X1.1-9 O2.1-9, O selects'
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from qttt.reference.game import Actor, Game, RuleBroken, Score
from qttt.reference.goff import Position
from qttt.reference.goff.errors import GameOver
from qttt.reference.goff.game import Goff
from qttt.reference.goff.notation import Action as MoveOrSelection
from qttt.reference.goff.notation import Move, Selection, read_move, read_selection, write_move
from qttt.reference.notation import Notation, NotationError
from qttt.reference.sqt.game import Sqt


class Throw(StrEnum):
    """A throw of the dice, by the player whom it names."""

    X = "diceX"
    O = "diceO"

    __repr__ = StrEnum.__str__

    @property
    def player(self) -> Actor:
        """The player whom the dice have named."""
        return Actor(self.name)


Action = Move | Selection | Throw


def read_throw(token: str, number: int) -> Throw | None:
    """The throw that `token`, the `number`-th of its text, writes; None if it is not a throw.

    Raises `NotationError` for a token that begins like a throw but is not one.

    Rule: NOTATION-THROW-1

    >>> read_throw("diceO", 3), read_throw("selA", 3)
    (diceO, None)
    """
    if not token.lower().startswith("dice"):
        return None
    if token not in tuple(Throw):
        raise NotationError(token, number, "NOTATION-THROW-1", "diceX or diceO")
    return Throw(token)


def read_settling(token: str, number: int) -> Throw | Selection | None:
    """The throw or the selection that a token writes; None if it is neither. Raises `NotationError`."""
    return read_throw(token, number) or read_selection(token, number)


NOTATION: Notation[Action] = Notation(read_move, read_settling, write_move, Throw | Selection)
"""How games of the dice version are written."""


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

    The action of CHANCE is a throw. Values are those of `rules` (LEMMA dice of the page).

    Rule: SQT-DICE-1
    Rule: SQT-ERROR-1

    >>> game = Dice(Sqt(Fraction(1, 2)))
    >>> after_cycle = Thrown(Position.of("X1.1-9 O2.1-9"))
    >>> game.actor(after_cycle), game.actor(game.play(after_cycle, Throw.X))
    (<Actor.CHANCE: 'CHANCE'>, <Actor.X: 'X'>)
    """

    rules: Sqt

    ruleset = "sqt-1.1"
    notation = NOTATION

    @property
    def setting(self) -> Mapping[str, str]:
        """The options of `rules` in writing."""
        return self.rules.setting

    def parse(self, text: str) -> tuple[Action, ...]:
        """The actions of a written game. Raises `NotationError`. Not guaranteed: that they are legal."""
        return self.notation.parse(text)

    def write(self, actions: Iterable[Action]) -> str:
        """The text of a game played from the start."""
        return self.notation.write(actions)

    def initial(self) -> Thrown:
        """The empty board."""
        return Thrown(self.rules.initial())

    def actor(self, position: Thrown) -> Actor | None:
        """CHANCE at a closed cycle, then the player whom the dice named; else as in `rules`."""
        if position.position.pending:
            return position.selector or Actor.CHANCE
        return self.rules.actor(position.position)

    def actions(self, position: Thrown) -> tuple[Action, ...]:
        """Both throws where the dice are due; else the actions of `rules`."""
        return tuple(Throw) if self._due(position) else self.rules.actions(position.position)

    def play(self, position: Thrown, action: Action) -> Thrown:
        """The next position. Raises `GameOver`, `NoThrow`, or what `rules` raises."""
        if self.actor(position) is None:
            raise GameOver(action, position, "no action, because the game is over")
        if self._due(position) != isinstance(action, Throw):
            expected = "diceX or diceO, a throw of the dice" if self._due(position) else "no throw of the dice"
            raise NoThrow(action, position, expected)
        if isinstance(action, Throw):
            return Thrown(position.position, action.player)
        return Thrown(self.rules.play(position.position, action))

    def chance(self, position: Thrown) -> Mapping[Action, Fraction]:
        """The probability of each throw where the dice are due; else empty."""
        return {Throw.X: self.rules.p, Throw.O: self.rules.q} if self._due(position) else {}

    def system(self, position: Thrown) -> Mapping[Actor, Fraction]:
        """Empty: there is no System in this version."""
        return {}

    def score(self, position: Thrown) -> Score:
        """The outcome and value of an ended game, those of `rules`."""
        return self.rules.score(position.position)

    def _due(self, position: Thrown) -> bool:
        return position.position.pending and position.selector is None


def deterministic_games(double_win: bool = False) -> dict[str, Game[Position, MoveOrSelection]]:
    """The four games in which nothing is left to chance, by who selects: a player, or the System favouring one.

    Rule: SQT-CORNER-1
    >>> from qttt.reference.solver import Solver
    >>> from qttt.reference.sqt.game import TWO_WINS
    >>> {who: str(Solver(game).value(game.position(TWO_WINS))) for who, game in deterministic_games().items()}
    {'opponent': '10', 'self': '20', 'for X': '20', 'for O': '10'}
    """
    return {
        "opponent": Goff("opponent", double_win),
        "self": Goff("self", double_win),
        "for X": Sqt(Fraction(0), double_win=double_win),
        "for O": Sqt(Fraction(1), double_win=double_win),
    }
