"""Checks the tables of the last two plies against their definitions, for every order-preserving scoring.

An offer is worth p best + q second to X. An offer that is not better in either outcome is not worth more, for any p, q
and ascending values of outcomes. So a front may leave out an offer if it keeps one that is not better in either
outcome, and a pool may if it keeps two such offers. The check requires only this, of every entry of the tables.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.goff.outcome import OUTCOMES
from qttt.fast.sqt import lanes, offers
from qttt.fast.sqt.offers import OFFERS, Offer, Offers
from qttt.fast.sqt.setting import UNIT, Setting
from qttt.verification import Refuted

MEMBERS = 3
"""Every collection of up to this many offers is put together in every order."""

CODES = range(len(OUTCOMES))


class Tables(NamedTuple):
    """The lookups."""

    fronts: tuple[Offers, ...]
    front_with: Any
    pools: tuple[Offers, ...]
    pool_with: Any
    joined: Any
    merged: Any
    crossed: Any


def tables_of(module: Any) -> Tables:
    """The tables of the module, or of a mutant of it."""
    names = "FRONTS", "FRONT_WITH", "POOLS", "POOL_WITH", "JOINED", "MERGED", "CROSSED"
    return Tables(*(getattr(module, name) for name in names))


REAL = tables_of(offers)


def no_better(a: Offer, b: Offer) -> bool:
    """Whether an offer is worth at most as much as another to X, in every order-preserving scoring, for all p and q."""
    return a[0] <= b[0] and a[1] <= b[1]


def stands_for(kept: Offers, given: Iterable[Offer], least: int) -> bool:
    """Whether the kept offers are among those given and always include the `least` smallest values."""
    left = list(given)
    for offer in kept:
        if offer not in left:
            return False
        left.remove(offer)
    return all(sum(no_better(a, b) for a in kept) >= least for b in left)


def roots_joined(a: Offer, b: Offer) -> Offer:
    """The best and second-best roots of two trees together, given the two best roots of each tree."""
    best, second, *_ = sorted((*a, *b), reverse=True)
    return best, second


def every_table_is_right(tables: Tables = REAL) -> str:
    """Every entry of every table, and for each collection of up to three offers every order of adding them."""
    if set(OFFERS) != {(a, b) for a, b in product(CODES, CODES) if a >= b}:
        raise Refuted(f"the offers are {OFFERS}")
    for name, collections, larger, least in (
        ("front", tables.fronts, tables.front_with, 1),
        ("pool", tables.pools, tables.pool_with, 2),
    ):
        if collections[offers.NONE] != () or len(set(collections)) != len(collections):
            raise Refuted(f"the {name} of nothing is {collections[offers.NONE]}, or two are the same")
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
        if OFFERS[tables.joined[i, j]] != roots_joined(a, b):
            raise Refuted(f"{a} and {b} are joined to {OFFERS[tables.joined[i, j]]}")
        if any(no_better(c, a) and not no_better(roots_joined(c, b), roots_joined(a, b)) for c in OFFERS):
            raise Refuted(f"joining with {b} does not keep the order of offers below {a}")
    for (i, one), (j, other) in product(enumerate(tables.fronts), enumerate(tables.fronts)):
        if not stands_for(tables.fronts[tables.merged[i, j]], {*one, *other}, 1):
            raise Refuted(f"{one} and {other} are merged to {tables.fronts[tables.merged[i, j]]}")
        pairs = {roots_joined(a, b) for a, b in product(one, other)}
        if not stands_for(tables.fronts[tables.crossed[i, j]], pairs, 1):
            raise Refuted(f"{one} and {other} are crossed to {tables.fronts[tables.crossed[i, j]]}")
    return f"{len(OFFERS)} offers, {len(tables.fronts)} fronts, {len(tables.pools)} pools, every entry"


def _added(larger: Any, order: Iterable[int]) -> int:
    number = offers.NONE
    for n in order:
        number = int(larger[number, n])
    return number


# Mutants


def _best_of_each(a: Offer, b: Offer) -> Offer:
    second, best = sorted((a[0], b[0]))
    return best, second


_fronts, _front_with = offers._closed(lambda given: tuple(sorted(set(given))[:1]))
a_front_looks_at_the_best_root_alone = REAL._replace(fronts=_fronts, front_with=_front_with)
_pools, _pool_with = offers._closed(offers.front)
a_pool_keeps_one_of_the_two_least = REAL._replace(pools=_pools, pool_with=_pool_with)
_pools, _pool_with = offers._closed(lambda given: offers.pool(set(given)))
a_pool_forgets_equal_offers = REAL._replace(pools=_pools, pool_with=_pool_with)
joined_trees_keep_one_root_each = REAL._replace(
    joined=np.array([[offers.offer(*_best_of_each(a, b)) for b in OFFERS] for a in OFFERS])
)
crossed_is_merged = REAL._replace(crossed=REAL.merged)


# Values of the tables

Tabulated = Callable[[list[Setting]], lanes.Lanes]

SETTINGS = [
    Setting(q, scoring, double_win)
    for q in (Fraction(0), Fraction(1, 20), Fraction(2, 7), Fraction(1, 2), Fraction(62, 63), Fraction(1))
    for scoring in ("draws-even", "draws-second")
    for double_win in (False, True)
]
AWKWARD = [Setting(Fraction(16383, 32767), setting.scoring, setting.double_win) for setting in SETTINGS[:4]]


def fronts_and_pools_have_their_values(tabulated: Tabulated = lanes.Lanes.of) -> str:
    """In every lane: outcomes, the least of a front, and O's value of the two least of a pool, as fractions."""
    for settings in (SETTINGS, AWKWARD):
        table = tabulated(settings)
        for lane, setting in enumerate(settings):
            q, d = setting.q, setting.q.denominator
            worth = [Fraction(score) for score in setting.scores]
            of_offer = {offer: (1 - q) * worth[offer[0]] + q * worth[offer[1]] for offer in OFFERS}
            for code in CODES:
                _agree(table.scores[code, lane], d**4, worth[code], f"outcome {code}, {setting}")
            for number, front in enumerate(offers.FRONTS[1:], start=1):
                least = min(of_offer[offer] for offer in front)
                _agree(table.fronts[number, lane], d**2, least, f"front {front}, {setting}")
            for number, pool in enumerate(offers.POOLS):
                if len(pool) > 1:
                    least, other = sorted(of_offer[offer] for offer in pool)[:2]
                    pair = (1 - q) * other + q * least
                    _agree(table.pools[number, lane], d**2, pair, f"pool {pool}, {setting}")
                elif table.pools[number, lane] < table.pools[:, lane].max():
                    raise Refuted(f"pool {pool}, {setting}: less than what is never taken")
    return f"{len(SETTINGS) + len(AWKWARD)} settings, every outcome, front and pool"


def _agree(stored: Any, scale: int, value: Fraction, what: str) -> None:
    if int(stored) * UNIT != value * scale:
        raise Refuted(f"{what}: {value} is stored as {stored}, in units of {Fraction(UNIT, scale)}")


def draws_are_always_even(settings: list[Setting]) -> lanes.Lanes:
    return lanes.Lanes.of([Setting(setting.q, "draws-even", setting.double_win) for setting in settings])


def p_and_q_are_exchanged(settings: list[Setting]) -> lanes.Lanes:
    return lanes.Lanes.of([Setting(1 - setting.q, setting.scoring, setting.double_win) for setting in settings])
