"""Plies 7 to 9 where a pair of squares that carries a spooky mark may not be named again, valued in one lane.

Then a mover does not always get the two best roots of a tree, but the best pair of roots that no mark joins. At ply 9
such a pair is an offer (see `qttt.fast.sqt.late`), and a lane ranks all offers by what they are worth: so up to there
only ranks are compared. The roots of all trees are numbered together, as in `qttt.fast.sqt.late`."""

from qttt.fast.answers import Ints
from qttt.fast.goff.ends import END, END_7, OVER_7, find_ends
from qttt.fast.goff.ends import WORK as ENDS_WORK
from qttt.fast.goff.outcome import DRAW
from qttt.fast.goff.position import A, U, V
from qttt.fast.goff.three_trees import (
    EARLY_MARKS,
    NUMBERS,
    SIZE,
    STRIDE,
    TREES,
    WORDS,
    Layout,
    first_slot,
    slot_in_lane,
)
from qttt.fast.jit import jitable
from qttt.fast.lanes import Rows, lanes_of, load, put, take
from qttt.fast.sqt.lanes import NONE, Lanes, Ranked
from qttt.fast.sqt.late import OFFERS, ROOTS, reached
from qttt.fast.sqt.value import value_ended

JOINED = ENDS_WORK
"""``+ a``: the roots that a mark joins to root a, as a mask."""
TREE = JOINED + ROOTS
"""``+ a``: the number of its tree."""
CODES = TREE + ROOTS
"""``+ 81 n + 9 a + b``: the outcomes at an end of kind n (see `qttt.fast.goff.ends`), X7 on root a and O8 on root b, of
each root of X9's tree, four bits for each: the code and 1."""
OTHERS = CODES + 3 * ROOTS * ROOTS
"""``+ 81 n + 9 a + b``: in the same way for each root the best outcome of all others, 0 if there is no other; and in
place of root number ALL the best of all."""
BEST = OTHERS + 3 * ROOTS * ROOTS
"""``+ 81 n + 9 a + b``: the rank of X's best pair within X9's tree, NONE if there is none. For n = 1 it is what X9
makes of the only tree that is left."""
LEFT = BEST + 3 * ROOTS * ROOTS
"""``+ b``: the rank of what X9 makes of O8 settled on root b."""
WORK = LEFT + ROOTS

CODE_BITS = 4
ALL = 7
"""No tree has so many roots."""


@jitable
def find_joined(work: Rows, layout: Layout, n: int) -> None:
    """Write JOINED and TREE of the position number n side by side. Rule: GOFF-PAIR-1"""
    for t in range(TREES):
        for a in range(first_slot(layout, t), first_slot(layout, t) + layout[SIZE + t]):
            put(work, JOINED + a, n, 0)
            put(work, TREE + a, n, t)
    for i in range(EARLY_MARKS):
        if take(work, A + i, n):
            a = slot_in_lane(work, layout, n, take(work, U + i, n))
            b = slot_in_lane(work, layout, n, take(work, V + i, n))
            put(work, JOINED + a, n, take(work, JOINED + a, n) | (1 << b))
            put(work, JOINED + b, n, take(work, JOINED + b, n) | (1 << a))


@jitable
def code_at(work: Rows, layout: Layout, at: int, step: int, n: int, spot: int) -> int:
    """The outcome code of a combination, from threshold words that are `step` apart."""
    code = 0
    for w in range(layout[WORDS]):
        code += reached(layout, take(work, at + step * w, n), spot)
    return code


@jitable
def at_end(kind: int, a: int, b: int) -> int:
    """Where in CODES, OTHERS and BEST an end is, X7 on root a and O8 on root b."""
    return ROOTS * (ROOTS * kind + a) + b


@jitable
def find_codes(work: Rows, layout: Layout, n: int) -> None:
    """Write CODES and OTHERS of the position number n side by side, from its ends. Rule: GOFF-PAIR-2"""
    for i in range(TREES):
        for j in range(TREES):
            if i == j:
                continue
            k = 3 - i - j
            for kind in range(3):
                end = END + 3 * i + j
                different = kind == 0
                for w in range(layout[WORDS]):
                    different |= take(work, end + 27 * w + 9 * kind, n) != take(work, end + 27 * w, n)
                for p in range(layout[SIZE + i]):
                    for r in range(layout[SIZE + j]):
                        spot = p * layout[STRIDE + i] + r * layout[STRIDE + j]
                        at = at_end(kind, first_slot(layout, i) + p, first_slot(layout, j) + r)
                        if different:
                            find_roots(work, layout, n, end + 9 * kind, spot, k, at)
                        else:
                            put(work, CODES + at, n, take(work, CODES + at - ROOTS * ROOTS * kind, n))
                            put(work, OTHERS + at, n, take(work, OTHERS + at - ROOTS * ROOTS * kind, n))


