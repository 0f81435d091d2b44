"""The value of a settled position under both selection rules, and how many games can follow.

A *code* pair is ``opponent | self << 3``: the outcome codes under GOFF-SELECT-1 and GOFF-SELECT-2. A *record* is
``games << 6 | code pair``, with the number of games that can follow. Both are exact.

From ply 6 games are counted on the masks of `ends`. A *sequence* counts each selection as a choice, so a cycle closed
in a component of k squares makes k (k - 1) sequences: every root comes from k - 1 pairs; where pairs are forbidden,
from as many fewer as marks join it to others. Sequences that ended earlier are not part of a later ply."""

from qttt.fast.answers import Ints
from qttt.fast.goff.board import SQUARES, size
from qttt.fast.goff.ends import OVER_7, OVER_8, OVER_8_SPOOKY, find_ends
from qttt.fast.goff.index import CLOSES, JOINED, JOINS, OVER, SETTLED
from qttt.fast.goff.late import WORK as LATE
from qttt.fast.goff.late import value_ends, value_late
from qttt.fast.goff.moves import Work, outcome_of
from qttt.fast.goff.outcome import DRAWN, UNFINISHED, X_DOUBLE, Forbids
from qttt.fast.goff.three_trees import FULL, NUMBERS, ORIGIN, READING, SIZE, TREES, WAYS, WAYS_BITS, Layout
from qttt.fast.jit import jitable
from qttt.fast.lanes import Number, Rows, load, number, store, take

PLY_7, PLY_8, PLY_9, GAMES = range(LATE, LATE + 4)
"""``work[...]``: sequences of one, two and three more plies, and games that end, now or later."""
WORK = LATE + 4


