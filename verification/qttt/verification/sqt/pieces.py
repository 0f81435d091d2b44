"""Lemma: values consist of polynomials with integer coefficients, whose degree grows by at most one per collapse."""

from collections.abc import Callable
from itertools import product
from typing import Any

import z3

from qttt.fast.sqt import polynomial
from qttt.fast.sqt.setting import COLLAPSES, SCORES, UNIT
from qttt.verification import Refuted
from qttt.verification.proof import Term, prove
from qttt.verification.sqt.recursion import REALS

Mixed = Callable[[Any, Any], Any]


def at(coefficients: tuple[Term, ...], q: Term) -> Term:
    """The value of a polynomial at q."""
    total = z3.RealVal(0)
    for coefficient in reversed(coefficients):
        total = total * q + coefficient
    return total


def a_collapse_adds_one_to_the_degree(mixed: Mixed = polynomial.mixed) -> str:
    """The function returns (1 - q) P + q Q for any two polynomials of degree up to 3: its coefficients are sums and
    differences of theirs, so integers stay integers, and its degree is larger by at most one. In units of points,
    scores are integers."""
    q = z3.Real("q")
    for p_degree, q_degree in product(range(COLLAPSES), repeat=2):
        best = tuple(z3.Real(f"best_{k}") for k in range(p_degree + 1))
        worst = tuple(z3.Real(f"worst_{k}") for k in range(q_degree + 1))
        found = mixed(best, worst)
        if len(found) - 1 > max(p_degree, q_degree) + 1:
            raise Refuted(f"degrees {p_degree} and {q_degree} give {len(found) - 1}")
        prove("collapse", [], at(found, q) == (1 - q) * at(best, q) + q * at(worst, q), REALS)
    for ints in product((-8, -1, 0, 3), repeat=4):
        if not all(isinstance(coefficient, int) for coefficient in mixed(ints[:2], ints[2:])):
            raise Refuted(f"{ints[:2]} and {ints[2:]} make {mixed(ints[:2], ints[2:])}")
    if any(score % UNIT for scoring in SCORES.values() for score in scoring):
        raise Refuted(f"the scores {SCORES} are not all multiples of {UNIT}")
    return f"all pairs of polynomials of degrees 0 to {COLLAPSES - 1}"


def the_better_is_subtracted(best: Any, worst: Any) -> Any:
    return polynomial.mixed(worst, best)


def the_worse_is_forgotten(best: Any, worst: Any) -> Any:
    return polynomial.mixed(best, ())


def the_degree_grows_by_two(best: Any, worst: Any) -> Any:
    return polynomial.mixed((0, *best), (0, *worst))
