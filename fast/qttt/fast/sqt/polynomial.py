"""Polynomials in q with integer coefficients, and their real roots, exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from math import comb, factorial
from typing import Any

Polynomial = tuple[int, ...]
"""The coefficients, that of q**0 first; no zero at the end, so that zero is ()."""

WIDTH = Fraction(1, 10**15)
"""Isolating intervals are narrower than this."""


def polynomial(*coefficients: int) -> Polynomial:
    """The polynomial with these coefficients.

    >>> polynomial(1, 2, 0)
    (1, 2)
    """
    kept = list(coefficients)
    while kept and kept[-1] == 0:
        kept.pop()
    return tuple(kept)


def difference(a: Polynomial, b: Polynomial) -> Polynomial:
    """a - b."""
    return polynomial(*(x - y for x, y in zip_longest(a, b, fillvalue=0)))


def mixed(best: Polynomial, worst: Polynomial) -> Polynomial:
    """(1 - q) best + q worst: what a collapse is worth to X.

    >>> mixed((4,), (2,))
    (4, -2)
    """
    return polynomial(*(x + y for x, y in zip_longest(best, (0, *difference(worst, best)), fillvalue=0)))


def value_at(a: Polynomial, q: Fraction) -> Fraction:
    """The value at q.

    >>> value_at((1, 0, 4), Fraction(1, 2))
    Fraction(2, 1)
    """
    total = Fraction(0)
    for coefficient in reversed(a):
        total = total * q + coefficient
    return total


@cache
def sign_on(a: Polynomial, low: Fraction, high: Fraction) -> int:
    """1 if the polynomial is shown nowhere negative on [low, high], -1 if nowhere positive, 0 if neither is shown.

    Shown by its Bernstein coefficients there, between whose least and largest all values lie.

    >>> sign_on((1, -1), Fraction(0), Fraction(1)), sign_on((1, -2), Fraction(0), Fraction(1))
    (1, 0)
    """
    degree = len(a) - 1
    # times a common positive factor, so that all numbers are ints
    scale, parts = factorial(max(degree, 0)), low.denominator * high.denominator
    first, step = low.numerator * high.denominator, high.numerator * low.denominator - low.numerator * high.denominator
    shifted = [
        sum(a[k] * comb(k, m) * first ** (k - m) * parts ** (degree - k) for k in range(m, degree + 1)) * step**m
        for m in range(degree + 1)
    ]
    bernstein = [
        sum(comb(i, m) * (scale // comb(degree, m)) * shifted[m] for m in range(i + 1)) for i in range(degree + 1)
    ]
    if min(bernstein, default=0) >= 0:
        return 1
    return -1 if max(bernstein) <= 0 else 0


@dataclass(frozen=True)
class Root:
    """A real algebraic number: the root number `index`, in ascending order, of an irreducible polynomial.

    It lies between `low` and `high`, which are equal if and only if it is rational. Equal roots are the same number.
    """

    minimal: Polynomial
    index: int
    low: Fraction
    high: Fraction

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Root) and (self.minimal, self.index) == (other.minimal, other.index)

    def __hash__(self) -> int:
        return hash((self.minimal, self.index))

    def __lt__(self, other: Root) -> bool:
        if self == other:
            return False
        mine, its = self, other
        while mine.low <= its.high and its.low <= mine.high:
            mine, its = mine.refined(), its.refined()
        return mine.high < its.low

    def refined(self) -> Root:
        """The same number in an interval of half the width."""
        if self.low == self.high:
            return self
        middle = (self.low + self.high) / 2
        rising = value_at(self.minimal, self.high) > 0
        above = (value_at(self.minimal, middle) < 0) == rising
        return Root(self.minimal, self.index, middle if above else self.low, self.high if above else middle)

    def __float__(self) -> float:
        return float(self.low + self.high) / 2


@cache
def roots(a: Polynomial) -> tuple[Root, ...]:
    """All real roots of a polynomial that is not zero, ascending, each once.

    >>> [str(root.low) for root in roots((-1, 0, 4))]
    ['-1/2', '1/2']
    """
    return tuple(sorted(_roots(a)))


def _roots(a: Polynomial) -> Iterator[Root]:
    import sympy

    _, factors = sympy.Poly(a[::-1], sympy.Symbol("q")).factor_list()
    for factor, _ in factors:
        minimal = tuple(int(coefficient) for coefficient in reversed(factor.all_coeffs()))
        for index, interval in enumerate(factor.intervals(eps=sympy.Rational(WIDTH.numerator, WIDTH.denominator))):
            low, high = (_fraction(end) for end in interval[0])
            yield Root(minimal, index, low, high)


def rational(value: Fraction) -> Root:
    """A rational number as a root."""
    return Root((-value.numerator, value.denominator), 0, value, value)


def between(low: Root, high: Root) -> Fraction:
    """A rational number strictly between two roots, `low` < `high`."""
    while low.high >= high.low:
        low, high = low.refined(), high.refined()
    return (low.high + high.low) / 2


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))
