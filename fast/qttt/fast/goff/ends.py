"""All ends of a position of ply 6 at once: which combination of roots (see `late`) reaches which outcome.

Three kinds of end are kept apart, n = 0: everything settles at ply 9; n = 1: X7 and O8 have settled before X9, so
that a line, or that X cannot or must not move, may already have ended the game; n = 2: O8 has settled before, X7 has
not."""

import numpy as np

from qttt.fast import board
from qttt.fast.goff.board import LINES, SQUARES
from qttt.fast.goff.outcome import X_DOUBLE, Forbids, ends_without_line
from qttt.fast.goff.three_trees import (
    AWAY,
    BUT,
    DRAWS,
    EARLY,
    EVERY,
    FULL,
    HOLDINGS,
    NONE,
    ONLY,
    PART,
    PARTS,
    PLAYER,
    READING,
    REPEAT,
    ROOT,
    ROW,
    SHIFT,
    SIZE,
    TAKEN,
    TREES,
    WORD,
    WORDS,
    Layout,
    definite,
    find_partners,
    find_trees,
    load_early,
    place_early_marks,
    place_roots,
)
from qttt.fast.goff.three_trees import WORK as TREES_WORK
from qttt.fast.jit import jitable
from qttt.fast.lanes import Number, Rows, load, number, some, store

HELD = TREES_WORK
"""Room for `find_lines`: per square the combinations in which the player holds it, a part for each holding."""
LINE = HELD + SQUARES
"""``+ 8 (7 player + word) + inside``: the combinations with a line in definite squares and the trees `inside`, not
none, a part for each holding."""
DOUBLE = LINE + 8 * 2 * len(HOLDINGS)
"""``+ word``: where X has two lines."""
OVER_7 = DOUBLE + len(HOLDINGS)
END_7 = OVER_7 + TREES
"""``+ i``, ``+ 3 w + i``: where X7 settling in tree i ends the game, in every part, and the thresholds then."""
OVER_8 = END_7 + TREES * X_DOUBLE
OVER_8_SPOOKY = OVER_8 + 9
"""``+ 3 i + j``: where the settlement of O8 in tree j ends the game, X7 settled in tree i; ``+ j``: the same, X7
spooky."""
END = OVER_8_SPOOKY + TREES
"""``+ 27 w + 9 n + 3 i + j``: the thresholds of word w at an end of kind n, X7 in tree i, O8 in tree j."""
WORK = END + 27 * X_DOUBLE

LINE_SQUARES = np.array(board.LINES)


