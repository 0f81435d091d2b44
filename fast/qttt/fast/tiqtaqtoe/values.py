"""The kernels that value a level from the next one, and the pass over all levels. Values are ``[node, lane]``."""

from collections.abc import Sequence

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Array, Device, Kernel, Work
from qttt.fast.jit import jitable
from qttt.fast.tiqtaqtoe.boards import SQUARES
from qttt.fast.tiqtaqtoe.graph import MEASURED, Level
from qttt.fast.tiqtaqtoe.moves import Rows
from qttt.fast.tiqtaqtoe.setting import BOTH, KINDS, MEASUREMENT, O_WON, X_WON, Setting, score_of_both

SCALE = 1 << SQUARES
"""What exact numbers are multiplied by to be integers (lemma `denominators`)."""


LEAST, MOST = range(2)
"""What a decision is worth: the least or the most of what its moves lead to."""


@jitable
def value_decision(i: int, work: Work, first: Rows, links: Rows, following: Rows, how: int, values: Rows) -> None:
    """Kernel: the value of decision i from those of the next level. Rule: TIQ-VALUE-1"""
    count = first[i + 1] - first[i]
    if count == 0:
        return
    for lane in range(values.shape[1]):
        value = following[links[first[i]], lane]
        for move in range(first[i] + 1, first[i + 1]):
            other = following[links[move], lane]
            value = max(value, other) if how == MOST else min(value, other)
        values[i, lane] = value


@jitable
def sum_of_results(i: int, work: Work, rows: Rows, kinds: Rows, results: Rows, worth: Rows, values: Rows) -> None:
    """Kernel: the sum over the boards that measuring row i can find, if a measurement is due there."""
    if kinds[i] != MEASUREMENT:
        return
    for lane in range(values.shape[1]):
        total = worth[results[rows[i, 0]], lane]
        for j in range(1, rows.shape[1]):
            total += worth[results[rows[i, j]], lane]
        values[i, lane] = total


VALUE_DECISION = Kernel(value_decision, 1)
SUM_OF_RESULTS = Kernel(sum_of_results, 1)


def valued(device: Device, level: Level, following: Array | None, how: int, base: Array) -> Array:
    """The values of a level, whose arrays are the device's: of decisions from those of the next level, of
    measurements as means of what they find, of all else those of `base`."""
    xp = device.xp
    values = base.copy()
    if following is not None:
        device.launch(VALUE_DECISION, len(values), level.first, level.links, following, how, values)
    results = level.results(xp)
    for group in range(1, MEASURED):
        span = level.span(group)
        kinds, sums = level.kinds[span], values[span]
        device.launch(SUM_OF_RESULTS, len(sums), level.rows(group), kinds, results, values, sums)
        sums[xp.flatnonzero(kinds == MEASUREMENT)] //= 1 << group
    return values


def worth_of_ends(settings: Sequence[Setting], made: int) -> Ints:
    """``[kind, setting]``: the value of an ended game after `made` moves, 0 for all else. Rule: TIQ-SCORE-1"""
    worth = np.zeros((KINDS, len(settings)), np.int32)
    worth[X_WON], worth[O_WON] = SCALE, -SCALE
    worth[BOTH] = [SCALE * score_of_both(setting, made) for setting in settings]
    return worth
