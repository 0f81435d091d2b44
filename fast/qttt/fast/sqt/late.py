"""What the last two plies offer, and what O chooses from at ply 8, for each X7 at a settled position of ply 6.

In a tree of two roots or more X closes the last cycle with the two best roots, so that ply 9 is worth
p best + q second: an *offer* is that pair of outcome codes (see `qttt.fast.goff.outcome`), best >= second. O chooses at
ply 8. Where O takes one offer, only a *front* counts: the offers that no other one undercuts in both codes. Where O
takes a pair, a *pool* counts: the offers that no two others undercut. There are few fronts and pools, so they are
numbered, and their properties are looked up. No number here depends on p, q or what an outcome is worth, only on the
order of the outcomes (claim `sqt-offers`).

A *choice* is what a settled position of ply 7 comes to: O takes the least of a front (O8 joins two trees) or the two
least of a pool (O8 closes a cycle in one tree, or in the other). Like the outcomes it is made of, it depends neither on
the probabilities nor on what outcomes are worth. `qttt.fast.goff.late` explains trees, roots and combinations. The
roots of all trees are numbered together, those of tree 0 first: X7 settles on root a and O8 on root b, of two different
trees, and X9 in the third tree or wherever the joined tree has its root."""

from collections.abc import Callable, Iterable
from itertools import combinations_with_replacement

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.goff.ends import END, END_7, OVER_7, OVER_8, OVER_8_SPOOKY, write_ends
from qttt.fast.goff.ends import WORK as ENDS_WORK
from qttt.fast.goff.late import once_and_twice
from qttt.fast.goff.moves import Work, outcome_of
from qttt.fast.goff.outcome import OUTCOMES, UNFINISHED, X_DOUBLE
from qttt.fast.goff.position import load_key
from qttt.fast.goff.three_trees import (
    PARTS,
    REPEAT,
    SIZE,
    STRIDE,
    TREES,
    WIDTH,
    WORDS,
    Layout,
    first_slot,
    grow_trees,
    place_early_marks,
    slot_in_lane,
)
from qttt.fast.jit import jitable
from qttt.fast.lanes import Number, Rows, load, look, number, some, spread, store, take

Offer = tuple[int, int]
Offers = tuple[Offer, ...]

OFFERS: Offers = tuple((best, second) for best in range(len(OUTCOMES)) for second in range(best + 1))
"""All offers, each at its number."""

_UNDERCUTTING = {a: {b for b in OFFERS if b[0] <= a[0] and b[1] <= a[1]} for a in OFFERS}
"""For each offer, those that are as small or smaller in both codes, itself included."""

NONE = 0
"""The number of the empty front and of the empty pool."""


@jitable
def offer(best: Number, second: Number) -> Number:
    """The number of an offer."""
    return ((best * (best + 1)) >> 1) + second


def front(offers: Iterable[Offer]) -> Offers:
    """The offers that can be the least of all: no other one is as small or smaller in both codes."""
    given = sorted(set(offers))
    return tuple(a for a in given if sum(map(_UNDERCUTTING[a].__contains__, given)) == 1)


def pool(offers: Iterable[Offer]) -> Offers:
    """The offers that can be one of the two least: no two others are as small or smaller in both codes. Of equal offers
    two are kept."""
    given = sorted(offers)
    return tuple(a for i, a in enumerate(given) if sum(map(_UNDERCUTTING[a].__contains__, given[:i])) < 2)


def joined(a: Offer, b: Offer) -> Offer:
    """The offer of a tree whose roots are those of two."""
    second, best = sorted((*a, *b))[2:]
    return best, second


