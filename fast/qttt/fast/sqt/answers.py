"""SQT in batches: the values of positions, of all their actions, and the best actions."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from qttt.fast.answers import ILLEGAL
from qttt.fast.goff.answers import World, WorldAnswers, answering
from qttt.fast.goff.board import PLACE_SQUARES, PLACES
from qttt.fast.goff.index import whole
from qttt.fast.goff.moves import NEXT, NO_SUCCESSOR, Work
from qttt.fast.jit import jitable
from qttt.fast.sqt.lanes import Lanes
from qttt.fast.sqt.late import FIRST_POOL, FRONT_BITS, POOL_BITS, SECOND_POOL, WORK, choice_at, choices
from qttt.fast.sqt.offers import FLAT_POOL_WITH
from qttt.fast.sqt.setting import COLLAPSES, UNIT, Setting

PAIRS = 1 << 6
"""Code pairs of Goff's game: of a position of ply 8, X's second best outcome, and the best one times 8."""


@jitable
def value_successors_of_ply_6(key: int, work: Work, worths: Work, world: World) -> None:
    """Write what each successor of a settled position of ply 6 is worth: what O leaves of a choice."""
    fronts, pools, table = world[4]
    choices(key, work, table)
    for p in range(1, PLACES + 1):
        if work[NEXT + p] != NO_SUCCESSOR:
            choice = choice_at(work, work, 0, PLACE_SQUARES[p, 0], PLACE_SQUARES[p, 1])
            one = pools[(choice >> FIRST_POOL) & POOL_BITS]
            other = pools[(choice >> SECOND_POOL) & POOL_BITS]
            worths[p] = min(fronts[choice & FRONT_BITS], one, other) * world[7] * world[7]


KERNEL = answering(value_successors_of_ply_6, WORK)


def answers(setting: Setting, keys: Sequence[Any] = (), table: Any = None, rows: Any = ()) -> WorldAnswers:
    """Answers in a setting.

    `keys` are those of the stored plies. `table` has for each place of `index.whole` the number of a row, counted from
    1, or 0 where no position is, and `rows` (int64) what the positions of each row are worth. Without them the answers
    are about settled positions of plies 7 to 9 only."""
    d, j = setting.q.denominator, setting.q.numerator
    lanes = Lanes.of([setting])
    fronts, pools = (np.ascontiguousarray(lane[:, 0], np.int64) for lane in (lanes.fronts, lanes.pools))
    late = (fronts, pools, FLAT_POOL_WITH)
    worth = np.array([*setting.scores, 0, 0], np.int64) // UNIT
    second, best = worth[np.arange(PAIRS) & 7], worth[np.arange(PAIRS) >> 3]
    offered = (best * (d - j) + second * j) * d ** (COLLAPSES - 1)
    levels = np.insert(np.asarray(rows, np.int64), 0, ILLEGAL)
    at = whole()
    if table is None:
        table = np.zeros(at.size, np.int32)
    world = World(table, levels, at.tables, offered, late, j, j, d, players_select=0)
    return WorldAnswers("sqt-1.0", KERNEL, world, (*keys,), setting.scale)
