"""TiqTaqToe in batches against the reference, and the exact probabilities with which chance is drawn."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from qttt.fast.tiqtaqtoe import rules
from qttt.fast.tiqtaqtoe.boards import SLOTS
from qttt.fast.tiqtaqtoe.rules import MOST
from qttt.fast.tiqtaqtoe.setting import Setting
from qttt.reference.board import SYMMETRIES
from qttt.reference.tiqtaqtoe import UNIFORM, TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.notation import Measurement, Single
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification import batch_comparison, expect
from qttt.verification.batch_comparison import Case, SameClasses, View, drawn
from qttt.verification.measures import Measured

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


CASES = [Case("tiqtaqtoe", {"level": game.level, **game.switches}, views) for game in settings(levels=UNIFORM)]
batches_agree = partial(batch_comparison.batches_agree, CASES)

MEASURED = Measured("tiqtaqtoe", {"level": "minimal"})


# Chance

BITS = 32
"""The bits of a random number that are used, the lowest ones."""


def boards_are_equally_likely() -> None:
    """For each number of boards that a set can have, a power of two: each board is drawn for one interval of the lowest
    32 bits, and all intervals are equal. Raises `Refuted`."""
    count = 1
    while count <= MOST:
        state, width = [count, *[0] * 3], (1 << BITS) // count
        shares = drawn(
            partial(rules.draw, np.array(state), rules.setting_of(Setting())), range(0, (1 << BITS) + 1, width), BITS
        )
        expect(f"of {count} boards", shares, {SLOTS + number: Fraction(1, count) for number in range(count)})
        count *= 2
    game = TiqTaqToe("minimal")
    full = game.position("X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9")
    expect("boards of the reference", {*game.chance(full).values()}, {Fraction(1, len(full.boards))})
