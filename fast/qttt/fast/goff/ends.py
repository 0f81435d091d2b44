"""All ends of a position of ply 6 at once: which combination of roots (see `late`) reaches which outcome.

Three kinds of end are kept apart, n = 0: everything settles at ply 9; n = 1: X7 and O8 have settled before X9, so
that a line may already have ended the game; n = 2: O8 has settled before, X7 has not."""

from collections.abc import MutableSequence

import numpy as np

from qttt.fast.goff.board import LINES, SQUARES
from qttt.fast.goff.forest import A, U, V, component
from qttt.fast.goff.moves import WORK as MOVES
from qttt.fast.goff.outcome import X_DOUBLE
from qttt.fast.jit import jitable

Work = MutableSequence[int]

TREES = 3
EVERY = 0b111
"""A set of trees is a mask of three bits."""

NONE, ONLY, BUT = 0, 1, 4
"""Which roots a player holds besides the early marks: none, only that of tree i (ONLY + i), all but that of tree
j (BUT + j)."""
HOLDINGS = (0b000, 0b001, 0b010, 0b100, 0b110, 0b101, 0b011)

TREE = MOVES
"""``+ s``: the tree of square s, 3 if it is definite."""
SIZE = TREE + SQUARES
STRIDE = SIZE + TREES
COPIES = STRIDE + TREES
ORIGIN = COPIES + TREES
"""``+ i``: per tree its size, its stride in a mask, the factor that copies root 0 to all roots, and the
combinations of root 0 in every lane."""
WIDTH = ORIGIN + TREES
LANES = WIDTH + 1
FULL = LANES + 1
REPEAT = FULL + 1
"""The width of a lane: the number of combinations, or 3, in which a count of lanes fits; thresholds side by side in a
word; the mask of all combinations; the factor that fills all lanes."""
ROOT = REPEAT + 1
"""``+ s``: the combinations in which s is the root of its tree, in every lane."""
EARLY = ROOT + SQUARES
"""``+ 9 player + s``: the combinations in which an early mark of X (0), of O (1), settles on s, in every lane."""
HELD = EARLY + 2 * SQUARES
TAKEN = HELD + SQUARES
"""Room for `find_lines`: per square the combinations in which the player holds it, per tree the lanes in which
its root is held."""
ROW = TAKEN + TREES + 1
SHIFT = ROW + 7
"""``+ holding``: where in LINE its row starts, and the shift of its lane there."""
LINE = SHIFT + 7
"""``+ 32 player + row + inside``: the combinations with a line in definite squares and the trees `inside`, a lane
a holding."""
DOUBLE = LINE + 64
"""``+ row``: where X has two lines."""
OVER_7 = DOUBLE + 32
END_7 = OVER_7 + TREES
"""``+ i``, ``+ 3 w + i``: where X7 settling in tree i ends the game, in every lane, and the thresholds then."""
OVER_8 = END_7 + 9
OVER_8_SPOOKY = OVER_8 + 9
"""``+ 3 i + j``: where the settlement of O8 in tree j ends the game, X7 settled in tree i; ``+ j``: the same, X7
spooky."""
END = OVER_8_SPOOKY + TREES
"""``+ 27 w + 9 n + 3 i + j``: the thresholds of word w at an end of kind n, X7 in tree i, O8 in tree j."""
WORK = END + 81

LINE_SQUARES = np.array([[s for s in range(SQUARES) if (line >> s) & 1] for line in LINES], np.int64)


@jitable
def copies(stride: int, count: int) -> int:
    """The factor that copies a mask `count` times, `stride` apart."""
    factor = 0
    for p in range(count):
        factor |= 1 << (p * stride)
    return factor