def _closed(reduce: Callable[[Iterable[Offer]], Offers]) -> tuple[tuple[Offers, ...], np.ndarray]:
    """All results of adding offers one by one to an empty collection, and the table ``[number, offer] -> number``."""
    found: list[Offers] = [()]
    numbers: dict[Offers, int] = {(): NONE}
    rows = []
    for collection in found:  # grows meanwhile
        row = []
        for added in OFFERS:
            larger = reduce((*collection, added))
            if larger not in numbers:
                numbers[larger] = len(found)
                found.append(larger)
            row.append(numbers[larger])
        rows.append(row)
    return tuple(found), np.array(rows, np.int16)


FRONTS, FRONT_WITH = _closed(front)
"""All fronts, and ``[front, offer]``: the front with one more offer."""
POOLS, POOL_WITH = _closed(pool)
"""The same of pools. This table, in one row, is an argument of the kernels that use it: a GPU has 64 KB for a
kernel's constants, and numba-cuda puts them there anew for each function that reads them."""


def _pairs(combine: Callable[[Offers, Offers], Offers]) -> np.ndarray:
    """``[front, front]``: the number of what two fronts combine to, in either order."""
    numbers = {each: number for number, each in enumerate(FRONTS)}
    rows = np.zeros((len(FRONTS), len(FRONTS)), np.int8)
    for (i, a), (j, b) in combinations_with_replacement(enumerate(FRONTS), 2):
        rows[i, j] = rows[j, i] = numbers[combine(a, b)]
    return rows


_OF_BOTH = {(a, b): joined(a, b) for a in OFFERS for b in OFFERS}
JOINED = np.array([[offer(*_OF_BOTH[a, b]) for b in OFFERS] for a in OFFERS], np.int8)
"""``[offer, offer]``: the offer of two trees that are joined."""
MERGED = _pairs(lambda a, b: front((*a, *b)))
"""``[front, front]``: the front of all offers of both."""
CROSSED = _pairs(lambda a, b: front(_OF_BOTH[one, other] for one in a for other in b))
"""``[front, front]``: the front of each offer of the one joined with each of the other."""

# Looked up by kernels, in tables of one row: vectors look up lane by lane.

_FRONT_WITH, _JOINED, _MERGED, _CROSSED = (table.ravel() for table in (FRONT_WITH, JOINED, MERGED, CROSSED))
FLAT_POOL_WITH = POOL_WITH.ravel()
OFFER_COUNT, FRONT_COUNT = len(OFFERS), len(FRONTS)


@jitable
def front_with(front: Number, offer: Number) -> Number:
    """The number of a front with one more offer."""
    return look(_FRONT_WITH, front * OFFER_COUNT + offer)


@jitable
def pool_with(table: Ints, pool: Number, offer: Number) -> Number:
    """The number of a pool with one more offer; `table` is FLAT_POOL_WITH."""
    return look(table, pool * OFFER_COUNT + offer)


@jitable
def joined_offer(a: Number, b: Number) -> Number:
    """The number of the offer of two joined trees."""
    return look(_JOINED, a * OFFER_COUNT + b)


@jitable
def merged(a: Number, b: Number) -> Number:
    """The number of the front of all offers of two fronts."""
    return look(_MERGED, a * FRONT_COUNT + b)


@jitable
def crossed(a: Number, b: Number) -> Number:
    """The number of the front of each offer of one front joined with each of another."""
    return look(_CROSSED, a * FRONT_COUNT + b)


ROOTS = 9
"""No position has more open squares."""
REACHED = ENDS_WORK
"""``+ 6 w + 2 n``, and one more: where one root and where two of X9's tree reach the thresholds of word w, at an end of
kind n."""
OFFER = REACHED + 6 * X_DOUBLE
"""``+ 81 n + 9 a + b``: what X9 is offered at an end of kind n, X7 on root a and O8 on root b."""
LEAST = OFFER + 3 * ROOTS * ROOTS
"""``+ 3 a + j``: the front of the offers of kind 0, X7 on root a, O8 anywhere in tree j."""
PAIR = LEAST + 3 * ROOTS
"""``+ 3 a + j``: the pool of the offers of kind 1."""
CHOICE = PAIR + 3 * ROOTS
"""``+ 9 a + b``: the choice after X7 joined the trees of roots a > b, or settled on a = b."""
WORK = CHOICE + ROOTS * ROOTS

