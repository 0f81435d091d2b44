"""Polynomials in q with integer coefficients, of degree at most 4, and their roots in [0, 1]; and functions made of
pieces of them; exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import groupby, pairwise, product, zip_longest
from math import comb, gcd, isqrt
from operator import mul

Polynomial = tuple[int, ...]
"""The coefficients, that of q**0 first; no zero at the end, so that zero is ()."""

BITS = 47
"""An irrational root is isolated to so many binary digits."""


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


def mix(best: Polynomial, worst: Polynomial) -> Polynomial:
    """(1 - q) best + q worst: what a collapse is worth to X.

    >>> mix((4,), (2,))
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
def _weights(degree: int) -> list[list[int]]:
    scale = 12  # a multiple of comb(degree, k) for all degrees up to 4
    return [[comb(i, k) * scale // comb(degree, k) for k in range(i + 1)] for i in range(degree + 1)]


def bernstein(a: Polynomial) -> list[int]:
    """The Bernstein coefficients on [0, 1], times a positive number: all values lie between the least and the largest,
    and there are at most as many roots between 0 and 1 as changes of sign, fewer by an even number.

    >>> bernstein((1, -4, 4))
    [12, -12, 12]
    """
    return [sum(map(mul, row, a)) for row in _weights(len(a) - 1)]


@dataclass(frozen=True)
class Root:
    """A real algebraic number from 0 to 1: the root number `index` there, in ascending order, of an irreducible
    polynomial.

    It lies between `low` and `high`, which are equal if and only if it is rational. Equal roots are the same number.
    """

    minimal: Polynomial
    index: int
    low: Fraction = field(compare=False)
    high: Fraction = field(compare=False)

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

    @property
    def digits(self) -> int:
        """The number, times 2**BITS, rounded down."""
        return int(self.low * (1 << BITS))

    def __float__(self) -> float:
        return float(self.low + self.high) / 2


def rational(value: Fraction) -> Root:
    """A rational number as a root."""
    return Root((-value.numerator, value.denominator), 0, value, value)


def between(low: Root, high: Root) -> Fraction:
    """A rational number strictly between two roots, `low` < `high`."""
    while low.high >= high.low:
        low, high = low.refined(), high.refined()
    return (low.high + high.low) / 2


def roots(a: Polynomial) -> tuple[Root, ...]:
    """The roots from 0 to 1 of a polynomial that is not zero, ascending, each once.

    >>> [str(root.low) for root in roots((0, 1, 0, -4))]
    ['0', '1/2']
    """
    return tuple(root for root, _ in _with_multiplicity(primitive(a)))


def changes(a: Polynomial) -> tuple[Root, ...]:
    """The roots between 0 and 1 at which a polynomial that is not zero changes its sign, ascending.

    >>> [str(root.low) for root in changes((-1, 5, -8, 4))], [str(root.low) for root in changes((-1, 6, -8))]
    ([], ['1/4', '1/2'])
    """
    if _variations(bernstein(a)) == 0:
        return ()
    return tuple(
        root for root, times in _with_multiplicity(primitive(a)) if times % 2 and root.high > 0 and root.low < 1
    )


def _variations(coefficients: list[int]) -> int:
    """How often the sign changes from one number to the next that is not zero."""
    return sum((a < 0) != (b < 0) for a, b in pairwise(each for each in coefficients if each))


def primitive(a: Polynomial) -> Polynomial:
    """The multiple of a polynomial whose coefficients have no common divisor, the last one positive."""
    common = gcd(*a) * (1 if a[-1] > 0 else -1)
    return tuple(each // common for each in a)


@cache
def _with_multiplicity(a: Polynomial) -> list[tuple[Root, int]]:
    if min(found := bernstein(a)) > 0 or max(found) < 0:
        return []
    return sorted((root, times) for factor, times in Counter(_factors(a)).items() for root in _roots(factor))


def _factors(a: Polynomial) -> Iterator[Polynomial]:
    """The irreducible factors of a primitive polynomial, primitive themselves."""
    if a[0] == 0:
        yield 0, 1
        yield from _factors(a[1:])
    elif len(a) > 1:
        linear = ((sign * n, d) for n in _divisors(a[0]) for d in _divisors(a[-1]) for sign in (-1, 1))
        for factor in (*linear, *(_quadratic(a) if len(a) == 5 else ())):
            if gcd(*factor) == 1 and sum(a) % (sum(factor) or 1) == 0 and (rest := _quotient(a, factor)):
                yield factor
                yield from _factors(rest)
                return
        yield a


def _quadratic(a: Polynomial) -> Iterator[Polynomial]:
    """What can divide a polynomial of degree 4: c + b q + d q**2, by comparison of coefficients with
    (c + b q + d q**2) (g + f q + e q**2)."""
    for c, d in product((sign * n for n in _divisors(a[0]) for sign in (-1, 1)), _divisors(a[4])):
        e, g = a[4] // d, a[0] // c
        # f = (a[3] - e b) / d, so e b**2 - a[3] b + d (a[2] - c e - d g) = 0
        square = a[3] ** 2 - 4 * e * d * (a[2] - c * e - d * g)
        if square >= 0 and isqrt(square) ** 2 == square:
            yield from ((c, (a[3] + half) // (2 * e), d) for half in (isqrt(square), -isqrt(square)))


def _divisors(n: int) -> list[int]:
    return [k for k in range(1, abs(n) + 1) if n % k == 0]


def _quotient(a: Polynomial, factor: Polynomial) -> Polynomial | None:
    """The polynomial that times `factor` is `a`; None if no polynomial with integer coefficients is."""
    rest, found = [*a], list[int]()
    for at in range(len(a) - len(factor), -1, -1):
        each, left = divmod(rest[at + len(factor) - 1], factor[-1])
        if left:
            return None
        found.append(each)
        for k, coefficient in enumerate(factor):
            rest[at + k] -= each * coefficient
    return None if any(rest) else tuple(reversed(found))


@cache
def _roots(factor: Polynomial) -> tuple[Root, ...]:
    """The roots from 0 to 1 of an irreducible polynomial."""
    found = []
    if len(factor) == 2:
        if 0 <= (value := Fraction(-factor[0], factor[1])) <= 1:
            found.append(rational(value))
    else:
        for index, (n, bits) in enumerate(_isolated(bernstein(factor), 0, 0)):
            rising, at = _scaled(factor, n, bits) < 0, n
            for more in range(bits + 1, BITS + 1):
                at = 2 * at + 1
                at -= (_scaled(factor, at, more) < 0) != rising
            found.append(Root(factor, index, Fraction(at, 1 << BITS), Fraction(at + 1, 1 << BITS)))
    return tuple(found)


def _scaled(a: Polynomial, n: int, bits: int) -> int:
    """The value at n / 2**bits, times a positive number."""
    total = 0
    for k, coefficient in enumerate(reversed(a)):
        total = total * n + (coefficient << k * bits)
    return total


def _isolated(coefficients: list[int], n: int, bits: int) -> Iterator[tuple[int, int]]:
    """Where the roots of an irreducible polynomial, of degree 2 at least, are, by its Bernstein coefficients between
    n / 2**bits and (n + 1) / 2**bits: such intervals with one root each."""
    variations = _variations(coefficients)
    if variations == 1:
        yield n, bits
    elif variations:
        left, right = list[int](), list[int]()
        row = [each << (len(coefficients) - 1) for each in coefficients]
        while row:
            left.append(row[0])
            right.append(row[-1])
            row = [(a + b) // 2 for a, b in pairwise(row)]
        yield from _isolated(left, 2 * n, bits + 1)
        yield from _isolated(right[::-1], 2 * n + 1, bits + 1)


@dataclass(frozen=True)
class Piecewise:
    """A continuous function on the closed interval from the first of `ends` to the last: between ``ends[k]`` and
    ``ends[k + 1]`` it is ``pieces[k]``. Neighbouring pieces differ, so that equal functions compare equal."""

    ends: tuple[Root, ...]
    pieces: tuple[Polynomial, ...]

    @classmethod
    def of(cls, low: Fraction, high: Fraction, piece: Polynomial) -> Piecewise:
        """A polynomial on an interval."""
        return cls((rational(low), rational(high)), (piece,))

    def __call__(self, q: Fraction) -> Fraction:
        """The value at q. Raises ValueError outside the interval."""
        at = rational(q)
        if at < self.ends[0] or self.ends[-1] < at:
            raise ValueError(f"{q} is outside the interval of the function")
        for end, piece in zip(self.ends[1:], self.pieces, strict=True):
            if not end < at:
                return value_at(piece, q)
        raise AssertionError

    def max(self, other: Piecewise) -> Piecewise:
        """The larger of two functions on one interval."""
        return self._chosen(other, 1)

    def min(self, other: Piecewise) -> Piecewise:
        """The smaller of two functions on one interval."""
        return self._chosen(other, -1)

    def mix(self, worst: Piecewise) -> Piecewise:
        """(1 - q) self + q worst, of two functions on one interval."""
        return _joined((low, high, mix(a, b)) for low, high, a, b in _pairs(self, worst))

    def zeros(self) -> tuple[Root, ...]:
        """Where the function is zero, ascending; of an interval on which it is zero throughout, the ends."""
        found = {
            root
            for low, high, piece in self.parts()
            for root in (roots(piece) if piece else (low, high))
            if not root < low and not high < root
        }
        return tuple(sorted(found))

    def parts(self) -> Iterator[tuple[Root, Root, Polynomial]]:
        """Each piece with its ends."""
        yield from zip(self.ends, self.ends[1:], self.pieces, strict=False)

    def _chosen(self, other: Piecewise, sign: int) -> Piecewise:
        if self == other:
            return self
        return _joined(part for pair in _pairs(self, other) for part in _larger(*pair, sign))


def _pairs(a: Piecewise, b: Piecewise) -> Iterator[tuple[Root, Root, Polynomial, Polynomial]]:
    """The parts on which both functions are one polynomial each."""
    i = j = 0
    low = a.ends[0]
    while i < len(a.pieces):
        end_a, end_b = a.ends[i + 1], b.ends[j + 1]
        high = end_b if end_b < end_a else end_a
        yield low, high, a.pieces[i], b.pieces[j]
        i += high == end_a
        j += high == end_b
        low = high


def _larger(low: Root, high: Root, a: Polynomial, b: Polynomial, sign: int) -> Iterator[tuple[Root, Root, Polynomial]]:
    """The larger of two polynomials between two ends, the smaller if sign = -1."""
    excess = difference(a, b)
    if not excess:
        yield low, high, a
        return
    cuts = [low, *(root for root in changes(excess) if low < root < high), high]
    first = next((root for root in roots(excess) if low < root < high), high)
    over = sign * value_at(excess, between(low, first)) > 0
    for start, stop in pairwise(cuts):
        yield start, stop, a if over else b
        over = not over


def _joined(parts: Iterator[tuple[Root, Root, Polynomial]]) -> Piecewise:
    """The function of adjoining parts; those of one polynomial become one."""
    ends: list[Root] = []
    pieces: list[Polynomial] = []
    for low, high, piece in parts:
        if not ends:
            ends.append(low)
        if pieces and pieces[-1] == piece:
            ends.pop()
        else:
            pieces.append(piece)
        ends.append(high)
    return Piecewise(tuple(ends), tuple(pieces))


# The best of some functions


@dataclass(frozen=True)
class Best:
    """The best moves, by their names, ascending, everywhere between two ends, or at the point that is both ends."""

    low: Root
    high: Root
    moves: tuple[str, ...]


def best_moves(value: Piecewise, moves: Mapping[str, Piecewise]) -> tuple[Best, ...]:
    """The sets of best moves along the interval of the functions, ascending. Neighbours have different sets.

    Functions that are equal on either side of a point are equal at it, so where two parts meet the set is the larger of
    theirs; if it is larger than both, the point is a part of its own. `value` is the largest of `moves` everywhere.
    """
    spans = {move: [*equal_spans(value, function)] for move, function in sorted(moves.items())}
    cuts = sorted({end for found in spans.values() for span in found for end in span})
    parts = [(cuts[0], cuts[0]), *(part for low, high in pairwise(cuts) for part in ((low, high), (high, high)))]

    def best(part: tuple[Root, Root]) -> tuple[str, ...]:
        low, high = part
        return tuple(
            move for move, found in spans.items() if any(not low < start and not stop < high for start, stop in found)
        )

    alike = [(found, [*group]) for found, group in groupby(parts, best)]
    return tuple(Best(group[0][0], group[-1][1], found) for found, group in alike)


def equal_spans(a: Piecewise, b: Piecewise) -> Iterator[tuple[Root, Root]]:
    """Closed intervals that make up where two functions on one interval are equal; one of no length is a point."""
    for low, high, piece in a.parts():
        for its_low, its_high, its_piece in b.parts():
            start, stop = max(low, its_low), min(high, its_high)
            if start < stop:
                excess = difference(piece, its_piece)
                meeting = [(root, root) for root in roots(excess)] if excess else [(start, stop)]
                yield from (span for span in meeting if not span[0] < start and not stop < span[1])
