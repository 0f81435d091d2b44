"""What the last two plies offer, for any probabilities.

In a tree of two roots or more X closes the last cycle with the two best roots, so that ply 9 is worth
p best + q second: an *offer* is that pair of outcome codes (see `qttt.fast.goff.outcome`), best >= second. O chooses at
ply 8. Where O takes one offer, only a *front* counts: the offers that no other one undercuts in both codes. Where O
takes a pair, a *pool* counts: the offers that no two others undercut. There are few fronts and pools, so they are
numbered, and their properties are looked up. No number here depends on p, q or what an outcome is worth, only on the
order of the outcomes (claim `sqt-offers`)."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from qttt.fast.goff.outcome import OUTCOMES
from qttt.fast.jit import jitable

Offer = tuple[int, int]
Offers = tuple[Offer, ...]

OFFERS: Offers = tuple((best, second) for best in range(len(OUTCOMES)) for second in range(best + 1))
"""All offers, each at its number."""

NONE = 0
"""The number of the empty front and of the empty pool."""


@jitable
def offer(best: int, second: int) -> int:
    """The number of an offer."""
    return ((best * (best + 1)) >> 1) + second


def front(offers: Iterable[Offer]) -> Offers:
    """The offers that can be the least of all: no other one is as small or smaller in both codes."""
    given = sorted(set(offers))
    return tuple(a for a in given if not any(_undercuts(b, a) for b in given if b != a))


def pool(offers: Iterable[Offer]) -> Offers:
    """The offers that can be one of the two least: no two others are as small or smaller in both codes. Of equal offers
    two are kept."""
    given = sorted(offers)
    return tuple(a for i, a in enumerate(given) if sum(_undercuts(b, a) for b in given[:i]) < 2)


def joined(a: Offer, b: Offer) -> Offer:
    """The offer of a tree whose roots are those of two."""
    second, best = sorted((*a, *b))[2:]
    return best, second


def _undercuts(a: Offer, b: Offer) -> bool:
    return a[0] <= b[0] and a[1] <= b[1]


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
"""The same of pools. The table is an argument of the kernels that use it: a GPU has 64 KB for a kernel's constants, and
numba-cuda puts them there anew for each function that reads them."""


def _pairs(combine: Callable[[Offers, Offers], Offers]) -> np.ndarray:
    """``[front, front]``: the number of what two fronts combine to."""
    numbers = {each: number for number, each in enumerate(FRONTS)}
    return np.array([[numbers[combine(a, b)] for b in FRONTS] for a in FRONTS], np.int8)


JOINED = np.array([[offer(*joined(a, b)) for b in OFFERS] for a in OFFERS], np.int8)
"""``[offer, offer]``: the offer of two trees that are joined."""
MERGED = _pairs(lambda a, b: front((*a, *b)))
"""``[front, front]``: the front of all offers of both."""
CROSSED = _pairs(lambda a, b: front(joined(one, other) for one in a for other in b))
"""``[front, front]``: the front of each offer of the one joined with each of the other."""

# Looked up by kernels. The masks tell a compiler that no index is negative.


@jitable(forceinline=True)
def front_with(front: int, offer: int) -> int:
    """The number of a front with one more offer."""
    return int(FRONT_WITH[front & 63, offer & 31])


@jitable(forceinline=True)
def pool_with(table: Any, pool: int, offer: int) -> int:
    """The number of a pool with one more offer; `table` is POOL_WITH."""
    return int(table[pool & 2047, offer & 31])


@jitable(forceinline=True)
def joined_offer(a: int, b: int) -> int:
    """The number of the offer of two joined trees."""
    return int(JOINED[a & 31, b & 31])


@jitable(forceinline=True)
def merged(a: int, b: int) -> int:
    """The number of the front of all offers of two fronts."""
    return int(MERGED[a & 63, b & 63])


@jitable(forceinline=True)
def crossed(a: int, b: int) -> int:
    """The number of the front of each offer of one front joined with each of another."""
    return int(CROSSED[a & 63, b & 63])
