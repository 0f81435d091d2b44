"""What the last two plies offer, for any probabilities.

In a tree of two roots or more X closes the last cycle with the two best roots, so that ply 9 is worth
p best + q second: an *offer* is that pair of outcome codes (see `qttt.fast.goff.outcome`), best >= second. O chooses at
ply 8. Where O takes one offer, only a *front* counts: the offers that no other one undercuts in both codes. Where O
takes a pair, a *pool* counts: the offers that no two others undercut. There are few fronts and pools, so they are
numbered, and their properties are looked up. No number here depends on p, q or what an outcome is worth, only on the
order of the outcomes (claim `sqt-offers`)."""

from collections.abc import Callable, Iterable
from itertools import combinations_with_replacement

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.goff.outcome import OUTCOMES
from qttt.fast.jit import jitable
from qttt.fast.lanes import Number, look

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
