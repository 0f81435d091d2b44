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

Where pairs are forbidden (GOFF-PAIR-1), two roots are two that no mark joins, and one root is one that is not joined to
all others of its tree. Every tree of three squares or more has such roots; in one of two no move closes a cycle.

As many thresholds as fit side by side share a word. Nothing recurses, and no loop runs over moves. An assignment
is numbered 3 i + j: X7 in tree i, O8 in tree j, X9 in the third tree. Names ending in 1 belong to the rule under
which the mover selects (one root is enough), names ending in 2 to the one under which the opponent does."""

from qttt.fast.goff.board import SQUARES
from qttt.fast.goff.ends import END, END_7, OVER_7, write_ends
from qttt.fast.goff.ends import WORK as ENDS_WORK
from qttt.fast.goff.moves import Work, outcome_of
from qttt.fast.goff.outcome import UNFINISHED, X_DOUBLE, Forbids
from qttt.fast.goff.position import load_key
from qttt.fast.goff.three_trees import (
    APART,
    COPIES,
    DRAWS,
    NAMED,
    ORIGIN,
    PARTS,
    SIZE,
    STRIDE,
    TREES,
    WIDTH,
    WORDS,
    Layout,
    grow_trees,
    place_early_marks,
    root_of,
    tree_in_lane,
)
from qttt.fast.jit import inlined, jitable
from qttt.fast.lanes import Number, Rows, load, number, spread, store

ONE = ENDS_WORK
TWO = ONE + 18
"""``+ 9 n + 3 i + j``: where at least one, two roots of X9's tree reach the thresholds, for the kinds of end n = 0 and
n = 1 of `ends`. X9 can name those two together, and in kind 1 that one."""
ONLY = TWO + 18
"""``+ 3 i + j``: at an end of kind 0, if pairs are forbidden, each root that is the only one to reach them."""
CHILD = ONLY + 9
"""``+ 12 w + 6 rule + i``: where X7 settled in tree i reaches the thresholds of word w; ``+ 3 + k``: where X7
joins the two trees other than k. Rule 0: the opponent selects, 1: the mover."""
WORK = CHILD + 12 * X_DOUBLE


@jitable
def once(layout: Layout, mask: Number, tree: int) -> Number:
    """Where at least one root of the tree is in the mask; read at its root 0."""
    one = mask
    for p in range(1, layout[SIZE + tree]):
        one |= mask >> (p * layout[STRIDE + tree])
    return one & layout[ORIGIN + tree]


@jitable
def once_and_twice(layout: Layout, mask: Number, tree: int) -> tuple[Number, Number]:
    """Where at least one root and where at least two are in the mask; read at its root 0."""
    one = mask
    two = mask & 0
    for p in range(1, layout[SIZE + tree]):
        here = mask >> (p * layout[STRIDE + tree])
        two |= one & here
        one |= here
    return one & layout[ORIGIN + tree], two & layout[ORIGIN + tree]


@jitable
def always(layout: Layout, mask: Number, tree: int) -> Number:
    """Where every root of the tree is in the mask; read at its root 0."""
    every = mask
    for p in range(1, layout[SIZE + tree]):
        every &= mask >> (p * layout[STRIDE + tree])
    return every & layout[ORIGIN + tree]


@jitable
def along(layout: Layout, mask: Number, tree: int) -> Number:
    """A mask read at the tree's root 0, copied to all its roots."""
    return mask * layout[COPIES + tree]


@jitable
def everywhere(layout: Layout, mask: Number, tree: int) -> Number:
    """Where every root of the tree is in the mask, at all its roots."""
    return along(layout, always(layout, mask, tree), tree)


@inlined
def named(work: Rows, layout: Layout, forbids: Forbids, mask: Number, tree: int) -> Number:
    """Where a root of the tree that can be named in a move that closes a cycle is in the mask; read at its root 0."""
    return once(layout, mask & load(work, NAMED + tree) if len(forbids) else mask, tree)


@inlined
def named_together(work: Rows, layout: Layout, forbids: Forbids, mask: Number, tree: int) -> Number:
    """Where two roots that one move can name are in the mask; read at the tree's root 0."""
    if not len(forbids):
        return once_and_twice(layout, mask, tree)[1]
    two = mask & 0
    for d in range(1, layout[SIZE + tree]):
        two |= mask & (mask >> (d * layout[STRIDE + tree])) & load(work, APART + SQUARES * tree + d)
    return once(layout, two, tree)


