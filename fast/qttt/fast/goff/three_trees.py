"""The three trees of a position of ply 6, and the combinations of their roots (see `late`).

What depends only on the sizes of the trees is their *layout*: how a combination is a bit of a mask, and how masks share
a word. Positions with the same layout go through the same instructions, so on a CPU they are computed side by side
(`qttt.fast.lanes`). A layout is a few ints in the scratch memory of a position, or in an array of its own."""

from collections.abc import MutableSequence

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.goff.board import BOARD, FIRST_SQUARE, LINES, SECOND_SQUARE, SQUARES, size
from qttt.fast.goff.moves import WORK as MOVES
from qttt.fast.goff.outcome import DRAW, X_DOUBLE, X_NARROW, Forbids
from qttt.fast.goff.position import FIELD, A, B, U, V, add, component
from qttt.fast.jit import jitable
from qttt.fast.lanes import Number, Rows, add_bits, load, look, number, spread, store, take

Layout = MutableSequence[int]
"""Ints in a sequence or an array."""

EARLY_MARKS = 6
TREES = 3
NO_TREE = TREES
EVERY = 0b111
"""A set of trees is a mask of three bits."""

NONE, ONLY, BUT = 0, 1, 4
"""Which roots a player holds besides the early marks: none, only that of tree i (ONLY + i), all but that of tree
j (BUT + j)."""
HOLDINGS = (0b000, 0b001, 0b010, 0b100, 0b110, 0b101, 0b011)

SIZE = MOVES
STRIDE = SIZE + TREES
COPIES = STRIDE + TREES
ORIGIN = COPIES + TREES
"""``+ i``: per tree its size, its stride in a mask, the factor that copies root 0 to all roots, and the
combinations of root 0 in every part of a word."""
WIDTH = ORIGIN + TREES
PARTS = WIDTH + 1
FULL = PARTS + 1
REPEAT = FULL + 1
"""The width of a part of a word: the number of combinations, or 3, in which a count of parts fits; how many parts a
word has; the mask of all combinations; the factor that fills all parts."""
WORDS = REPEAT + 1
WORD = WORDS + 1
PART = WORD + X_DOUBLE
"""How many words hold one mask per threshold; ``+ t``: the word of threshold number t, and the shift of its part."""
ROW = PART + X_DOUBLE
SHIFT = ROW + len(HOLDINGS)
"""``+ holding``: the word with the masks of a holding, and the shift of its part."""
TAKEN = SHIFT + len(HOLDINGS)
"""``+ 3 word + i``: the parts of a word in whose holdings the root of tree i is."""
DRAWS = TAKEN + TREES * len(HOLDINGS)
"""``+ word``: the mask of a word whose thresholds are those that a draw reaches, everywhere."""
READING = DRAWS + X_DOUBLE
LAYOUT = READING + 1

SQUARES_OF = LAYOUT
"""``+ i``: the squares of tree i."""
AWAY = SQUARES_OF + TREES
"""``+ 3 n + i``: all bits if line n has no square of tree i, else none."""
ROOT = AWAY + TREES * len(LINES)
"""``+ 3 s + i``: the combinations in which s is the root of tree i, in every part."""
EARLY = ROOT + TREES * SQUARES
"""``+ 10 player + s``: the combinations in which an early mark of X (0), of O (1), settles on s, in every part. What is
written for s = 9, a mark that is not there, is not read."""
PLAYER = SQUARES + 1
NEAR = EARLY + 2 * PLAYER
"""``+ s``: what `find_partners` begins with: s, the squares before it and those joined to it by a mark."""
LATER = NEAR + PLAYER
"""``+ s``: and then: the combinations of the roots after s that a move may name with s."""
APART = LATER + SQUARES
"""``+ 9 i + d``: the combinations whose root of tree i and the one d after it a move may name together, if pairs are
forbidden."""
WAYS = APART + TREES * SQUARES
"""``+ 3 i + n``: bit n of the number of roots that a move may name with the root of tree i."""
WAYS_BITS = 3
NAMED = WAYS + TREES * WAYS_BITS
"""``+ i``: the combinations whose root of tree i a move that closes a cycle there may name."""
WORK = NAMED + TREES

SMALL_WORD, LARGE_WORD = 32, 63
"""Bits of a word: of a lane, and of an int by itself."""

SHAPES = tuple(
    (a, b, c)
    for a in range(1, SQUARES)
    for b in range(a, SQUARES)
    for c in range(b, SQUARES)
    if a + b + c in (3, 4, 5, 6, 7, 9)
)
"""The sizes of three trees. Each definite mark comes from a cycle, and no cycle settles one square: so there is no
position with eight open squares."""


@jitable
def shape_number(a: int, b: int, c: int) -> int:
    """The number of the shape with trees of these sizes, above all outcome codes."""
    return (a << 6) | (b << 3) | c


NUMBERS = tuple(shape_number(*shape) for shape in SHAPES)


@jitable
def copies(stride: int, count: int) -> int:
    """The factor that copies a mask `count` times, `stride` apart."""
    factor = 0
    for p in range(count):
        factor |= 1 << (p * stride)
    return factor


