"""TiqTaqToe in batches against the reference, and the exact probabilities with which chance is drawn."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from qttt.fast.batch import Rules
from qttt.fast.tiqtaqtoe import batch
from qttt.fast.tiqtaqtoe.batch import COUNT, LINE_LEFT, MOST
from qttt.fast.tiqtaqtoe.boards import SLOTS
from qttt.reference.board import SYMMETRIES
from qttt.reference.tiqtaqtoe import TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.notation import Measurement, Single
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification import Refuted
from qttt.verification.lockstep import (
    GAMES,
    MANY_GAMES,
    Case,
    Make,
    Planted,
    SameClasses,
    View,
    after_look,
    agree,
    batch_env,
    has_key,
    has_planes,
    o_begins_in,
    planes_exchanged,
)

# Positions


def planes(game: Any, position: Position, history: Sequence[Any]) -> Any:
    """The planes of a position, from the reference and the moves since the last measurement."""
    seen = np.zeros((14, 9), np.uint8)
    for at, player in enumerate("XO"):
        seen[at] = [held == {player} for held in position.held]
        seen[2 + at] = [player in held for held in position.held]
    seen[4] = position.plies % 2
    ply = 0
    for action in history:
        if isinstance(action, Measurement):
            seen[5:] = 0
            continue
        for square in (action.square,) if isinstance(action, Single) else (action.first, action.second):
            seen[5 + ply, square - 1] = 1
        ply += 1
    return seen


IMAGES = np.array([[square - 1 for square in symmetry] for symmetry in SYMMETRIES])
POWERS = 3 ** np.arange(9)


def form(game: Any, position: Position, history: Sequence[Any]) -> Any:
    """The same for two positions if and only if they are equivalent by symmetry."""
    boards = np.array([[".XO".index(content) for content in board] for board in position.boards])
    images = (tuple(sorted((boards[:, image] @ POWERS).tolist())) for image in IMAGES)
    return min(images), position.measured


def views() -> list[View]:
    return [View("planes", planes), View("key", form, SameClasses())]


CASES = [Case("tiqtaqtoe", {"level": game.level, **game.switches}, views) for game in settings()]


def batches_agree(make: Make = batch_env, games: int = GAMES, part: tuple[int, int] = (0, 1)) -> str:
    """Compare batches of TiqTaqToe with the reference. Raises `Refuted`."""
    return agree(CASES, make, games, part)


def batches_agree_at_length(make: Make = batch_env, part: tuple[int, int] = (0, 1)) -> str:
    return batches_agree(make, MANY_GAMES, part)


# Planted errors


def _in_order_of_codes(rules: Rules) -> Rules:
    def play(state: Any, work: Any, action: int, setting: Any) -> None:
        rules.play(state, work, action, (*setting[:7], [*range(len(setting[7]))], setting[8]))

    return replace(rules, play=play)


def _both_lines_for_x(rules: Rules) -> Rules:
    def score(state: Any, setting: Any) -> int:
        return rules.score(state, (*setting[:4], 1, 1, *setting[6:]))

    return replace(rules, score=score)


def _line_forgotten(rules: Rules) -> Rules:
    def play(state: Any, work: Any, action: int, setting: Any) -> None:
        rules.play(state, work, action, setting)
        state[LINE_LEFT] = 0

    return replace(rules, play=play)


def _certain_marks_are_targets(rules: Rules) -> Rules:
    def look(state: Any, work: Any, setting: Any, legal: Any, seen: Any) -> None:
        level = 2 if setting[0] == 1 else setting[0]
        rules.look(state, work, (level, *setting[1:]), legal, seen)

    return replace(rules, look=look)


def _every_line_counts(rules: Rules) -> Rules:
    def actor(state: Any, setting: Any) -> int:
        return rules.actor(state, (*setting[:3], 1, *setting[4:]))

    return replace(rules, actor=actor)


def _without_symmetry(rules: Rules) -> Rules:
    def look(state: Any, work: Any, setting: Any, legal: Any, seen: Any) -> None:
        rules.look(state, work, setting, legal, seen)
        seen[0] += sum(state[batch.CODE : batch.CODE + state[COUNT]])

    return replace(rules, look=look) if has_key(rules) else rules


def _shifted(state: Any, legal: Any, seen: Any) -> None:
    seen[54:] = seen[45:117].copy()


measurements_are_in_the_order_of_codes = Planted(_in_order_of_codes)
lines_of_both_always_count_for_x = Planted(_both_lines_for_x)
lines_left_by_measurements_are_forgotten = Planted(_line_forgotten)
certain_marks_are_targets_at_the_minimal_level = Planted(_certain_marks_are_targets)
lines_count_after_every_move = Planted(_every_line_counts)
key_differs_for_images = Planted(_without_symmetry)
plies_are_shifted = Planted(lambda rules: after_look(rules, _shifted) if has_planes(rules) else rules)
planes_of_the_players_are_exchanged = Planted(lambda rules: planes_exchanged(rules, 2, 3))
o_begins = Planted(o_begins_in)

# Chance

BITS = 32
"""The bits of a random number that are used, the lowest ones."""
Draw = Callable[[Any, Any, int], int]


def boards_are_equally_likely(draw: Draw = batch.draw) -> str:
    """For each number of boards that a set can have, a power of two: each board is drawn for one interval of the lowest
    32 bits, and all intervals are equal. Raises `Refuted`."""
    count, boards = 1, 0
    while count <= MOST:
        state, width = [count, *[0] * 3], (1 << BITS) // count
        for number in range(count):
            for bits in (number * width, (number + 1) * width - 1):
                for upper in (0, (1 << 30) - 1):
                    found = draw(state, None, bits | upper << BITS) - SLOTS
                    if found != number:
                        raise Refuted(f"of {count} boards the bits {bits} draw {found}, expected {number}")
        boards += count
        count *= 2
    game = TiqTaqToe("minimal")
    full = game.position("X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9")
    if {*game.chance(full).values()} != {Fraction(1, len(full.boards))}:
        raise Refuted("the boards of the reference are not equally likely")
    return f"{boards} boards of sets of 1 to {MOST}, at both ends of their intervals"


def last_board_is_never_found(state: Any, setting: Any, bits: int) -> int:
    return SLOTS + int((bits & 0xFFFFFFFF) * max(state[COUNT] - 1, 1) >> 32)


def first_board_is_always_found(state: Any, setting: Any, bits: int) -> int:
    return SLOTS
