"""The convex hull of the page about Abraham: it solves the loop of N functions exactly, in O(N log N) steps."""

from bisect import bisect_left
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

Line = tuple[Fraction, Fraction]
"""Slope and height at 0."""


def hull(lines: list[Line]) -> tuple[list[Line], list[Fraction]]:
    """The lines that are the highest somewhere, by slope, and the places where one takes over from another."""
    kept: list[Line] = []
    for slope, at in sorted(dict(sorted(lines)).items()):
        while len(kept) > 1:
            (a, b), (c, d) = kept[-2:]
            if (b - at) * (c - a) > (b - d) * (slope - a):
                break
            kept.pop()
        kept.append((slope, at))
    return kept, [(b - d) / (c - a) for (a, b), (c, d) in pairwise(kept)]


def height(lines: tuple[list[Line], list[Fraction]], x: Fraction) -> Fraction:
    """The height of a hull at x."""
    slope, at = lines[0][bisect_left(lines[1], x)]
    return slope * x + at


def solution(f: list[Line], g: list[Line]) -> tuple[Fraction, Fraction]:
    """x and y with y = max f(x) and x = min g(y)."""
    upper, lower = hull(f), hull([(-slope, -at) for slope, at in g])
    slope, at = upper[0][bisect_left(upper[1], True, key=lambda x: -height(lower, height(upper, x)) <= x)]
    x = min((c * at + d) / (1 - c * slope) for c, d in g)
    return x, slope * x + at


def solves(x: Fraction, y: Fraction, f: list[Line], g: list[Line]) -> bool:
    """Whether x and y are the solution."""
    return y == max(slope * x + at for slope, at in f) and x == min(slope * y + at for slope, at in g)


@pytest.mark.parametrize("count", [1, 2, 9, 100, 1000])
def test_convex_hull_solves_the_loop(count: int) -> None:
    draws = Random(f"2024 {count}")

    def lines() -> list[Line]:
        numbers = [Fraction(draws.randrange(1000), 1000) for _ in range(2 * count)]
        return [*zip(numbers[::2], numbers[1::2], strict=True)]

    for _ in range(10):
        f, g = lines(), lines()
        x, y = solution(f, g)
        assert solves(x, y, f, g)
        assert not solves(x + Fraction(1, 1000), y, f, g)