@jitable
def pair_of(code: int) -> int:
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
        records[i] = (ended << 6) | pair_of(over)
        return
    turned = 0 if x_moves else pair_of(X_DOUBLE)
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
def bits(mask: Number) -> Number:
    """How many bits below bit 32 a mask has."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return ((mask * 0x01010101) >> 24) & 63


@jitable
def cycles(squares: int, forbids: Forbids) -> int:
    """Sequences of one ply that close a cycle in a tree, the selection included."""
    return (squares - 1) * (squares - 2 if len(forbids) else squares)


@jitable
def last_cycles(squares: int, layout: Layout, forbids: Forbids) -> int:
    """The same at ply 9, where the last square may be taken by itself: Rule GOFF-FINAL-1."""
    if squares == 1:
        return 0 if layout[READING] & DRAWN else 1
    return cycles(squares, forbids)


@jitable
def closing(work: Rows, layout: Layout, forbids: Forbids, mask: Number, i: int) -> Number:
    """The sequences of one ply that close a cycle in tree i and settle on a root in the mask, read in one part."""
    if not len(forbids):
        return (layout[SIZE + i] - 1) * bits(mask)
    count = number(work, 0)
    for n in range(WAYS_BITS):
        count += bits(mask & load(work, WAYS + WAYS_BITS * i + n)) << n
    return count


@jitable
def closing_both(work: Rows, layout: Layout, forbids: Forbids, mask: Number, i: int, j: int) -> Number:
    """The same for a ply in tree i and one in tree j."""
    if not len(forbids):
        return ((layout[SIZE + i] - 1) * (layout[SIZE + j] - 1)) * bits(mask)
    count = number(work, 0)
    for n in range(WAYS_BITS):
        count += closing(work, layout, forbids, mask & load(work, WAYS + WAYS_BITS * i + n), j) << n
    return count


@jitable
def closing_joined(work: Rows, layout: Layout, forbids: Forbids, mask: Number, i: int, j: int) -> Number:
    """The same in tree i after a mark joined any of its roots to any of tree j; what is in the mask does not depend on
    the root of i that the mark joins."""
    a = layout[SIZE + i]
    pairs = a * layout[SIZE + j]
    return a * closing(work, layout, forbids, mask, i) + (pairs - 1 if len(forbids) else pairs) * bits(mask)


@jitable
def count_late(work: Rows, layout: Layout, forbids: Forbids) -> None:
    """Write the four counts from what `write_ends` left, for a position that is not over."""
    full = layout[FULL]
    squares = layout[SIZE] + layout[SIZE + 1] + layout[SIZE + 2]
    ply_7 = 0
    ply_8 = number(work, 0)
    ply_9 = number(work, 0)
    ended = number(work, 0)
    for i in range(TREES):
        j = (i + 1) % 3
        k = (i + 2) % 3
        a = layout[SIZE + i]
        b = layout[SIZE + j]
        c = layout[SIZE + k]
        in_b = last_cycles(b, layout, forbids)
        in_c = last_cycles(c, layout, forbids)
        in_ab = last_cycles(a + b, layout, forbids)
        in_bc = last_cycles(b + c, layout, forbids)
        # X7 settles in tree i
        ply_7 += cycles(a, forbids)
        over_7 = load(work, OVER_7 + i) & full
        over = closing(work, layout, forbids, over_7 & layout[ORIGIN + j] & layout[ORIGIN + k], i)
        over_j = closing_both(
            work, layout, forbids, load(work, OVER_8 + 3 * i + j) & ~over_7 & layout[ORIGIN + k], i, j
        )
        over_k = closing_both(
            work, layout, forbids, load(work, OVER_8 + 3 * i + k) & ~over_7 & layout[ORIGIN + j], i, k
        )
        going = cycles(a, forbids) - over
        going_j = going * cycles(b, forbids) - over_j
        going_k = going * cycles(c, forbids) - over_k
        ended += over + over_j + over_k
        ply_8 += going * (cycles(b, forbids) + cycles(c, forbids) + b * c)
        ply_9 += going_j * in_c + going_k * in_b + going * (b * c * in_bc)
        if in_c == 0:
            ended += going_j
        if in_b == 0:
            ended += going_k
        if in_bc == 0:
            ended += going * (b * c)
        # X7 joins trees i and j
        ply_7 += a * b
        over_i = closing_joined(work, layout, forbids, load(work, OVER_8 + 3 * j + i) & layout[ORIGIN + k] & full, i, j)
        over_j = closing_joined(work, layout, forbids, load(work, OVER_8 + 3 * i + j) & layout[ORIGIN + k] & full, j, i)
        over_k = load(work, OVER_8_SPOOKY + k) & layout[ORIGIN + i] & layout[ORIGIN + j]
        over_k = a * b * closing(work, layout, forbids, over_k, k)
        going_ij = a * b * cycles(a + b, forbids) - over_i - over_j
        going_k = a * b * cycles(c, forbids) - over_k
        ended += over_i + over_j + over_k
        ply_8 += a * b * (cycles(a + b, forbids) + cycles(c, forbids) + (a + b) * c)
        ply_9 += going_ij * in_c + going_k * in_ab
        ply_9 += a * b * (a + b) * c * last_cycles(squares, layout, forbids)
        if in_c == 0:
            ended += going_ij
        if in_ab == 0:
            ended += going_k
    store(work, PLY_7, number(work, ply_7))
    store(work, PLY_8, ply_8)
    store(work, PLY_9, ply_9)
    store(work, GAMES, ended + ply_9)


@jitable
def value_ply_6(
    i: int, work: Rows, layouts: Ints, shapes: Rows, forbids: Forbids, xs: Rows, os: Rows, records: Rows
) -> None:
    """Kernel: the record of a position of ply 6, given by the number of its shape (`find_shape`) and its early marks
    (`load_early`). A batch has positions of one shape, whose layout `layouts` has, or positions that are over."""
    shape = take(shapes, i, 0)
    if shape < NUMBERS[0]:
        store(records, i, (1 << 6) | pair_of(load(shapes, i)))
        return
    layout = layouts[shape]
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
