"""Positions as 60-bit keys.

A key is ten 6-bit fields, each a place (see `board`), from high to low: X's early marks (plies 1, 3, 5), largest place
first, then O's (plies 2, 4, 6), then X7, O8, X9, and last the *pending* pair: the move that closed a cycle and waits
for its selection. Absent marks are 0, so the start position is key 0, and no key reaches 2**60.

Within a key the early marks of a player are a set: their plies are interchangeable (claim `goff-ply-labels`).
"""

from collections.abc import MutableSequence

from qttt.fast.goff.board import PLACE_IMAGE, PLACE_SQUARES, SYMMETRIES
from qttt.fast.goff.forest import ABSENT, MARKS, A, B, U, V, entangle
from qttt.fast.jit import jitable

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
def load(key: int, forest: MutableSequence[int]) -> int:
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
