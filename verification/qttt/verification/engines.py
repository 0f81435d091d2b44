"""What the engines of the games with switches share: an interface, how a setting is refused, and the reference."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from qttt.reference.game import RuleBroken, Rules
from qttt.reference.solver import Solver
from qttt.verification.conformance import Illegal, NotAnswered

S = TypeVar("S")
T = TypeVar("T")
P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)


class Engine(Protocol[S]):
    """An implementation of a game in one setting, with positions of its own kind.

    Raises `NotAnswered` where it has no answer.
    """

    def initial(self) -> S:
        """The start position."""
        ...

    def actor(self, position: S) -> str | None:
        """Who acts, None at the end."""
        ...

    def actions(self, position: S) -> tuple[Any, ...]:
        """The legal actions in the documented order."""
        ...

    def chance(self, position: S) -> Mapping[Any, Fraction]:
        """The probability of each result; nothing where none is due."""
        ...

    def play(self, position: S, action: Any) -> S:
        """The next position. Raises `Illegal`."""
        ...

    def outcome(self, position: S) -> str | None:
        """How the game has ended, in words; None while it goes on."""
        ...

    def score(self, position: S) -> Fraction:
        """What an ended game is worth."""
        ...

    def value(self, position: S) -> Fraction:
        """The value of a position."""
        ...

    def values(self, position: S) -> Mapping[Any, Fraction]:
        """The value after each legal move, in the documented order."""
        ...


class Refused(ValueError):
    """A setting that does not exist; `rule` is the ID of the rule that it breaks."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule


def switched(
    make: Callable[..., T], switches: Mapping[str, str], known: Mapping[str, Any], rule: str, wrong: str | None = None
) -> T:
    """What `make` makes of switches. Raises `Refused` for one that is not known, with the rule, and where `make` raises
    `ValueError`, with the rule `wrong` if there is another one for that."""
    if unknown := switches.keys() - known.keys():
        raise Refused(f"there is no switch {min(unknown)}", rule)
    try:
        return make(**switches)
    except ValueError as error:
        raise Refused(str(error), wrong or rule) from error


@dataclass(frozen=True)
class ReferenceEngine(Generic[P, A]):
    """The reference of a game. Mutants override what they get wrong."""

    game: Rules[P, A]

    def initial(self) -> P:
        return self.game.initial()

    def actor(self, position: P) -> str | None:
        return self.game.actor(position)

    def actions(self, position: P) -> tuple[A, ...]:
        return self.game.actions(position)

    def chance(self, position: P) -> Mapping[A, Fraction]:
        return self.game.chance(position)

    def play(self, position: P, action: A) -> P:
        try:
            return self.game.play(position, action)
        except RuleBroken as broken:
            raise Illegal(str(broken), broken.rule) from broken

    def outcome(self, position: P) -> str | None:
        return None if self.game.actor(position) else str(self.game.score(position).outcome)

    def score(self, position: P) -> Fraction:
        return self.game.score(position).value

    def solver(self, position: P) -> Solver[P, A]:
        """The solver of a position. Raises `NotAnswered` where it takes too long."""
        raise NotAnswered

    def value(self, position: P) -> Fraction:
        return self.solver(position).value(position)

    def values(self, position: P) -> Mapping[A, Fraction]:
        return self.solver(position).values(position)
