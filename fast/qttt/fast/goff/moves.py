"""The moves of a settled position, and what they lead to.

A successor is named by the place of the new mark: a pair of squares in different components keeps the mark spooky
(the place is that pair), a closed cycle and its selection settle it on one square s (the place is the loop s-s),
whichever legal pair of the component was played. So there are at most 45 successors, and `expand` gives all of them
at once. Their keys have the early marks of a player in the order of those of the position, the new one last."""

from qttt.fast import backend
from qttt.fast.goff.board import LOOP, PLACES, SQUARES, place, size
from qttt.fast.goff.outcome import DRAW, FORBIDDEN, UNFINISHED, ends_without_line, outcome
from qttt.fast.goff.position import (
    FOREST,
    MARKS,
    O8,
    X7,
    X9,
    A,
    B,
    U,
    V,
    component,
    field,
    load_key,
    plies,
    settling_square,
)
from qttt.fast.jit import jitable

Work = backend.Work

SPAN = FOREST
"""``work[SPAN + s]``: the mask of the component of square s, 0 if s is definite."""
CLOSING = SPAN + SQUARES
"""``work[CLOSING + s]``: the mask of the squares that close a cycle when a move names them and s; s itself if it is the
last open square."""
NEXT = CLOSING + SQUARES
"""``work[NEXT + p]``: the key of the successor whose new mark is at place p, NO_SUCCESSOR if there is none."""
WORK = NEXT + PLACES + 1

NO_SUCCESSOR = -1


@jitable
def slot(ply: int) -> int:
    """Where the mark of this ply goes in the key: a player's three early marks fill up in order."""
    return ply - 1 if ply > 6 else 3 * ((ply - 1) & 1) + ((ply - 1) >> 1)


@jitable
def shift(ply: int) -> int:
    """How far to the left the mark of this ply is in the key."""
    return 54 - 6 * slot(ply)


@jitable
def outcome_of(key: int, reading: int) -> int:
    """The outcome code of a settled position, UNFINISHED if play goes on.

    Rules: GOFF-END-1, GOFF-LAST-1, GOFF-PAIR-2"""
    x = LOOP[field(key, 0)] | LOOP[field(key, 1)] | LOOP[field(key, 2)]
    o = LOOP[field(key, 3)] | LOOP[field(key, 4)] | LOOP[field(key, 5)]
    x7 = LOOP[field(key, X7)]
    o8 = LOOP[field(key, O8)]
    x9 = LOOP[field(key, X9)]
    over = outcome(x, o, x7, o8, x9)
    if over == UNFINISHED and reading and ends_without_line(SQUARES - size(x | o | x7 | o8 | x9), plies(key), reading):
        return DRAW
    return over


@jitable
def collapse(key: int, work: Work, root: int, ply: int) -> int:
    """The key after the component of `root` collapses with the new mark, of this ply, on `root`.

    Needs the forest of `key` in `work`. Every mark outside the component keeps its place. Rules: GOFF-COLLAPSE-2,
    GOFF-COLLAPSE-3"""
    after = place(root, root) << shift(ply)
    for i in range(MARKS):
        p = field(key, i)
        if ((work[A + i] | work[B + i]) >> root) & 1:
            square = settling_square(work, i, root)
            p = place(square, square)
        after |= p << (54 - 6 * i)
    return after


@jitable
def expand(key: int, work: Work, reading: int) -> int:
    """Write the components, what closes cycles in them, and all successors of a settled position into `work`; return
    its outcome code.

    A position that is over has no successors: the outcome is not UNFINISHED, and NEXT is not written. The keys are
    not canonical. The only square left, if eight are definite, is its own component and takes the special final move:
    Rules: GOFF-MOVE-1, GOFF-CYCLE-1, GOFF-FINAL-1, GOFF-PAIR-1
    """
    over = outcome_of(key, reading)
    if over != UNFINISHED:
        return over
    filled = load_key(key, work)
    for p in range(PLACES + 1):
        work[NEXT + p] = NO_SUCCESSOR
    ply = plies(key) + 1
    last = size(filled) == SQUARES - 1
    for v in range(SQUARES):
        span = 0 if (filled >> v) & 1 else component(work, v)
        work[SPAN + v] = span
        work[CLOSING + v] = span if last else span & ~(1 << v)
    if reading & FORBIDDEN:
        for i in range(MARKS):
            u = work[U + i]
            v = work[V + i]
            if u != v:
                work[CLOSING + u] &= ~(1 << v)
                work[CLOSING + v] &= ~(1 << u)
    for v in range(SQUARES):
        span = work[SPAN + v]
        if work[CLOSING + v]:
            work[NEXT + place(v, v)] = collapse(key, work, v, ply)
        if span:
            for u in range(v):
                if work[SPAN + u] and not (span >> u) & 1:
                    work[NEXT + place(u, v)] = key | (place(u, v) << shift(ply))
    return UNFINISHED
