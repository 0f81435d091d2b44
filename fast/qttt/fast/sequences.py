"""Sequences of plies, counted level by level on states of any kind, in plain Python, or on keys."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

import numpy as np

from qttt.fast.answers import Ints

S = TypeVar("S", bound=Hashable)

MOST = 9
"""The most plies that are counted."""
AT_ONCE = 1 << 15
"""The most keys that are expanded at once."""


def check_depth(depth: int) -> None:
    """Raise ValueError unless 1 <= depth <= 9."""
    if not 1 <= depth <= MOST:
        raise ValueError(f"depth {depth}: expected 1 to {MOST}")


def sequences(starts: Iterable[S], depth: int, after: Callable[[S], Iterable[S]]) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` plies begin at one of the states `starts`.

    `after` gives the states after each ply and its settlement. Equal states are expanded once. Raises ValueError unless
    1 <= depth <= 9."""
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
    return (*counts, sum(ways * sum(1 for _ in after(state)) for state, ways in level.items()))


def added(counts: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The sums of counts, depth by depth."""
    return tuple(map(sum, zip(*counts, strict=True)))


def counted(
    after: Callable[[Ints], Iterable[Ints]],
    start: int,
    depth: int,
    canonical: Callable[[Ints], Ints] = lambda keys: keys,
) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` plies begin at a key.

    `after` gives the keys after each ply that follows some keys, and which of these it follows; `canonical`, keys with
    as many sequences as others. Equal keys are expanded once. Raises ValueError unless 1 <= depth <= 9."""
    check_depth(depth)
    keys, ways = np.array([start], np.int64), np.ones(1, np.int64)
    counts = []
    for further in reversed(range(depth)):
        total, level = 0, list[tuple[Ints, Ints]]()
        for at in range(0, max(len(keys), 1), AT_ONCE):
            children, owner = after(keys[at : at + AT_ONCE])
            of_each = ways[at : at + AT_ONCE][owner]
            total += int(of_each.sum())
            if further:
                level.append(_summed(canonical(children), of_each))
        counts.append(total)
        if further:
            keys, ways = _summed(*map(np.concatenate, zip(*level, strict=True)))
    return tuple(counts)


def _summed(keys: Ints, ways: Ints) -> tuple[Ints, Ints]:
    """Different keys, and the sum of the ways of each."""
    found, at = np.unique(keys, return_inverse=True)
    total = np.zeros(len(found), np.int64)
    np.add.at(total, at, ways)
    return found, total
