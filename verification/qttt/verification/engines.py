"""Engines: the implementations of a game in one setting, of which the reference and the fast engine are the two.

An engine has positions of its own kind, and the methods of `ReferenceEngine`; they raise `Illegal` for an action that
is not legal, and `NotAnswered` where the engine has no answer. A game's folder adds what only its vectors ask for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from typing import Any, Generic, Protocol, TypeVar

from qttt.oracle import Oracle
from qttt.oracle.kernels import Kernels
from qttt.reference.game import Actor, Game, RuleBroken
from qttt.reference.solver import Solver
from qttt.reference.written import OptionError, WrittenGame
from qttt.verification.questions import changed, typed

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)
P_contra = TypeVar("P_contra", bound=Hashable, contravariant=True)
G = TypeVar("G", bound=WrittenGame[Any, Any])


class Illegal(ValueError):
    """An engine rejects an action; `rule` is the ID of the rule it breaks, or None if the engine does not give one."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule


class NotAnswered(Exception):
    """An engine does not answer a field."""


def not_answered(*_: object) -> Any:
    """Stands in an engine for a method that it does not have."""
    raise NotAnswered


class OptionsRejected(ValueError):
    """A setting that does not exist; `rule` is the ID of the rule it breaks."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule


SetUp = Callable[[Mapping[str, Any]], Any]
"""An implementation: makes an engine for the options of a vector. Raises `OptionsRejected`."""


def game_with(kind: type[G], options: Mapping[str, Any]) -> G:
    """The game with the options of a vector, without those that are none of the game.

    Raises `OptionsRejected` with the rule of a wrong option, or with that of the page whose switches the game has.

    >>> from qttt.reference.tiqtaqtoe import TiqTaqToe
    >>> game_with(TiqTaqToe, {"level": "minimal", "switches": {"both": "X"}}).switches
    {'lines': 'every-move', 'both': 'X'}
    """
    chosen, switch_rule = {}, f"{kind.options[-1].rule.partition('-')[0]}-SWITCH-1"
    for option in kind.options:
        if option.name in options and not option.switch:
            try:
                chosen[option.name] = kind.read_option(option, options[option.name])
            except OptionError as error:
                raise OptionsRejected(str(error), option.rule) from error
    switches = options.get("switches", {})
    if unknown := switches.keys() - {option.name for option in kind.options if option.switch}:
        raise OptionsRejected(f"there is no switch {min(unknown)}", switch_rule)
    try:
        return kind(**chosen, **switches)
    except ValueError as error:
        raise OptionsRejected(str(error), switch_rule) from error


def set_up(engine: Callable[[G], Any], kind: type[G]) -> SetUp:
    """An implementation: an engine of the game with the options of a vector."""
    return lambda options: engine(game_with(kind, options))


def options_of(game: WrittenGame[Any, Any]) -> dict[str, Any]:
    """The options of a vector for a game, without those that have their default or no effect; see `game_with`.

    >>> from qttt.reference.tiqtaqtoe import TiqTaqToe
    >>> options_of(TiqTaqToe("minimal", both="X"))
    {'level': 'minimal', 'switches': {'both': 'X'}}
    """
    values = dict[str, Any]()
    for option in game.options:
        if (value := game.setting.get(option.name)) is not None and value != option.default:
            rows = [row.split(",") for row in value.split(";")]
            values[option.name] = rows if len(rows) > 1 else typed(option, value)
    return changed(game.ruleset, {}, values)


class Engine(Protocol[P, A]):
    """What is asked of any engine, besides what it may leave without an answer."""

    @property
    def game(self) -> Game[P, A]: ...
    def initial(self) -> P: ...
    def actor(self, position: P) -> Actor | None: ...
    def actions(self, position: P) -> tuple[A, ...]: ...
    def play(self, position: P, action: A) -> P: ...
    def score(self, position: P) -> Fraction: ...


# The reference


class Solves(Protocol[P_contra, A]):
    """A solver of the reference: the value of a position, and those after each legal action in the documented order."""

    def value(self, position: P_contra) -> Fraction: ...
    def values(self, position: P_contra) -> dict[A, Fraction]: ...
    def best(self, position: P_contra) -> tuple[A, ...]: ...


@lru_cache(maxsize=16)
def solver_of(game: Any) -> Solver[Any, Any]:
    """The generic solver of a game, which remembers the positions it has solved."""
    return Solver(game)


@dataclass(frozen=True)
class ReferenceEngine(Generic[P, A]):
    """The reference of a game, and a solver for its values. Planted errors override the methods they get wrong."""

    game: Game[P, A]
    solver: Callable[[Any], Solves[P, A]] = solver_of

    def __getattr__(self, name: str) -> Any:
        """What the game itself answers: its rules, written games and written positions."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.game, name)

    def shown(self, position: P) -> P:
        """The position of the reference for a position of the engine."""
        return position

    def initial(self) -> P:
        return self.game.initial()

    def actor(self, position: P) -> Actor | None:
        return self.game.actor(position)

    def actions(self, position: P) -> tuple[A, ...]:
        return self.game.actions(position)

    def play(self, position: P, action: A) -> P:
        """The next position."""
        try:
            after = self.game.play(position, action)
        except RuleBroken as broken:
            raise Illegal(str(broken), broken.rule) from broken
        return after

    def outcome(self, position: P) -> str | None:
        """How the game has ended, in words; None while it is undecided."""
        return None if self.game.actor(position) else str(self.game.score(position).outcome)

    def outcome_rule(self, position: P) -> str | None:
        """The ID of the rule that says so; None while the game is undecided."""
        return None if self.game.actor(position) else self.game.score(position).outcome.rule

    def score(self, position: P) -> Fraction:
        """The score of an ended game."""
        return self.game.score(position).value

    def is_early(self, position: P) -> bool:
        """Whether a position is too early to be solved in reasonable time."""
        return False

    def value(self, position: P) -> Fraction:
        """The value of a position."""
        return self._solver(position).value(position)

    def values(self, position: P) -> Mapping[A, Fraction]:
        """The value after each legal action, in the documented order."""
        return self._solver(position).values(position)

    def best(self, position: P) -> tuple[A, ...]:
        """The best actions of the player to act; none where no player acts."""
        return self._solver(position).best(position)

    def _solver(self, position: P) -> Solves[P, A]:
        if self.is_early(position):
            raise NotAnswered
        return self.solver(self.game)


