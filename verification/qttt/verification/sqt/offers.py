"""Checks the tables of the last two plies against their definitions, for every order-preserving scoring.

An offer is worth p best + q second to X. An offer that is not better in either outcome is not worth more, for any p, q
and ascending values of outcomes. So a front may leave out an offer if it keeps one that is not better in either
outcome, and a pool may if it keeps two such offers. The check requires only this, of every entry of the tables.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import product

from qttt.fast.goff.outcome import OUTCOMES
from qttt.fast.sqt import late as fast
from qttt.fast.sqt.late import FRONTS, NONE, OFFERS, Offer
from qttt.verification import Refuted, expect

CODES = range(len(OUTCOMES))


def no_better(a: Offer, b: Offer) -> bool:
    """Whether an offer is worth at most as much as another to X, in every order-preserving scoring, for all p and q."""
    return a[0] <= b[0] and a[1] <= b[1]


def stands_for(kept: Iterable[Offer], given: Iterable[Offer], least: int) -> bool:
    """Whether the kept offers are among those given, always include the `least` smallest values, and are as few as
    that allows."""
    chosen, all_of_them = Counter(kept), Counter(given)
    below = {b: sum(count for a, count in chosen.items() if no_better(a, b)) for b in all_of_them}
    return (
        chosen <= all_of_them
        and all(below[b] <= least for b in chosen)
        and all(below[b] >= least for b in all_of_them - chosen)
    )


def roots_joined(a: Offer, b: Offer) -> Offer:
    """The best and second-best roots of two trees together, given the two best roots of each tree."""
    best, second, *_ = sorted((*a, *b), reverse=True)
    return best, second


def every_table_is_right() -> None:
    """Every entry of every table. What a collection keeps of the offers added to it is unique, so their order does not
    matter, and collections that keep the same have one number."""
    expect("the offers", {*OFFERS}, {(a, b) for a, b in product(CODES, CODES) if a >= b})
    for name, collections, larger, least in (
        ("front", FRONTS, fast.FRONT_WITH, 1),
        ("pool", fast.POOLS, fast.POOL_WITH, 2),
    ):
        if collections[NONE] != () or len({tuple(sorted(each)) for each in collections}) != len(collections):
            raise Refuted(f"the {name} of nothing is {collections[NONE]}, or two are the same")
        for (number, collection), (n, added) in product(enumerate(collections), enumerate(OFFERS)):
            kept = collections[larger[number, n]]
            if not stands_for(kept, (*collection, added), least):
                raise Refuted(f"the {name} {collection} with {added} is {kept}")
    for (i, a), (j, b) in product(enumerate(OFFERS), enumerate(OFFERS)):
        expect(f"{a} and {b} joined", OFFERS[fast.JOINED[i, j]], roots_joined(a, b))
        if any(no_better(c, a) and not no_better(roots_joined(c, b), roots_joined(a, b)) for c in OFFERS):
            raise Refuted(f"joining with {b} does not keep the order of offers below {a}")
    for (i, one), (j, other) in product(enumerate(FRONTS), enumerate(FRONTS)):
        for name, table, given in (
            ("merged", fast.MERGED, {*one, *other}),
            ("crossed", fast.CROSSED, {roots_joined(a, b) for a, b in product(one, other)}),
        ):
            if not stands_for(FRONTS[table[i, j]], given, 1):
                raise Refuted(f"{one} and {other} are {name} to {FRONTS[table[i, j]]}")
