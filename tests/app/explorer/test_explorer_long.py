"""Many more positions of every game on the page."""

import pytest

from qttt.oracle import games

from .application import Application
from .browsing import Open
from .test_explorer_games import compare, random_games

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", games())
def test_values_of_200_positions_are_those_of_the_oracle(explore: Open, application: Application, name: str) -> None:
    compare(explore(name), application, random_games(application.oracle(name), 200, 2))
