"""The successors of a settled position.

A successor is named by the place of the new mark: a pair of squares in different components keeps the mark spooky
(the place is that pair), a closed cycle and its selection settle it on one square s (the place is the loop s-s),
whichever pair of the component was played. So there are at most 45 successors, and `successors` gives all of them
at once."""

from collections.abc import MutableSequence

from qttt.fast.goff.board import BOARD, PLACES, SQUARES, place, size
from qttt.fast.goff.forest import FOREST, MARKS, A, B, U, V, component, settled
from qttt.fast.goff.key import O8, X7, X9, field, load, pack, plies
from qttt.fast.goff.outcome import UNFINISHED, outcome
from qttt.fast.jit import jitable

Work = MutableSequence[int]

SPAN = FOREST
"""``work[SPAN + s]``: the mask of the component of square s, 0 if s is definite."""
MARK = SPAN + SQUARES
"""``work[MARK + i]``: room for the nine places of a successor."""
NEXT = MARK + MARKS
"""``work[NEXT + p]``: the key of the successor whose new mark is at place p, NO_SUCCESSOR if there is none."""
WORK = NEXT + PLACES + 1

NO_SUCCESSOR = -1


@jitable
def slot(ply: int) -> int:
    """Where the mark of this ply goes in the key: a player's three early marks fill up in order."""
    return ply - 1 if ply > 6 else 3 * ((ply - 1) & 1) + ((ply - 1) >> 1)


@jitable
def definite(forest: Work, i: int) -> int:
    """The square of mark i as a mask, empty unless the mark is definite."""
    return (1 << forest[U + i]) & BOARD if forest[U + i] == forest[V + i] else 0


@jitable
def current_outcome(forest: Work) -> int:
    """The outcome of the definite marks of a loaded forest, UNFINISHED if play goes on. Rule: GOFF-END-1"""
    x = definite(forest, 0) | definite(forest, 1) | definite(forest, 2)
    o = definite(forest, 3) | definite(forest, 4) | definite(forest, 5)
    return outcome(x, o, definite(forest, X7), definite(forest, O8), definite(forest, X9))


@jitable
def packed(work: Work) -> int:
    """The key of the nine places in `work`, nothing pending."""
    return pack(
        work[MARK],
        work[MARK + 1],
        work[MARK + 2],
        work[MARK + 3],
        work[MARK + 4],
        work[MARK + 5],
        work[MARK + 6],
        work[MARK + 7],
        work[MARK + 8],
        0,
    )


@jitable
def collapsed(key: int, work: Work, root: int, new: int) -> int:
    """The key after the component of `root` collapses with the new mark, of slot `new`, on `root`.

    Needs the forest of `key` in `work`. Every mark outside the component keeps its place. Rules: GOFF-COLLAPSE-2,
    GOFF-COLLAPSE-3
    """
    for i in range(MARKS):
        spooky = ((work[A + i] | work[B + i]) >> root) & 1
        square = settled(work, i, root)
        work[MARK + i] = place(square, square) if spooky else field(key, i)
    work[MARK + new] = place(root, root)
    return packed(work)


@jitable
def find_spans(work: Work, filled: int) -> None:
    """Write the components of a loaded forest, whose definite marks are `filled`."""
    for s in range(SQUARES):
        work[SPAN + s] = 0 if (filled >> s) & 1 else component(work, s)


@jitable
def expand(key: int, work: Work) -> int:
    """Write the components and all successors of a settled position into `work`; return its outcome code.

    A position that is over has no successors: the outcome is not UNFINISHED, and NEXT is not written. The keys are
    not canonical. The only square left, if eight are definite, is its own component and takes the special final move:
    Rules: GOFF-MOVE-1, GOFF-CYCLE-1, GOFF-FINAL-1
    """
    filled = load(key, work)
    over = current_outcome(work)
    if over != UNFINISHED:
        return over
    find_spans(work, filled)
    for p in range(PLACES + 1):
        work[NEXT + p] = NO_SUCCESSOR
    new = slot(plies(key) + 1)
    last = size(filled) == SQUARES - 1
    for v in range(SQUARES):
        span = work[SPAN + v]
        if span == 0:
            continue
        if size(span) > 1 or last:
            work[NEXT + place(v, v)] = collapsed(key, work, v, new)
        for i in range(MARKS):
            work[MARK + i] = field(key, i)
        for u in range(v):
            if work[SPAN + u] and not (span >> u) & 1:
                work[MARK + new] = place(u, v)
                work[NEXT + place(u, v)] = packed(work)
    return UNFINISHED