@inlined
def roots_in(work: Rows, layout: Layout, forbids: Forbids, mask: Number, tree: int) -> tuple[Number, Number, Number]:
    """Where a root of the tree is in the mask, where two that one move can name are; read at its root 0. And, if pairs
    are forbidden, each root that is the only one in the mask."""
    one, two = once_and_twice(layout, mask, tree)
    if len(forbids):
        return one, named_together(work, layout, forbids, mask, tree), mask & along(layout, one & ~two, tree)
    return one, two, mask


@inlined
def roots_in_joined(
    work: Rows,
    layout: Layout,
    forbids: Forbids,
    i: int,
    in_i: tuple[Number, Number, Number],
    j: int,
    in_j: tuple[Number, Number, Number],
) -> tuple[Number, Number]:
    """The first two of `roots_in` for the trees i and j, joined by a mark between their roots number p and q: bit
    (p, q). The first is a root that can be named."""
    one_i = along(layout, in_i[0], i)
    one_j = along(layout, in_j[0], j)
    two = along(layout, in_i[1], i) | along(layout, in_j[1], j)
    if not len(forbids):
        return one_i | one_j, two | (one_i & one_j)
    two |= one_i & one_j & ~(in_i[2] & in_j[2])
    if layout[SIZE + j] == 1:
        one_i &= ~in_i[2] | load(work, NAMED + i)
    if layout[SIZE + i] == 1:
        one_j &= ~in_j[2] | load(work, NAMED + j)
    return one_i | one_j, two


@inlined
def fewest(forbids: Forbids) -> int:
    """The least number of squares of a tree in which a move can close a cycle."""
    return 3 if len(forbids) else 2


@jitable
def count_last_roots(work: Rows, layout: Layout, forbids: Forbids, w: int) -> None:
    """Ply 9: per assignment, where one and where two roots of X9's tree reach the thresholds of word w."""
    for i in range(TREES):
        for j in range(TREES):
            if i == j:
                continue
            k = 3 - i - j
            at = 3 * i + j
            one, two, only = roots_in(work, layout, forbids, load(work, END + 27 * w + at), k)
            store(work, ONE + at, one)
            store(work, TWO + at, two)
            if len(forbids):
                store(work, ONLY + at, only)
            mask = load(work, END + 27 * w + 9 + at)
            if layout[SIZE + k] < fewest(forbids):
                # X9 has no choice, or the game is over
                one = once(layout, mask, k)
                two = one
            else:
                one = named(work, layout, forbids, mask, k)
                two = named_together(work, layout, forbids, mask, k)
            store(work, ONE + 9 + at, one)
            store(work, TWO + 9 + at, two)


@jitable
def settle_x7(work: Rows, layout: Layout, forbids: Forbids, i: int, w: int) -> None:
    """O to move at ply 8 after X7 settled in tree i: where X still reaches the thresholds of word w, along axis i."""
    j = (i + 1) % 3
    k = (i + 2) % 3
    ij = 3 * i + j
    ik = 3 * i + k
    plane = layout[ORIGIN + j] & layout[ORIGIN + k]
    # O8 joins trees j and k: X9's root is in k (then O8 is on its end in j) or in j (O8 on its end in k)
    one_k = always(layout, load(work, ONE + ij), j)
    one_j = always(layout, load(work, ONE + ik), k)
    two_k = always(layout, load(work, TWO + ij), j)
    two_j = always(layout, load(work, TWO + ik), k)
    holds1 = plane & (one_k | one_j)
    holds2 = plane & (two_k | two_j | (one_k & one_j))
    if len(forbids) and layout[SIZE + j] + layout[SIZE + k] == 2:
        holds1 = number(work, plane & layout[DRAWS + w])
        holds2 = holds1
    elif len(forbids):
        # O8's own two squares are all that X can hope for
        holds2 &= ~once(layout, once(layout, load(work, ONLY + ij) & load(work, ONLY + ik), j), k)
        holds1 &= ~joined_to_all(work, layout, ij, ik, j, k) & ~joined_to_all(work, layout, ik, ij, k, j)
    # O8 closes a cycle in tree j, in tree k; X's last move is in the other one
    if layout[SIZE + j] >= fewest(forbids):
        holds1 &= ~named(work, layout, forbids, layout[ORIGIN + k] & ~load(work, ONE + 9 + ij), j)
        holds2 &= ~named_together(work, layout, forbids, layout[ORIGIN + k] & ~load(work, TWO + 9 + ij), j)
    if layout[SIZE + k] >= fewest(forbids):
        holds1 &= ~named(work, layout, forbids, layout[ORIGIN + j] & ~load(work, ONE + 9 + ik), k)
        holds2 &= ~named_together(work, layout, forbids, layout[ORIGIN + j] & ~load(work, TWO + 9 + ik), k)
    over = load(work, OVER_7 + i) & plane
    ended = load(work, END_7 + 3 * w + i) & over
    store(work, CHILD + 12 * w + i, ended | (holds2 & ~over))
    store(work, CHILD + 12 * w + 6 + i, ended | (holds1 & ~over))


