"""Positions: the forest of the entanglement graph, and 60-bit keys.

While no cycle is closed the graph is a forest. Mark i has the squares u and v; if it is spooky, taking its edge away
leaves two parts of its component: the *sides* of u and of v. A forest is one int64 array (or list) of 4 x 9 numbers:
``U + i, V + i`` the squares of mark i, ``A + i, B + i`` the masks of their sides. A definite mark has u = v and empty
sides; a mark that is not there is at square 9, off the board.

Everything about a collapse can be read off the sides. If the last mark settles on square r, each other mark of the
component settles on the end of its edge away from r; moving r across one edge moves only the mark of that edge.

Every function of a forest is a kernel free of branches: the same text is run by Python, numba and CUDA, and proved
by z3.

A key is ten 6-bit fields, each a place (see `board`), from high to low: X's early marks (plies 1, 3, 5), largest place
first, then O's (plies 2, 4, 6), then X7, O8, X9, and last the *pending* pair: the move that closed a cycle and waits
for its selection. Absent marks are 0, so the start position is key 0, and no key reaches 2**60.

Within a key the early marks of a player are a set: their plies are interchangeable (claim `goff-ply-labels`)."""

from collections.abc import MutableSequence

from qttt.fast.goff.board import PLACE_IMAGE, PLACE_SQUARES, SYMMETRIES
from qttt.fast.jit import jitable
from qttt.fast.lanes import Number, load, store

MARKS = 9
ABSENT = 9
U, V, A, B = 0, 9, 18, 27
FOREST = 36

Forest = MutableSequence[int]


@jitable
def component(forest: Forest, square: Number, marks: int = MARKS) -> Number:
    """The mask of the squares joined to `square`, itself included, by the first `marks` marks. Rule: GOFF-GRAPH-2"""
    mask = 1 << square
    for i in range(marks):
        span = load(forest, A + i) | load(forest, B + i)
        mask |= span & -((span >> square) & 1)
    return mask


@jitable
def entangle(forest: Forest, i: int, u: int, v: int) -> None:
    """Add mark i, after marks 0 to i - 1, as an edge between squares u and v of different components.

    Guaranteed only while the graph stays a forest: the caller must check `component` first. Rule: GOFF-GRAPH-1
    """
    add(forest, i, u, v, component(forest, u, i), component(forest, v, i))


@jitable
def add(forest: Forest, i: int, u: Number, v: Number, side_u: Number, side_v: Number) -> None:
    """Add mark i with its sides. With empty sides it is definite if u = v."""
    for j in range(i):
        a = load(forest, A + j)
        b = load(forest, B + j)
        store(forest, A + j, a | (side_v & -((a >> u) & 1)) | (side_u & -((a >> v) & 1)))
        store(forest, B + j, b | (side_v & -((b >> u) & 1)) | (side_u & -((b >> v) & 1)))
    store(forest, U + i, u)
    store(forest, V + i, v)
    store(forest, A + i, side_u)
    store(forest, B + i, side_v)


@jitable
def settling_square(forest: Forest, i: int, root: int) -> int:
    """The square where mark i settles when the last mark of its component settles on `root`.

    For a definite mark this is its square. Not meaningful for a `root` outside the component of a spooky mark i.
    Rule: GOFF-COLLAPSE-3
    """
    u = forest[U + i]
    v = forest[V + i]
    return u ^ ((u ^ v) & -((forest[A + i] >> root) & 1))


FIELD = 63
PENDING = 9
"""The index of the pending field in a list of ten places; 0..8 are the marks in key order."""

LARGEST = (1 << 60) - 1
"""No key is larger."""

LATE = (1 << 24) - 1
"""The bits of X7, O8, X9 and the pending pair; a settled position of plies 0 to 6 has none of them."""

X7, O8, X9 = 6, 7, 8
"""The indices of the late marks; 0..2 are X's early marks and 3..5 O's."""


@jitable
def larger(a: int, b: int) -> int:
    """The larger of two numbers that are less than 2**62 apart."""
    return a - ((a - b) & ((a - b) >> 63))


@jitable
def triple(a: int, b: int, c: int) -> int:
    """Three places packed into 18 bits, largest first."""
    high = larger(larger(a, b), c)
    low = -larger(larger(-a, -b), -c)
    return (high << 12) | ((a + b + c - high - low) << 6) | low


@jitable
def pack(p0: int, p1: int, p2: int, p3: int, p4: int, p5: int, x7: int, o8: int, x9: int, pending: int) -> int:
    """The key of ten places; the order within each player's three early places does not matter."""
    return (triple(p0, p1, p2) << 42) | (triple(p3, p4, p5) << 24) | (x7 << 18) | (o8 << 12) | (x9 << 6) | pending


@jitable
def field(key: int, i: int) -> int:
    """Field i of the key, 0 the highest."""
    return (key >> (54 - 6 * i)) & FIELD


@jitable
def image(key: int, g: int) -> int:
    """The key of the position turned by symmetry g."""
    return pack(
        PLACE_IMAGE[g, field(key, 0)],
        PLACE_IMAGE[g, field(key, 1)],
        PLACE_IMAGE[g, field(key, 2)],
        PLACE_IMAGE[g, field(key, 3)],
        PLACE_IMAGE[g, field(key, 4)],
        PLACE_IMAGE[g, field(key, 5)],
        PLACE_IMAGE[g, field(key, 6)],
        PLACE_IMAGE[g, field(key, 7)],
        PLACE_IMAGE[g, field(key, 8)],
        PLACE_IMAGE[g, field(key, 9)],
    )


@jitable
def canonical(key: int) -> int:
    """The canonical form: the smallest of the eight images. The early marks of a player may be in any order."""
    best = image(key, 0)
    for g in range(1, SYMMETRIES):
        best = -larger(-best, -image(key, g))
    return best


@jitable
def plies(key: int) -> int:
    """How many marks have been made; a pending move counts."""
    count = 0
    for i in range(10):
        count += 1 if field(key, i) > 0 else 0
    return count


@jitable
def load_key(key: int, forest: MutableSequence[int]) -> int:
    """Write the settled marks of the key into the forest; return the mask of all definite ones."""
    for k in range(MARKS):
        forest[U + k] = ABSENT
        forest[V + k] = ABSENT
        forest[A + k] = 0
        forest[B + k] = 0
    definite = 0
    for i in range(MARKS):
        p = field(key, i)
        if p:
            u = PLACE_SQUARES[p, 0]
            v = PLACE_SQUARES[p, 1]
            if u == v:
                forest[U + i] = u
                forest[V + i] = u
                definite |= 1 << u
            else:
                entangle(forest, i, u, v)
    return definite
