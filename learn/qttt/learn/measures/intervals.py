"""Confidence intervals of shares and of means (Wilson 1927)."""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """A share of games, and the bounds of the 95% confidence interval of its chance."""

    share: float
    low: float
    high: float


class Mean(NamedTuple):
    """A mean, and the bounds of the 95% confidence interval of its expectation."""

    mean: float
    low: float
    high: float


def interval(count: float, games: int) -> Interval:
    """Wilson's score interval: all chances that are within 1.96 of their standard deviations of `count` out of `games`.
    Its bounds are rounded to double precision.

    >>> interval(0, 1).low, round(interval(50, 100).low, 4), round(interval(50, 100).high, 4)
    (0.0, 0.4038, 0.5962)
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share, room = count / games, z * z / games
    middle = (share + room / 2) / (1 + room)
    half = sqrt(share * (1 - share) * room + room * room / 4) / (1 + room)
    return Interval(share, 0.0 if count == 0 else middle - half, 1.0 if count == games else middle + half)


def mean(numbers: Sequence[float], least: float, most: float) -> Mean:
    """The mean of numbers from `least` to `most`, with the interval of a share that is as far along.

    It is wide enough: no numbers in these bounds with the same mean vary more than those that are all at the bounds.

    >>> mean([20, 20], -20, 20) == (20, *(40 * bound - 20 for bound in interval(2, 2)[1:]))
    True
    """
    share, low, high = interval(sum(each - least for each in numbers) / (most - least), len(numbers))
    return Mean(*(least + each * (most - least) for each in (share, low, high)))
