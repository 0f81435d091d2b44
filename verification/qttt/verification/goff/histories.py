"""Goff's game on histories: keys that keep every mark with its own ply.

A *history* is nine 6-bit places, ply 1 highest. On request the functions merge the early plies of a player, and images
under the symmetries, so that each reduction can be left out separately.
"""

from typing import Any

from qttt.fast.goff import value
from qttt.fast.goff.board import LINES, PLACE_IMAGE, PLACE_SQUARES, PLACES, SQUARES, SYMMETRIES, place
from qttt.fast.goff.forest import ABSENT, MARKS, A, B, U, V, component, entangle, settled
from qttt.fast.goff.key import canonical, pack, triple
from qttt.fast.goff.moves import SPAN, Work
from qttt.fast.goff.outcome import DRAW, O_COMPLETE, O_NARROW, UNFINISHED, X_COMPLETE, X_DOUBLE, X_NARROW
from qttt.fast.jit import jitable

PLY = value.WORK
"""``+ s``: the ply of the definite mark on square s, 0 without one."""
WORK = PLY + SQUARES
NEVER = 10


@jitable
def mark(history: int, ply: int) -> int:
    """The place of the mark of a ply, 0 without a mark."""
    return (history >> (6 * (MARKS - ply))) & 63


@jitable
def image(history: int, g: int) -> int:
    """The history turned by symmetry g."""
    out = 0
    for ply in range(1, MARKS + 1):
        out = (out << 6) | PLACE_IMAGE[g, mark(history, ply)]
    return out


@jitable
def merged(history: int) -> int:
    """The history with X's plies 1, 3, 5 in the order of their places, and O's 2, 4, 6, absent ones last."""
    x = triple(mark(history, 1), mark(history, 3), mark(history, 5))
    o = triple(mark(history, 2), mark(history, 4), mark(history, 6))
    early = 0
    for shift in (12, 6, 0):
        early = (early << 12) | (((x >> shift) & 63) << 6) | ((o >> shift) & 63)
    return (early << 18) | (history & ((1 << 18) - 1))


@jitable
def representative(history: int, labelled: bool, symmetric: bool) -> int:
    """The history that represents this one: itself if `labelled` and not `symmetric`."""
    best = history if labelled else merged(history)
    if symmetric:
        for g in range(1, SYMMETRIES):
            other = image(history, g)
            best = min(best, other if labelled else merged(other))
    return best


@jitable
def key_of(history: int) -> int:
    """The key of the fast engine, early plies forgotten."""
    return pack(
        mark(history, 1),
        mark(history, 3),
        mark(history, 5),
        mark(history, 2),
        mark(history, 4),
        mark(history, 6),
        mark(history, 7),
        mark(history, 8),
        mark(history, 9),
        0,
    )


@jitable
def reduced(history: int) -> int:
    """The canonical key of the fast engine, early plies and symmetries forgotten."""
    return canonical(key_of(history))


@jitable
def put(work: Work, i: int, p: int) -> None:
    """Put mark i of the forest at a place, after all earlier marks."""
    u = PLACE_SQUARES[p, 0]
    v = PLACE_SQUARES[p, 1]
    work[U + i] = u if p else ABSENT
    work[V + i] = v if p else ABSENT
    work[A + i] = 0
    work[B + i] = 0
    if u != v:
        entangle(work, i, u, v)


@jitable
def outcome_of(history: int, work: Work) -> int:
    """The outcome code by the real plies of the definite marks. Rules: GOFF-END-1 to GOFF-END-6"""
    free = 0
    for s in range(SQUARES):
        work[PLY + s] = 0
    for ply in range(1, MARKS + 1):
        p = mark(history, ply)
        if p and PLACE_SQUARES[p, 0] == PLACE_SQUARES[p, 1]:
            work[PLY + PLACE_SQUARES[p, 0]] = ply
    x = NEVER
    o = NEVER
    lines = 0
    for line in LINES:
        largest = 0
        of_x = 0
        filled = 0
        for s in range(SQUARES):
            if (line >> s) & 1 and work[PLY + s]:
                largest = max(largest, work[PLY + s])
                of_x += work[PLY + s] & 1
                filled += 1
        if filled == 3 and of_x == 3:
            x = min(x, largest)
            lines += 1
        elif filled == 3 and of_x == 0:
            o = min(o, largest)
    for s in range(SQUARES):
        free += 1 if work[PLY + s] == 0 else 0
    if x == NEVER and o == NEVER:
        return UNFINISHED if free else DRAW
    if o == NEVER:
        return X_DOUBLE if lines > 1 else X_COMPLETE
    if x == NEVER:
        return O_COMPLETE
    return X_NARROW if x < o else O_NARROW


@jitable
def successors(history: int, ply: int, work: Work, out: Any, at: int, labelled: bool, symmetric: bool) -> bool:
    """Write the successors by the place of the new mark, or -1, into row `at`; False if the game is over."""
    for p in range(PLACES + 1):
        out[at, p] = -1
    if outcome_of(history, work) != UNFINISHED:
        return False
    for i in range(MARKS):
        put(work, i, mark(history, i + 1))
    for s in range(SQUARES):
        work[SPAN + s] = 0 if work[PLY + s] else component(work, s)
    shift = 6 * (MARKS - ply - 1)
    for v in range(SQUARES):
        span = work[SPAN + v]
        if span == 0:
            continue
        for u in range(v):
            if work[SPAN + u] and not (span >> u) & 1:
                out[at, place(u, v)] = representative(history | (place(u, v) << shift), labelled, symmetric)
        if span != 1 << v:
            collapsed = place(v, v) << shift
            for i in range(ply):
                square = settled(work, i, v)
                inside = ((work[A + i] | work[B + i]) >> v) & 1
                collapsed |= (place(square, square) if inside else mark(history, i + 1)) << (6 * (MARKS - 1 - i))
            out[at, place(v, v)] = representative(collapsed, labelled, symmetric)
    return True