FIRST_POOL, SECOND_POOL = 6, 17
"""Where in a choice the pools are, above the front."""
FRONT_BITS, POOL_BITS = (1 << 6) - 1, (1 << 11) - 1


@jitable
def reached(layout: Layout, word: Number, spot: int) -> Number:
    """How many of the thresholds side by side in a word are reached by the combination at `spot`: a product with REPEAT
    counts the parts in the last one."""
    top = (layout[PARTS] - 1) * layout[WIDTH]
    return ((((word >> spot) & layout[REPEAT]) * layout[REPEAT]) >> top) & 7


@jitable
def write_offer(work: Rows, layout: Layout, at: int, n: int, spot: int) -> Number:
    """Write the offer at an end of kind n, from REACHED, and return it."""
    best = number(work, 0)
    second = number(work, 0)
    for w in range(layout[WORDS]):
        best += reached(layout, load(work, REACHED + 6 * w + 2 * n), spot)
        second += reached(layout, load(work, REACHED + 6 * w + 2 * n + 1), spot)
    found = offer(best, second)
    store(work, at + ROOTS * ROOTS * n, found)
    return found


@jitable
def find_last_roots(work: Rows, layout: Layout, n: int, i: int, j: int) -> None:
    """Fill REACHED for an end of kind n. A tree of one square that X9 must fill offers its root twice."""
    k = 3 - i - j
    for w in range(layout[WORDS]):
        one, two = once_and_twice(layout, load(work, END + 27 * w + 9 * n + 3 * i + j), k)
        store(work, REACHED + 6 * w + 2 * n, one)
        store(work, REACHED + 6 * w + 2 * n + 1, one if n == 1 and layout[SIZE + k] == 1 else two)


@jitable
def find_offers(work: Rows, layout: Layout, table: Ints) -> None:
    """Fill OFFER, LEAST and PAIR from the ends; `table` is `FLAT_POOL_WITH`."""
    for i in range(TREES):
        for j in range(TREES):
            if i == j:
                continue
            # kinds 1 and 2 are like kind 0 unless X7 and O8 can end the game
            other_1 = some(load(work, OVER_8 + 3 * i + j)) or layout[SIZE + 3 - i - j] == 1
            other_2 = some(load(work, OVER_8_SPOOKY + j))
            find_last_roots(work, layout, 0, i, j)
            if other_1:
                find_last_roots(work, layout, 1, i, j)
            if other_2:
                find_last_roots(work, layout, 2, i, j)
            for p in range(layout[SIZE + i]):
                a = first_slot(layout, i) + p
                least = number(work, NONE)
                pair = number(work, NONE)
                for r in range(layout[SIZE + j]):
                    at = OFFER + ROOTS * a + first_slot(layout, j) + r
                    spot = p * layout[STRIDE + i] + r * layout[STRIDE + j]
                    offer_0 = write_offer(work, layout, at, 0, spot)
                    offer_1 = offer_0
                    if other_1:
                        offer_1 = write_offer(work, layout, at, 1, spot)
                    store(work, at + ROOTS * ROOTS, offer_1)
                    if other_2:
                        write_offer(work, layout, at, 2, spot)
                    else:
                        store(work, at + 2 * ROOTS * ROOTS, offer_0)
                    least = front_with(least, offer_0)
                    pair = pool_with(table, pair, offer_1)
                store(work, LEAST + 3 * a + j, least)
                store(work, PAIR + 3 * a + j, pair)


@jitable
def choice(front: Number, one: Number, other: Number) -> Number:
    """A choice as a number."""
    return front | (one << FIRST_POOL) | (other << SECOND_POOL)


