"""How many ways a game can continue from a settled position of ply 6, counted on the masks of `ends`.

A *sequence* counts each selection as a choice, so a cycle closed in a component of k squares makes k (k - 1)
sequences: every root comes from k - 1 pairs; where pairs are forbidden, from as many fewer as marks join it to others.
Sequences that ended earlier are not part of a later ply."""

from qttt.fast.goff.ends import OVER_7, OVER_8, OVER_8_SPOOKY
from qttt.fast.goff.late import WORK as LATE
from qttt.fast.goff.reading import DRAWN, Forbids
from qttt.fast.goff.three_trees import FULL, ORIGIN, READING, SIZE, TREES, WAYS, WAYS_BITS, Layout
from qttt.fast.jit import jitable
from qttt.fast.lanes import Number, Rows, load, number, store

PLY_7, PLY_8, PLY_9, GAMES = range(LATE, LATE + 4)
"""``work[...]``: sequences of one, two and three more plies, and games that end, now or later."""
WORK = LATE + 4


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
