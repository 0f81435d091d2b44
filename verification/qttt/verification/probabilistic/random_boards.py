"""The generator of random boards: the reference's, the fast engine's, and the published outputs of its source."""

from typing import Any

import numpy as np

from qttt.fast.probabilistic.boards import STEPS, generated
from qttt.reference.probabilistic.board import random_board, splitmix64
from qttt.verification import Refuted

SEEDS = (0, 1, 2, 1234567, 2024, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)
NUMBERS = (0, 1, 1000, (1 << 32) // 18 - 2, 1 << 32, (1 << 53) - 1, 1 << 59, (1 << 64) // 18 - 5)
"""The last number is the largest whose outputs 64 bits count."""
SOME = 5

PUBLISHED = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
"""The first outputs of SplitMix64 with the seed 1234567, as published to test implementations."""

MANY = 200_000
DEVIATIONS = 6
"""The bound in standard deviations for the error of each of several hundred counts."""


def outputs_are_as_published() -> str:
    found = tuple(splitmix64(1234567, number) for number in range(len(PUBLISHED)))
    if found != PUBLISHED:
        raise Refuted(f"the seed 1234567 gives {', '.join(map(str, found))}")
    return f"{len(PUBLISHED)} outputs of the seed 1234567"


def boards_are_those_of_the_reference() -> str:
    """Boards of small and large seeds, from small and large numbers on."""
    for seed in SEEDS:
        for first in NUMBERS:
            rows = generated(seed, first, SOME)
            for number, row in enumerate(rows.tolist(), start=first):
                squares = random_board(seed, number)
                success, neutral, failure = ([part * STEPS for part in three] for three in zip(*squares, strict=True))
                marked = [STEPS - part for part in neutral]
                if row != [*success, *neutral, *failure, *marked]:
                    raise Refuted(f"board {number} of seed {seed} is ({squares}), and twentieths {row}")
    return f"{len(SEEDS) * len(NUMBERS) * SOME} boards, {len(SEEDS)} seeds, numbers up to {NUMBERS[-1] + SOME - 1}"


def probabilities_are_uniform() -> str:
    """On each square separately: neutral is 1 to 6 twentieths, each equally often within sampling error, and given
    neutral, so is success from 6 twentieths to all of the rest."""
    rows = generated(0, 0, MANY).reshape(MANY, 4, 9)
    worst = 0.0
    for square in range(9):
        success, neutral, failure, marked = rows[:, :, square].T
        if (success + neutral + failure != STEPS).any() or (marked != success + failure).any():
            raise Refuted(f"square {square + 1}: the probabilities do not add up")
        worst = max(worst, _off(neutral, range(1, 7), f"square {square + 1}: neutral"))
        for n in range(1, 7):
            here = success[neutral == n]
            worst = max(worst, _off(here, range(6, STEPS - n + 1), f"square {square + 1}, neutral {n}: success"))
    return f"{MANY:,} boards of seed 0: every count within {worst:.1f} standard deviations of its mean"


def _off(found: Any, possible: range, what: str) -> float:
    """The largest error of a count in standard deviations."""
    counts = np.bincount(found, minlength=possible.stop)
    if counts.sum() != counts[possible].sum():
        raise Refuted(f"{what} is not always from {possible.start} to {possible.stop - 1} twentieths")
    chance = 1 / len(possible)
    off = float((abs(counts[possible] - len(found) * chance) / (len(found) * chance * (1 - chance)) ** 0.5).max())
    if off > DEVIATIONS:
        raise Refuted(f"{what}: a count is {off:.1f} standard deviations off")
    return off
