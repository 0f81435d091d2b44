"""Boards of probabilities in double precision, given or drawn at random."""

from collections.abc import Sequence
from fractions import Fraction
from types import ModuleType

import numpy as np

from qttt.fast.answers import Floats
from qttt.fast.backend import Array
from qttt.fast.batch import GAMMA, split_mix
from qttt.fast.probabilistic.positions import SQUARES
from qttt.fast.probabilistic.value import GIVEN

Probabilities = Sequence[tuple[Fraction, Fraction, Fraction]]
"""Of nine squares: success, neutral, failure."""

SMALLEST = Fraction(1, 1 << 500)
"""The least probability of a mark, success and failure together, except 0: products stay in the range of doubles."""

STEP, STEPS = 5, 20
"""Random probabilities are multiples of 5 percent, a twentieth."""
NEUTRALS, LEAST_SUCCESS = 6, 6
"""Neutral is 1 to 6 twentieths, success at least 6. Rule: PROB-RANDOM-1"""
LEAST_FAILURE = {"abraham-2024": 0, "sun-2024": 1}
"""The least failure that each generator draws, in twentieths. Rules: PROB-RANDOM-1, PROB-RANDOM-2"""


def rows_of(boards: Sequence[Probabilities]) -> Floats:
    """The rows of some boards ``[board, GIVEN]``, each number rounded once.

    Raises ValueError unless there are nine squares, and for a mark's probability between 0 and `SMALLEST`,
    naming board and square from 1. Not checked: that the numbers are probabilities and add up to 1."""
    rows = np.empty((len(boards), GIVEN))
    for number, board in enumerate(boards):
        row = [0.0] * GIVEN
        if len(board) != SQUARES:
            raise ValueError(f"board {number + 1}: {len(board)} squares, expected {SQUARES}")
        for square, (success, neutral, failure) in enumerate(board):
            (s, t), (n, v), (f, u) = (part.as_integer_ratio() for part in (success, neutral, failure))
            mark, whole = s * u + f * t, t * u
            if 0 < mark * SMALLEST.denominator < whole:
                raise ValueError(
                    f"board {number + 1}, square {square + 1}: success and failure are together less than 2^-500, "
                    "too little for double precision"
                )
            row[square::SQUARES] = s / t, n / v, f / u, mark / whole
        rows[number] = row
    return rows


def generate(seed: int, first: int, count: int, xp: ModuleType = np, generator: str = "abraham-2024") -> Array:
    """The random boards number `first` to `first` + `count` - 1 of a seed and a generator of `LEAST_FAILURE`, as
    twentieths: int64 ``[board, 4 parts * 9 squares]`` in the order of `rows_of`, whose numbers they are after division
    by 20.

    Raises ValueError for a seed or a number that does not fit into 64 bits. Rules: PROB-RANDOM-1, PROB-RANDOM-2"""
    if not (0 <= seed < 1 << 64 and first >= 0 and 2 * SQUARES * (first + count) < 1 << 64):
        raise ValueError(f"seed {seed}, boards {first} to {first + count}: expected numbers of less than 64 bits")
    draws = xp.arange(2 * SQUARES * first, 2 * SQUARES * (first + count), dtype=xp.uint64) + xp.uint64(1)
    high = (split_mix(xp, xp.uint64(seed) + draws * xp.uint64(GAMMA)) >> xp.uint64(32)).reshape(count, SQUARES, 2)
    neutral = 1 + _drawn(xp, high[:, :, 0], xp.uint64(NEUTRALS))
    success = LEAST_SUCCESS + _drawn(
        xp, high[:, :, 1], (STEPS - LEAST_SUCCESS + 1 - LEAST_FAILURE[generator] - neutral).astype(xp.uint64)
    )
    return xp.concatenate([success, neutral, STEPS - success - neutral, STEPS - neutral], axis=1)


def _drawn(xp: ModuleType, high: Array, possibilities: Array) -> Array:
    return ((high * possibilities) >> xp.uint64(32)).astype(xp.int64)