@jitable
def find_roots(work: Rows, layout: Layout, n: int, end: int, spot: int, k: int, at: int) -> None:
    """Write CODES and OTHERS of an end, of the combinations from `spot` on along tree k."""
    codes = 0
    best = 0
    second = 0
    for s in range(layout[SIZE + k]):
        code = 1 + code_at(work, layout, end, 27, n, spot + s * layout[STRIDE + k])
        codes |= code << (CODE_BITS * s)
        second = max(second, min(best, code))
        best = max(best, code)
    others = best << (CODE_BITS * ALL)
    for s in range(layout[SIZE + k]):
        others |= (second if root(codes, s) == best else best) << (CODE_BITS * s)
    put(work, CODES + at, n, codes)
    put(work, OTHERS + at, n, others)


@jitable
def root(codes: int, s: int) -> int:
    """The outcome of root number s in CODES, of all roots but s in OTHERS."""
    return (codes >> (CODE_BITS * s)) & 7


@jitable
def rank_of(ranks: Ints, lane: int, one: int, other: int) -> int:
    """The rank of a pair of outcomes, NONE if one of them is none."""
    return int(ranks[8 * one + other, lane])


@jitable
def best_across(ranks: Ints, lane: int, one: int, p: int, other: int, r: int) -> int:
    """The rank of the best pair of a root of one tree and a root of another, all but the pair of numbers p and r; given
    by OTHERS of both."""
    left = rank_of(ranks, lane, root(one, p), root(other, ALL))
    return max(left, rank_of(ranks, lane, root(one, ALL), root(other, r)))


@jitable
def find_best(work: Rows, layout: Layout, n: int, ranks: Ints, lane: int) -> None:
    """Write BEST in a lane, of the position number n side by side."""
    for i in range(TREES):
        for j in range(TREES):
            if i == j:
                continue
            for a in range(first_slot(layout, i), first_slot(layout, i) + layout[SIZE + i]):
                for b in range(first_slot(layout, j), first_slot(layout, j) + layout[SIZE + j]):
                    for kind in range(3):
                        at = at_end(kind, a, b)
                        codes = take(work, CODES + at, n)
                        if kind > 0 and codes == take(work, CODES + at_end(0, a, b), n):
                            best = take(work, BEST + at_end(0, a, b), n)
                        else:
                            best = best_within(work, layout, n, codes, 3 - i - j, ranks, lane)
                        if kind == 1 and best == NONE:
                            best = rank_of(ranks, lane, root(codes, 0), root(codes, 0))
                        put(work, BEST + at, n, best)


@jitable
def best_within(work: Rows, layout: Layout, n: int, codes: int, k: int, ranks: Ints, lane: int) -> int:
    """The rank of the best pair of roots of tree k, by their outcomes."""
    c = first_slot(layout, k)
    best = NONE
    for s in range(layout[SIZE + k]):
        joined = take(work, JOINED + c + s, n) >> c
        for t in range(s):
            if not (joined >> t) & 1:
                best = max(best, rank_of(ranks, lane, root(codes, s), root(codes, t)))
    return best


@jitable
def left_settled(work: Rows, layout: Layout, n: int, i: int, a: int, ranks: Ints, lane: int) -> int:
    """Fill LEFT after X7 settled on root a of tree i, and return the least rank when O8 joins the others."""
    j = (i + 1) % 3
    k = (i + 2) % 3
    least = len(OFFERS)
    for r in range(layout[SIZE + j]):
        b = first_slot(layout, j) + r
        put(work, LEFT + b, n, take(work, BEST + at_end(1, a, b), n))
        of_k = take(work, OTHERS + at_end(0, a, b), n)
        for s in range(layout[SIZE + k]):
            c = first_slot(layout, k) + s
            put(work, LEFT + c, n, take(work, BEST + at_end(1, a, c), n))
            best = best_across(ranks, lane, take(work, OTHERS + at_end(0, a, c), n), r, of_k, s)
            best = max(best, take(work, BEST + at_end(0, a, b), n), take(work, BEST + at_end(0, a, c), n))
            least = min(least, best if best != NONE else rank_of(ranks, lane, DRAW + 1, DRAW + 1))
    return least


