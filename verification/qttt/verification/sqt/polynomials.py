"""Lemmas on values as functions of q: polynomials with integer coefficients, integers at one scale where q = j / d."""

from itertools import product

import z3

from qttt.fast.sqt.polynomial import mixed
from qttt.fast.sqt.setting import COLLAPSES, LARGEST_DENOMINATOR, SCORES, UNIT
from qttt.verification import Refuted
from qttt.verification.proof import REALS, Term, larger, prove, smaller

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