@jitable
def choice_settled(work: Rows, layout: Layout, i: int, p: int) -> Number:
    """The choice after X7 settled on root number p of tree i."""
    none = number(work, NONE)
    a = first_slot(layout, i) + p
    j = (i + 1) % 3
    k = (i + 2) % 3
    going = choice(
        crossed(load(work, LEAST + 3 * a + j), load(work, LEAST + 3 * a + k)),
        load(work, PAIR + 3 * a + j) if layout[SIZE + j] > 1 else none,
        load(work, PAIR + 3 * a + k) if layout[SIZE + k] > 1 else none,
    )
    spot = p * layout[STRIDE + i]
    over = spread((load(work, OVER_7 + i) >> spot) & 1)
    code = number(work, 0)
    for w in range(layout[WORDS]):
        code += reached(layout, load(work, END_7 + 3 * w + i), spot)
    ended = choice(front_with(none, offer(code, code)), none, none)
    return (ended & over) | (going & ~over)


@jitable
def choice_joined(work: Rows, layout: Layout, table: Ints, a: int, i: int, b: int, j: int) -> Number:
    """The choice after X7 joined the trees i and j, as the edge from a to b: rooted in a's tree it settles on b."""
    k = 3 - i - j
    # X9 in k, O8 anywhere in the joined tree; or X9 in the joined tree, O8 in k
    x9_in_k = merged(load(work, LEAST + 3 * b + i), load(work, LEAST + 3 * a + j))
    x9_joined = number(work, NONE)
    pair_k = number(work, NONE)
    pair_joined = load(work, PAIR + 3 * b + i)
    of_a = OFFER + ROOTS * a
    of_b = OFFER + ROOTS * b
    for r in range(layout[SIZE + j]):
        pair_joined = pool_with(table, pair_joined, load(work, of_a + 81 + first_slot(layout, j) + r))
    for r in range(layout[SIZE + k]):
        v = first_slot(layout, k) + r
        x9_joined = front_with(x9_joined, joined_offer(load(work, of_a + v), load(work, of_b + v)))
        pair_k = pool_with(table, pair_k, joined_offer(load(work, of_a + 162 + v), load(work, of_b + 162 + v)))
    return choice(crossed(x9_in_k, x9_joined), pair_joined, pair_k if layout[SIZE + k] > 1 else number(work, NONE))


@jitable
def find_choices(work: Rows, layout: Layout, table: Ints) -> None:
    """Fill CHOICE from the ends; `table` is `FLAT_POOL_WITH`."""
    find_offers(work, layout, table)
    for i in range(TREES):
        for p in range(layout[SIZE + i]):
            a = first_slot(layout, i) + p
            store(work, CHOICE + ROOTS * a + a, choice_settled(work, layout, i, p))
            for j in range(i):
                for r in range(layout[SIZE + j]):
                    b = first_slot(layout, j) + r
                    store(work, CHOICE + ROOTS * a + b, choice_joined(work, layout, table, a, i, b, j))


@jitable
def choices(key: int, work: Work, table: Ints, reading: int) -> int:
    """The outcome code of a settled position of ply 6; unless it is over, fill CHOICE. `table` is
    `FLAT_POOL_WITH`.

    Also right for an X7 settled on a tree of one square, which no move does: a position of ply 7 is looked up as
    the successor of the same position without its X7."""
    over = outcome_of(key, reading)
    if over != UNFINISHED:
        return over
    grow_trees(work, load_key(key, work), reading, ())
    place_early_marks(work, work)
    write_ends(work, work)
    find_choices(work, work, table)
    return UNFINISHED


@jitable
def choice_at(work: Rows, layout: Layout, lane: int, u: int, v: int) -> int:
    """The choice of the position in a lane after X7 joined the trees of squares u and v, or settled on u = v."""
    a = slot_in_lane(work, layout, lane, u)
    b = slot_in_lane(work, layout, lane, v)
    return take(work, CHOICE + ROOTS * max(a, b) + min(a, b), lane)