# The fast engine


def equal_shares(game: object, position: object, results: Sequence[A]) -> Mapping[A, Fraction]:
    """The results of chance, each with the same probability."""
    return {result: Fraction(1, len(results)) for result in results}


@dataclass(frozen=True)
class FastEngine(Generic[P, A]):
    """The fast engine of a game: rules by kernels alone, and the values of perfect play by an oracle.

    `ending` says in words how a game has ended, `oracle_at` answers about a position, and `shares` are the
    probabilities of results. `own` are answers to what only vectors of the game ask for; this engine does not answer
    anything else that the reference's engine has.
    """

    game: Game[P, A]
    ending: Callable[[FastEngine[Any, Any], Any], str | None]
    oracle_at: Callable[[Any, P], Oracle[P, A]]
    shares: Callable[[Any, P, Sequence[A]], Mapping[A, Fraction]] = equal_shares
    own: Mapping[str, Callable[..., object]] = field(default_factory=dict)

    @cached_property
    def kernels(self) -> Kernels[P, A]:
        return Kernels(self.game)

    def __getattr__(self, name: str) -> Callable[..., object]:
        if name.startswith("__"):
            raise AttributeError(name)
        return partial(self.own[name], self) if name in self.own else not_answered

    def shown(self, position: P) -> P:
        """The position of the reference for a position of the engine."""
        return position

    def initial(self) -> P:
        return self.kernels.initial()

    def actor(self, position: P) -> Actor | None:
        return self.kernels.actor(position)

    def actions(self, position: P) -> tuple[A, ...]:
        return self.kernels.actions(position)

    def chance(self, position: P) -> Mapping[A, Fraction]:
        chance = self.actor(position) is Actor.CHANCE
        return self.shares(self.game, position, self.actions(position)) if chance else {}

    def play(self, position: P, action: A) -> P:
        try:
            return self.kernels.play(position, action)
        except KeyError:
            raise Illegal(f"{action} is not legal") from None

    def outcome(self, position: P) -> str | None:
        return None if self.actor(position) else self.ending(self, position)

    def score(self, position: P) -> Fraction:
        return self.kernels.score(position)

    def parse(self, text: str) -> tuple[A, ...]:
        return self.game.parse(text)

    def write(self, actions: Iterable[A]) -> str:
        return self.game.write(actions)

    def is_ply(self, action: A) -> bool:
        return self.game.is_ply(action)

    def value(self, position: P) -> Fraction:
        return self.oracle_at(self.game, position).value(position)

    def values(self, position: P) -> Mapping[A, Fraction]:
        return self.oracle_at(self.game, position).values(position)

    def best(self, position: P) -> tuple[A, ...]:
        return self.oracle_at(self.game, position).best(position)
