"""The heuristic of Wong (2023, Section 3.4), of all positions at once."""

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Array, Device, Kernel, Work
from qttt.fast.jit import jitable
from qttt.fast.tiqtaqtoe.boards import LINE_MASKS, O_MASK, X_MASK
from qttt.fast.tiqtaqtoe.graph import GROUPS, WIDTHS, Graph, Level
from qttt.fast.tiqtaqtoe.moves import Rows
from qttt.fast.tiqtaqtoe.values import SCALE

MOST_PROMISED = 8 * 50
"""As much as the heuristic can promise on no board: eight complete lines. So a won game that is worth this is worth
more than any promise."""


def estimates(device: Device, graph: Graph) -> Ints:
    """int32 ``[node]``: what each position promises, times `SCALE`; ended games are evaluated like any other."""
    levels = [level.on(device.xp.asarray) for level in graph.levels]
    return np.concatenate([device.to_host(_evaluated(device, level))[:, 0] for level in levels])


def heuristic(x: int, o: int) -> int:
    """What a line with `x` marks of X and `o` marks of O adds to the evaluation of a board."""
    match x, o:
        case 2, 0:
            return 25
        case 0, 2:
            return -25
        case 2, _:
            return 5
        case _, 2:
            return -5
    return 50 * (x // 3 - o // 3)


def _evaluations() -> Ints:
    worth = np.zeros(len(X_MASK), np.int32)
    table = np.array([[heuristic(x, o) for o in range(4)] for x in range(4)])
    for line in LINE_MASKS:
        worth += table[np.bitwise_count(X_MASK & line), np.bitwise_count(O_MASK & line)]
    return worth


EVALUATIONS = _evaluations()
"""``[code]``: the evaluation of a board."""


@jitable
def evaluate(i: int, work: Work, rows: Rows, evaluations: Rows, values: Rows) -> None:
    """Kernel: the sum of the evaluations of the boards of row i."""
    total = 0
    for j in range(rows.shape[1]):
        total += evaluations[rows[i, j]]
    values[i, 0] = total


EVALUATE = Kernel(evaluate, 1)


def _evaluated(device: Device, level: Level) -> Array:
    """The mean evaluation of every node of a level, times `SCALE`."""
    xp = device.xp
    values = xp.empty((len(level.kinds), 1), np.int32)
    evaluations = xp.asarray(EVALUATIONS)
    for group in range(GROUPS):
        sums = values[level.span(group)]
        device.launch(EVALUATE, len(sums), level.rows(group), evaluations, sums)
        sums *= int(SCALE // WIDTHS[group])
    return values