@jitable
def left_joined(work: Rows, layout: Layout, n: int, i: int, a: int, j: int, b: int, ranks: Ints, lane: int) -> int:
    """Fill LEFT after X7 joined the trees i and j, as the edge from root a to root b, and return the least rank that O8
    reaches by joining the third tree to them.

    X9 is in the third tree, or on the near or the far side of the edge: then X7 settles on its other end."""
    k = 3 - i - j
    p = a - first_slot(layout, i)
    r = b - first_slot(layout, j)
    least = len(OFFERS)
    for s in range(layout[SIZE + k]):
        c = first_slot(layout, k) + s
        for kind in range(0, 3, 2):
            of_i = take(work, OTHERS + at_end(kind, b, c), n)
            of_j = take(work, OTHERS + at_end(kind, a, c), n)
            best = best_across(ranks, lane, of_i, p, of_j, r)
            best = max(best, take(work, BEST + at_end(kind, b, c), n), take(work, BEST + at_end(kind, a, c), n))
            if kind == 2:
                put(work, LEFT + c, n, best if best != NONE else rank_of(ranks, lane, root(of_i, ALL), root(of_i, ALL)))
                continue
            for near in range(2):
                t = j if near else i
                far = a if near else b
                same = of_j if near else of_i
                other = root(of_i if near else of_j, ALL)
                for w in range(layout[SIZE + t]):
                    u = first_slot(layout, t) + w
                    put(work, LEFT + u, n, take(work, BEST + at_end(1, far, u), n))
                    of_k = take(work, OTHERS + at_end(0, far, u), n)
                    here = best_across(ranks, lane, same, w, of_k, s)
                    here = max(here, rank_of(ranks, lane, other, root(of_k, ALL)))
                    least = min(least, max(best, here, take(work, BEST + at_end(0, far, u), n)))
    return least


@jitable
def worth_of_cycle(one: int, other: int, d: int, j: int) -> int:
    """d times what a cycle is worth whose settlements are worth this. Rule: SQT-VALUE-1"""
    return max(one, other) * (d - j) + min(one, other) * j


@jitable
def worth_after(work: Rows, layout: Layout, n: int, a: int, b: int, lanes: Lanes[Ranked], lane: int) -> int:
    """What the position number n side by side is worth in a lane, in d ** 2 to a unit, after X7 joined the trees of
    roots a and b, or settled on a = b. Needs what `find_joined`, `find_codes` and `find_best` write."""
    of_o, ranks, worths = lanes.of_o, lanes.late.ranks, lanes.late.worths
    d = lanes.denominator[lane]
    i = take(work, TREE + a, n)
    j = take(work, TREE + b, n)
    if a != b:
        least = left_joined(work, layout, n, i, a, j, b, ranks, lane)
    else:
        spot = (a - first_slot(layout, i)) * layout[STRIDE + i]
        if (take(work, OVER_7 + i, n) >> spot) & 1:
            code = code_at(work, layout, END_7 + i, 3, n, spot)
            return int(worths[rank_of(ranks, lane, code + 1, code + 1), lane] * d)
        least = left_settled(work, layout, n, i, a, ranks, lane)
    worth = worths[least, lane] * d
    for v in range(layout[SIZE] + layout[SIZE + 1] + layout[SIZE + 2]):
        of_v = take(work, TREE + v, n)
        for u in range(v):
            of_u = take(work, TREE + u, n)
            apart = of_u != of_v and (a == b or of_u + of_v != i + j)
            if apart or (a == b and of_u == i) or (take(work, JOINED + v, n) >> u) & 1:
                continue
            if (u == a and v == b) or (u == b and v == a):
                continue
            one = worths[take(work, LEFT + u, n), lane]
            worth = min(worth, worth_of_cycle(one, worths[take(work, LEFT + v, n), lane], d, of_o[lane]))
    return int(worth)


@jitable
def value_in_lane(work: Rows, layout: Layout, n: int, lanes: Lanes[Ranked], lane: int) -> int:
    """The value of the position number n side by side in a lane, in d ** 4 to a unit."""
    of_o = lanes.of_o
    d = lanes.denominator[lane]
    find_best(work, layout, n, lanes.late.ranks, lane)
    value = lanes.late.worths[0, lane] * d * d * d
    for b in range(layout[SIZE] + layout[SIZE + 1] + layout[SIZE + 2]):
        for a in range(b):
            if take(work, TREE + a, n) != take(work, TREE + b, n):
                value = max(value, worth_after(work, layout, n, a, b, lanes, lane) * d * d)
            elif not (take(work, JOINED + b, n) >> a) & 1:
                one = worth_after(work, layout, n, a, a, lanes, lane)
                other = worth_after(work, layout, n, b, b, lanes, lane)
                value = max(value, worth_of_cycle(one, other, d, of_o[lane]) * d)
    return int(value)


@jitable
def value_ply_6(
    i: int, work: Rows, layouts: Ints, shapes: Rows, xs: Rows, os: Rows, lanes: Lanes[Ranked], values: Ints
) -> None:
    """Kernel: see `qttt.fast.sqt.value.value_ply_6`, which it stands for where pairs are forbidden."""
    shape = take(shapes, i, 0)
    if shape < NUMBERS[0]:
        value_ended(i, work, shapes, lanes.scores, values)
        return
    layout = layouts[shape]
    find_ends(work, layout, (), load(xs, i), load(os, i))
    for n in range(lanes_of(work)):
        find_joined(work, layout, n)
        find_codes(work, layout, n)
        for lane in range(values.shape[1]):
            values[lanes_of(work) * i + n, lane] = value_in_lane(work, layout, n, lanes, lane)
