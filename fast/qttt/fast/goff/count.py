"""How many ways a game can continue from a settled position of ply 6, counted on the masks of `ends`.

A *sequence* counts each selection as a choice, so a cycle closed in a component of k squares makes k (k - 1)
sequences: every root comes from k - 1 pairs. Sequences that ended earlier are not part of a later ply."""

from qttt.fast.goff.ends import OVER_7, OVER_8, OVER_8_SPOOKY
from qttt.fast.goff.late import WORK as LATE
from qttt.fast.goff.three_trees import FULL, ORIGIN, SIZE, TREES, Layout
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
def cycles(squares: int) -> int:
    """Sequences of one ply inside a component, its selection included; the last square by itself: GOFF-FINAL-1."""
    return squares * (squares - 1) if squares > 1 else 1


@jitable
def count_late(work: Rows, layout: Layout) -> None:
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
        # X7 settles in tree i
        ply_7 += a * (a - 1)
        over_7 = load(work, OVER_7 + i) & full
        over = bits(over_7 & layout[ORIGIN + j] & layout[ORIGIN + k])
        going = a - over
        over_j = bits(load(work, OVER_8 + 3 * i + j) & ~over_7 & layout[ORIGIN + k])
        over_k = bits(load(work, OVER_8 + 3 * i + k) & ~over_7 & layout[ORIGIN + j])
        ended += (a - 1) * (over + (b - 1) * over_j + (c - 1) * over_k)
        ply_8 += (a - 1) * going * (b * (b - 1) + c * (c - 1) + b * c)
        ply_9 += (a - 1) * ((b - 1) * (going * b - over_j) * cycles(c) + (c - 1) * (going * c - over_k) * cycles(b))
        ply_9 += (a - 1) * going * b * c * cycles(b + c)
        # X7 joins trees i and j
        ply_7 += a * b
        joined = a + b
        over_i = a * bits(load(work, OVER_8 + 3 * j + i) & layout[ORIGIN + k] & full)
        over_j = b * bits(load(work, OVER_8 + 3 * i + j) & layout[ORIGIN + k] & full)
        over_k = bits(load(work, OVER_8_SPOOKY + k) & layout[ORIGIN + i] & layout[ORIGIN + j])
        ended += (joined - 1) * (over_i + over_j) + a * b * (c - 1) * over_k
        ply_8 += a * b * (joined * (joined - 1) + c * (c - 1) + joined * c)
        ply_9 += (joined - 1) * (a * b * joined - over_i - over_j) * cycles(c)
        ply_9 += a * b * ((c - 1) * (c - over_k) * cycles(joined) + joined * c * cycles(squares))
    store(work, PLY_7, number(work, ply_7))
    store(work, PLY_8, ply_8)
    store(work, PLY_9, ply_9)
    store(work, GAMES, ended + ply_9)