@inlined
def joined_to_all(work: Rows, layout: Layout, ij: int, ik: int, j: int, k: int) -> Number:
    """After X7 settled, pairs being forbidden: where O8 joins tree j to the only square of tree k by a root that is
    then joined to all others, and that root, which X cannot name, is all that X can hope for. Nowhere in another k."""
    if layout[SIZE + k] > 1:
        return number(work, 0)
    others = load(work, ONE + ij) | (along(layout, load(work, ONE + ik), j) & ~load(work, ONLY + ik))
    return once(layout, ~others & ~load(work, NAMED + j), j)


@jitable
def join_x7(work: Rows, layout: Layout, forbids: Forbids, k: int, w: int) -> None:
    """The same after X7 joined the trees other than k, as the edge between their roots number p and q: bit (p, q)."""
    i = (k + 1) % 3
    j = (k + 2) % 3
    ij = 3 * i + j
    ji = 3 * j + i
    ik = 3 * i + k
    jk = 3 * j + k
    plane = layout[ORIGIN + k]
    # O8 joins k too: X9's root is in k, O8 on its end in i or j; or it is in i or j, X7 and O8 on the far ends
    k_one = everywhere(layout, load(work, ONE + ji), i) & everywhere(layout, load(work, ONE + ij), j)
    k_two = everywhere(layout, load(work, TWO + ji), i) & everywhere(layout, load(work, TWO + ij), j)
    in_i = load(work, ONE + jk), load(work, TWO + jk), load(work, ONLY + jk)
    in_j = load(work, ONE + ik), load(work, TWO + ik), load(work, ONLY + ik)
    i_one = along(layout, in_i[0], i)
    j_one = along(layout, in_j[0], j)
    ij_one = always(layout, i_one | j_one, k)
    ij_two = always(layout, roots_in_joined(work, layout, forbids, i, in_i, j, in_j)[1], k)
    holds1 = plane & (k_one | ij_one)
    holds2 = plane & (k_two | ij_two | (k_one & ij_one))
    if len(forbids):
        # O8's own two squares are all that X can hope for
        own_i = along(layout, once(layout, load(work, ONLY + ji) & in_i[2], i), i) & ~j_one
        own_j = along(layout, once(layout, load(work, ONLY + ij) & in_j[2], j), j) & ~i_one
        holds2 &= ~once(layout, own_i | own_j, k)
        # or a square of X7, by which O8 joins the only square of k, and to which all others are then joined
        if layout[SIZE + k] == 1 and layout[SIZE + j] == 1:
            holds1 &= load(work, NAMED + i) | load(work, ONE + ji) | (i_one & ~in_i[2]) | j_one
        if layout[SIZE + k] == 1 and layout[SIZE + i] == 1:
            holds1 &= load(work, NAMED + j) | load(work, ONE + ij) | (j_one & ~in_j[2]) | i_one
    # O8 closes a cycle in the joined tree, X9 in k: a root in i sends X7 to its end in j, and the reverse
    in_i = roots_in(work, layout, forbids, plane & ~load(work, ONE + 9 + ji), i)
    in_j = roots_in(work, layout, forbids, plane & ~load(work, ONE + 9 + ij), j)
    holds1 &= ~roots_in_joined(work, layout, forbids, i, in_i, j, in_j)[0]
    in_i = roots_in(work, layout, forbids, plane & ~load(work, TWO + 9 + ji), i)
    in_j = roots_in(work, layout, forbids, plane & ~load(work, TWO + 9 + ij), j)
    holds2 &= ~roots_in_joined(work, layout, forbids, i, in_i, j, in_j)[1]
    # O8 closes a cycle in tree k, X9 in the joined tree
    if layout[SIZE + k] >= fewest(forbids):
        every = along(layout, plane, k)
        end = END + 27 * w + 18
        if len(forbids) and layout[SIZE + i] + layout[SIZE + j] == 2:
            one = load(work, end + jk)
            two = one
        else:
            in_i = roots_in(work, layout, forbids, load(work, end + jk), i)
            in_j = roots_in(work, layout, forbids, load(work, end + ik), j)
            one, two = roots_in_joined(work, layout, forbids, i, in_i, j, in_j)
        holds1 &= ~named(work, layout, forbids, every & ~one, k)
        holds2 &= ~named_together(work, layout, forbids, every & ~two, k)
    store(work, CHILD + 12 * w + 3 + k, holds2)
    store(work, CHILD + 12 * w + 9 + k, holds1)


