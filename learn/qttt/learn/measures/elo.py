"""Elo ratings from the chances of agents against each other.

The rating difference d of two agents stands for an expected score of 1 / (1 + 10^(-d / 400)), where a draw is half a
win (Elo 1978, "The Rating of Chessplayers, Past and Present"). Ratings of several agents are those of maximum
likelihood (Bradley and Terry 1952, "Rank analysis of incomplete block designs", Biometrika 39), as if each two had
played equally many games with exactly their expected scores, half of them with either side. They exist, and are unique,
between agents that score against each other, if need be by way of others (Ford 1957, "Solution of a ranking problem
from binary comparisons", American Mathematical Monthly 64)."""

from collections.abc import Mapping, Sequence
from math import log
from typing import Any

import numpy as np

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
        zip([names[i] for i in comparable], _fitted(table[np.ix_(comparable, comparable)]), strict=True)
    )
    zero = found[anchor]
    assert zero is not None
    return {name: None if each is None else round(PER_UNIT * (each - zero), 9) + 0.0 for name, each in found.items()}


def _comparable(scores: Any, anchor: int) -> list[int]:
    """Those from whom a chain of scores leads to the anchor and back."""
    reach = scores | np.eye(len(scores), dtype=np.bool_)
    for _ in scores:
        reach = (reach.astype(int) @ reach.astype(int)) > 0
    return [i for i in range(len(scores)) if reach[i, anchor] and reach[anchor, i]]


def _fitted(table: Any) -> list[float]:
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
