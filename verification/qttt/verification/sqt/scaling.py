"""Lemma: with q = j / d all values are integers at one scale, no division leaves a remainder, and 64 bits hold all."""

import z3

from qttt.fast.sqt.setting import COLLAPSES, LARGEST_DENOMINATOR, SCORES, UNIT
from qttt.verification import Refuted
from qttt.verification.proof import prove
from qttt.verification.sqt.recursion import REALS, larger, smaller

WORD = 1 << 63


def no_division_leaves_a_remainder(exponent: int = COLLAPSES) -> str:
    """At the scale d ** exponent, for positions with 1 to 4 selections left.

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
    bits_are_enough(exponent)
    return f"all d >= 1 and 0 <= j <= d, 1 to {COLLAPSES} selections left; 64 bits up to d = {LARGEST_DENOMINATOR:,}"


def bits_are_enough(exponent: int) -> None:
    """Products and sums are at most 8 d ** exponent, which fits into 64 bits."""
    scores = {score for scoring in SCORES.values() for score in scoring}
    most = max(map(abs, scores)) // UNIT
    if any(score % UNIT for score in scores):
        raise Refuted(f"the scores {scores} are not all multiples of {UNIT}")
    a, b, d, j, bound = z3.Reals("a b d j bound")
    hypotheses = [j >= 0, j <= d, d >= 1, *(z3.And(-bound <= value, value <= bound) for value in (a, b))]
    for name, value in {"p": (d - j) * a, "q": j * b, "sum": (d - j) * a + j * b}.items():
        prove(name, hypotheses, z3.And(-bound * d <= value, value <= bound * d), REALS)
    if most * LARGEST_DENOMINATOR**exponent >= WORD:
        raise Refuted(f"{most} {LARGEST_DENOMINATOR}**{exponent} exceeds 64 bits")


a_scale_for_three_collapses = COLLAPSES - 1
a_scale_beyond_64_bits = COLLAPSES + 1
