"""Plies 7 to 9 valued at once, from a settled position of ply 6.

At ply 6 the squares without a definite mark form three trees (claim `goff-three-trees`), and in the end one root
of each tree holds X7, O8 or X9. So an end is a *combination*, a root in each tree, at most 27 of them, together
with an assignment of X7, O8 and X9 to the trees, at most 6. A set of combinations is a bit mask: the combination
of roots number p0, p1, p2 has bit p0 + k0 (p1 + k1 p2) in trees of k0, k1, k2 squares. The rest of the game is
computed on such masks, for all combinations together:

* where a mark can be: one mask per square; a line: the AND of three of them (`qttt.fast.goff.ends`);
* X gets outcome t or better: one mask per threshold t = 1..5 and assignment, since max is OR and min is AND;
* a collapse: along the axis of its tree, "two roots at least" if the opponent selects, "one at least" if the
  mover does;
* two trees joined by an edge: the roots on both sides of it, counted together.

As many thresholds as fit side by side share a word. Nothing recurses, and no loop runs over moves. An assignment
is numbered 3 i + j: X7 in tree i, O8 in tree j, X9 in the third tree. Names ending in 1 belong to the rule under
which the mover selects (one root is enough), names ending in 2 to the one under which the opponent does."""

from qttt.fast.goff.ends import (
    COPIES,
    END,
    END_7,
    LANES,
    ORIGIN,
    OVER_7,
    ROOT,
    SIZE,
    STRIDE,
    TREE,
    TREES,
    WIDTH,
    Work,
    grow_trees,
    place_early_marks,
    write_ends,
)
from qttt.fast.goff.ends import WORK as ENDS_WORK
from qttt.fast.goff.key import load
from qttt.fast.goff.moves import current_outcome
from qttt.fast.goff.outcome import UNFINISHED, X_DOUBLE
from qttt.fast.jit import jitable

ONE = ENDS_WORK
TWO = ONE + 27
"""``+ 9 n + 3 i + j``: where at least one, two roots of X9's tree reach the thresholds, for the kinds of end n of
`ends`."""
CHILD = TWO + 27
"""``+ 12 w + 6 rule + i``: where X7 settled in tree i reaches the thresholds of word w; ``+ 3 + k``: where X7
joins the two trees other than k. Rule 0: the opponent selects, 1: the mover."""
WORK = CHILD + 36


@jitable(forceinline=True)
def once(work: Work, mask: int, tree: int) -> int:
    """Where at least one root of the tree is in the mask; read at its root 0."""
    one = mask
    for p in range(1, work[SIZE + tree]):
        one |= mask >> (p * work[STRIDE + tree])
    return one & work[ORIGIN + tree]


@jitable(forceinline=True)
def once_and_twice(work: Work, mask: int, tree: int) -> tuple[int, int]:
    """Where at least one root and where at least two are in the mask; read at its root 0."""
    one = mask
    two = 0
    for p in range(1, work[SIZE + tree]):
        here = mask >> (p * work[STRIDE + tree])
        two |= one & here
        one |= here
    return one & work[ORIGIN + tree], two & work[ORIGIN + tree]


@jitable(forceinline=True)
def twice(work: Work, mask: int, tree: int) -> int:
    """Where at least two roots of the tree are in the mask; read at its root 0."""
    return once_and_twice(work, mask, tree)[1]


@jitable(forceinline=True)
def always(work: Work, mask: int, tree: int) -> int:
    """Where every root of the tree is in the mask; read at its root 0."""
    every = mask
    for p in range(1, work[SIZE + tree]):
        every &= mask >> (p * work[STRIDE + tree])
    return every & work[ORIGIN + tree]


@jitable(forceinline=True)
def along(work: Work, mask: int, tree: int) -> int:
    """A mask read at the tree's root 0, copied to all its roots."""
    return mask * work[COPIES + tree]


@jitable
def count_last_roots(work: Work, w: int) -> None:
    """Ply 9: per assignment, where one and where two roots of X9's tree reach the thresholds of word w."""
    for i in range(TREES):
        for j in range(TREES):
            if i == j:
                continue
            for n in range(3):
                at = 9 * n + 3 * i + j
                work[ONE + at], work[TWO + at] = once_and_twice(work, work[END + 27 * w + at], 3 - i - j)


@jitable(forceinline=True)
def settle_x7(work: Work, i: int, w: int) -> None:
    """O to move at ply 8 after X7 settled in tree i: where X still reaches the thresholds of word w, along axis i."""
    j = (i + 1) % 3
    k = (i + 2) % 3
    ij = 3 * i + j
    ik = 3 * i + k
    plane = work[ORIGIN + j] & work[ORIGIN + k]
    # O8 joins trees j and k: X9's root is in k (then O8 is on its end in j) or in j (O8 on its end in k)
    one_k = always(work, work[ONE + ij], j)
    one_j = always(work, work[ONE + ik], k)
    two_k = always(work, work[TWO + ij], j)
    two_j = always(work, work[TWO + ik], k)
    holds1 = plane & (one_k | one_j)
    holds2 = plane & (two_k | two_j | (one_k & one_j))
    # O8 closes a cycle in tree j, in tree k; X's last move is in the other one
    if work[SIZE + j] > 1:
        holds1 &= ~once(work, work[ORIGIN + k] & ~work[ONE + 9 + ij], j)
        last = work[TWO + 9 + ij] if work[SIZE + k] > 1 else work[ONE + 9 + ij]
        holds2 &= ~twice(work, work[ORIGIN + k] & ~last, j)
    if work[SIZE + k] > 1:
        holds1 &= ~once(work, work[ORIGIN + j] & ~work[ONE + 9 + ik], k)
        last = work[TWO + 9 + ik] if work[SIZE + j] > 1 else work[ONE + 9 + ik]
        holds2 &= ~twice(work, work[ORIGIN + j] & ~last, k)
    over = work[OVER_7 + i] & plane
    ended = work[END_7 + 3 * w + i] & over
    work[CHILD + 12 * w + i] = ended | (holds2 & ~over)
    work[CHILD + 12 * w + 6 + i] = ended | (holds1 & ~over)


