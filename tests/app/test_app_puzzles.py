"""The puzzles of the explorer; `web/test/puzzles.test.js` asks the web engine whether each has one best action."""

import pytest

from qttt.app.puzzles import module, path
from qttt.oracle import games

QUICK = ("goff", "sqt")
MADE = [name if name in QUICK else pytest.param(name, marks=pytest.mark.thorough) for name in games()]


@pytest.mark.parametrize("name", MADE)
def test_puzzles_that_ship_are_made_again(name: str) -> None:
    assert path(name).read_text(encoding="utf-8") == module(name)
