"""Games on a turned board: what a game says of a turned position is what it says of the position, turned."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from qttt.reference.board import SYMMETRIES, Symmetry, image, inverse
from qttt.reference.game import Game
from qttt.reference.solver import Solver
from qttt.verification import Refuted
from qttt.verification.conform.truth import Truth
from qttt.verification.rules import random_choices

GENERATORS = (SYMMETRIES[1], SYMMETRIES[4])
"""A quarter turn and a reflection, which generate all eight symmetries."""
SEED, STRIDE = 2029, 101
"""The seed of random games; each game has the setting so many places after that of the one before."""

Parts = Callable[[Any], Iterable[tuple[int, ...]]]
"""Sets of squares that belong to a position."""


def games_turn(
    truth: Truth,
    parts: Parts = lambda _: (),
    on: Callable[[Any, Symmetry], Any] = lambda game, _: game,
    valued: bool = False,
    games: int = 140,
) -> str:
    """The positions of random games, in all settings in turn, each turned by the next of the eight symmetries: see
    `turns`; late positions may be `valued`. `on` is the game on a turned board, the same one for the game's
    own symmetries only. Raises `Refuted`."""
    settings, count = truth.settings(), 0
    for number in range(games):
        choices = random_choices(f"{SEED}/{number}", truth.longest)
        for at, (found, _) in enumerate(truth.positions(settings[STRIDE * number % len(settings)], choices)):
            game, symmetry = found.engine.game, SYMMETRIES[(number + at) % len(SYMMETRIES)]
            there = on(game, symmetry)
            if (there == game) != (symmetry in game.symmetries):
                raise Refuted(f"{game!r} has the symmetries {game.symmetries}")
            turns(game, found.position, symmetry, there, parts, valued and truth.is_late(found.position))
            count += 1
    return f"{count:,} positions of {games} games, {len(settings)} settings, seed {SEED}"


def turns(
    game: Game[Any, Any],
    position: Any,
    symmetry: Symmetry,
    on: Game[Any, Any] | None = None,
    parts: Parts = lambda _: (),
    valued: bool = False,
) -> None:
    """Turn a position, to one of the game `on` if it is another: actor, actions, chances, next positions, scores,
    `parts` and, if they are to be `valued`, actions' values are turned with it, and the inverse takes it back. Raises
    `Refuted`."""
    on = on or game
    there, back = game.turned(position, symmetry), inverse(symmetry)
    after, nature, sets, worth, end = _said(game, position, parts, valued)
    actions = {action: game.turned_action(position, action, symmetry) for action in after}
    expected = (
        {actions[action]: game.turned(next_one, symmetry) for action, next_one in after.items()},
        tuple({actions.get(of, of): chance for of, chance in chances.items()} for chances in nature),
        {frozenset(image(symmetry, *part)) for part in sets},
        {actions[action]: value for action, value in worth.items()},
        end,
    )
    if _said(on, there, parts, valued) != expected:
        raise Refuted(f"{game!r}: '{position}' and '{there}' differ in actions, chances, successors, values or ends")
    if on.turned(there, back) != position or any(on.turned_action(there, actions[a], back) != a for a in after):
        raise Refuted(f"{game!r}: '{there}' is not turned back into '{position}'")


def _said(game: Game[Any, Any], position: Any, parts: Parts, valued: bool) -> tuple[Any, ...]:
    actor = game.actor(position)
    after = {action: game.play(position, action) for action in game.actions(position)}
    sets = {frozenset(part) for part in parts(position)}
    nature = game.chance(position), game.system(position)
    return after, nature, sets, Solver(game).values(position) if valued else {}, actor or game.score(position)
