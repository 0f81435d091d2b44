"""Perft: how many move sequences of a given length a game allows."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import Protocol, TypeVar

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)


class Rooted(Protocol[P, A]):
    """What of a `Game` is needed to count its sequences."""

    def initial(self) -> P: ...
    def actions(self, position: P) -> tuple[A, ...]: ...
    def play(self, position: P, action: A) -> P: ...
    def is_ply(self, action: A) -> bool: ...


def perft(game: Rooted[P, A], depth: int, start: P | None = None) -> tuple[int, ...]:
    """The numbers of move sequences of 1, 2, ... `depth` plies from the start, or from another position.

    An action that is not a ply, such as a selection or a measurement, belongs to the ply before it, which counts once
    for each such action; if one is due at `start`, each way to settle it is a start of its own. Ended games are not
    continued, and are counted at their own length only. Positions reached in several ways are expanded once, which does
    not change the counts. Memory grows with the number of positions one ply short of `depth`. Raises `ValueError`
    unless `depth` is a non-negative integer.

    >>> from qttt.reference.goff import Goff
    >>> perft(Goff(), 2)
    (36, 1332)
    >>> perft(Goff(), 1, Goff().position("X1.1-2 O2.1-2"))
    (42,)
    """
    if type(depth) is not int or depth < 0:
        raise ValueError(f"depth {depth!r}: expected an integer from 0")
    counts: list[int] = []
    level = Counter(_settled(game, game.initial() if start is None else start))
    for ply in range(1, depth + 1):
        count = 0
        following: Counter[P] = Counter()
        for position, ways in level.items():
            for child in after_one_ply(game, position):
                count += ways
                if ply < depth:
                    following[child] += ways
        counts.append(count)
        level = following
    return tuple(counts)


def divide(
    game: Rooted[P, A],
    depth: int,
    start: P | None = None,
    count: Callable[[Rooted[P, A], int, P], tuple[int, ...]] = perft,
) -> dict[A, tuple[int, ...]]:
    """The counts of `perft` by the first action; they add up to it. Raises `ValueError` unless `depth` is from 1.

    `count` counts what follows the first action, to a depth from 1.

    >>> from qttt.reference.goff import Goff
    >>> {str(action): counts for action, counts in divide(Goff(), 2).items()}["1-2"]
    (1, 37)
    """
    if type(depth) is not int or depth < 1:
        raise ValueError(f"depth {depth!r}: expected an integer from 1")
    root = game.initial() if start is None else start
    found = {}
    for action in game.actions(root):
        child = game.play(root, action)
        if game.is_ply(action):
            settled = sum(1 for _ in _settled(game, child))
            found[action] = (settled, *(count(game, depth - 1, child) if depth > 1 else ()))
        else:
            found[action] = count(game, depth, child)
    return found


def after_one_ply(game: Rooted[P, A], position: P) -> Iterator[P]:
    """Every position after one ply from `position` and its settlement, with repetitions."""
    for action in game.actions(position):
        yield from _settled(game, game.play(position, action))


def _settled(game: Rooted[P, A], position: P) -> Iterator[P]:
    actions = game.actions(position)
    if actions and all(not game.is_ply(action) for action in actions):
        for action in actions:
            yield from _settled(game, game.play(position, action))
    else:
        yield position
