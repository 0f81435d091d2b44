"""The interface of an engine, one implementation of a game in one setting, and the engine of the reference."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from qttt.reference.game import Game, RuleBroken
from qttt.reference.solver import Solver
from qttt.reference.written import OptionError, WrittenGame

S = TypeVar("S")
T = TypeVar("T")
P = TypeVar("P", bound=Hashable)
P_contra = TypeVar("P_contra", bound=Hashable, contravariant=True)
A = TypeVar("A", bound=Hashable)


class Illegal(ValueError):
    """An engine rejects an action; `rule` is the ID of the rule it breaks, or None if the engine does not give one."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule


class NotAnswered(Exception):
    """An engine does not answer a field."""


class Refused(ValueError):
    """A setting that does not exist; `rule` is the ID of the rule it breaks."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule


class Engine(Protocol[S]):
    """An implementation of a game in one setting, with positions of its own kind.

    Methods raise `NotAnswered` where the engine has no answer.
    """

    def initial(self) -> S:
        """The start position."""
        ...

    def of(self, position: Any) -> S:
        """The engine's position for a position of the reference."""
        ...

    def actor(self, position: S) -> str | None:
        """The player or chance to act; None at the end."""
        ...

    def actions(self, position: S) -> tuple[Any, ...]:
        """The legal actions in the documented order."""
        ...

    def chance(self, position: S) -> Mapping[Any, Fraction]:
        """The probability of each result; empty unless a result is due."""
        ...

    def play(self, position: S, action: Any) -> S:
        """The next position. Raises `Illegal`."""
        ...

    def outcome(self, position: S) -> str | None:
        """How the game has ended, in words; None while it is undecided."""
        ...

    def outcome_rule(self, position: S) -> str | None:
        """The ID of the rule that says so; None while the game is undecided."""
        ...

    def score(self, position: S) -> Fraction:
        """The score of an ended game."""
        ...

    def value(self, position: S) -> Fraction:
        """The value of a position."""
        ...

    def values(self, position: S) -> Mapping[Any, Fraction]:
        """The value after each legal action, in the documented order."""
        ...

    def read_position(self, text: str) -> S:
        """The written position `text`. Raises `NotationError`."""
        ...

    def write_position(self, position: S) -> str:
        """The written position."""
        ...


class WritesNoPositions:
    """An engine that leaves written positions to the reference."""

    def read_position(self, text: str) -> Any:
        raise NotAnswered

    def write_position(self, position: Any) -> str:
        raise NotAnswered


class NamesNoRules:
    """An engine that leaves the IDs of rules to the reference."""

    def outcome_rule(self, position: Any) -> str | None:
        raise NotAnswered


SetUp = Callable[[Mapping[str, Any]], Any]
"""An implementation: makes an engine for the options of a vector. Raises `Refused`."""


def switched(
    make: Callable[..., T], switches: Mapping[str, str], known: Mapping[str, Any], rule: str, wrong: str | None = None
) -> T:
    """The game that `make` returns for these switches. Raises `Refused` with a rule ID for an unknown switch, and where
    `make` raises `ValueError`, then with the rule `wrong` if it is given."""
    if unknown := switches.keys() - known.keys():
        raise Refused(f"there is no switch {min(unknown)}", rule)
    try:
        return make(**switches)
    except ValueError as error:
        raise Refused(str(error), wrong or rule) from error


def chosen(game: type[WrittenGame[Any, Any]], options: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Those of the named options of a game that a vector states. Raises `Refused` with the rule of a wrong one."""
    known = {option.name: option for option in game.options}
    found = {}
    for name in (name for name in names if name in options):
        try:
            found[name] = game.read_option(known[name], options[name])
        except OptionError as error:
            raise Refused(str(error), known[name].rule) from error
    return found


class Solves(Protocol[P_contra, A]):
    """The methods of a solver of the reference."""

    def value(self, position: P_contra) -> Fraction:
        """The value of a position."""
        ...

    def values(self, position: P_contra) -> dict[A, Fraction]:
        """The value after each legal action, in the documented order."""
        ...


@lru_cache(maxsize=16)
def solver_of(game: Any) -> Solver[Any, Any]:
    """The generic solver of a game, which remembers the positions it has solved."""
    return Solver(game)


@dataclass(frozen=True)
class ReferenceEngine(Generic[P, A]):
    """The reference of a game, and a solver for its values. Planted errors override the methods they get wrong."""

    game: Game[P, A]
    solver: Callable[[Any], Solves[P, A]] = solver_of

    def initial(self) -> P:
        return self.game.initial()

    def of(self, position: P) -> P:
        return position

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

    def outcome_rule(self, position: P) -> str | None:
        return None if self.game.actor(position) else self.game.score(position).outcome.rule

    def score(self, position: P) -> Fraction:
        return self.game.score(position).value

    def parse(self, text: str) -> tuple[A, ...]:
        return self.game.parse(text)

    def write(self, actions: Iterable[A]) -> str:
        return self.game.write(actions)

    def read_position(self, text: str) -> P:
        return self.game.position(text)

    def write_position(self, position: P) -> str:
        return self.game.write_position(position)

    def is_early(self, position: P) -> bool:
        """Whether a position is too early to be solved in reasonable time."""
        return False

    def value(self, position: P) -> Fraction:
        return self._solver(position).value(position)

    def values(self, position: P) -> Mapping[A, Fraction]:
        return self._solver(position).values(position)

    def _solver(self, position: P) -> Solves[P, A]:
        if self.is_early(position):
            raise NotAnswered
        return self.solver(self.game)
