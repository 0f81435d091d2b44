"""The one interface that every game of the family offers.

Solver, perft, agents, conformance and the command use only `Game`.
Positions and actions are immutable and hashable, so that a position can be the key of a memo.
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

from qttt.spec import Option


class Actor(StrEnum):
    """Whose node a position is.

    X and O decide; CHANCE has fixed exact probabilities; SYSTEM is the arbiter of the stochastic games.

    >>> Actor.X.opponent
    <Actor.O: 'O'>
    """

    X = "X"
    O = "O"
    CHANCE = "CHANCE"
    SYSTEM = "SYSTEM"

    @property
    def opponent(self) -> "Actor":
        """The other player. Only X and O have one: `KeyError` for CHANCE and SYSTEM."""
        return {Actor.X: Actor.O, Actor.O: Actor.X}[self]


@dataclass(frozen=True)
class Outcome:
    """How a game ended: who won (None in a draw), how, and the ID of the rule that says so.

    `how` is empty if there is only one kind of win.

    >>> str(Outcome(Actor.X, "narrow", "GOFF-END-4")), str(Outcome(Actor.X, "", "PROB-END-1"))
    ('narrow win of X', 'win of X')
    """

    winner: Actor | None
    how: str
    rule: str

    def __str__(self) -> str:
        return self.how if self.winner is None else f"{self.how} win of {self.winner}".lstrip()


class Score(NamedTuple):
    """The outcome of an ended game and its exact value from X's side, under the game's scoring table."""

    outcome: Outcome
    value: Fraction


class RuleBroken(ValueError):
    """An action that a rule forbids.

    The message names the rule, the action, the position, and what was expected instead.

    Each game derives one exception for each way to break a rule and sets its `rule`. When the action came
    from a written game, `token` and `number` (from 1) say where, and the message does too.
    """

    rule: ClassVar[str]

    def __init__(self, action: object, position: object, expected: str) -> None:
        super().__init__(action, position, expected)
        self.action = action
        self.position = position
        self.expected = expected
        self.token: str | None = None
        self.number: int | None = None

    def __str__(self) -> str:
        where = f"token {self.number} '{self.token}': " if self.token else ""
        return f"{where}{self.rule}: {self.action} is illegal in '{self.position}': expected {self.expected}"


P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)

LONGEST = 10_000
"""The number of actions after which an unfinished game counts as endless."""


class Rules(Protocol[P, A]):
    """How a game of one or two players, chance and an arbiter is played, with exact values.

    Every game guarantees: `actor` is None if and only if the game has ended, and so is `actions` empty; `play` accepts
    every action of `actions`, raises a `RuleBroken` for any other, and `TypeError` for an object that is not an action
    or not a position; finitely many positions can be reached. Not guaranteed: that a position passed in can be reached
    from `initial()`; nor that play ends. A game that may return to a position (probabilistic tic-tac-toe does) defines
    what endless play is worth.
    """

    @property
    def ruleset(self) -> str:
        """The version of the rules, such as `goff-1.1`."""
        ...

    def initial(self) -> P:
        """The position before the first ply."""
        ...

    def actor(self, position: P) -> Actor | None:
        """Whose node this is; None when the game is over."""
        ...

    def actions(self, position: P) -> tuple[A, ...]:
        """The legal actions, in the order the rules document."""
        ...

    def play(self, position: P, action: A) -> P:
        """The next position. Raises the `RuleBroken` of the rule that `action` breaks.

        A game of this project also takes the text of an action, such as "1-3".
        """
        ...

    def chance(self, position: P) -> Mapping[A, Fraction]:
        """The exact probability of each action at a CHANCE node; empty at every other node."""
        ...

    def system(self, position: P) -> Mapping[Actor, Fraction]:
        """The exact probabilities that the System favours X and O, at a SYSTEM node; empty at every other node.

        Favouring a player means to choose the action of best value for them.
        """
        ...

    def score(self, position: P) -> Score:
        """The outcome and its value. Raises a `RuleBroken` when the game is not over."""
        ...


class Record(NamedTuple, Generic[P, A]):
    """A written game: its actions, and its positions from the initial one on, one more than there are actions."""

    positions: tuple[P, ...]
    actions: tuple[A, ...]

    def __repr__(self) -> str:
        return f"<record of {len(self.actions)} actions>"


class Game(Rules[P, A], Protocol[P, A]):
    """A whole game of the family: its rules, its options, its notation and its symmetries.

    Code that only plays, such as solver and agents, uses `Rules`; code that reads or writes uses `Game`.
    """

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen: name, values, default, and the rule that says what each value means."""
        ...

    @property
    def setting(self) -> Mapping[str, str]:
        """Every option that applies to this game, with its value in writing, in the order of the page."""
        ...

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The permutations of the squares that leave the game unchanged, the identity first."""
        ...

    def is_ply(self, action: A) -> bool:
        """Whether an action is a ply; a selection, a measurement or a result belongs to the ply before it."""
        ...

    def parse(self, text: str) -> tuple[A, ...]:
        """The actions of a written game. Raises `NotationError`. Not guaranteed: that they are legal."""
        ...

    def write(self, actions: Iterable[A], after: P | None = None) -> str:
        """The text of a game played from the start, or of what follows a position."""
        ...

    def read(self, text: str) -> Record[P, A]:
        """A written game as positions and actions; for a written position, only that position.

        Raises `NotationError`, and the `RuleBroken` of a rule with token and number.
        """
        ...

    def position(self, text: str) -> P:
        """The position after a written game, or a written position. Raises as `read`."""
        ...

    def write_position(self, position: P) -> str:
        """The position and the options of the game as one line."""
        ...

    def turned(self, position: P, symmetry: tuple[int, ...]) -> P:
        """The position after a symmetry has moved the squares."""
        ...

    def turned_action(self, position: P, action: A, symmetry: tuple[int, ...]) -> A:
        """The action in the turned position that corresponds to `action` in `position`."""
        ...
