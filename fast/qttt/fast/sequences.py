"""Sequences of plies, counted level by level on states of any kind, in plain Python, or on keys."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.graph import Expanded

S = TypeVar("S", bound=Hashable)

MOST = 9
"""The most plies that are counted."""


def check_depth(depth: int) -> None:
    """Raise ValueError unless 1 <= depth <= 9."""
    if not 1 <= depth <= MOST:
        raise ValueError(f"depth {depth}: expected 1 to {MOST}")


def sequences(
    starts: Iterable[S], depth: int, after: Callable[[S], Iterable[S]], number: Callable[[S], int] | None = None
) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` plies begin at one of the states `starts`.

    `after` gives the states after each ply and its settlement; `number`, if there is a faster way, how many these are.
    Equal states are expanded once. Raises ValueError unless 1 <= depth <= 9."""
    check_depth(depth)
    level = Counter(starts)
    counts: list[int] = []
    while len(counts) < depth - 1:
        following: Counter[S] = Counter()
        for state, ways in level.items():
            for each in after(state):
                following[each] += ways
        level = following
        counts.append(level.total())
    number = number or (lambda state: sum(1 for _ in after(state)))
    return (*counts, sum(ways * number(state) for state, ways in level.items()))


def added(counts: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The sums of counts, depth by depth."""
    return tuple(map(sum, zip(*counts, strict=True)))


def counted(expand: Callable[[Ints], Expanded], start: int, depth: int) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` actions, results of chance included, begin at a key; see
    `qttt.fast.graph.Graph.expand`. Raises ValueError unless 1 <= depth <= 9."""
    check_depth(depth)
    keys, ways = np.array([start], np.int64), np.ones(1, np.int64)
    counts = []
    for _ in range(depth):
        found = expand(keys)
        keys, at = np.unique(found.children, return_inverse=True)
        before, ways = ways, np.zeros(len(keys), np.int64)
        np.add.at(ways, at, before[found.owner])
        counts.append(int(ways.sum()))
    return tuple(counts)