@jitable
def lay_out(layout: Layout, a: int, b: int, c: int, bits: int, reading: int) -> None:
    """Write the layout of trees with a, b and c squares, in words of some bits, for a reading."""
    layout[READING] = reading
    layout[SIZE] = a
    layout[SIZE + 1] = b
    layout[SIZE + 2] = c
    total = 1
    for i in range(TREES):
        layout[STRIDE + i] = total
        layout[COPIES + i] = copies(total, layout[SIZE + i])
        total *= layout[SIZE + i]
    width = max(3, total)
    parts = min(X_DOUBLE, bits // width)
    layout[WIDTH] = width
    layout[PARTS] = parts
    layout[FULL] = (1 << total) - 1
    layout[REPEAT] = copies(width, parts)
    for i in range(TREES):
        others = layout[COPIES + (i + 1) % 3] * layout[COPIES + (i + 2) % 3]
        layout[ORIGIN + i] = others * layout[REPEAT]
    layout[WORDS] = (X_DOUBLE + parts - 1) // parts
    for t in range(X_DOUBLE):
        layout[DRAWS + t] = 0
        layout[WORD + t] = t // parts
        layout[PART + t] = t % parts * width
    for t in range(DRAW):
        layout[DRAWS + layout[WORD + t]] |= layout[FULL] << layout[PART + t]
    for k in range(TREES * len(HOLDINGS)):
        layout[TAKEN + k] = 0
    for n in range(len(HOLDINGS)):
        word = n // parts
        layout[ROW + n] = word
        layout[SHIFT + n] = n % parts * width
        for i in range(TREES):
            taken = layout[FULL] & -((HOLDINGS[n] >> i) & 1)
            layout[TAKEN + TREES * word + i] |= taken << layout[SHIFT + n]


def layouts(reading: int) -> Ints:
    """The layout of each shape by its number, int64 ``[number, LAYOUT]``, in words that are lanes."""
    found = np.zeros((max(NUMBERS) + 1, LAYOUT), np.int64)
    for shape in SHAPES:
        lay_out(found[shape_number(*shape)], *shape, SMALL_WORD, reading)
    return found


@jitable
def load_early(work: Rows, x: Number, o: Number) -> None:
    """Write the six early marks, of X and of O, of a settled position into the forest.

    Each three are packed as in a key (see `position`)."""
    for i in range(EARLY_MARKS):
        p = ((x if i < TREES else o) >> (12 - 6 * (i % TREES))) & FIELD
        u = look(FIRST_SQUARE, p)
        v = look(SECOND_SQUARE, p)
        apart = spread(u ^ v)
        add(work, i, u, v, component(work, u, i) & apart, component(work, v, i) & apart)


@jitable
def definite(work: Rows, player: int) -> Number:
    """The squares of a player's definite early marks."""
    squares = number(work, 0)
    for i in range(TREES * player, TREES * player + TREES):
        u = load(work, U + i)
        squares |= (1 << u) & ~spread(u ^ load(work, V + i))
    return squares & BOARD


@jitable
def tree_of(work: Rows, square: Number) -> Number:
    """The squares of the component of a square, given as a mask."""
    squares = square
    for i in range(EARLY_MARKS):
        span = load(work, A + i) | load(work, B + i)
        squares |= span & spread(span & square)
    return squares


@jitable
def find_trees(work: Rows, filled: Number) -> None:
    """Write the squares of the three trees of a loaded forest, the smallest tree first."""
    free = BOARD & ~filled
    a = tree_of(work, free & -free)
    free &= ~a
    b = tree_of(work, free & -free)
    c = free & ~b
    a, b = smaller_first(a, b)
    b, c = smaller_first(b, c)
    a, b = smaller_first(a, b)
    store(work, SQUARES_OF, a)
    store(work, SQUARES_OF + 1, b)
    store(work, SQUARES_OF + 2, c)


@jitable
def smaller_first(a: Number, b: Number) -> tuple[Number, Number]:
    """Two sets of squares, the smaller one first."""
    exchanged = (a ^ b) & -((size(a) - size(b) + 15) >> 4)
    return a ^ exchanged, b ^ exchanged


@jitable
def has_line(squares: Number) -> Number:
    """All bits if the squares hold a line, else none."""
    found = squares & 0
    for line in LINES:
        found |= ~spread(line & ~squares)
    return found


@jitable
def find_shape(i: int, work: Rows, xs: Rows, os: Rows, shapes: Rows) -> None:
    """Kernel: the shape of a position of ply 6, as a number; if the position is over, its outcome code.

    Rules: GOFF-END-1 to GOFF-END-6, for early marks: a line of X is older than any line of O."""
    load_early(work, load(xs, i), load(os, i))
    x = definite(work, 0)
    o = definite(work, 1)
    find_trees(work, x | o)
    a = size(load(work, SQUARES_OF))
    b = size(load(work, SQUARES_OF + 1))
    c = size(load(work, SQUARES_OF + 2))
    of_x = has_line(x)
    of_o = has_line(o)
    code = of_x & (X_NARROW + (~of_o & 1))
    over = of_x | of_o
    store(shapes, i, (code & over) | (shape_number(a, b, c) & ~over))


@jitable
def place_roots(work: Rows, layout: Layout) -> None:
    """Lay out the combinations of the trees: for each square those in which it is the root of its tree."""
    for i in range(TREES):
        squares = load(work, SQUARES_OF + i)
        root = number(work, layout[ORIGIN + i])
        for s in range(SQUARES):
            here = spread(squares & (1 << s))
            store(work, ROOT + TREES * s + i, root & here)
            root = ((root << layout[STRIDE + i]) & here) | (root & ~here)
        for n in range(len(LINES)):
            store(work, AWAY + TREES * n + i, ~spread(squares & LINES[n]))


@jitable
def find_partners(work: Rows, layout: Layout, forbids: Forbids) -> None:
    """Write APART, WAYS and NAMED if pairs are forbidden; needs the early marks and the roots. Rule: GOFF-PAIR-1"""
    if not len(forbids):
        return
    for s in range(SQUARES):
        store(work, NEAR + s, number(work, (2 << s) - 1))
    for i in range(EARLY_MARKS):
        add_bits(work, NEAR, load(work, U + i), 1 << load(work, V + i))
    for s in range(SQUARES):
        squares = number(work, 0)
        for i in range(TREES):
            tree = load(work, SQUARES_OF + i)
            squares |= tree & spread(tree & (1 << s))
        squares &= ~load(work, NEAR + s)
        later = number(work, 0)
        for t in range(s + 1, SQUARES):
            later |= root_of(work, t) & spread(squares & (1 << t))
        store(work, LATER + s, later)
    for i in range(TREES):
        ones = number(work, 0)
        twos = number(work, 0)
        fours = number(work, 0)
        for d in range(1, layout[SIZE + i]):
            shift = d * layout[STRIDE + i]
            apart = number(work, 0)
            for s in range(SQUARES):
                apart |= load(work, ROOT + TREES * s + i) & (load(work, LATER + s) >> shift)
            store(work, APART + SQUARES * i + d, apart)
            ones, twos, fours = one_more(ones, twos, fours, apart)
            ones, twos, fours = one_more(ones, twos, fours, apart << shift)
        store(work, WAYS + WAYS_BITS * i, ones)
        store(work, WAYS + WAYS_BITS * i + 1, twos)
        store(work, WAYS + WAYS_BITS * i + 2, fours)
        store(work, NAMED + i, ones | twos | fours)


@jitable
def one_more(ones: Number, twos: Number, fours: Number, mask: Number) -> tuple[Number, Number, Number]:
    """The bits of numbers, one per combination, after adding 1 to those in the mask."""
    carried = ones & mask
    return ones ^ mask, twos ^ carried, fours | (twos & carried)


@jitable
def root_of(work: Rows, s: int) -> Number:
    """The combinations in which s is the root of its tree."""
    at = ROOT + TREES * s
    return load(work, at) | load(work, at + 1) | load(work, at + 2)


@jitable
def tree_in_lane(work: Rows, lane: int, s: int) -> int:
    """The tree of a square of the position in a lane, NO_TREE if it has a definite mark."""
    found = NO_TREE
    for i in range(TREES):
        found = i if (take(work, SQUARES_OF + i, lane) >> s) & 1 else found
    return found


@jitable
def first_slot(layout: Layout, i: int) -> int:
    """The number of root 0 of tree i among the roots of all trees, those of tree 0 first."""
    return (layout[SIZE] if i > 0 else 0) + (layout[SIZE + 1] if i > 1 else 0)


@jitable
def slot_in_lane(work: Rows, layout: Layout, lane: int, s: int) -> int:
    """The number of a square, as a root, among the roots of all trees, of the position in a lane."""
    i = tree_in_lane(work, lane, s)
    return first_slot(layout, i) + size(take(work, SQUARES_OF + i, lane) & ((1 << s) - 1))


@jitable
def place_early_marks(work: Rows, layout: Layout) -> None:
    """For each square the combinations in which an early mark of X, of O, settles on it. Rule: GOFF-COLLAPSE-3"""
    every = number(work, layout[FULL] * layout[REPEAT])
    for s in range(2 * PLAYER):
        store(work, EARLY + s, number(work, 0))
    for i in range(EARLY_MARKS):
        early = EARLY + PLAYER * (i // TREES)
        side = load(work, A + i)
        on_v = number(work, 0)
        for s in range(SQUARES):
            on_v |= root_of(work, s) & spread(side & (1 << s))
        add_bits(work, early, load(work, V + i), on_v)
        add_bits(work, early, load(work, U + i), every & ~on_v)


@jitable
def grow_trees(work: Rows, filled: int, reading: int, forbids: Forbids) -> None:
    """Find the three trees of a loaded forest and lay out the combinations, of one position."""
    find_trees(work, filled)
    a = size(load(work, SQUARES_OF))
    b = size(load(work, SQUARES_OF + 1))
    c = size(load(work, SQUARES_OF + 2))
    lay_out(work, a, b, c, LARGE_WORD, reading)
    place_roots(work, work)
    find_partners(work, work, forbids)