@jitable
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
    width = max(3, total)
    lanes = min(5, 63 // width)
    work[WIDTH] = width
    work[LANES] = lanes
    work[FULL] = (1 << total) - 1
    work[REPEAT] = copies(width, lanes)
    for i in range(TREES):
        others = work[COPIES + (i + 1) % 3] * work[COPIES + (i + 2) % 3]
        work[ORIGIN + i] = others * work[REPEAT]
    for s in range(SQUARES):
        if work[TREE + s] < TREES:
            work[ROOT + s] *= work[ORIGIN + work[TREE + s]]


@jitable
def place_early_marks(work: Work) -> None:
    """For each square the combinations in which an early mark of X, of O, settles on it. Rule: GOFF-COLLAPSE-3"""
    every = work[FULL] * work[REPEAT]
    for s in range(2 * SQUARES):
        work[EARLY + s] = 0
    for i in range(6):
        early = EARLY if i < 3 else EARLY + SQUARES
        u = work[U + i]
        v = work[V + i]
        if u == v:
            if u < SQUARES:
                work[early + u] = every
        else:
            on_v = 0
            for s in range(SQUARES):
                on_v |= work[ROOT + s] & -((work[A + i] >> s) & 1)
            work[early + v] |= on_v
            work[early + u] |= every & ~on_v


@jitable
def find_lines(work: Work, player: int, holdings: int) -> None:
    """Fill the player's rows of LINE for the first `holdings` of HOLDINGS, and X's of DOUBLE."""
    for first in range(0, holdings, work[LANES]):
        row = 8 * (first // work[LANES])
        for tree in range(TREES + 1):
            work[TAKEN + tree] = 0
        for n in range(first, min(first + work[LANES], holdings)):
            shift = (n - first) * work[WIDTH]
            work[ROW + n] = row
            work[SHIFT + n] = shift
            for tree in range(TREES):
                work[TAKEN + tree] |= (work[FULL] & -((HOLDINGS[n] >> tree) & 1)) << shift
        for s in range(SQUARES):
            roots = work[ROOT + s] & work[TAKEN + work[TREE + s]]
            work[HELD + s] = work[EARLY + SQUARES * player + s] | roots
        at = LINE + 32 * player + row
        for inside in range(8):
            work[at + inside] = 0
        found = 0
        two = 0
        for n in range(len(LINES)):
            a = LINE_SQUARES[n, 0]
            b = LINE_SQUARES[n, 1]
            c = LINE_SQUARES[n, 2]
            line = work[HELD + a] & work[HELD + b] & work[HELD + c]
            support = ((1 << work[TREE + a]) | (1 << work[TREE + b]) | (1 << work[TREE + c])) & EVERY
            work[at + support] |= line
            two |= found & line
            found |= line
        for tree in range(TREES):
            for inside in range(8):
                if (inside >> tree) & 1:
                    work[at + inside] |= work[at + inside - (1 << tree)]
        if player == 0:
            work[DOUBLE + row] = two


@jitable
def x_lines(work: Work, holding: int, inside: int) -> int:
    """Where X has a line within definite squares and the trees `inside`, holding the roots of HOLDINGS[holding]."""
    return (work[LINE + work[ROW + holding] + inside] >> work[SHIFT + holding]) & work[FULL]


@jitable
def o_lines(work: Work, holding: int, inside: int) -> int:
    """The same for O, who holds one root at most."""
    return (work[LINE + 32 + work[ROW + holding] + inside] >> work[SHIFT + holding]) & work[FULL]


@jitable(forceinline=True)
def write_end(work: Work, at: int, step: int, x: int, x5: int, x7: int, xx: int, o: int, o6: int) -> None:
    """Write the threshold words of an end, `step` apart, from the masks of its lines.

    `x`, `o`: any line; `x5`, `o6`: one of early marks; `x7`: one without X9; `xx`: two of X. Rules: GOFF-END-2 to
    GOFF-END-6"""
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


@jitable
def write_ends(work: Work) -> None:
    """Write OVER_7, END_7, OVER_8, OVER_8_SPOOKY and END from the trees and the early marks."""
    find_lines(work, 0, BUT + TREES)
    find_lines(work, 1, ONLY + TREES)
    repeat = work[REPEAT]
    x5 = x_lines(work, NONE, EVERY)
    o6 = o_lines(work, NONE, EVERY)
    for i in range(TREES):
        own = 1 << i
        x = x_lines(work, ONLY + i, own)
        o = o_lines(work, NONE, own)
        work[OVER_7 + i] = (x | o) * repeat
        write_end(work, END_7 + i, 3, x, x_lines(work, NONE, own), x, 0, o, o)
    for j in range(TREES):
        own = 1 << j
        o = o_lines(work, ONLY + j, EVERY)
        x = x_lines(work, BUT + j, EVERY)
        xx = (work[DOUBLE + work[ROW + BUT + j]] >> work[SHIFT + BUT + j]) & work[FULL]
        spooky_x = x_lines(work, NONE, own)
        spooky_o = o_lines(work, ONLY + j, own)
        work[OVER_8_SPOOKY + j] = spooky_x | spooky_o
        for i in range(TREES):
            if i != j:
                at = END + 3 * i + j
                both = (1 << i) | own
                write_end(work, at, 27, x, x5, x_lines(work, ONLY + i, EVERY), xx, o, o6)
                x8 = x_lines(work, ONLY + i, both)
                o8 = o_lines(work, ONLY + j, both)
                work[OVER_8 + 3 * i + j] = x8 | o8
                write_end_if_over(
                    work, at, 9, x8 | o8, x8, x_lines(work, NONE, both), x8, o8, o_lines(work, NONE, both)
                )
                write_end_if_over(
                    work, at, 18, spooky_x | spooky_o, spooky_x, spooky_x, spooky_x, spooky_o, o_lines(work, NONE, own)
                )


@jitable(forceinline=True)
def write_end_if_over(work: Work, at: int, kind: int, over: int, x: int, x5: int, x7: int, o: int, o6: int) -> None:
    """Write an end of another kind: where the game is over, from these lines, elsewhere like the end of kind 0."""
    if over:
        write_end(work, at + kind, 27, x, x5, x7, 0, o, o6)
    every = over * work[REPEAT]
    for w in range((X_DOUBLE - 1 + work[LANES]) // work[LANES]):
        word = at + 27 * w
        work[word + kind] = (work[word + kind] & every) | (work[word] & ~every)
