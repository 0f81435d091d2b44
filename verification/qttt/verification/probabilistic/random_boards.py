"""The generator of random boards: the reference's, the fast engine's, and the published outputs of its source."""

from collections.abc import Callable
from typing import Any

import numpy as np

from qttt.fast.probabilistic import boards
from qttt.fast.probabilistic.boards import STEPS, generated
from qttt.reference.probabilistic.board import random_board, splitmix64
from qttt.verification import Refuted
from qttt.verification.mutation import with_globals

Generator = Callable[[int, int, int], Any]
"""A function from a seed, the first number and a count to twentieths, as `boards.generated`."""
Outputs = Callable[[int, int], int]

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


def outputs_are_as_published(outputs: Outputs = splitmix64) -> str:
    found = tuple(outputs(1234567, number) for number in range(len(PUBLISHED)))
    if found != PUBLISHED:
        raise Refuted(f"the seed 1234567 gives {', '.join(map(str, found))}")
    return f"{len(PUBLISHED)} outputs of the seed 1234567"


def counted_from_one(seed: int, number: int) -> int:
    return splitmix64(seed, number + 1)


def without_the_last_step(seed: int, number: int) -> int:
    z = splitmix64(seed, number)
    return z ^ z >> 31


def boards_are_those_of_the_reference(generator: Generator = generated) -> str:
    """Boards of small and large seeds, from small and large numbers on."""
    for seed in SEEDS:
        for first in NUMBERS:
            rows = generator(seed, first, SOME)
            for number, row in enumerate(rows.tolist(), start=first):
                squares = random_board(seed, number)
                success, neutral, failure = ([part * STEPS for part in three] for three in zip(*squares, strict=True))
                marked = [STEPS - part for part in neutral]
                if row != [*success, *neutral, *failure, *marked]:
                    raise Refuted(f"board {number} of seed {seed} is ({squares}), and twentieths {row}")
    return f"{len(SEEDS) * len(NUMBERS) * SOME} boards, {len(SEEDS)} seeds, numbers up to {NUMBERS[-1] + SOME - 1}"


def probabilities_are_uniform(generator: Generator = generated) -> str:
    """On each square separately: neutral is 1 to 6 twentieths, each equally often within sampling error, and given
    neutral, so is success from 6 twentieths to all of the rest."""
    rows = generator(0, 0, MANY).reshape(MANY, 4, 9)
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


def _success_first(xp: Any, z: Any) -> Any:
    return boards._mixed(xp, z).reshape(-1, 2)[:, ::-1].reshape(-1)


def _remainders(xp: Any, high: Any, possibilities: Any) -> Any:
    return (high % possibilities).astype(np.int64)


def _in_doubles(xp: Any, high: Any, possibilities: Any) -> Any:
    return np.rint(high / 2.0**32 * (possibilities - xp.uint64(1))).astype(np.int64)


success_is_drawn_first = with_globals(generated, _mixed=_success_first)
draws_are_remainders = with_globals(generated, _drawn=_remainders)
draws_are_rounded = with_globals(generated, _drawn=_in_doubles)
one_success_too_few = with_globals(generated, LEAST_SUCCESS=7)


def numbers_wrap_at_32_bits(seed: int, first: int, count: int) -> Any:
    return generated(seed, first % (1 << 32), count)


def seeds_have_63_bits(seed: int, first: int, count: int) -> Any:
    return generated(seed % (1 << 63), first, count)
