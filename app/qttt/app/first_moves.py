"""Which first moves are equivalent by symmetry."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import Any, TypeVar

A = TypeVar("A", bound=Hashable)


def symmetry_classes(game: Any, moves: Iterable[A]) -> list[list[A]]:
    """The symmetry classes of some first moves of a game, each in the order of `moves`.

    >>> from qttt.reference.hybrid import Hybrid
    >>> [[str(move) for move in moves] for moves in symmetry_classes(Hybrid(), Hybrid().actions(Hybrid().initial()))]
    [['1', '3', '7', '9'], ['2', '4', '6', '8'], ['5']]
    """
    classes = defaultdict(list)
    for move in moves:
        after = game.play(game.initial(), move)
        classes[min(str(game.turned(after, symmetry)) for symmetry in game.symmetries)].append(move)
    return [*classes.values()]
