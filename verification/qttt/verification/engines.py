"""Engines: the implementations of a game in one setting, of which the reference and the fast engine are the two.

An engine has positions of its own kind, and the methods of `ReferenceEngine`; they raise `Illegal` for an action that
is not legal, and `NotAnswered` where the engine has no answer. A game's folder adds what only its vectors ask for.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np

from qttt.fast.batch import CHANCE, OVER, SYSTEM, O, Single, X
from qttt.oracle import Oracle
from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor, Game, RuleBroken
from qttt.reference.solver import Solver
from qttt.reference.written import OptionError, WrittenGame
from qttt.verification.questions import changed, typed

P = TypeVar("P")
A = TypeVar("A")
G = TypeVar("G", bound=WrittenGame[Any, Any])

Row = tuple[int, ...]
"""A position of the fast engine: the state of a game in a batch."""
ACTOR = {X: Actor.X, O: Actor.O, CHANCE: Actor.CHANCE, SYSTEM: Actor.SYSTEM, OVER: None}


class Illegal(ValueError):
    """An engine rejects an action; `rule` is the ID of the rule it breaks, or None if the engine does not give one."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule


class NotAnswered(Exception):
    """An engine does not answer a field."""


def not_answered(*_: Any) -> Any:
    """Stands in an engine for a method that it does not have."""
    raise NotAnswered


class Refused(ValueError):
    """A setting that does not exist; `rule` is the ID of the rule it breaks."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule


SetUp = Callable[[Mapping[str, Any]], Any]
"""An implementation: makes an engine for the options of a vector. Raises `Refused`."""


def game_with(kind: type[G], options: Mapping[str, Any]) -> G:
    """The game with the options of a vector, without those that are none of the game.

    Raises `Refused` with the rule of a wrong option, or with that of the page whose switches the game has.

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
                raise Refused(str(error), option.rule) from error
    switches = options.get("switches", {})
    if unknown := switches.keys() - {option.name for option in kind.options if option.switch}:
        raise Refused(f"there is no switch {min(unknown)}", switch_rule)
    try:
        return kind(**chosen, **switches)
    except ValueError as error:
        raise Refused(str(error), switch_rule) from error


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


# The reference


class Solves(Protocol):
    """A solver of the reference: the value of a position, and those after each legal action in the documented order."""

    def value(self, position: Any) -> Fraction: ...
    def values(self, position: Any) -> dict[Any, Fraction]: ...
    def best(self, position: Any) -> tuple[Any, ...]: ...


@lru_cache(maxsize=16)
def solver_of(game: Any) -> Solver[Any, Any]:
    """The generic solver of a game, which remembers the positions it has solved."""
    return Solver(game)


@dataclass(frozen=True)
class ReferenceEngine(Generic[P, A]):
    """The reference of a game, and a solver for its values. Planted errors override the methods they get wrong."""

    game: Game[Any, Any]
    solver: Callable[[Any], Solves] = solver_of

    def __getattr__(self, name: str) -> Any:
        """What the game itself answers: its rules, written games and written positions."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.game, name)

    def of(self, position: P) -> P:
        """The engine's position for a position of the reference."""
        return position

    def shown(self, position: P) -> P:
        """The position of the reference for a position of the engine."""
        return position

    def play(self, position: P, action: A) -> P:
        """The next position."""
        try:
            after: P = self.game.play(position, action)
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

    def _solver(self, position: P) -> Solves:
        if self.is_early(position):
            raise NotAnswered
        return self.solver(self.game)


# The fast engine


@cache
def single(game: Any) -> Single:
    """The rules by which games of this kind are played in batches, one action at a time."""
    return Single(entry_of(game).playing(game)["planes"])


@dataclass(frozen=True)
class FastEngine(Generic[P, A]):
    """The rules by which batches play, one action at a time, and the values of perfect play.

    A game adds how a position of the reference is written as a row, and which results chance has.
    """

    game: Any

    results: ClassVar[tuple[Any, ...]] = ()
    """The results of chance, by their numbers after those of the players' actions."""

    def initial(self) -> Row:
        return tuple(single(self.game).begin().tolist())

    def of(self, position: P) -> Row:
        raise NotImplementedError

    def shown(self, position: Row) -> P:
        found: P = entry_of(self.game).shown(self.game, position)
        return found

    def actor(self, position: Row) -> str | None:
        return ACTOR[single(self.game).actor(np.array(position))]

    def actions(self, position: Row) -> tuple[A, ...]:
        return tuple(self._legal(position))

    def chance(self, position: Row) -> Mapping[A, Fraction]:
        results = self.actions(position) if self.actor(position) is Actor.CHANCE else ()
        return {result: Fraction(1, len(results)) for result in results}

    def play(self, position: Row, action: A) -> Row:
        numbers = self._legal(position)
        if action not in numbers:
            raise Illegal(f"{action} is not legal")
        return self._after(position, numbers[action])

    system = outcome = outcome_rule = position = write_position = not_answered

    def score(self, position: Row) -> Fraction:
        return single(self.game).score(np.array(position))

    def parse(self, text: str) -> tuple[A, ...]:
        actions: tuple[A, ...] = self.game.parse(text)
        return actions

    def write(self, actions: Iterable[A]) -> str:
        return str(self.game.write(actions))

    def is_ply(self, action: A) -> bool:
        return bool(self.game.is_ply(action))

    def tablebase(self, position: P) -> Any:
        """A tablebase of the game that has a position."""
        raise NotImplementedError

    def value(self, position: Row) -> Fraction:
        return self.oracle(position).value(self.shown(position))

    def values(self, position: Row) -> Mapping[A, Fraction]:
        return self.oracle(position).values(self.shown(position))

    def best(self, position: Row) -> tuple[A, ...]:
        return self.oracle(position).best(self.shown(position))

    def oracle(self, position: Row) -> Oracle[P, A]:
        """Exact answers about a position."""
        return Oracle(self.game, self.tablebase(self.shown(position)))

    def result(self, position: Row, number: int) -> A:
        """The action that is result `number` of chance."""
        found: A = self.results[number]
        return found

    def _legal(self, position: Row) -> dict[A, int]:
        """The number of each legal action."""
        of_players = _numbered(self.game)
        return {
            of_players[number] if number < len(of_players) else self.result(position, number - len(of_players)): number
            for number in _legal(self.game, position)
        }

    def _after(self, position: Row, number: int) -> Row:
        return tuple(single(self.game).play(np.array(position), number).tolist())


@lru_cache(1 << 10)
def _legal(game: Any, position: Row) -> list[int]:
    """The numbers of the legal actions: a position's actions are tried one after the other."""
    return single(game).legal(np.array(position))


@cache
def _numbered(game: Any) -> tuple[Any, ...]:
    return tuple(entry_of(game).numbered(game))
