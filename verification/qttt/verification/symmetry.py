"""Games on a turned board: what a game says of a turned position is what it says of the position, turned."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from qttt.reference.board import SYMMETRIES, image
from qttt.reference.game import Game
from qttt.verification import Refuted

GENERATORS = (SYMMETRIES[1], SYMMETRIES[4])
"""A quarter turn and a reflection, which generate all eight symmetries."""


def games_turn(
    game: Game[Any, Any], positions: Iterable[Any], parts: Callable[[Any], Iterable[tuple[int, ...]]] = lambda _: ()
) -> int:
    """The number of positions, after turning each by both generators: actor, actions, chances, next positions, scores,
    and `parts`, sets of squares. Raises `Refuted`."""
    count = 0
    for position in positions:
        after, chances, sets, end = _said(game, position, parts)
        for symmetry in GENERATORS:
            there = game.turned(position, symmetry)
            actions = {action: game.turned_action(position, action, symmetry) for action in after}
            expected = (
                {actions[action]: game.turned(next_one, symmetry) for action, next_one in after.items()},
                {actions[action]: chance for action, chance in chances.items()},
                {frozenset(image(symmetry, *part)) for part in sets},
                end,
            )
            if _said(game, there, parts) != expected:
                raise Refuted(f"{game!r}: '{position}' and '{there}' differ in actions, chances, successors or ends")
        count += 1
    return count


def _said(game: Game[Any, Any], position: Any, parts: Callable[[Any], Iterable[tuple[int, ...]]]) -> tuple[Any, ...]:
    actor = game.actor(position)
    after = {action: game.play(position, action) for action in game.actions(position)}
    sets = {frozenset(part) for part in parts(position)}
    return after, game.chance(position), sets, actor or game.score(position)
