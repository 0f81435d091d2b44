"""Implementations of Q3T, the hybrid game, behind one interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Protocol, TypeVar

from qttt.reference.game import RuleBroken
from qttt.reference.hybrid import SWITCHES, Hybrid
from qttt.reference.hybrid_notation import Action
from qttt.reference.hybrid_position import UNMEASURED, Position
from qttt.reference.solver import Solver
from qttt.verification.conformance import Illegal, NotAnswered

S = TypeVar("S")

SOLVABLE = 7
"""Measured boxes, at least, of a position that the reference's generic solver values."""


class Engine(Protocol[S]):
    """An implementation of the game under its switches, with positions of its own kind.

    Raises `NotAnswered` where it has no answer.
    """

    def initial(self) -> S:
        """The start position."""
        ...

    def actor(self, position: S) -> str | None:
        """Who acts, None at the end."""
        ...

    def actions(self, position: S) -> tuple[Action, ...]:
        """The legal actions in the documented order."""
        ...

    def chance(self, position: S) -> Mapping[Action, Fraction]:
        """The probability of each result; nothing where none is due."""
        ...

    def play(self, position: S, action: Action) -> S:
        """The next position. Raises `Illegal`."""
        ...

    def marks(self, position: S) -> str:
        """The nine boxes in their order: X, O, or a dot for one that is unmeasured."""
        ...

    def links(self, position: S) -> tuple[str, ...]:
        """The pending links with their owners, `5>7 O`, by control, target and owner, O before X."""
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

    def values(self, position: S) -> Mapping[Action, Fraction]:
        """The value after each legal move, in the documented order."""
        ...


class Refused(ValueError):
    """A setting that does not exist; `rule` is the ID of the rule that it breaks."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule


SetUp = Callable[[Mapping[str, Any]], Engine[Any]]
"""An implementation: makes an engine for a vector's options. Raises `Refused`."""
T = TypeVar("T")


def setting_with(make: Callable[..., T], options: Mapping[str, Any]) -> T:
    """What `make` makes of a vector's switches. Raises `Refused` where it raises `ValueError`.

    >>> setting_with(Hybrid, {"switches": {"both": "X"}}).switches
    {'links': 'one', 'targets': 'any', 'effect': 'reverse', 'both': 'X'}
    """
    switches = options.get("switches", {})
    if unknown := switches.keys() - SWITCHES.keys():
        raise Refused(f"there is no switch {min(unknown)}", "HYB-SWITCH-1")
    try:
        return make(**switches)
    except ValueError as error:
        raise Refused(str(error), "HYB-SWITCH-1") from error


# The reference


@cache
def solver(game: Hybrid) -> Solver[Position, Action]:
    """The generic solver of a game, which remembers what it has solved."""
    return Solver(game)


@dataclass(frozen=True)
class ReferenceEngine:
    """The reference. Mutants override what they get wrong."""

    game: Hybrid

    def initial(self) -> Position:
        return self.game.initial()

    def actor(self, position: Position) -> str | None:
        return self.game.actor(position)

    def actions(self, position: Position) -> tuple[Action, ...]:
        return self.game.actions(position)

    def chance(self, position: Position) -> Mapping[Action, Fraction]:
        return self.game.chance(position)

    def play(self, position: Position, action: Action) -> Position:
        try:
            return self.game.play(position, action)
        except RuleBroken as broken:
            raise Illegal(str(broken), broken.rule) from broken

    def marks(self, position: Position) -> str:
        return position.marks

    def links(self, position: Position) -> tuple[str, ...]:
        return tuple(map(str, position.links))

    def outcome(self, position: Position) -> str | None:
        return None if self.game.actor(position) else str(self.game.score(position).outcome)

    def score(self, position: Position) -> Fraction:
        return self.game.score(position).value

    def solver(self, position: Position) -> Solver[Position, Action]:
        """The solver of a position. Raises `NotAnswered` for an early one."""
        if position.marks.count(UNMEASURED) > 9 - SOLVABLE:
            raise NotAnswered
        return solver(self.game)

    def value(self, position: Position) -> Fraction:
        return self.solver(position).value(position)

    def values(self, position: Position) -> Mapping[Action, Fraction]:
        return self.solver(position).action_values(position)


def reference(options: Mapping[str, Any]) -> ReferenceEngine:
    """The reference as an implementation."""
    return ReferenceEngine(setting_with(Hybrid, options))
