"""What O chooses from at ply 8, for each X7 at a settled position of ply 6.

A *choice* is what a settled position of ply 7 comes to: O takes the least of a front (O8 joins two trees) or the two
least of a pool (O8 closes a cycle in one tree, or in the other). Like the outcomes it is made of, it depends neither on
the probabilities nor on what outcomes are worth. `qttt.fast.goff.late` explains trees, roots and combinations; names
here are squares: X7 settles on u and O8 on v, of two different trees, and X9 in the third tree or wherever the joined
tree has its root."""

from typing import Any

from qttt.fast.goff.board import PLACES, SQUARES, place
from qttt.fast.goff.ends import (
    END,
    END_7,
    LANES,
    OVER_7,
    OVER_8,
    OVER_8_SPOOKY,
    REPEAT,
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
from qttt.fast.goff.late import once_and_twice
from qttt.fast.goff.moves import current_outcome
from qttt.fast.goff.outcome import UNFINISHED, X_DOUBLE
from qttt.fast.jit import jitable
from qttt.fast.sqt.offers import NONE, crossed, front_with, joined_offer, merged, offer, pool_with

MEMBER = ENDS_WORK
"""``+ 9 t + p``: root number p of tree t."""
REACHED = MEMBER + TREES * SQUARES
"""``+ 6 w + 2 n``, and one more: where one root and where two of X9's tree reach the thresholds of word w, at an end of
kind n."""
TOP = REACHED + 6 * X_DOUBLE
"""Where the last lane of a word begins: a product with REPEAT counts the lanes there."""
OFFER = TOP + 1
"""``+ 81 n + 9 u + v``: what X9 is offered at an end of kind n, X7 on u and O8 on v."""
LEAST = OFFER + 3 * SQUARES * SQUARES
"""``+ 3 u + j``: the front of the offers of kind 0, X7 on u, O8 anywhere in tree j."""
PAIR = LEAST + 3 * SQUARES
"""``+ 3 u + j``: the pool of the offers of kind 1."""
CHOICE = PAIR + 3 * SQUARES
"""``+ p``: the choice after X7 at place p; written for every place that a move can reach."""
JOINS = CHOICE + PLACES + 1
"""How many places join two trees; their choices follow."""
WORK = JOINS + PLACES

FIRST_POOL, SECOND_POOL = 6, 17
"""Where in a choice the pools are, above the front."""
FRONT_BITS, POOL_BITS = (1 << 6) - 1, (1 << 11) - 1


@jitable(forceinline=True)
def words(work: Work) -> int:
    """How many words the thresholds take."""
    return 1 if work[LANES] == 5 else (2 if work[LANES] > 2 else 3)


@jitable(forceinline=True)
def reached(work: Work, word: int, spot: int) -> int:
    """How many of the thresholds side by side in a word are reached by the combination at `spot`."""
    return ((((word >> spot) & work[REPEAT]) * work[REPEAT]) >> work[TOP]) & 7


@jitable(forceinline=True)
def offered(work: Work, n: int, spot: int) -> int:
    """The offer at an end of kind n, from REACHED."""
    best = 0
    second = 0
    for w in range(words(work)):
        best += reached(work, work[REACHED + 6 * w + 2 * n], spot)
        second += reached(work, work[REACHED + 6 * w + 2 * n + 1], spot)
    return offer(best, second)


@jitable(forceinline=True)
def find_last_roots(work: Work, n: int, i: int, j: int) -> None:
    """Fill REACHED for an end of kind n. A tree of one square that X9 must fill offers its root twice."""
    k = 3 - i - j
    for w in range(words(work)):
        one, two = once_and_twice(work, work[END + 27 * w + 9 * n + 3 * i + j], k)
        work[REACHED + 6 * w + 2 * n] = one
        work[REACHED + 6 * w + 2 * n + 1] = one if n == 1 and work[SIZE + k] == 1 else two


@jitable
def find_offers(work: Work, table: Any) -> None:
    """Fill OFFER, LEAST and PAIR from the ends; `table` is `offers.POOL_WITH`."""
    work[TOP] = (work[LANES] - 1) * work[WIDTH]
    for i in range(TREES):
        for j in range(TREES):
            if i == j:
                continue
            # kinds 1 and 2 are like kind 0 unless X7 and O8 can end the game
            other_1 = work[OVER_8 + 3 * i + j] != 0 or work[SIZE + 3 - i - j] == 1
            other_2 = work[OVER_8_SPOOKY + j] != 0
            find_last_roots(work, 0, i, j)
            if other_1:
                find_last_roots(work, 1, i, j)
            if other_2:
                find_last_roots(work, 2, i, j)
            for p in range(work[SIZE + i]):
                u = work[MEMBER + 9 * i + p]
                least = NONE
                pair = NONE
                for r in range(work[SIZE + j]):
                    at = OFFER + 9 * u + work[MEMBER + 9 * j + r]
                    spot = p * work[STRIDE + i] + r * work[STRIDE + j]
                    offer_0 = offered(work, 0, spot)
                    offer_1 = offered(work, 1, spot) if other_1 else offer_0
                    work[at] = offer_0
                    work[at + 81] = offer_1
                    work[at + 162] = offered(work, 2, spot) if other_2 else offer_0
                    least = front_with(least, offer_0)
                    pair = pool_with(table, pair, offer_1)
                work[LEAST + 3 * u + j] = least
                work[PAIR + 3 * u + j] = pair


@jitable
def choice(front: int, one: int, other: int) -> int:
    """A choice as a number."""
    return front | (one << FIRST_POOL) | (other << SECOND_POOL)


@jitable(forceinline=True)
def choice_settled(work: Work, i: int, p: int) -> int:
    """The choice after X7 settled on root number p of tree i."""
    u = work[MEMBER + 9 * i + p]
    spot = p * work[STRIDE + i]
    if (work[OVER_7 + i] >> spot) & 1:
        code = 0
        for w in range(words(work)):
            code += reached(work, work[END_7 + 3 * w + i], spot)
        return choice(front_with(NONE, offer(code, code)), NONE, NONE)
    j = (i + 1) % 3
    k = (i + 2) % 3
    return choice(
        crossed(work[LEAST + 3 * u + j], work[LEAST + 3 * u + k]),
        work[PAIR + 3 * u + j] if work[SIZE + j] > 1 else NONE,
        work[PAIR + 3 * u + k] if work[SIZE + k] > 1 else NONE,
    )


@jitable(forceinline=True)
def choice_joined(work: Work, table: Any, a: int, i: int, b: int, j: int) -> int:
    """The choice after X7 joined the trees i and j, as the edge from a to b: rooted in a's tree it settles on b."""
    k = 3 - i - j
    # X9 in k, O8 anywhere in the joined tree; or X9 in the joined tree, O8 in k
    x9_in_k = merged(work[LEAST + 3 * b + i], work[LEAST + 3 * a + j])
    x9_joined = NONE
    pair_k = NONE
    pair_joined = work[PAIR + 3 * b + i]
    for r in range(work[SIZE + j]):
        pair_joined = pool_with(table, pair_joined, work[OFFER + 81 + 9 * a + work[MEMBER + 9 * j + r]])
    for r in range(work[SIZE + k]):
        v = OFFER + work[MEMBER + 9 * k + r]
        x9_joined = front_with(x9_joined, joined_offer(work[v + 9 * a], work[v + 9 * b]))
        pair_k = pool_with(table, pair_k, joined_offer(work[v + 162 + 9 * a], work[v + 162 + 9 * b]))
    return choice(crossed(x9_in_k, x9_joined), pair_joined, pair_k if work[SIZE + k] > 1 else NONE)


@jitable
def choices(key: int, work: Work, table: Any) -> int:
    """The outcome code of a settled position of ply 6; unless it is over, fill CHOICE. `table` is `offers.POOL_WITH`.

    Also right for an X7 settled on a tree of one square, which no move does: a position of ply 7 is looked up as
    the successor of the same position without its X7."""
    filled = load(key, work)
    over = current_outcome(work)
    if over != UNFINISHED:
        return over
    grow_trees(work, filled)
    place_early_marks(work)
    write_ends(work)
    for tree in range(TREES):
        p = 0
        for s in range(SQUARES):
            if work[TREE + s] == tree:
                work[MEMBER + 9 * tree + p] = s
                p += 1
    find_offers(work, table)
    joins = 0
    for i in range(TREES):
        for p in range(work[SIZE + i]):
            a = work[MEMBER + 9 * i + p]
            work[CHOICE + place(a, a)] = choice_settled(work, i, p)
            for j in range(i):
                for r in range(work[SIZE + j]):
                    b = work[MEMBER + 9 * j + r]
                    joined = choice_joined(work, table, a, i, b, j)
                    work[CHOICE + place(min(a, b), max(a, b))] = joined
                    joins += 1
                    work[JOINS + joins] = joined
    work[JOINS] = joins
    return UNFINISHED
