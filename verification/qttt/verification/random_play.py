"""Random games on which two engines are held against each other: what they disagree about is shrunk, and told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, NamedTuple

from qttt.verification import Refuted
from qttt.verification.conformance import Illegal
from qttt.verification.replay import Replayed, Runner, SetUp

Choices = tuple[int, ...]
"""A game: which of the legal actions is taken each time, until choices are used up or the game ends."""


def nth(legal: Sequence[Any], choice: int) -> Any:
    """Action number `choice % n` of n legal ones."""
    return legal[choice % len(legal)]


class Pair(NamedTuple):
    """Two implementations to be held against each other."""

    first: SetUp
    second: SetUp


class Disagreement(Refuted):
    """Two engines disagree after a game: `what` is the field of a vector in which they do.

    The message has the setting, the game in notation, what each says, and a vector ready to be saved. The vector takes
    the side of the first engine, which may be the wrong one: read the page before keeping it.
    """

    def __init__(
        self, id: str, rule: str, options: Mapping[str, Any], game: str, what: str, first: Any, second: Any
    ) -> None:
        self.game = game
        self.vector: dict[str, Any] = {
            "id": id,
            "rules": [rule],
            "flags": [],
            "source": "generated",
            "options": options,
            "comment": f"Two engines disagreed: {what}.",
            "given": game,
            "when": None,
            "then": {what: first},
        }
        message = f"after '{game}' with {json.dumps(options)} the engines disagree, {what}: {first} and {second}"
        super().__init__(f"{message}; as a vector: {json.dumps(self.vector)}")


@dataclass(frozen=True)
class Comparison:
    """How engines of a game are compared.

    `rules` has the fields of a vector in which they are, and the rule that a vector made of a disagreement names, to be
    corrected by hand; `id` is that of such a vector. `longest`: the actions of a game, at most.
    """

    runner: Runner
    write: Callable[[Iterable[Any]], str]
    rules: Mapping[str, str]
    id: str
    longest: int
    pick: Callable[[Sequence[Any], int], Any] = nth

    def games_are_the_same(self, pair: Pair, settings: Sequence[Mapping[str, Any]], games: int, seed: int) -> str:
        """Compare after every action of so many games, which are played in all settings in turn.

        Raises the `Disagreement` of the shortest game that can be made of the first one that shows any.
        """
        for number in range(games):
            options, game = settings[number % len(settings)], random_choices(f"{seed}/{number}", self.longest)
            shows = partial(self.disagreement, pair, options)
            if found := shows(game):
                raise shrunk(shows, game, found)
        return f"{games:,} games, {len(settings)} settings, seed {seed}"

    def disagreement(self, pair: Pair, options: Mapping[str, Any], choices: Choices) -> Refuted | None:
        """What two engines disagree about first in a game; None if they agree throughout."""
        first, second = (set_up(options) for set_up in pair)
        s, t = first.initial(), second.initial()
        history: tuple[Any, ...] = ()
        for choice in (*choices, 0):
            for (what, rule), said, other in zip(
                self.rules.items(), self._answers(first, s), self._answers(second, t), strict=True
            ):
                if said != other:
                    return Disagreement(self.id, rule, options, self.write(history), what, said, other)
            actions = first.actions(s)
            if not actions:
                break
            action = self.pick(actions, choice)
            try:
                s, t = first.play(s, action), second.play(t, action)
            except Illegal as illegal:
                return Refuted(
                    f"after '{self.write(history)}' with {options} {action} is listed as legal and refused: {illegal}"
                )
            history = (*history, action)
        return None

    def _answers(self, engine: Any, position: Any) -> Iterator[Any]:
        """What an engine says of a position, as vectors have it; of its value, that of an ended game."""
        for what in self.rules:
            if what == "value" and engine.actor(position):
                yield None
            else:
                yield self.runner.answers[what](Replayed(engine, position), None)


def random_choices(seed: str, number: int) -> Choices:
    """So many choices."""
    draws = Random(seed)
    return tuple(draws.randrange(1 << 16) for _ in range(number))


def shrunk(shows: Callable[[Choices], Refuted | None], choices: Choices, found: Refuted) -> Refuted:
    """What the shortest game shows that is reached by leaving out choices, one or two at a time, and making them
    smaller: one of which no simpler game shows anything. It goes on where the last simpler game was found."""
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
    """Games with one choice less or with two, a move and its result, then with one choice the first, or half."""
    for left_out in (1, 2):
        yield from (choices[:at] + choices[at + left_out :] for at in reversed(range(len(choices) - left_out + 1)))
    for at, choice in enumerate(choices):
        yield from ((*choices[:at], less, *choices[at + 1 :]) for less in (0, choice // 2) if less < choice)
