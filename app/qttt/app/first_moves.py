"""Which first moves are alike."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from qttt.reference.game import Game

P = TypeVar("P", bound=Hashable)


def symmetry_classes(game: Game[P, Any], moves: Iterable[Any], canonical: Callable[[P], Hashable]) -> list[list[Any]]:
    """The symmetry classes of some first moves, by the canonical form of the positions they lead to."""
    classes = defaultdict(list)
    for move in moves:
        classes[canonical(game.play(game.initial(), move))].append(move)
    return [*classes.values()]
