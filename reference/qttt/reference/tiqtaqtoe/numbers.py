"""The numbers of the level full: amplitudes, and probabilities that may be irrational.

A part of the page `tiqtaqtoe-1.1`, TIQ-AMPLITUDE-1 and TIQ-BORN-1. An amplitude is a sum a + bz + cz² + dz³ of integer
multiples, with z = e^(iπ/4), so that z² = i and z - z³ = √2; it is the tuple of a, b, c and d.

>>> times(ROOT, ROOT), times(I, I)
((2, 0, 0, 0), (-1, 0, 0, 0))
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from math import sqrt

Amplitude = tuple[int, int, int, int]
ONE: Amplitude = (1, 0, 0, 0)
I: Amplitude = (0, 0, 1, 0)
ROOT: Amplitude = (0, 1, 0, -1)


@total_ordering
@dataclass(frozen=True, eq=False)
class Surd:
    """An irrational number p + q√2.

    >>> half = Surd(Fraction(1, 2), Fraction(1, 4))
    >>> str(half), float(half), half + Surd(Fraction(1, 2), Fraction(-1, 4)), half > 0
    ('1/2+1/4√2', 0.8535533905932737, Fraction(1, 1), True)
    >>> str(half * half), half * 0
    ('3/8+1/4√2', Fraction(0, 1))
    """

    rational: Fraction
    root: Fraction

    @staticmethod
    def of(rational: Fraction, root: Fraction) -> Surd | Fraction:
        """The number, a fraction if it is one."""
        return Surd(rational, root) if root else rational

    def __add__(self, other: Surd | Fraction | int) -> Surd | Fraction:
        p, q = parts(other)
        return Surd.of(self.rational + p, self.root + q)

    __radd__ = __add__

    def __mul__(self, other: Surd | Fraction | int) -> Surd | Fraction:
        p, q = parts(other)
        return Surd.of(self.rational * p + 2 * self.root * q, self.rational * q + self.root * p)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Surd) and (self.rational, self.root) == (other.rational, other.root)

    def __hash__(self) -> int:
        return hash((self.rational, self.root))

    def __lt__(self, other: Surd | Fraction | int) -> bool:
        p, q = parts(other)
        p, q = p - self.rational, q - self.root
        return p * abs(p) + 2 * q * abs(q) > 0

    def __float__(self) -> float:
        return float(self.rational) + float(self.root) * sqrt(2)

    def __round__(self) -> int:
        return round(float(self))

    def __str__(self) -> str:
        return f"{self.rational}{'+' if self.root > 0 else '-'}{abs(self.root)}√2"


def parts(number: Surd | Fraction | int) -> tuple[Fraction, Fraction]:
    return (number.rational, number.root) if isinstance(number, Surd) else (Fraction(number), Fraction(0))


def times(u: Amplitude, v: Amplitude) -> Amplitude:
    """The product of two amplitudes.

    >>> times(ROOT, ROOT), times(I, I)
    ((2, 0, 0, 0), (-1, 0, 0, 0))
    """
    a, b, c, d = u
    e, f, g, h = v
    return (
        a * e - b * h - c * g - d * f,
        a * f + b * e - c * h - d * g,
        a * g + b * f + c * e - d * h,
        a * h + b * g + c * f + d * e,
    )


def plus(u: Amplitude, v: Amplitude) -> Amplitude:
    """The sum of two amplitudes."""
    return (u[0] + v[0], u[1] + v[1], u[2] + v[2], u[3] + v[3])


def modulus(u: Amplitude) -> tuple[int, int]:
    """The squared modulus s + t√2 of an amplitude, as s and t.

    >>> modulus((1, 1, 0, 0))
    (2, 1)
    """
    a, b, c, d = u
    return a * a + b * b + c * c + d * d, a * b + b * c + c * d - d * a
