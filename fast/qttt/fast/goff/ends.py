"""All ends of a position of ply 6 at once: which combination of roots (see `late`) reaches which outcome.

Three kinds of end are kept apart, n = 0: everything settles at ply 9; n = 1: X7 and O8 have settled before X9, so that a line
may already have ended the game; n = 2: O8 has settled before, X7 has not.
"""

from collections.abc import MutableSequence

import numpy as np
from numba.extending import register_jitable

from qttt.fast.goff.board import LINES, SQUARES
from qttt.fast.goff.forest import A, B, U, V, component
from qttt.fast.goff.moves import WORK as MOVES

Work = MutableSequence[int]

TREES = 3
EVERY = 0b111
"""A set of trees is a mask of three bits."""

TREE = MOVES
"""``+ s``: the tree of square s, 3 if it is definite."""
SIZE = TREE + SQUARES
STRIDE = SIZE + TREES
COPIES = STRIDE + TREES
ORIGIN = COPIES + TREES
"""``+ i``: per tree its size, its stride in a mask, the factor that copies root 0 to all roots, and the combinations of root 0
in every lane."""
WIDTH = ORIGIN + TREES
LANES = WIDTH + 1
FULL = LANES + 1
REPEAT = FULL + 1
"""Combinations in all; thresholds side by side in a word; the mask of all combinations; the factor that fills all lanes."""
ROOT = REPEAT + 1
"""``+ s``: the combinations in which s is the root of its tree, in every lane."""
EARLY = ROOT + SQUARES
"""``+ 9 player + s``: the combinations in which an early mark of X (0), of O (1), settles on s."""
HELD = EARLY + 2 * SQUARES
LINE = HELD + SQUARES
"""``+ 64 player + 8 rooted + inside``: the combinations with a line of the player in definite squares and the trees `inside`,
where besides the early marks the player holds the roots of the trees `rooted`."""
DOUBLE = LINE + 128
"""``+ rooted``: the combinations with two lines of X."""
OVER_7 = DOUBLE + 8
END_7 = OVER_7 + TREES
"""``+ i``, ``+ 3 w + i``: where X7 settling in tree i ends the game, in every lane, and the thresholds then."""
OVER_8 = END_7 + 9
OVER_8_SPOOKY = OVER_8 + 9
"""``+ 3 i + j``: where the settlement of O8 in tree j ends the game, X7 settled in tree i; ``+ j``: the same, X7 spooky."""
END = OVER_8_SPOOKY + TREES
"""``+ 27 w + 9 n + 3 i + j``: the thresholds of word w at an end of kind n, X7 in tree i, O8 in tree j."""
WORK = END + 81

LINE_SQUARES = np.array([[s for s in range(SQUARES) if (line >> s) & 1] for line in LINES], np.int64)


@register_jitable
def copies(stride: int, count: int) -> int:
    """The factor that copies a mask `count` times, `stride` apart."""
    factor = 0
    for p in range(count):
        factor |= 1 << (p * stride)
    return factor


