"""The hybrid game in batches against the reference, and the exact probabilities with which chance is drawn."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from qttt.fast.batch import Rules
from qttt.fast.hybrid import batch
from qttt.fast.hybrid.batch import MEASURED, ONE, RESULTS, SLOTS, TURN
from qttt.fast.hybrid.boxes import BOXES
from qttt.fast.hybrid.key import TURN_BIT, key_of
from qttt.oracle.hybrid.translate import state_of
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid, settings
from qttt.reference.hybrid.notation import Result
from qttt.reference.hybrid.position import Position
from qttt.verification import Refuted
from qttt.verification.lockstep import (
    GAMES,
    MANY_GAMES,
    Case,
    Make,
    Planted,
    View,
    after_look,
    agree,
    batch_env,
    has_key,
    has_planes,
    o_begins_in,
)

# Positions


def planes(game: Any, position: Position, history: Sequence[Any]) -> Any:
    """The planes of a position, from the reference."""
    seen = np.zeros((22, 9), np.uint8)
    for at, player in enumerate((Actor.X, Actor.O)):
        seen[at] = [mark == player for mark in position.marks]
    seen[2] = [box == position.measuring for box in range(1, 10)]
    seen[3] = position.turn is Actor.O
    for link in position.links:
        seen[4 + 9 * (link.owner is Actor.O) + link.control - 1, link.target - 1] += 1
    return seen


def key(game: Any, position: Position, history: Sequence[Any]) -> Any:
    """The key of a position, from the reference."""
    return [key_of(state_of(position))]


def views() -> list[View]:
    return [View("planes", planes), View("key", key)]


CASES = [Case("hybrid", game.switches, views) for game in settings()]


def batches_agree(make: Make = batch_env, games: int = GAMES, part: tuple[int, int] = (0, 1)) -> str:
    """Compare batches of the hybrid game with the reference. Raises `Refuted`."""
    return agree(CASES, make, games, part)


def batches_agree_at_length(make: Make = batch_env, part: tuple[int, int] = (0, 1)) -> str:
    return batches_agree(make, MANY_GAMES, part)


# Planted errors


def _with_setting(place: int, value: int) -> Callable[[Rules], Rules]:
    """The rules under a setting with another number in one place."""

    def change(rules: Rules) -> Rules:
        def play(state: Any, work: Any, action: int, setting: Any) -> None:
            rules.play(state, work, action, (*setting[:place], value, *setting[place + 1 :]))

        return replace(rules, play=play)

    return change


def _both_lines_for_x(rules: Rules) -> Rules:
    def score(state: Any, setting: Any) -> int:
        return rules.score(state, (*setting[:4], 1, 1, *setting[6:]))

    return replace(rules, score=score)


def _measurer_is_the_next(rules: Rules) -> Rules:
    def score(state: Any, setting: Any) -> int:
        return rules.score(state, (*setting[:4], setting[5], setting[4], *setting[6:]))

    return replace(rules, score=score)


def _results_exchanged(rules: Rules) -> Rules:
    def play(state: Any, work: Any, action: int, setting: Any) -> None:
        rules.play(state, work, 2 * SLOTS + 1 - action if action >= SLOTS else action, setting)

    return replace(rules, play=play)


def _links_keep_the_turn(rules: Rules) -> Rules:
    def play(state: Any, work: Any, action: int, setting: Any) -> None:
        before = state[TURN]
        rules.play(state, work, action, setting)
        if BOXES <= action < SLOTS:
            state[TURN] = before

    return replace(rules, play=play)


def _one_more_link(state: Any, legal: Any, seen: Any) -> None:
    if not state[MEASURED]:
        for control in range(BOXES):
            if state[ONE + control]:
                legal[BOXES + BOXES * control + (state[ONE + control] - 1) // 2] = 1


def _owners_exchanged(state: Any, legal: Any, seen: Any) -> None:
    half = (len(seen) - 36) // 2
    seen[36 : 36 + half], seen[36 + half :] = seen[36 + half :].copy(), seen[36 : 36 + half].copy()


def _turn_forgotten(state: Any, legal: Any, seen: Any) -> None:
    seen[0] &= ~(1 << TURN_BIT)


links_take_instead_of_reversing = Planted(_with_setting(3, 1))
lines_of_both_always_count_for_x = Planted(_both_lines_for_x)
lines_of_both_count_for_the_wrong_player = Planted(_measurer_is_the_next)
results_are_exchanged = Planted(_results_exchanged)
links_keep_the_turn = Planted(_links_keep_the_turn)
controls_may_link_twice = Planted(lambda rules: after_look(rules, _one_more_link))
owners_of_links_are_exchanged = Planted(
    lambda rules: after_look(rules, _owners_exchanged) if has_planes(rules) else rules
)
key_forgets_the_turn = Planted(lambda rules: after_look(rules, _turn_forgotten) if has_key(rules) else rules)
o_begins = Planted(o_begins_in)

# Chance

LOW_BITS = 10
Draw = Callable[[Any, Any, int], int]


def results_are_equally_likely(draw: Draw = batch.draw) -> str:
    """Count the results for all values of the lowest bits of a random number, whatever the others are, and compare
    with the reference. Raises `Refuted`."""
    game = Hybrid()
    due = game.chance(Position.of("........., X measures 5"))
    for upper in (0, 1, (1 << 52) - 1):
        drawn = [draw(None, None, low | upper << LOW_BITS) - SLOTS for low in range(1 << LOW_BITS)]
        for number, result in enumerate(Result):
            share = Fraction(drawn.count(number), 1 << LOW_BITS)
            if share != due[result]:
                raise Refuted(f"{result} has probability {share}, expected {due[result]}")
    return f"{RESULTS} results, all values of the {LOW_BITS} lowest bits"


def x_is_always_found(state: Any, setting: Any, bits: int) -> int:
    return SLOTS


def x_is_found_twice_as_often(state: Any, setting: Any, bits: int) -> int:
    return SLOTS + (bits % 3 == 0)
