"""Continuous functions of q made of polynomials, the three operations of the game on them, and which moves are best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise

from qttt.fast.sqt.polynomial import Polynomial, Root, between, changes, difference, mixed, rational, roots, value_at


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

    def mixed(self, worst: Piecewise) -> Piecewise:
        """(1 - q) self + q worst, of two functions on one interval."""
        return _joined((low, high, mixed(a, b)) for low, high, a, b in _pairs(self, worst))

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
