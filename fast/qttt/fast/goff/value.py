"""The value of a settled position under both selection rules.

A *code* pair is ``opponent | self << 3``: the outcome codes under GOFF-SELECT-1 and GOFF-SELECT-2. A *record* is
``games << 6 | code pair``, with the number of games that can follow. Both are exact.
"""

from qttt.fast.answers import Ints
from qttt.fast.goff.board import SQUARES, size
from qttt.fast.goff.count import GAMES, PLY_7, count_late
from qttt.fast.goff.ends import find_ends
from qttt.fast.goff.late import value_ends, value_late
from qttt.fast.goff.links import CLOSES, JOINED, JOINS, OVER, SETTLED
from qttt.fast.goff.moves import Work, outcome_of
from qttt.fast.goff.outcome import UNFINISHED, X_DOUBLE
from qttt.fast.goff.reading import Forbids
from qttt.fast.goff.three_trees import Layout
from qttt.fast.jit import jitable
from qttt.fast.lanes import Rows, load, store


@jitable
def both(code: int) -> int:
    """The code pair of an outcome, the same under both rules."""
    return code | (code << 3)


@jitable
def value_early(i: int, work: Work, links: Ints, following: Ints, records: Ints, ended: int, x_moves: bool) -> None:
    """Kernel: the record of a position of ply 0 to 5 from its links, and the records of the next ply by their
    indices. Rules: GOFF-SELECT-1, GOFF-SELECT-2

    A mover who closes a cycle and selects gets the better of its two roots; if the opponent selects, the worse.
    `ended` is what a position that is over counts as: 1 to count games, 0 to count sequences of a fixed length.
    """
    over = links[i, OVER]
    if over != UNFINISHED:
        records[i] = (ended << 6) | both(over)
        return
    turned = 0 if x_moves else both(X_DOUBLE)
    games = 0
    best1 = -1
    best2 = -1
    for n in range(links[i, JOINS]):
        record = following[links[i, JOINED + n]]
        games += record >> 6
        codes = abs(turned - (record & 63))
        best1 = max(best1, codes >> 3)
        best2 = max(best2, codes & 7)
    for v in range(SQUARES):
        closes = links[i, CLOSES + v]
        if closes:
            record = following[links[i, SETTLED + v]]
            games += (record >> 6) * size(closes)
            codes = abs(turned - (record & 63))
            best1 = max(best1, codes >> 3)
            work[v] = codes & 7
            for u in range(v + 1):
                if (closes >> u) & 1:
                    best2 = max(best2, min(work[u], work[v]))
    records[i] = (games << 6) | abs(turned - (best2 | (best1 << 3)))


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
