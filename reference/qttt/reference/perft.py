"""Perft: how many move sequences of a given length a game allows."""

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import TypeVar

from qttt.reference.game import Game

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)


def perft(game: Game[P, A], depth: int) -> tuple[int, ...]:
    """The numbers of move sequences of 1, 2, ... `depth` plies from the start.

    An action that is not a ply, such as a selection or a measurement, belongs to the ply before it, which counts once
    for each such action. Ended games are not continued, and are counted at their own length only. Positions reached in
    several ways are expanded once, which does not change the counts. Memory grows with the number of positions one ply
    short of `depth`. Raises `ValueError` unless `depth` is a non-negative integer.

    >>> from qttt.reference.goff import Goff
    >>> perft(Goff(), 2)
    (36, 1332)
    """
    if type(depth) is not int or depth < 0:
        raise ValueError(f"depth {depth!r}: expected an integer from 0")
    counts: list[int] = []
    level = Counter({game.initial(): 1})
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


def after_one_ply(game: Game[P, A], position: P) -> Iterator[P]:
    """Every position after one ply from `position` and its settlement, with repetitions."""
    for action in game.actions(position):
        yield from _settled(game, game.play(position, action))


def _settled(game: Game[P, A], position: P) -> Iterator[P]:
    actions = game.actions(position)
    if actions and all(not game.is_ply(action) for action in actions):
        for action in actions:
            yield from _settled(game, game.play(position, action))
    else:
        yield position
