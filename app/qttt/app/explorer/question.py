"""What a request asks: a game with its options, and how far it has been played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from qttt.oracle.registry import entry, games
from qttt.reference.game import Record, RuleBroken
from qttt.reference.notation import split
from qttt.reference.picture import listed
from qttt.reference.written import is_position

LONGEST_TEXT = 12_000
"""Most characters of one parameter; a written position of 512 boards needs 6,144."""
MOST_TOKENS = 400
"""Most tokens of a game; only a game that may go round in loops has more than 40."""


class BadQuestion(ValueError):
    """A request that has no answer; the message says what is wrong and what to do. `rule` is its rule, if it has one,
    `token` and `number` (from 1) say where in the game."""

    status = 400

    def __init__(
        self, message: str, rule: str | None = None, token: str | None = None, number: int | None = None
    ) -> None:
        super().__init__(message)
        self.rule, self.token, self.number = rule, token, number


class NoSuchGame(BadQuestion):
    """The address names a game that is not registered."""

    status = 404


@dataclass(frozen=True)
class Question:
    """A game by its name, its options as texts, where it starts (empty: at its beginning), and its moves."""

    name: str
    options: tuple[tuple[str, str], ...]
    start: str
    moves: str

    @classmethod
    def of(cls, name: str, parameters: Sequence[tuple[str, str]], own: Sequence[str] = ()) -> "Question":
        """The question that the parameters of an address ask; those of `own` belong to somebody else.

        Raises `BadQuestion` for parameters that are unknown, doubled or too long.
        """
        if name not in games():
            raise NoSuchGame(f"unknown game '{name[:40]}': expected {listed(games(), 'or')}")
        known = {each.replace("_", "-"): each for each in option_names(name)}
        given: dict[str, str] = {}
        for parameter, value in parameters:
            if parameter in own:
                continue
            if parameter not in known and parameter not in known.values() and parameter not in ("moves", "position"):
                expected = listed(["moves", "position", *known, *own], "or")
                raise BadQuestion(f"unknown parameter '{parameter[:40]}': expected {expected}")
            if len(value) > LONGEST_TEXT:
                raise BadQuestion(f"{parameter} has {len(value):,} characters: expected at most {LONGEST_TEXT:,}")
            written = known.get(parameter, parameter)
            if written in given:
                raise BadQuestion(f"{parameter} is given twice; leave one out")
            given[written] = value
        moves, start = given.pop("moves", ""), given.pop("position", "")
        if is_position(moves):
            if start:
                raise BadQuestion("moves is a written position, and position is given, too; leave one out")
            moves, start = "", moves
        if start and not start.partition(":")[0].strip():
            raise BadQuestion(f"this is neither a game nor a written position; expected {_expected(name)}")
        if start and not is_position(start):
            raise BadQuestion("position is not a written position: expected a line with a colon, or moves=")
        if len(split(moves)) > MOST_TOKENS:
            raise BadQuestion(f"the game has {len(split(moves)):,} tokens: expected at most {MOST_TOKENS}")
        return cls(name, tuple(sorted(given.items())), start, " ".join(split(moves)))

    @property
    def game(self) -> Any:
        """The game with its options. Raises `BadQuestion`."""
        return game_of(self.name, self.options)

    @cached_property
    def record(self) -> Record[Any, Any]:
        """The positions and actions. Raises what reading a game raises."""
        game = self.game
        if not self.start:
            read: Record[Any, Any] = game.read(self.moves)
            return read
        return continued(game, game.position(self.start), self.moves)

    def written(self, actions: Sequence[Any]) -> list[str]:
        """The tokens of some actions played from the start of this question."""
        game = self.game
        text = game.write(actions, after=self.record.positions[0]) if self.start else game.write(actions)
        return split(text)

    def token(self, action: Any) -> str:
        """The token of an action that follows the game."""
        return self.written((*self.record.actions, action))[-1]

    def after(self, action: Any) -> "Question":
        """The question after one more action, which must be legal."""
        return Question(self.name, self.options, self.start, f"{self.moves} {self.token(action)}".strip())


def option_names(name: str) -> tuple[str, ...]:
    """What can be chosen in a game, by the names that `qttt.oracle.game` takes."""
    found = entry(name)
    return tuple(dict.fromkeys([*(option.name for option in found.kind.options), *found.parameters]))


@lru_cache(maxsize=256)
def game_of(name: str, options: tuple[tuple[str, str], ...]) -> Any:
    """The game with its options, each a text. Raises `BadQuestion`."""
    numbers = {each for each, default in entry(name).parameters.items() if isinstance(default, int)}
    try:
        return entry(name).make(**{each: _number(each, value) if each in numbers else value for each, value in options})
    except ValueError as error:
        rule = getattr(error, "rule", None)
        raise BadQuestion(str(error).removesuffix(f" ({rule})"), rule) from error


def setting_of(game: Any) -> Mapping[str, str]:
    """The options of a game in writing, as parameters of an address."""
    return {name.replace("_", "-"): value for name, value in game.setting.items()}


def continued(game: Any, start: Any, moves: str) -> Record[Any, Any]:
    """The game that goes on from a position. Raises as `game.read` does."""
    positions, actions, ply = [start], [], game.plies(start)
    for number, token in enumerate(split(moves), start=1):
        action = game.notation.read_settling(token, number)
        if action is None:
            ply += 1
            action = game.notation.read_move(token, number, ply)
        try:
            positions.append(game.play(positions[-1], action))
        except RuleBroken as broken:
            broken.token, broken.number = token, number
            raise
        actions.append(action)
    return Record(tuple(positions), tuple(actions))


def _expected(name: str) -> str:
    kind = entry(name).kind
    return f"moves in the notation of {kind.ruleset}, or a position such as {kind.ruleset}: {kind.example}"


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 20):
        raise BadQuestion(f"{name} '{text[:40]}' is not a number: expected a whole number from 0")
    return int(text)
