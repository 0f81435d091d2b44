"""Lemmas on values as functions of q: polynomials with integer coefficients, integers at one scale where q = j / d, and
no breaks close to q = 0 and q = 1.

*Edges*: with c of its four collapses made, a value is a polynomial whose coefficients, in q or in t = 1 - q, are
integers of at most 8 * 3**c units: in (1 - q) a + q b = a + q (b - a), and likewise in t, every coefficient is a sum of
three of those of a and b. A difference of two values has coefficients of at most twice that, B. Divided by its lowest
power, it begins with an integer, at least 1 in size, and the other terms change it by at most B (q + q**2 + q**3 +
q**4): less than 1 throughout an edge. So no two values cross there, and every maximum and minimum is one polynomial on
the whole edge.
"""

from itertools import product
from typing import NamedTuple

import z3

from qttt.fast.sqt import curve
from qttt.fast.sqt.polynomial import mixed
from qttt.fast.sqt.setting import COLLAPSES, LARGEST_DENOMINATOR, SCORES, UNIT
from qttt.verification import Refuted
from qttt.verification.proof import LINEAR, REALS, Term, larger, prove, smaller

WORD = 1 << 63


def largest_score() -> int:
    """The largest size of a score, in units. Raises `Refuted` unless every score is a whole number of them."""
    scores = {score for scoring in SCORES.values() for score in scoring}
    if any(score % UNIT for score in scores):
        raise Refuted(f"the scores {scores} are not all multiples of {UNIT}")
    return max(map(abs, scores)) // UNIT


def a_collapse_adds_one_to_the_degree() -> str:
    """The kernel returns (1 - q) P + q Q for any two polynomials of degree up to 3: its coefficients are sums and
    differences of theirs, so integers stay integers, and its degree is larger by at most one."""
    q = z3.Real("q")
    for degrees in product(range(COLLAPSES), repeat=2):
        best, worst = (
            tuple(z3.Real(f"{name}_{k}") for k in range(degree + 1))
            for name, degree in zip(("best", "worst"), degrees, strict=True)
        )
        found = mixed(best, worst)
        if len(found) - 1 > max(degrees) + 1:
            raise Refuted(f"degrees {degrees} give {len(found) - 1}")
        prove("collapse", [], at(found, q) == (1 - q) * at(best, q) + q * at(worst, q), REALS)
    for ints in product((-8, -1, 0, 3), repeat=4):
        if not all(isinstance(coefficient, int) for coefficient in mixed(ints[:2], ints[2:])):
            raise Refuted(f"{ints[:2]} and {ints[2:]} make {mixed(ints[:2], ints[2:])}")
    largest_score()
    return f"all pairs of polynomials of degrees 0 to {COLLAPSES - 1}"


def at(coefficients: tuple[Term, ...], q: Term) -> Term:
    """The value of a polynomial at q."""
    total = z3.RealVal(0)
    for coefficient in reversed(coefficients):
        total = total * q + coefficient
    return total


def no_division_leaves_a_remainder(exponent: int = COLLAPSES) -> str:
    """At the scale d ** exponent, for positions with 1 to 4 selections left; and 64 bits hold all.

    With n selections left the value of a settlement is an integer W, in units, divided by d ** (n - 1): at the scale
    it is W times d ** (exponent - n + 1). If that is a multiple of d, say Z d, then whole division gives Z, and the
    lemma's equation is exact. Of integers z3 assumes only that two different ones are at least 1 apart."""
    d, j, w, z, other, quotient, rest = z3.Reals("d j w z other quotient rest")
    whole = [d >= 1, w == quotient * d + rest, rest >= 0, rest < d]
    integer = [z3.Or(z - quotient <= -1, z == quotient, z - quotient >= 1)]
    for left in range(1, COLLAPSES + 1):
        multiple = [w == z * d, *integer] if exponent - left >= 0 else []
        prove(f"whole division, {left} selections left", [*whole, *multiple], z3.And(rest == 0, quotient == z), REALS)
    hypotheses = [d >= 1, j >= 0, j <= d]
    collapse = (d - j) * larger(z, other) + j * smaller(z, other)
    exact = (d - j) * larger(z * d, other * d) + j * smaller(z * d, other * d)
    prove("the value of a collapse", hypotheses, collapse * d == exact, REALS)
    a, b, bound = z3.Reals("a b bound")
    hypotheses += [z3.And(-bound <= value, value <= bound) for value in (a, b)]
    for name, value in {"p": (d - j) * a, "q": j * b, "sum": (d - j) * a + j * b}.items():
        prove(name, hypotheses, z3.And(-bound * d <= value, value <= bound * d), REALS)
    if largest_score() * LARGEST_DENOMINATOR**exponent >= WORD:
        raise Refuted(f"{largest_score()} {LARGEST_DENOMINATOR}**{exponent} exceeds 64 bits")
    return f"all d >= 1 and 0 <= j <= d, 1 to {COLLAPSES} selections left; 64 bits up to d = {LARGEST_DENOMINATOR:,}"


a_scale_for_three_collapses = COLLAPSES - 1
a_scale_beyond_64_bits = COLLAPSES + 1


class Edges(NamedTuple):
    """The numbers of the edges: the bound on coefficients, the unit of q, the width of an edge, and its steps."""

    coefficient: int = curve.COEFFICIENT
    parts: int = curve.PARTS
    edge: int = curve.EDGE
    step: int = curve.EDGE_STEP


def no_two_values_cross_at_an_edge(edges: Edges = Edges()) -> str:  # noqa: B008
    """Checks the bound on coefficients, the range without roots of differences, and that the steps give all values."""
    a, b = ([z3.Real(f"{name}_{k}") for k in range(COLLAPSES)] for name in "ab")
    size = z3.Real("size")
    bounded = [z3.And(-size <= coefficient, coefficient <= size) for coefficient in a + b]
    threefold = z3.And(*(z3.And(-3 * size <= c, c <= 3 * size) for c in mixed(tuple(a), tuple(b))))
    prove("a collapse makes coefficients at most three times as large", bounded, threefold, LINEAR)
    most = largest_score() * 3**COLLAPSES
    if most > edges.coefficient:
        raise Refuted(f"coefficients reach {most}")
    q, first = z3.Reals("q first")
    largest = 2 * edges.coefficient
    here = [q > 0, q * edges.parts <= edges.edge]
    prove("the rest is less than 1", here, largest * (q + q**2 + q**3 + q**4) < 1, REALS)
    rest, powers = ([z3.Real(f"{name}_{k}") for k in range(COLLAPSES)] for name in ("rest", "power"))
    bounds = [z3.And(-largest * p <= term, term <= largest * p) for term, p in zip(rest, powers, strict=True)]
    begins = [z3.Or(first >= 1, first <= -1), *bounds, largest * z3.Sum(powers) < 1]
    prove("no root", begins, first + z3.Sum(rest) != 0, LINEAR)
    if edges.step * COLLAPSES != edges.edge:
        raise Refuted(f"{COLLAPSES + 1} points {edges.step} apart do not make an edge of {edges.edge}")
    return f"coefficients of at most {edges.coefficient}, edges of {edges.edge} / {edges.parts}"


coefficients_twice_as_large_a_collapse = Edges(coefficient=8 * 2**COLLAPSES)
an_edge_wider_by_a_fifth = Edges(edge=24, step=6)
three_steps_an_edge = Edges(step=4)
