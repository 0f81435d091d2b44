"""The value of a settled position under both selection rules.

A *code* pair is ``opponent | self << 3``: the outcome codes under GOFF-SELECT-1 and GOFF-SELECT-2. A *record* is
``games << 6 | code pair``, with the number of games that can follow. Both are exact.
"""

from qttt.fast.answers import Ints
from qttt.fast.goff.board import PLACES, SQUARES, place, size
from qttt.fast.goff.count import GAMES, PLY_7, count_late
from qttt.fast.goff.count import WORK as COUNTS
from qttt.fast.goff.ends import find_ends
from qttt.fast.goff.forest import A, B, U, V
from qttt.fast.goff.index import Tables, dense, dense_7
from qttt.fast.goff.key import X7, field, plies
from qttt.fast.goff.late import value_ends, value_late, value_successor
from qttt.fast.goff.moves import CLOSING, NEXT, NO_SUCCESSOR, Work, expand, outcome_of, shift
from qttt.fast.goff.outcome import UNFINISHED, X_DOUBLE
from qttt.fast.goff.reading import Forbids
from qttt.fast.goff.three_trees import EARLY_MARKS, NO_TREE, Layout, can_close, tree_in_lane
from qttt.fast.jit import jitable
from qttt.fast.lanes import Rows, lanes_of, load, store, take

CODE = COUNTS
"""``+ p``: the code pair of the successor whose new mark is at place p."""
WORK = CODE + PLACES + 1


@jitable
def both(code: int) -> int:
    """The code pair of an outcome, the same under both rules."""
    return code | (code << 3)


@jitable
def choose(work: Work, x_to_move: bool) -> int:
    """The code pair of a position from those of its successors. Rules: GOFF-SELECT-1, GOFF-SELECT-2

    A mover who closes a cycle and selects gets the better of its two roots; if the opponent selects, the worse."""
    turned = 0 if x_to_move else both(X_DOUBLE)
    best1 = -1
    best2 = -1
    for v in range(SQUARES):
        on_v = abs(turned - work[CODE + place(v, v)])
        for u in range(v + 1):
            if (work[CLOSING + v] >> u) & 1:
                on_u = abs(turned - work[CODE + place(u, u)])
                best1 = max(best1, on_u >> 3, on_v >> 3)
                best2 = max(best2, min(on_u & 7, on_v & 7))
            elif u < v and work[CODE + place(u, v)] >= 0:
                joined = abs(turned - work[CODE + place(u, v)])
                best1 = max(best1, joined >> 3)
                best2 = max(best2, joined & 7)
    return abs(turned - (best2 | (best1 << 3)))


@jitable
def value_early(
    i: int, work: Work, keys: Ints, reading: int, tables: Tables, following: Ints, records: Ints, ended: int
) -> None:
    """Kernel: the record of a position of ply 0 to 5 from those of the next ply, in the order of its dense index.

    `ended` is what a position that is over counts as: 1 to count games, 0 to count sequences of a fixed length.
    """
    key = keys[i]
    over = expand(key, work, reading)
    if over != UNFINISHED:
        records[i] = (ended << 6) | both(over)
        return
    games = 0
    for p in range(1, PLACES + 1):
        work[CODE + p] = -1
    for v in range(SQUARES):
        ways = size(work[CLOSING + v])
        for u in range(v + 1):
            successor = work[NEXT + place(u, v)]
            if successor != NO_SUCCESSOR:
                record = following[dense(successor, tables)]
                work[CODE + place(u, v)] = record & 63
                games += (record >> 6) * (ways if u == v else 1)
    records[i] = (games << 6) | choose(work, plies(key) & 1 == 0)


@jitable
def value_ply_6(i: int, work: Rows, layout: Layout, forbids: Forbids, xs: Rows, os: Rows, records: Rows) -> None:
    """Kernel: the record of a position of ply 6 that is not over, given by its early marks (`load_early`). All
    positions have the same layout."""
    find_ends(work, layout, forbids, load(xs, i), load(os, i))
    codes = value_ends(work, layout, forbids)
    count_late(work, layout, forbids)
    store(records, i, (load(work, GAMES) << 6) | codes)


@jitable
def count_ply_6(i: int, work: Work, keys: Ints, reading: int, forbids: Forbids, records: Ints, further: int) -> None:
    """Kernel: how many sequences of `further` = 1, 2 or 3 plies follow a position of ply 6, as a record."""
    if outcome_of(keys[i], reading) != UNFINISHED:
        records[i] = 0
        return
    value_late(keys[i], work, reading, forbids)
    count_late(work, work, forbids)
    records[i] = work[PLY_7 + further - 1] << 6


@jitable
def mark_successors(i: int, work: Work, keys: Ints, reading: int, tables: Tables, seen: Ints) -> None:
    """Kernel: set the byte of each successor, in the dense index of the next ply."""
    if expand(keys[i], work, reading) == UNFINISHED:
        for p in range(1, PLACES + 1):
            if work[NEXT + p] != NO_SUCCESSOR:
                seen[dense(work[NEXT + p], tables)] = 1


@jitable
def after_x7(work: Rows, lane: int, key: int, root: int) -> int:
    """The key, not canonical, after X7 closes a cycle in the tree of a square and settles there, of the position in a
    lane. Rule: GOFF-COLLAPSE-3"""
    after = place(root, root) << shift(X7 + 1)
    for i in range(EARLY_MARKS):
        p = field(key, i)
        side = take(work, A + i, lane)
        if ((side | take(work, B + i, lane)) >> root) & 1:
            s = take(work, V + i, lane) if (side >> root) & 1 else take(work, U + i, lane)
            p = place(s, s)
        after |= p << (54 - 6 * i)
    return after


@jitable
def value_successors_of_ply_6(
    i: int,
    work: Rows,
    layout: Layout,
    forbids: Forbids,
    xs: Rows,
    os: Rows,
    keys: Ints,
    tables: Tables,
    seventh: Ints,
) -> None:
    """Kernel: for each successor of a position of ply 6 that is not over its code pair with bit 6 set, at its index of
    ply 7. The position is given as in `value_ply_6` and by its key."""
    find_ends(work, layout, forbids, load(xs, i), load(os, i))
    value_ends(work, layout, forbids)
    for lane in range(lanes_of(work)):
        if lanes_of(work) * i + lane < keys.shape[0]:
            key = keys[lanes_of(work) * i + lane]
            for v in range(SQUARES):
                for u in range(v + 1):
                    a = tree_in_lane(work, lane, u)
                    b = tree_in_lane(work, lane, v)
                    if max(a, b) == NO_TREE or (a == b and (u < v or not can_close(work, layout, forbids, lane, u))):
                        continue
                    successor = after_x7(work, lane, key, u) if u == v else key | (place(u, v) << shift(X7 + 1))
                    codes = value_successor(work, layout, lane, u, v)
                    seventh[dense_7(successor, tables)] = 64 | codes
