"""Random complete games of TiqTaqToe at all levels and under all switches: reference and fast engine side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from qttt.reference.tiqtaqtoe import TiqTaqToe, settings
from qttt.reference.tiqtaqtoe_notation import Action, write
from qttt.verification import Refuted
from qttt.verification.conformance import Illegal
from qttt.verification.tiqtaqtoe import conformance_errors as errors
from qttt.verification.tiqtaqtoe.engines import Engine, SetUp, fast, reference
from qttt.verification.tiqtaqtoe.known_errors import KNOWN_ERRORS

SEED = 2023
GAMES = 350
MANY_GAMES = 14_000
LONGEST = 18
"""Actions of a game, at most: nine moves, and a measurement behind each."""

RULES = {
    "possible": "TIQ-SUPER-1",
    "actor": "TIQ-TURN-1",
    "actions": "TIQ-MOVE-1",
    "chance": "TIQ-MEASURE-1",
    "outcome": "TIQ-END-1",
    "value": "TIQ-SCORE-1",
}
"""The fields in which engines are compared, and the rule that a vector made of a disagreement names, to be corrected by
hand."""

Choices = tuple[int, ...]
"""A game: action number `choice % n` of n legal ones each time, until they are used up or the game ends."""


class Pair(NamedTuple):
    """Two implementations to be held against each other."""

    first: SetUp
    second: SetUp


class Disagreement(Refuted):
    """Two engines disagree after a game: `what` is the field of a vector in which they do.

    The message has the setting, the game in notation, what each says, and a vector ready to be saved. The vector takes
    the side of the first engine, which may be the wrong one: read the page before keeping it.
    """

    def __init__(self, options: Mapping[str, Any], game: str, what: str, first: Any, second: Any) -> None:
        self.game = game
        self.vector: dict[str, Any] = {
            "id": "tiq-found-0001",
            "rules": [RULES[what]],
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


def options_of(game: TiqTaqToe) -> dict[str, Any]:
    """The options of a vector that is played in a setting.

    >>> options_of(TiqTaqToe("minimal", both="X"))
    {'level': 'minimal', 'switches': {'lines': 'every-move', 'both': 'X'}}
    """
    return {"level": game.level, "switches": game.switches}


def random_games_are_the_same(pair: Pair = Pair(reference, fast), games: int = GAMES) -> str:  # noqa: B008
    """After every action of every game: possible boards, actor, actions, chances, outcome and score.

    The games are played in all settings in turn. Raises the `Disagreement` of the shortest game that can be made of
    the first one that shows any.
    """
    made = [options_of(game) for game in settings()]
    for number in range(games):
        options, draws = made[number % len(made)], Random(f"{SEED}/{number}")
        game = tuple(draws.randrange(1 << 16) for _ in range(LONGEST))
        found = disagreement(pair, options, game)
        if found:
            raise shrunk(pair, options, game, found)
    return f"{games:,} games, {len(made)} settings, seed {SEED}"


def many_random_games_are_the_same(pair: Pair = Pair(reference, fast)) -> str:  # noqa: B008
    return random_games_are_the_same(pair, MANY_GAMES)


def disagreement(pair: Pair, options: Mapping[str, Any], choices: Choices) -> Refuted | None:
    """What two engines disagree about first in a game; None if they agree throughout."""
    first, second = (set_up(options) for set_up in pair)
    s, t = first.initial(), second.initial()
    history: tuple[Action, ...] = ()
    for choice in (*choices, 0):
        for what, said, other in zip(RULES, answers(first, s), answers(second, t), strict=True):
            if said != other:
                return Disagreement(options, write(history), what, said, other)
        actions = first.actions(s)
        if not actions:
            break
        action = actions[choice % len(actions)]
        try:
            s, t = first.play(s, action), second.play(t, action)
        except Illegal as illegal:
            return Refuted(
                f"after '{write(history)}' with {options} {action} is listed as legal and refused: {illegal}"
            )
        history = (*history, action)
    return None


def answers(engine: Engine[Any], position: Any) -> Iterator[Any]:
    """What an engine says of a position, in the order of `RULES`, as vectors have it."""
    yield [*engine.boards(position)]
    yield engine.actor(position)
    yield [*map(str, engine.actions(position))]
    yield {str(action): str(number) for action, number in engine.chance(position).items()}
    yield engine.outcome(position)
    yield None if engine.actor(position) else str(engine.score(position))


def shrunk(pair: Pair, options: Mapping[str, Any], choices: Choices, found: Refuted) -> Refuted:
    """What the shortest game shows that is reached by leaving out choices, one at a time, and making them smaller."""
    for simpler in simpler_games(choices):
        if refuted := disagreement(pair, options, simpler):
            return shrunk(pair, options, simpler, refuted)
    return found


def simpler_games(choices: Choices) -> Iterator[Choices]:
    """Games with one choice less, then with one choice the first, or half."""
    yield from (choices[:at] + choices[at + 1 :] for at in reversed(range(len(choices))))
    for at, choice in enumerate(choices):
        yield from ((*choices[:at], less, *choices[at + 1 :]) for less in {0, choice // 2} if less < choice)


superposed_marks_make_lines = Pair(KNOWN_ERRORS["superposed-line"], fast)
a_measurement_is_a_ply = Pair(KNOWN_ERRORS["measurement-is-a-ply"], fast)
lines_of_both_are_the_movers = Pair(KNOWN_ERRORS["double-win-to-the-mover"], fast)
unentangled_targets_are_ignored = Pair(errors.target_is_ignored, fast)
pairs_are_never_filled = Pair(errors.pair_is_ignored, fast)
lines_are_always_looked_for = Pair(reference, errors.fast_lines_is_ignored)
boards_come_by_their_codes = Pair(reference, errors.boards_come_by_their_codes)
half_of_the_boards_are_lost = Pair(reference, errors.half_of_the_boards_are_lost)
