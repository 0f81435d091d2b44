"""Checks the tables of the last two plies against their definitions, for every order-preserving scoring.

An offer is worth p best + q second to X. An offer that is not better in either outcome is not worth more, for any p, q
and ascending values of outcomes. So a front may leave out an offer if it keeps one that is not better in either
outcome, and a pool may if it keeps two such offers. The check requires only this, of every entry of the tables.
"""

from collections.abc import Iterable
from itertools import combinations_with_replacement, permutations, product
from typing import Any

from qttt.fast.goff.outcome import OUTCOMES
from qttt.fast.sqt.offers import (
    CROSSED,
    FRONT_WITH,
    FRONTS,
    JOINED,
    MERGED,
    NONE,
    OFFERS,
    POOL_WITH,
    POOLS,
    Offer,
    Offers,
)
from qttt.verification import Refuted

MEMBERS = 3
"""Every collection of up to this many offers is put together in every order."""

CODES = range(len(OUTCOMES))


def no_better(a: Offer, b: Offer) -> bool:
    """Whether an offer is worth at most as much as another to X, in every order-preserving scoring, for all p and q."""
    return a[0] <= b[0] and a[1] <= b[1]


def stands_for(kept: Offers, given: Iterable[Offer], least: int) -> bool:
    """Whether the kept offers are among those given, always include the `least` smallest values, and are as few as
    that allows."""
    left = list(given)
    for offer in kept:
        if offer not in left:
            return False
        left.remove(offer)
    needed = (sum(no_better(a, b) for a in kept) <= least for b in kept)
    return all(needed) and all(sum(no_better(a, b) for a in kept) >= least for b in left)


def roots_joined(a: Offer, b: Offer) -> Offer:
    """The best and second-best roots of two trees together, given the two best roots of each tree."""
    best, second, *_ = sorted((*a, *b), reverse=True)
    return best, second


def every_table_is_right() -> str:
    """Every entry of every table, and for each collection of up to three offers every order of adding them."""
    if set(OFFERS) != {(a, b) for a, b in product(CODES, CODES) if a >= b}:
        raise Refuted(f"the offers are {OFFERS}")
    for name, collections, larger, least in (
        ("front", FRONTS, FRONT_WITH, 1),
        ("pool", POOLS, POOL_WITH, 2),
    ):
        if collections[NONE] != () or len(set(collections)) != len(collections):
            raise Refuted(f"the {name} of nothing is {collections[NONE]}, or two are the same")
        for (number, collection), (n, added) in product(enumerate(collections), enumerate(OFFERS)):
            kept = collections[larger[number, n]]
            if not stands_for(kept, (*collection, added), least):
                raise Refuted(f"the {name} {collection} with {added} is {kept}")
        for members in range(MEMBERS + 1):
            for chosen in combinations_with_replacement(range(len(OFFERS)), members):
                made = {_added(larger, order) for order in permutations(chosen)}
                if len(made) > 1:
                    raise Refuted(f"the {name} of {[OFFERS[n] for n in chosen]} depends on the order")
    for (i, a), (j, b) in product(enumerate(OFFERS), enumerate(OFFERS)):
        if OFFERS[JOINED[i, j]] != roots_joined(a, b):
            raise Refuted(f"{a} and {b} are joined to {OFFERS[JOINED[i, j]]}")
        if any(no_better(c, a) and not no_better(roots_joined(c, b), roots_joined(a, b)) for c in OFFERS):
            raise Refuted(f"joining with {b} does not keep the order of offers below {a}")
    for (i, one), (j, other) in product(enumerate(FRONTS), enumerate(FRONTS)):
        if not stands_for(FRONTS[MERGED[i, j]], {*one, *other}, 1):
            raise Refuted(f"{one} and {other} are merged to {FRONTS[MERGED[i, j]]}")
        pairs = {roots_joined(a, b) for a, b in product(one, other)}
        if not stands_for(FRONTS[CROSSED[i, j]], pairs, 1):
            raise Refuted(f"{one} and {other} are crossed to {FRONTS[CROSSED[i, j]]}")
    return f"{len(OFFERS)} offers, {len(FRONTS)} fronts, {len(POOLS)} pools, every entry"


def _added(larger: Any, order: Iterable[int]) -> int:
    number = NONE
    for n in order:
        number = int(larger[number, n])
    return number
