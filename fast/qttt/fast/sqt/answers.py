"""SQT in batches: the values of positions, of all their actions, and the best actions; and what follows positions: the
successors, and at ply 6 the choices after each of them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from qttt.fast.answers import ILLEGAL, Ints
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.goff.answers import World, WorldAnswers, answer_kernel
from qttt.fast.goff.board import PLACE_SQUARES, PLACES, SQUARES
from qttt.fast.goff.ends import write_ends
from qttt.fast.goff.index import whole
from qttt.fast.goff.moves import NEXT, NO_SUCCESSOR, SPAN, Work, expand
from qttt.fast.goff.moves import WORK as MOVES
from qttt.fast.goff.outcome import FIRST_READING, FORBIDDEN, UNFINISHED
from qttt.fast.goff.position import X7, canonical, load_key, plies
from qttt.fast.goff.three_trees import grow_trees, place_early_marks, slot_in_lane
from qttt.fast.jit import jitable
from qttt.fast.sqt.lanes import Lanes, Left, Ranked
from qttt.fast.sqt.late import FLAT_POOL_WITH, WORK, choice_at, choices
from qttt.fast.sqt.pairs import WORK as PAIRS_WORK
from qttt.fast.sqt.pairs import find_best, find_codes, find_joined, worth_after
from qttt.fast.sqt.setting import COLLAPSES, UNIT, Setting
from qttt.fast.sqt.value import left_of

MANY = 1 << 12
"""The positions that are expanded before anything is compiled: Python takes two milliseconds for each."""
PAIRS = 1 << 6
"""Code pairs of Goff's game: of a position of ply 8, X's second best outcome, and the best one times 8."""


@jitable
def value_successors_of_ply_6(key: int, work: Work, worths: Work, world: World[Lanes[Left]]) -> None:
    """Write what each successor of a settled position of ply 6 is worth: what O leaves of a choice."""
    left = world.lanes.late
    choices(key, work, left.pool_with, world.reading)
    for p in range(1, PLACES + 1):
        if work[NEXT + p] != NO_SUCCESSOR:
            choice = choice_at(work, work, 0, PLACE_SQUARES[p, 0], PLACE_SQUARES[p, 1])
            worths[p] = left_of(choice, 0, left) * world.d * world.d


@jitable
def value_successors_by_pairs(key: int, work: Work, worths: Work, world: World[Lanes[Ranked]]) -> None:
    """The same where pairs are forbidden."""
    grow_trees(work, load_key(key, work), world.reading, ())
    place_early_marks(work, work)
    write_ends(work, work)
    find_joined(work, work, 0)
    find_codes(work, work, 0)
    find_best(work, work, 0, world.lanes.late.ranks, 0)
    for p in range(1, PLACES + 1):
        if work[NEXT + p] != NO_SUCCESSOR:
            a = slot_in_lane(work, work, 0, PLACE_SQUARES[p, 0])
            b = slot_in_lane(work, work, 0, PLACE_SQUARES[p, 1])
            worths[p] = worth_after(work, work, 0, a, b, world.lanes, 0) * world.d * world.d


KERNEL = answer_kernel(value_successors_of_ply_6, WORK)
BY_PAIRS = answer_kernel(value_successors_by_pairs, PAIRS_WORK)


def answers(
    setting: Setting, keys: Sequence[Ints] = (), table: Ints | None = None, rows: ArrayLike = ()
) -> WorldAnswers:
    """Answers in a setting.

    `keys` are those of the stored plies. `table` has for each place of `index.whole` the number of a row, counted from
    1, or 0 where no position is, and `rows` (int64) what the positions of each row are worth. Without them the answers
    are about settled positions of plies 7 to 9 only."""
    d, j = setting.q.denominator, setting.q.numerator
    lanes = Lanes.of([setting], narrow=False)
    kernel = BY_PAIRS if setting.reading & FORBIDDEN else KERNEL
    worth = np.array([*setting.scores, 0, 0], np.int64) // UNIT
    second, best = worth[np.arange(PAIRS) & 7], worth[np.arange(PAIRS) >> 3]
    offered = (best * (d - j) + second * j) * d ** (COLLAPSES - 1)
    levels = np.insert(np.asarray(rows, np.int64), 0, ILLEGAL)
    at = whole()
    if table is None:
        table = np.zeros(at.size, np.int32)
    world = World(
        table, levels, at.tables, offered, lanes, j, j, d, players_select=0, reading=setting.reading, forbids=()
    )
    return WorldAnswers("sqt-1.1", kernel, world, (*keys,), setting.scale)


@jitable
def successors(i: int, work: Work, keys: Ints, table: Ints, over: Ints, spans: Ints, following: Ints) -> None:
    """Kernel: the outcome code of a settled position; unless it is over, the mask of the component of each square (0 if
    it is definite), and by place the canonical key of each successor, after ply 6 the choice, -1 for none. A choice is
    there also after an X7 settled on a tree of one square (see `late.choices`, as for `table`)."""
    over[i] = expand(keys[i], work, FIRST_READING)
    if over[i] != UNFINISHED:
        return
    late = plies(keys[i]) == X7
    rest = work[MOVES:]
    if late:
        choices(keys[i], rest, table, FIRST_READING)
    for s in range(SQUARES):
        spans[i, s] = work[SPAN + s]
    for p in range(PLACES + 1):
        u = PLACE_SQUARES[p, 0]
        v = PLACE_SQUARES[p, 1]
        following[i, p] = NO_SUCCESSOR
        if not late and work[NEXT + p] != NO_SUCCESSOR:
            following[i, p] = canonical(work[NEXT + p])
        elif late and p > 0 and work[SPAN + u] and work[SPAN + v] and (u == v or not (work[SPAN + v] >> u) & 1):
            following[i, p] = choice_at(rest, rest, 0, u, v)


SUCCESSORS = Kernel(successors, MOVES + WORK, interpreted=MANY)


def expand_all(keys: Sequence[int] | Ints) -> tuple[Ints, Ints, Ints]:
    """What `successors` writes for settled positions."""
    keys = np.asarray(keys, np.int64)
    over = np.empty(len(keys), np.int64)
    squares, places = np.empty((len(keys), SQUARES), np.int64), np.empty((len(keys), PLACES + 1), np.int64)
    Cpu().launch(SUCCESSORS, len(keys), keys, FLAT_POOL_WITH, over, squares, places)
    return over, squares, places
