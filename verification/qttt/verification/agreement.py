"""Compares two engines on a game, action by action; a disagreement is shrunk and printed."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, TypeVar

from qttt.verification import Refuted
from qttt.verification.conformance import Replayed, Suite
from qttt.verification.engines import Illegal, SetUp
from qttt.verification.runner import share

Choices = tuple[int, ...]
"""A game: the choice among the legal actions at each step, until the choices run out or the game ends."""


def nth(legal: Sequence[Any], choice: int) -> Any:
    """Action number `choice % n` of n legal ones."""
    return legal[choice % len(legal)]


class Disagreement(Refuted):
    """Two engines disagree after a game; `what` is the field of a vector in which they differ.

    The message gives the setting, the game in notation, both answers, and a vector ready to save. The vector takes
    the side of the first engine, which may be the wrong one: read the page before keeping it.
    """

    def __init__(
        self, id: str, rule: str, options: Mapping[str, Any], game: str, what: str, first: Any, second: Any
    ) -> None:
        self._arguments = (id, rule, options, game, what, first, second)
        self.game = game
        self.vector: dict[str, Any] = {
            "id": id,
            "rules": [rule],
            "flags": [],
            "source": "generated",
            **({"options": options} if options else {}),
            "comment": f"Two engines disagreed: {what}.",
            "given": game,
            "when": None,
            "then": {what: first},
        }
        message = f"after '{game}' with {json.dumps(options)} the engines disagree, {what}: {first} and {second}"
        super().__init__(f"{message}; as a vector: {json.dumps(self.vector)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments


@dataclass(frozen=True)
class Comparison:
    """How engines of a game are compared: the fields of a vector to compare, each with the rule that a vector made from
    a disagreement names (to be corrected by hand); `id` is the ID of such a vector."""

    suite: Suite
    rules: Mapping[str, str]
    id: str

    def compare(
        self, engines: Sequence[Any], positions: Sequence[Any], history: Iterable[Any], options: Mapping[str, Any]
    ) -> tuple[Any, ...]:
        """The legal actions at a position of two engines. Raises `Disagreement` if they differ in any field."""
        both = (self._answers(engine, position) for engine, position in zip(engines, positions, strict=True))
        for what, first, second in zip(self.rules, *both, strict=True):
            if first != second:
                raise self.disagreement(history, what, options, first, second)
        actions: tuple[Any, ...] = engines[0].actions(positions[0])
        return actions

    def disagreement(
        self, history: Iterable[Any], what: str, options: Mapping[str, Any], first: Any, second: Any
    ) -> Disagreement:
        """The error to raise if two engines give different answers for a field after a game."""
        game = self.suite.notation.write(history)
        return Disagreement(self.id, self.rules[what], options, game, what, first, second)

    def play(
        self, engines: Sequence[Any], positions: Sequence[Any], action: Any, history: Iterable[Any]
    ) -> tuple[Any, ...]:
        """The next position of two engines. Raises `Refuted` if one rejects an action that it lists as legal."""
        try:
            return tuple(engine.play(position, action) for engine, position in zip(engines, positions, strict=True))
        except Illegal as illegal:
            game = self.suite.notation.write(history)
            raise Refuted(f"after '{game}' {action} is listed as legal but rejected: {illegal}") from illegal

    def _answers(self, engine: Any, position: Any) -> Iterator[Any]:
        """An engine's answers about a position, as vectors write them; a value only for an ended game."""
        answers, replayed = self.suite.answers, Replayed(engine, position)
        for what in self.rules:
            yield None if what == "value" and engine.actor(position) else answers[what](replayed, None)


@dataclass(frozen=True)
class RandomGames:
    """Random games: their number, the largest number of actions in each, the settings they use in turn, how a choice
    picks one of the legal actions, and which part of the games is played."""

    games: int
    longest: int
    settings: Sequence[Mapping[str, Any]]
    seed: int
    pick: Callable[[Sequence[Any], int], Any] = nth
    part: tuple[int, int] = (0, 1)


def agreement(a: SetUp, b: SetUp, how: Comparison, on: RandomGames) -> str:
    """Compare two implementations after every action of random games.

    Raises the `Disagreement` of the shortest game found by shrinking the first game that shows one.
    """
    numbers = share(on.games, on.part)
    for number in numbers:
        options, game = on.settings[number % len(on.settings)], random_choices(f"{on.seed}/{number}", on.longest)
        shows = partial(_disagreement, (a, b), how, on.pick, options)
        if found := shows(game):
            raise shrunk(shows, game, found)
    return f"{len(numbers):,} games, {len(on.settings)} settings, seed {on.seed}"


def _disagreement(
    pair: tuple[SetUp, SetUp],
    how: Comparison,
    pick: Callable[[Sequence[Any], int], Any],
    options: Mapping[str, Any],
    choices: Choices,
) -> Refuted | None:
    """The first disagreement of two engines in a game; None if they agree throughout."""
    engines = [set_up(options) for set_up in pair]
    positions: Sequence[Any] = [engine.initial() for engine in engines]
    history: tuple[Any, ...] = ()
    try:
        for choice in (*choices, 0):
            actions = how.compare(engines, positions, history, options)
            if not actions:
                break
            action = pick(actions, choice)
            positions = how.play(engines, positions, action, history)
            history = (*history, action)
    except Refuted as refuted:
        return refuted
    return None


def random_choices(seed: str, number: int) -> Choices:
    """`number` random choices."""
    draws = Random(seed)
    return tuple(draws.randrange(1 << 16) for _ in range(number))


R = TypeVar("R", bound=Refuted)


def shrunk(shows: Callable[[Choices], R | None], choices: Choices, found: R) -> R:
    """The error shown by the shortest game found by removing choices, one or two at a time, and making choices smaller.
    No simpler game shows an error. The search resumes where it found the last simpler game."""
    tried = 0
    while True:
        simpler = [*simpler_games(choices)]
        for number in (*range(tried, len(simpler)), *range(min(tried, len(simpler)))):
            if refuted := shows(simpler[number]):
                choices, found, tried = simpler[number], refuted, number
                break
        else:
            return found


def simpler_games(choices: Choices) -> Iterator[Choices]:
    """Games without one choice or two (a move and its result), then games with one choice set to 0 or halved."""
    for left_out in (1, 2):
        yield from (choices[:at] + choices[at + left_out :] for at in reversed(range(len(choices) - left_out + 1)))
    for at, choice in enumerate(choices):
        yield from ((*choices[:at], less, *choices[at + 1 :]) for less in (0, choice // 2) if less < choice)
