"""The last two plies, root by root: the successors of a settled position of ply 7 or 8.

At ply 8 the squares without a definite mark form one tree, and the game ends with X9 on a root of this tree. At ply 7
they form two trees, and the game ends with O8 on a root of one tree and X9 on a root of the other, whichever pairs were
played: so the outcomes of two roots each, at most 40, give the values of all successors."""

from qttt.fast.goff.board import PLACES, SQUARES, place, size
from qttt.fast.goff.forest import A, B, settled
from qttt.fast.goff.key import O8, X7, load, plies
from qttt.fast.goff.moves import SPAN, Work, current_outcome, definite, find_spans
from qttt.fast.goff.outcome import UNFINISHED, outcome
from qttt.fast.goff.value import CODE, both, choose
from qttt.fast.goff.value import WORK as VALUES
from qttt.fast.jit import jitable

CLASSES = 4
"""Classes of marks that `outcome` does not distinguish: X's early ones, O's, X7, O8."""
HELD = VALUES
"""``+ 4 s + class``: the squares of the marks of a class in the tree of root s when the last mark settles on s; at
s = 9 the squares of the definite marks."""
BEST = HELD + CLASSES * (SQUARES + 1)
SECOND = BEST + SQUARES
"""``+ s``: the best and the second best outcome for X9 in the other tree when O8 is on s; -1 if there is no second."""
WORK = SECOND + SQUARES


@jitable(forceinline=True)
def class_of(i: int) -> int:
    """The class of mark i, which is not X9."""
    return i // 3 if i < X7 else i - 4


@jitable
def hold(work: Work) -> None:
    """Fill HELD from the loaded forest and its spans."""
    for k in range(CLASSES * (SQUARES + 1)):
        work[HELD + k] = 0
    for i in range(O8 + 1):
        work[HELD + CLASSES * SQUARES + class_of(i)] |= definite(work, i)
        joined = work[A + i] | work[B + i]
        for s in range(SQUARES):
            if (joined >> s) & 1:
                work[HELD + CLASSES * s + class_of(i)] |= 1 << settled(work, i, s)


@jitable(forceinline=True)
def held(work: Work, a: int, b: int, kind: int) -> int:
    """The squares of the marks of a class when the trees of a and b have settled; 9 stands for no tree."""
    definite_ones = work[HELD + CLASSES * SQUARES + kind]
    return definite_ones | work[HELD + CLASSES * a + kind] | work[HELD + CLASSES * b + kind]


@jitable(forceinline=True)
def outcome_of_roots(work: Work, a: int, b: int, o8: int, x9: int) -> int:
    """The outcome code when the trees of a and b have settled, with O8 and X9 on these squares besides."""
    return outcome(held(work, a, b, 0), held(work, a, b, 1), held(work, a, b, 2), held(work, a, b, 3) | o8, x9)


@jitable
def value_last_successors(work: Work, made: int) -> None:
    """Write the code pair of each successor of a settled position of ply `made`, 7 or 8, that is not over: CODE.

    Needs the forest and the spans of the position in `work`."""
    for p in range(1, PLACES + 1):
        work[CODE + p] = -1
    if made == O8 + 1:
        for s in range(SQUARES):
            if work[SPAN + s]:
                work[CODE + place(s, s)] = both(outcome_of_roots(work, s, SQUARES, 0, 1 << s))
        return
    for s in range(SQUARES):
        if work[SPAN + s] == 0:
            continue
        best = -1
        second = -1
        for r in range(SQUARES):
            if work[SPAN + r] and not (work[SPAN + s] >> r) & 1:
                code = outcome_of_roots(work, s, r, 1 << s, 1 << r)
                second = max(second, min(best, code))
                best = max(best, code)
        work[BEST + s] = best
        work[SECOND + s] = second
        if size(work[SPAN + s]) > 1:
            over = outcome_of_roots(work, s, SQUARES, 1 << s, 0)
            left = (best if second < 0 else second) | (best << 3)
            work[CODE + place(s, s)] = left if over == UNFINISHED else both(over)
    for v in range(SQUARES):
        for u in range(v):
            if work[SPAN + u] and work[SPAN + v] and not (work[SPAN + v] >> u) & 1:
                best = max(work[BEST + u], work[BEST + v])
                second = max(min(work[BEST + u], work[BEST + v]), work[SECOND + u], work[SECOND + v])
                work[CODE + place(u, v)] = second | (best << 3)


@jitable
def value_last(key: int, work: Work) -> int:
    """The code pair of a settled position of ply 7, 8 or 9."""
    filled = load(key, work)
    over = current_outcome(work)
    if over != UNFINISHED:
        return both(over)
    made = plies(key)
    find_spans(work, filled)
    hold(work)
    value_last_successors(work, made)
    return choose(work, made & 1 == 0)