@jitable
def parts_hit(layout: Layout, mask: Number) -> Number:
    """How many of the thresholds side by side in a word have a combination in the mask."""
    width = layout[WIDTH]
    part = (1 << width) - 1
    count = mask & 0
    for n in range(layout[PARTS]):
        count -= spread((mask >> (n * width)) & part)
    return count


@jitable
def value_late(key: int, work: Work, reading: int, forbids: Forbids) -> int:
    """The code pair of a settled position of ply 6: ``opponent | self << 3``, the outcome codes under the two rules.

    Unless the position is over, this also leaves in ``work[CHILD ...]`` what `value_successor` reads.
    """
    over = outcome_of(key, reading)
    if over != UNFINISHED:
        return over | (over << 3)
    grow_trees(work, load_key(key, work), reading, forbids)
    place_early_marks(work, work)
    write_ends(work, work)
    return int(value_ends(work, work, forbids))


@jitable
def value_ends(work: Rows, layout: Layout, forbids: Forbids) -> Number:
    """The code pair of the position whose trees and ends are in `work`."""
    value1 = number(work, 0)
    value2 = number(work, 0)
    for w in range(layout[WORDS]):
        count_last_roots(work, layout, forbids, w)
        reached1 = number(work, 0)
        reached2 = number(work, 0)
        for i in range(TREES):
            settle_x7(work, layout, forbids, i, w)
            join_x7(work, layout, forbids, i, w)
            reached2 |= load(work, CHILD + 12 * w + 3 + i)
            reached1 |= load(work, CHILD + 12 * w + 9 + i)
            if layout[SIZE + i] >= fewest(forbids):
                reached2 |= named_together(work, layout, forbids, load(work, CHILD + 12 * w + i), i)
                reached1 |= named(work, layout, forbids, load(work, CHILD + 12 * w + 6 + i), i)
        value2 += parts_hit(layout, reached2)
        value1 += parts_hit(layout, reached1)
    return value2 | (value1 << 3)


@jitable
def value_successor(work: Work, u: int, v: int) -> int:
    """The codes of a successor of a position, after `value_late`: X7 the edge between trees from u to v, or settled on
    u = v.

    Also right for an X7 settled on a tree of one square, which no move does: a position of ply 7 is valued as the
    successor of the same position without its X7."""
    combinations = root_of(work, u) & root_of(work, v)
    i = tree_in_lane(work, 0, u)
    plane = i if u == v else 6 - i - tree_in_lane(work, 0, v)
    value1 = 0
    value2 = 0
    for w in range(work[WORDS]):
        value2 += parts_hit(work, work[CHILD + 12 * w + plane] & combinations)
        value1 += parts_hit(work, work[CHILD + 12 * w + 6 + plane] & combinations)
    return int(value2 | (value1 << 3))
