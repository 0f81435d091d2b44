"""Every game of the registry with cheap options, and positions of random games."""

from random import Random
from typing import Any

import pytest

from qttt.oracle import Oracle, game, games, solve
from qttt.reference.game import Actor

from .. import solved


@pytest.fixture(scope="session", params=games())
def truth(request: pytest.FixtureRequest) -> Oracle[Any, Any]:
    """The oracle of a game."""
    return solve(game(request.param, **solved.OPTIONS.get(request.param, {})), progress=False)


@pytest.fixture(scope="session")
def random_games(truth: Oracle[Any, Any]) -> list[list[Any]]:
    """The positions of random games, from the start to the end."""
    found, chance = [], Random(7)
    for _ in range(6):
        positions = [truth.game.initial()]
        while actions := truth.game.actions(positions[-1]):
            positions.append(truth.game.play(positions[-1], chance.choice(actions)))
        found.append(positions)
    return found


@pytest.fixture(scope="session")
def reached(truth: Oracle[Any, Any], random_games: list[list[Any]]) -> list[Any]:
    """All positions of these games, each once."""
    found = [*dict.fromkeys(position for positions in random_games for position in positions)]
    assert {truth.game.actor(position) for position in found} >= {Actor.X, Actor.O, None}
    return found
