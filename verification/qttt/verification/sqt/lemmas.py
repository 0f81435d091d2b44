"""Lemmas on the System's collapse, proved over the real numbers, on the kernel that ranks roots, on how many collapses
a game has, and on values as functions of q.

The page's `value` and `probability` run on terms of z3: for two settlements of any values, and for any q.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import z3

from qttt.fast.goff.board import SQUARES, size
from qttt.fast.goff.position import U, component
from qttt.fast.sqt.polynomial import mix
from qttt.fast.sqt.setting import COLLAPSES, LARGEST_DENOMINATOR, SCORES, UNIT
from qttt.fast.sqt.value import BEST, FIRST, SECOND
from qttt.fast.sqt.value import rank as rank_root
from qttt.reference.goff import Selection
from qttt.reference.sqt import TWO_WINS, Sqt
from qttt.verification import Refuted
from qttt.verification.formal.symbols import Symbols
from qttt.verification.goff.forests import any_forest, has, is_open, spooky
from qttt.verification.mutation import with_globals
from qttt.verification.proof import LINEAR, REALS, Term, larger, number, prove, smaller
from qttt.verification.sqt.formal import PAGE

Value = Callable[..., Term]
"""A function from q and two values to the value, by the page, of a position that leads to them."""


def by_the_page(actor: str = "SYSTEM") -> Value:
    """The value of a position in which `actor` acts, by the formal text of the page. Rule: SQT-VALUE-1

    A position is the tuple of what its actions lead to, or the score of an ended game."""

    def value(q: Term, *values: Term) -> Term:
        page = Symbols(
            PAGE.text,
            q=q,
            number=lambda q: q,
            actor=lambda position: actor if position is values else None,
            actions=lambda position: tuple(range(len(values))) if position is values else (),
            play=lambda position, action: position[action],
            score=lambda position: position,
        )
        return page.value(values)

    return value


favouring = by_the_page()
"""p max + q min, as SQT-VALUE-1 defines it."""


def is_probability(q: Term) -> Term:
    return z3.And(q >= 0, q <= 1)


def bounds_propagate_through_the_system() -> None:
    """Non-decreasing in each value, symmetric, and between the two; so bounds of both values bound the collapse."""
    q, a, b, more_a, more_b = z3.Reals("q a b more_a more_b")
    value = favouring(q, a, b)
    between = z3.And(smaller(a, b) <= value, value <= larger(a, b), value == favouring(q, b, a))
    prove("symmetric and between", [is_probability(q)], between, REALS)
    above = [a <= more_a, b <= more_b]
    prove("bounds", [is_probability(q), *above], value <= favouring(q, more_a, more_b), REALS)


def a_larger_q_never_gains() -> None:
    """The step of the induction: if values do not increase with q, neither does their maximum, minimum or collapse.
    Maximum and minimum differ no more than their arguments do, so they stay continuous."""
    q, later, a, b, then_a, then_b, far = z3.Reals("q later a b then_a then_b far")
    falling = [then_a <= a, then_b <= b]
    for actor in ("X", "O"):
        best = by_the_page(actor=actor)
        prove(f"best for {actor}", falling, best(later, then_a, then_b) <= best(q, a, b), LINEAR)
        near = [z3.And(x - y <= far, y - x <= far) for x, y in ((a, then_a), (b, then_b))]
        change = best(q, a, b) - best(later, then_a, then_b)
        prove(f"best for {actor} is continuous", near, z3.And(-far <= change, change <= far), LINEAR)
    hypotheses = [is_probability(q), is_probability(later), q <= later, *falling]
    prove("collapse", hypotheses, favouring(later, then_a, then_b) <= favouring(q, a, b), REALS)


def the_two_best_roots_are_best(most: int = SQUARES) -> None:
    """The kernel finds the best and the second-best root for any order of the roots, and no other pair of roots is
    worth more to the mover. For O values count negatively, so the best is the smallest."""
    rank = with_globals(rank_root, max=larger, min=smaller)
    q, a, b, best, second, least = z3.Reals("q a b best second least")
    zero = z3.RealVal(0)
    ordered = [is_probability(q), best >= larger(a, b), second >= smaller(a, b)]
    prove("X's best pair", ordered, favouring(q, a, b) <= favouring(q, best, second), REALS)
    prove("O's best pair", ordered, favouring(q, -a, -b) >= favouring(q, -best, -second), REALS)
    for count in range(2, most + 1):
        values = [z3.Real(f"u_{root}") for root in range(count)]
        for mover in (1, -1):
            room = np.array([[[least, zero]] * 3], object)
            mine = [mover * value for value in values]
            for value in mine:
                rank(room, 0, 0, value)
                rank(room, 0, 1, zero)
            hypotheses = [best == room[0, FIRST, 0], second == room[0, SECOND, 0], *(least <= u for u in mine)]
            pairs = [z3.And(best >= larger(x, y), second >= smaller(x, y)) for x, y in combinations(mine, 2)]
            prove(f"{count} roots", hypotheses, z3.And(*pairs), LINEAR)
            reached = [z3.And(best == larger(x, y), second == smaller(x, y)) for x, y in combinations(mine, 2)]
            prove(f"{count} roots reach it", hypotheses, z3.Or(*reached), LINEAR)
            prove("joins are left alone", hypotheses, room[0, BEST, 0] == least, LINEAR)


# Four selections

FOUR = f"{TWO_WINS} selA"


def each_takes_two_squares() -> None:
    """A component with a closed cycle has at least two squares, all of them open; a selection settles all of them. So
    a game has at most four selections; and there is a game with four. Rule: GOFF-MOVE-1"""
    forest, hypotheses = any_forest()
    u, v = number("u", 4), number("v", 4)
    here = component(forest, u)
    hypotheses += [is_open(forest, u), is_open(forest, v), has(here, v), u != v]
    untouched = z3.Or(spooky(forest, 0), z3.Not(has(here, forest[U])))
    prove("two open squares", hypotheses, z3.And(z3.UGE(size(here), 2), untouched))
    selections = [action for action in Sqt(Fraction(1, 2)).read(FOUR).actions if isinstance(action, Selection)]
    if not len(selections) == SQUARES // 2 == COLLAPSES:
        raise Refuted(f"{SQUARES} squares allow {SQUARES // 2} selections, '{FOUR}' has {len(selections)}")


# Values as functions of q: polynomials with integer coefficients, integers at one scale where q = j / d

WORD = 1 << 63
EXPONENT = COLLAPSES
"""The power of d in the scale of values."""


def largest_score() -> int:
    """The largest size of a score, in units. Raises `Refuted` unless every score is a whole number of them."""
    scores = {score for scoring in SCORES.values() for score in scoring}
    if any(score % UNIT for score in scores):
        raise Refuted(f"the scores {scores} are not all multiples of {UNIT}")
    return max(map(abs, scores)) // UNIT


def a_collapse_adds_one_to_the_degree() -> None:
    """The kernel returns (1 - q) P + q Q for any two polynomials of degree up to 3: its coefficients are sums and
    differences of theirs, so integers stay integers, and its degree is larger by at most one."""
    q = z3.Real("q")
    for degrees in product(range(COLLAPSES), repeat=2):
        best, worst = (
            tuple(z3.Real(f"{name}_{k}") for k in range(degree + 1))
            for name, degree in zip(("best", "worst"), degrees, strict=True)
        )
        found = mix(best, worst)
        if len(found) - 1 > max(degrees) + 1:
            raise Refuted(f"degrees {degrees} give {len(found) - 1}")
        prove("collapse", [], at(found, q) == (1 - q) * at(best, q) + q * at(worst, q), REALS)
    for ints in product((-8, -1, 0, 3), repeat=4):
        if not all(isinstance(coefficient, int) for coefficient in mix(ints[:2], ints[2:])):
            raise Refuted(f"{ints[:2]} and {ints[2:]} make {mix(ints[:2], ints[2:])}")
    largest_score()


def at(coefficients: tuple[Term, ...], q: Term) -> Term:
    """The value of a polynomial at q."""
    total = z3.RealVal(0)
    for coefficient in reversed(coefficients):
        total = total * q + coefficient
    return total


def no_division_leaves_a_remainder() -> None:
    """At the scale d ** EXPONENT, for positions with 1 to 4 selections left; and 64 bits hold all.

    With n selections left the value of a settlement is an integer W, in units, divided by d ** (n - 1): at the scale
    it is W times d ** (EXPONENT - n + 1). If that is a multiple of d, say Z d, then whole division gives Z, and the
    lemma's equation is exact. Of integers z3 assumes only that two different ones are at least 1 apart."""
    d, j, w, z, other, quotient, rest = z3.Reals("d j w z other quotient rest")
    whole = [d >= 1, w == quotient * d + rest, rest >= 0, rest < d]
    integer = [z3.Or(z - quotient <= -1, z == quotient, z - quotient >= 1)]
    for left in range(1, COLLAPSES + 1):
        multiple = [w == z * d, *integer] if EXPONENT - left >= 0 else []
        prove(f"whole division, {left} selections left", [*whole, *multiple], z3.And(rest == 0, quotient == z), REALS)
    hypotheses = [d >= 1, j >= 0, j <= d]
    collapse = (d - j) * larger(z, other) + j * smaller(z, other)
    exact = (d - j) * larger(z * d, other * d) + j * smaller(z * d, other * d)
    prove("the value of a collapse", hypotheses, collapse * d == exact, REALS)
    a, b, bound = z3.Reals("a b bound")
    hypotheses += [z3.And(-bound <= value, value <= bound) for value in (a, b)]
    for name, value in {"p": (d - j) * a, "q": j * b, "sum": (d - j) * a + j * b}.items():
        prove(name, hypotheses, z3.And(-bound * d <= value, value <= bound * d), REALS)
    if largest_score() * LARGEST_DENOMINATOR**EXPONENT >= WORD:
        raise Refuted(f"{largest_score()} {LARGEST_DENOMINATOR}**{EXPONENT} exceeds 64 bits")