@register_jitable
def grow_trees(work: Work, filled: int) -> None:
    """Find the three trees of a loaded forest and lay out the combinations."""
    for s in range(SQUARES):
        work[TREE + s] = TREES
        work[ROOT + s] = 0
    tree = 0
    total = 1
    for s in range(SQUARES):
        if not (filled >> s) & 1 and work[TREE + s] == TREES:
            span = component(work, s)
            count = 0
            for r in range(s, SQUARES):
                if (span >> r) & 1:
                    work[TREE + r] = tree
                    work[ROOT + r] = 1 << (count * total)
                    count += 1
            work[SIZE + tree] = count
            work[STRIDE + tree] = total
            work[COPIES + tree] = copies(total, count)
            total *= count
            tree += 1
    lanes = min(5, 63 // total)
    work[WIDTH] = total
    work[LANES] = lanes
    work[FULL] = (1 << total) - 1
    work[REPEAT] = copies(total, lanes)
    for i in range(TREES):
        others = work[COPIES + (i + 1) % 3] * work[COPIES + (i + 2) % 3]
        work[ORIGIN + i] = others * work[REPEAT]
    for s in range(SQUARES):
        if work[TREE + s] < TREES:
            work[ROOT + s] *= work[ORIGIN + work[TREE + s]]


@register_jitable
def place_early_marks(work: Work) -> None:
    """For each square the combinations in which an early mark of X, of O, settles on it. Rule: GOFF-COLLAPSE-3"""
    full = work[FULL]
    for s in range(2 * SQUARES):
        work[EARLY + s] = 0
    for i in range(6):
        early = EARLY if i < 3 else EARLY + SQUARES
        u = work[U + i]
        v = work[V + i]
        if u == v:
            if u < SQUARES:
                work[early + u] = full
        else:
            on_v = 0
            for s in range(SQUARES):
                on_v |= work[ROOT + s] & -((work[A + i] >> s) & 1)
            work[early + v] |= on_v & full
            work[early + u] |= full & ~on_v


@register_jitable
def find_lines(work: Work, player: int, rooted: int) -> None:
    """Fill the row `rooted` of LINE for a player, and of DOUBLE."""
    row = LINE + 64 * player + 8 * rooted
    for inside in range(8):
        work[row + inside] = 0
    for s in range(SQUARES):
        root = work[ROOT + s] & -((rooted >> work[TREE + s]) & 1)
        work[HELD + s] = work[EARLY + SQUARES * player + s] | (root & work[FULL])
    found = 0
    two = 0
    for n in range(len(LINES)):
        a = LINE_SQUARES[n, 0]
        b = LINE_SQUARES[n, 1]
        c = LINE_SQUARES[n, 2]
        line = work[HELD + a] & work[HELD + b] & work[HELD + c]
        if line:
            support = ((1 << work[TREE + a]) | (1 << work[TREE + b]) | (1 << work[TREE + c])) & EVERY
            work[row + support] |= line
            two |= found & line
            found |= line
    if found:
        for tree in range(TREES):
            for inside in range(8):
                if (inside >> tree) & 1:
                    work[row + inside] |= work[row + inside - (1 << tree)]
    if player == 0:
        work[DOUBLE + rooted] = two


@register_jitable
def x_lines(work: Work, rooted: int, inside: int) -> int:
    return work[LINE + 8 * rooted + inside]


@register_jitable
def o_lines(work: Work, rooted: int, inside: int) -> int:
    return work[LINE + 64 + 8 * rooted + inside]


@register_jitable
def write_end(work: Work, at: int, step: int, x: int, x5: int, x7: int, xx: int, o: int, o6: int) -> None:
    """Write the threshold words of an end, `step` apart, from the masks of its lines.

    `x`, `o`: any line; `x5`, `o6`: one of early marks; `x7`: one without X9; `xx`: two of X. Rules: GOFF-END-2 to GOFF-END-6
    """
    full = work[FULL]
    width = work[WIDTH]
    complete = x & ~o
    better = complete | (x & o & (x5 | (x7 & ~o6)))
    lost_complete = o & ~x
    lost = o & ~better
    if work[LANES] == 5:
        low = (full & ~lost_complete) | ((full & ~lost) << width)
        high = better | (complete << width) | ((complete & xx) << (2 * width))
        work[at] = low | (high << (2 * width))
    elif work[LANES] == 2:
        work[at] = (full & ~lost_complete) | ((full & ~lost) << width)
        work[at + step] = better | (complete << width)
        work[at + 2 * step] = complete & xx
    else:
        work[at] = (full & ~lost_complete) | ((full & ~lost) << width) | (better << (2 * width))
        if work[LANES] == 4:
            work[at] |= complete << (3 * width)
            work[at + step] = complete & xx
        else:
            work[at + step] = complete | ((complete & xx) << width)


@register_jitable
def write_ends(work: Work) -> None:
    """Write OVER_7, END_7 and END from the trees and the early marks."""
    for rooted in range(EVERY):
        find_lines(work, 0, rooted)
    find_lines(work, 1, 0)
    for i in range(TREES):
        find_lines(work, 1, 1 << i)
    repeat = work[REPEAT]
    x5 = x_lines(work, 0, EVERY)
    o6 = o_lines(work, 0, EVERY)
    for i in range(TREES):
        own = 1 << i
        x = x_lines(work, own, own)
        o = o_lines(work, 0, own)
        work[OVER_7 + i] = (x | o) * repeat
        write_end(work, END_7 + i, 3, x, x_lines(work, 0, own), x, 0, o, o)
    for j in range(TREES):
        own = 1 << j
        o = o_lines(work, own, EVERY)
        x = x_lines(work, EVERY - own, EVERY)
        spooky_x = x_lines(work, 0, own)
        spooky_o = o_lines(work, own, own)
        work[OVER_8_SPOOKY + j] = spooky_x | spooky_o
        for i in range(TREES):
            if i != j:
                at = END + 3 * i + j
                both = (1 << i) | own
                write_end(work, at, 27, x, x5, x_lines(work, 1 << i, EVERY), work[DOUBLE + EVERY - own], o, o6)
                early_x = x_lines(work, 1 << i, both)
                early_o = o_lines(work, own, both)
                work[OVER_8 + 3 * i + j] = early_x | early_o
                over = (early_x | early_o) * repeat
                if over:
                    write_end(
                        work, at + 9, 27, early_x, x_lines(work, 0, both), early_x, 0, early_o, o_lines(work, 0, both)
                    )
                over_spooky = (spooky_x | spooky_o) * repeat
                if over_spooky:
                    write_end(work, at + 18, 27, spooky_x, spooky_x, spooky_x, 0, spooky_o, o_lines(work, 0, own))
                for w in range((4 + work[LANES]) // work[LANES]):
                    end = work[at + 27 * w]
                    work[at + 27 * w + 9] = (work[at + 27 * w + 9] & over) | (end & ~over)
                    work[at + 27 * w + 18] = (work[at + 27 * w + 18] & over_spooky) | (end & ~over_spooky)
