"""Probabilistic tic-tac-toe in batches.

Actions 0 to 8 name a square; the results of chance, 9 to 11, are success, neutral and failure. A setting is
a `Setting`."""

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Work
from qttt.fast.batch import CHANCE, OVER, Rules
from qttt.fast.jit import jitable
from qttt.fast.probabilistic.answers import NAMED_BITS, TURN_BIT
from qttt.fast.probabilistic.boards import Probabilities
from qttt.fast.probabilistic.positions import EMPTY, GOES_ON, O_WON, PLACE, ROW, SQUARES, X_WON, O, X

CODE, TURN, NAMED, NUMBERS = range(4)
"""The marks; 0 if X is to act or has named a square, 1 if O; the square that is named, from 1, or 0."""
RESULTS = 3
BITS = 60
"""Of a random number."""

X_PLANE, O_PLANE, NAMED_PLANE, TURN_PLANE, PLANES = range(5)


class Setting(NamedTuple):
    """The thresholds of a board; by the code of the marks whether play goes on, and how it has ended; ``[square,
    result]``: whether the result can happen; and the player who begins, 0 if X and 1 if O."""

    thresholds: Ints
    goes_on: Ints
    ends: Ints
    possible: Ints
    begins: int


def setting_of(board: Probabilities, end: str = "full", first: int = 0) -> Setting:
    """The setting of a board under the switch `end`, which the player `first` begins."""
    possible = np.array([[number > 0 for number in row] for row in board])
    return Setting(thresholds(board), GOES_ON[end], ROW, possible, first)


def thresholds(board: Probabilities) -> Ints:
    """int64 ``[square, result]``: a random number of 60 bits below it, and not below those before it, has this result.

    A result has its probability to within 2**-60, and one of probability 0 never comes."""
    sums = [(s, s + n, Fraction(1)) for s, n, _ in board]
    return np.array([[int(number * (1 << BITS)) for number in row] for row in sums], np.int64)


@jitable
def begin(state: Work, setting: Setting) -> None:
    """The start position. Rule: PROB-FIRST-1"""
    for k in range(NUMBERS):
        state[k] = 0
    state[TURN] = setting.begins


@jitable
def digit(state: Work, square: int) -> int:
    """The mark on a square."""
    return int(state[CODE] // PLACE[square] % 3)


@jitable
def play(state: Work, work: Work, action: int, setting: Setting) -> None:
    """Name a square, or let the named one have its result. Rules: PROB-MOVE-1, PROB-OUTCOME-1, PROB-TURN-1"""
    if action < SQUARES:
        state[NAMED] = action + 1
        return
    mover = O if state[TURN] else X
    result = action - SQUARES
    if result != 1:
        state[CODE] += (mover if result == 0 else X + O - mover) * PLACE[state[NAMED] - 1]
    state[NAMED] = 0
    state[TURN] = 1 - state[TURN]


@jitable
def actor(state: Work, setting: Setting) -> int:
    """Who acts. Rules: PROB-TURN-1, PROB-END-1, PROB-END-2, PROB-END-4"""
    if not setting.goes_on[state[CODE]]:
        return OVER
    return CHANCE if state[NAMED] else state[TURN]


@jitable
def draw(state: Work, setting: Setting, bits: int) -> int:
    """The result of the named square. Rule: PROB-OUTCOME-1"""
    number = bits & ((1 << BITS) - 1)
    square = state[NAMED] - 1
    if number < setting.thresholds[square, 0]:
        return SQUARES
    return SQUARES + 1 if number < setting.thresholds[square, 1] else SQUARES + 2


@jitable
def score(state: Work, setting: Setting) -> int:
    """Twice what the ended game is worth to X. Rule: PROB-SCORE-1"""
    row = setting.ends[state[CODE]]
    return 2 if row == X_WON else 0 if row == O_WON else 1


@jitable
def find_legal(state: Work, setting: Setting, legal: Work) -> None:
    """The legal actions; of the results those that can happen. Rules: PROB-MOVE-1, PROB-OUTCOME-1"""
    named = state[NAMED]
    if named == 0:
        for s in range(SQUARES):
            legal[s] = digit(state, s) == EMPTY
        return
    for result in range(RESULTS):
        legal[SQUARES + result] = setting.possible[named - 1, result]


@jitable
def look_at_planes(state: Work, work: Work, setting: Setting, legal: Work, seen: Work) -> None:
    """See `PLANE_RULES`."""
    find_legal(state, setting, legal)
    for s in range(SQUARES):
        seen[SQUARES * X_PLANE + s] = digit(state, s) == X
        seen[SQUARES * O_PLANE + s] = digit(state, s) == O
        seen[SQUARES * NAMED_PLANE + s] = state[NAMED] == s + 1
        seen[SQUARES * TURN_PLANE + s] = state[TURN]


@jitable
def look_at_key(state: Work, work: Work, setting: Setting, legal: Work, seen: Work) -> None:
    """See `KEY_RULES`."""
    find_legal(state, setting, legal)
    seen[0] = state[CODE] | state[TURN] << TURN_BIT | state[NAMED] << NAMED_BITS


HALF = Fraction(1, 2)
PLANE_RULES = Rules(
    NUMBERS, 1, SQUARES, RESULTS, (PLANES, SQUARES), np.uint8, begin, play, actor, draw, score, look_at_planes, HALF
)
"""Planes of the nine squares: X's marks, O's marks, the named square, and all 1 if O acts or has named it."""
KEY_RULES = replace(PLANE_RULES, shape=(1,), dtype=np.int64, look=look_at_key)
"""The key of the position (see `qttt.fast.probabilistic.answers`)."""
OBSERVED = {"planes": PLANE_RULES, "key": KEY_RULES}
"""The rules for each observation."""