@jitable(forceinline=True)
def join_x7(work: Work, k: int, w: int) -> None:
    """The same after X7 joined the trees other than k, as the edge between their roots number p and q: bit (p, q)."""
    i = (k + 1) % 3
    j = (k + 2) % 3
    ij = 3 * i + j
    ji = 3 * j + i
    ik = 3 * i + k
    jk = 3 * j + k
    plane = work[ORIGIN + k]
    # O8 joins k too: X9's root is in k, O8 on its end in i or j; or it is in i or j, X7 and O8 on the far ends
    k_one = along(work, always(work, work[ONE + ji], i), i) & along(work, always(work, work[ONE + ij], j), j)
    k_two = along(work, always(work, work[TWO + ji], i), i) & along(work, always(work, work[TWO + ij], j), j)
    i_one = along(work, work[ONE + jk], i)
    j_one = along(work, work[ONE + ik], j)
    ij_one = always(work, i_one | j_one, k)
    ij_two = always(work, along(work, work[TWO + jk], i) | along(work, work[TWO + ik], j) | (i_one & j_one), k)
    holds1 = plane & (k_one | ij_one)
    holds2 = plane & (k_two | ij_two | (k_one & ij_one))
    # O8 closes a cycle in the joined tree, X9 in k: a root in i sends X7 to its end in j, and the reverse
    lost_i = plane & ~work[ONE + 9 + ji]
    lost_j = plane & ~work[ONE + 9 + ij]
    holds1 &= ~(along(work, once(work, lost_i, i), i) | along(work, once(work, lost_j, j), j))
    if work[SIZE + k] > 1:
        lost_i = plane & ~work[TWO + 9 + ji]
        lost_j = plane & ~work[TWO + 9 + ij]
    i_one, i_two = once_and_twice(work, lost_i, i)
    j_one, j_two = once_and_twice(work, lost_j, j)
    holds2 &= ~(along(work, i_two, i) | along(work, j_two, j) | (along(work, i_one, i) & along(work, j_one, j)))
    # O8 closes a cycle in tree k, X9 in the joined tree
    if work[SIZE + k] > 1:
        every = along(work, plane, k)
        i_one = along(work, work[ONE + 18 + jk], i)
        j_one = along(work, work[ONE + 18 + ik], j)
        i_two = along(work, work[TWO + 18 + jk], i)
        j_two = along(work, work[TWO + 18 + ik], j)
        holds1 &= ~once(work, every & ~(i_one | j_one), k)
        holds2 &= ~twice(work, every & ~(i_two | j_two | (i_one & j_one)), k)
    work[CHILD + 12 * w + 3 + k] = holds2
    work[CHILD + 12 * w + 9 + k] = holds1


@jitable
def lanes_hit(work: Work, mask: int) -> int:
    """How many of the thresholds side by side in a word have a combination in the mask."""
    width = work[WIDTH]
    lane = (1 << width) - 1
    count = 0
    for n in range(work[LANES]):
        count += 1 if (mask >> (n * width)) & lane else 0
    return count


@jitable
def value_late(key: int, work: Work) -> int:
    """The code pair of a settled position of ply 6: ``opponent | self << 3``, the outcome codes under the two rules.

    Unless the position is over, this also leaves in ``work[CHILD ...]`` what `value_successor` reads.
    """
    filled = load(key, work)
    over = current_outcome(work)
    if over != UNFINISHED:
        return over | (over << 3)
    grow_trees(work, filled)
    place_early_marks(work)
    write_ends(work)
    return value_ends(work)


@jitable
def value_ends(work: Work) -> int:
    """The code pair of the position whose trees and ends are in `work`."""
    value1 = 0
    value2 = 0
    for w in range((X_DOUBLE + work[LANES] - 1) // work[LANES]):
        count_last_roots(work, w)
        reached1 = 0
        reached2 = 0
        for i in range(TREES):
            settle_x7(work, i, w)
            join_x7(work, i, w)
            reached2 |= work[CHILD + 12 * w + 3 + i]
            reached1 |= work[CHILD + 12 * w + 9 + i]
            if work[SIZE + i] > 1:
                reached2 |= twice(work, work[CHILD + 12 * w + i], i)
                reached1 |= once(work, work[CHILD + 12 * w + 6 + i], i)
        value2 += lanes_hit(work, reached2)
        value1 += lanes_hit(work, reached1)
    return value2 | (value1 << 3)


@jitable
def value_successor(work: Work, u: int, v: int) -> int:
    """The codes of a successor after `value_late`: X7 the edge between trees from u to v, or settled on u = v.

    Also right for an X7 settled on a tree of one square, which no move does: a position of ply 7 is valued as the
    successor of the same position without its X7."""
    combinations = work[ROOT + u] & work[ROOT + v]
    plane = work[TREE + u] if u == v else 6 - work[TREE + u] - work[TREE + v]
    value1 = 0
    value2 = 0
    for w in range((X_DOUBLE + work[LANES] - 1) // work[LANES]):
        value2 += lanes_hit(work, work[CHILD + 12 * w + plane] & combinations)
        value1 += lanes_hit(work, work[CHILD + 12 * w + 6 + plane] & combinations)
    return value2 | (value1 << 3)
