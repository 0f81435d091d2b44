"""Confidence intervals of shares and of means (Wilson 1927), and Elo ratings from the chances of agents.

The rating difference d of two agents stands for an expected score of 1 / (1 + 10^(-d / 400)), where a draw is half a
win (Elo 1978, "The Rating of Chessplayers, Past and Present"). Ratings of several agents are those of maximum
likelihood (Bradley and Terry 1952, "Rank analysis of incomplete block designs", Biometrika 39), as if each two had
played equally many games with exactly their expected scores, half of them with either side. They exist, and are unique,
between agents that score against each other, if need be by way of others (Ford 1957, "Solution of a ranking problem
from binary comparisons", American Mathematical Monthly 64)."""

from collections.abc import Mapping, Sequence
from math import log, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

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


PER_UNIT = 400 / log(10)
"""Elo points for a unit of the natural logarithm of odds."""
NEVER = 1e-9
"""A score below it counts as 0."""
CLOSE = 1e-12
MOST_STEPS = 200


def ratings(names: Sequence[str], scores: Mapping[tuple[str, str], float], anchor: str) -> dict[str, float | None]:
    """The rating of each agent; that of `anchor` is 0. `scores` has the expected score of the first against the second,
    from 0 to 1, for each two agents in one order at least.

    None where no finite rating has the largest likelihood: for an agent that never scores against the anchor, not even
    by way of others, and for one against which the anchor never does.

    >>> ratings(["weak", "strong"], {("weak", "strong"): 1 / 11}, "weak")
    {'weak': 0.0, 'strong': 400.0}
    >>> ratings(["weak", "strong"], {("weak", "strong"): 0}, "weak")
    {'weak': 0.0, 'strong': None}
    """
    count = len(names)
    table = np.zeros((count, count))
    for (one, other), score in scores.items():
        if one != other:
            i, j = names.index(one), names.index(other)
            table[i, j], table[j, i] = score, 1 - score
    comparable = _comparable(table > NEVER, names.index(anchor))
    found: dict[str, float | None] = dict.fromkeys(names, None) | dict(
        zip([names[i] for i in comparable], _fit(table[np.ix_(comparable, comparable)]), strict=True)
    )
    zero = found[anchor]
    assert zero is not None
    return {name: None if each is None else round(PER_UNIT * (each - zero), 9) + 0.0 for name, each in found.items()}


def _comparable(scores: np.ndarray, anchor: int) -> list[int]:
    """Those from whom a chain of scores leads to the anchor and back."""
    reach = scores | np.eye(len(scores), dtype=np.bool_)
    for _ in scores:
        reach = (reach.astype(int) @ reach.astype(int)) > 0
    return [i for i in range(len(scores)) if reach[i, anchor] and reach[anchor, i]]


def _fit(table: np.ndarray) -> list[float]:
    """Strengths of maximum likelihood, by Newton's method."""
    strength = np.zeros(len(table))
    games = table + table.T
    for _ in range(MOST_STEPS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        gradient = (table - games * chance).sum(1)
        each = games * chance * (1 - chance)
        curvature = np.diag(each.sum(1)) - each
        step = np.linalg.solve(curvature + 1, gradient)  # only differences count: 1 keeps the sum of strengths
        step *= min(1.0, 1 / max(np.abs(step).max(), CLOSE))
        strength += step
        if np.abs(step).max() < CLOSE:
            break
    found: list[float] = strength.tolist()
    return found
