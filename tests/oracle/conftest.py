"""Every game of the registry with cheap options, solved once for the whole run into a store of the run's own."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from qttt.oracle import Oracle, game, games, solve, store
from qttt.reference.game import Actor

OPTIONS: dict[str, dict[str, Any]] = {
    "sqt": {"q": "3/4"},
    "probabilistic": {"seed": 1},
    "tiqtaqtoe": {"level": "minimal"},
    "hybrid": {"links": "single", "targets": "one"},
}
"""Options with which a game is solved quickly; a game that is not named here has its defaults."""


@pytest.fixture(scope="session", autouse=True)
def own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A user's folder of the run's own."""
    folder = tmp_path_factory.mktemp("store")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "user_folder", lambda: folder)
        yield


@pytest.fixture(scope="session", params=games())
def truth(request: pytest.FixtureRequest, own_store: None) -> Oracle[Any, Any]:
    """The oracle of a game."""
    return solve(game(request.param, **OPTIONS.get(request.param, {})), progress=False)


@pytest.fixture(scope="session")
def played(truth: Oracle[Any, Any]) -> list[list[Any]]:
    """The positions of random games, from the start to the end."""
    games_played, chance = [], Random(7)
    for _ in range(6):
        positions = [truth.game.initial()]
        while actions := truth.game.actions(positions[-1]):
            positions.append(truth.game.play(positions[-1], chance.choice(actions)))
        games_played.append(positions)
    return games_played


@pytest.fixture(scope="session")
def reached(truth: Oracle[Any, Any], played: list[list[Any]]) -> list[Any]:
    """All positions of these games, each once."""
    found = [*dict.fromkeys(position for positions in played for position in positions)]
    assert {truth.game.actor(position) for position in found} >= {Actor.X, Actor.O, None}
    return found