@jitable
def find_lines(work: Rows, layout: Layout, player: int, holdings: int) -> None:
    """Fill the player's rows of LINE for the first `holdings` of HOLDINGS, and X's of DOUBLE."""
    none = number(work, 0)
    for word in range((holdings + layout[PARTS] - 1) // layout[PARTS]):
        taken = TAKEN + TREES * word
        for s in range(SQUARES):
            root = ROOT + TREES * s
            held = load(work, EARLY + PLAYER * player + s)
            for i in range(TREES):
                held |= load(work, root + i) & layout[taken + i]
            store(work, HELD + s, held)
        found = none
        two = none
        in_0 = none
        in_1 = none
        in_2 = none
        in_01 = none
        in_02 = none
        in_12 = none
        for n in range(len(LINES)):
            a = load(work, HELD + LINE_SQUARES[n, 0])
            line = a & load(work, HELD + LINE_SQUARES[n, 1]) & load(work, HELD + LINE_SQUARES[n, 2])
            two |= found & line
            found |= line
            not_0 = line & load(work, AWAY + TREES * n)
            not_1 = line & load(work, AWAY + TREES * n + 1)
            away_2 = load(work, AWAY + TREES * n + 2)
            in_12 |= not_0
            in_02 |= not_1
            in_01 |= line & away_2
            in_0 |= not_1 & away_2
            in_1 |= not_0 & away_2
            in_2 |= not_0 & not_1
        at = LINE + 8 * (len(HOLDINGS) * player + word)
        store(work, at + 0b001, in_0)
        store(work, at + 0b010, in_1)
        store(work, at + 0b100, in_2)
        store(work, at + 0b011, in_01)
        store(work, at + 0b101, in_02)
        store(work, at + 0b110, in_12)
        store(work, at + 0b111, found)
        if player == 0:
            store(work, DOUBLE + word, two)


@jitable
def x_lines(work: Rows, layout: Layout, holding: int, inside: int) -> Number:
    """Where X has a line within definite squares and the trees `inside`, holding the roots of HOLDINGS[holding]."""
    return (load(work, LINE + 8 * layout[ROW + holding] + inside) >> layout[SHIFT + holding]) & layout[FULL]


@jitable
def o_lines(work: Rows, layout: Layout, holding: int, inside: int) -> Number:
    """The same for O, who holds one root at most."""
    at = LINE + 8 * (len(HOLDINGS) + layout[ROW + holding]) + inside
    return (load(work, at) >> layout[SHIFT + holding]) & layout[FULL]


@jitable
def two_lines(work: Rows, layout: Layout, holding: int) -> Number:
    """Where X has two lines, holding the roots of HOLDINGS[holding]."""
    return (load(work, DOUBLE + layout[ROW + holding]) >> layout[SHIFT + holding]) & layout[FULL]


@jitable
def write_threshold(work: Rows, layout: Layout, at: int, step: int, t: int, mask: Number) -> None:
    """Write where threshold number t is reached, into words that are `step` apart, after those before it."""
    row = at + step * layout[WORD + t]
    shift = layout[PART + t]
    store(work, row, load(work, row) | (mask << shift) if shift else mask)


@jitable
def write_end(
    work: Rows, layout: Layout, at: int, step: int, x: Number, x5: Number, x7: Number, xx: Number, o: Number, o6: Number
) -> None:
    """Write the threshold words of an end, `step` apart, from the masks of its lines.

    `x`, `o`: any line; `x5`, `o6`: one of early marks; `x7`: one without X9; `xx`: two of X. Rules: GOFF-END-2 to
    GOFF-END-6"""
    full = layout[FULL]
    complete = x & ~o
    better = complete | (x & o & (x5 | (x7 & ~o6)))
    write_threshold(work, layout, at, step, 0, full & ~(o & ~x))
    write_threshold(work, layout, at, step, 1, full & ~(o & ~better))
    write_threshold(work, layout, at, step, 2, better)
    write_threshold(work, layout, at, step, 3, complete)
    write_threshold(work, layout, at, step, 4, complete & xx)


@jitable
def write_ends(work: Rows, layout: Layout) -> None:
    """Write OVER_7, END_7, OVER_8, OVER_8_SPOOKY and END from the trees and the early marks."""
    find_lines(work, layout, 0, BUT + TREES)
    find_lines(work, layout, 1, ONLY + TREES)
    none = number(work, 0)
    repeat = layout[REPEAT]
    x5 = x_lines(work, layout, NONE, EVERY)
    o6 = o_lines(work, layout, NONE, EVERY)
    for i in range(TREES):
        own = 1 << i
        x = x_lines(work, layout, ONLY + i, own)
        o = o_lines(work, layout, NONE, own)
        store(work, OVER_7 + i, (x | o) * repeat)
        write_end(work, layout, END_7 + i, 3, x, x_lines(work, layout, NONE, own), x, none, o, o)
    for j in range(TREES):
        own = 1 << j
        o = o_lines(work, layout, ONLY + j, EVERY)
        x = x_lines(work, layout, BUT + j, EVERY)
        xx = two_lines(work, layout, BUT + j)
        spooky_x = x_lines(work, layout, NONE, own)
        spooky_o = o_lines(work, layout, ONLY + j, own)
        spooky_o6 = o_lines(work, layout, NONE, own)
        spooky = spooky_x | spooky_o
        store(work, OVER_8_SPOOKY + j, spooky)
        for i in range(TREES):
            if i != j:
                k = 3 - i - j
                at = END + 3 * i + j
                both = (1 << i) | own
                write_end(work, layout, at, 27, x, x5, x_lines(work, layout, ONLY + i, EVERY), xx, o, o6)
                x8 = x_lines(work, layout, ONLY + i, both)
                o8 = o_lines(work, layout, ONLY + j, both)
                early_x = x_lines(work, layout, NONE, both)
                early_o = o_lines(work, layout, NONE, both)
                store(work, OVER_8 + 3 * i + j, x8 | o8)
                settled = ends_without_line(layout[SIZE + k], 8, layout[READING])
                joined = ends_without_line(layout[SIZE + i] + layout[SIZE + k], 8, layout[READING])
                write_end_at_8(work, layout, at, 9, settled, x8 | o8, x8, early_x, x8, o8, early_o)
                write_end_at_8(work, layout, at, 18, joined, spooky, spooky_x, spooky_x, spooky_x, spooky_o, spooky_o6)


@jitable
def find_ends(work: Rows, layout: Layout, forbids: Forbids, x: Number, o: Number) -> None:
    """Write the ends of a position that is not over, given by its early marks (`load_early`) and its layout."""
    load_early(work, x, o)
    find_trees(work, definite(work, 0) | definite(work, 1))
    place_roots(work, layout)
    find_partners(work, layout, forbids)
    place_early_marks(work, layout)
    write_ends(work, layout)


@jitable
def write_end_at_8(
    work: Rows,
    layout: Layout,
    at: int,
    kind: int,
    drawn: bool,
    over: Number,
    x: Number,
    x5: Number,
    x7: Number,
    o: Number,
    o6: Number,
) -> None:
    """Write an end of another kind: where the game is over at ply 8, from these lines; elsewhere a draw if it is
    `drawn`, else the end of kind 0."""
    some_over = some(over)
    if some_over:
        write_end(work, layout, at + kind, 27, x, x5, x7, number(work, 0), o, o6)
    every = over * layout[REPEAT]
    for w in range(layout[WORDS]):
        word = at + 27 * w
        other = number(work, layout[DRAWS + w]) if drawn else load(work, word)
        store(work, word + kind, (load(work, word + kind) & every) | (other & ~every) if some_over else other)
