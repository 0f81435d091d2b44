"""Twenty games on each device: clicks or touches on squares and cards lead to the positions that the rules say."""

from itertools import product
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from qttt.oracle import games

from .browsing import PHONE, Open
from .played import rules, whole_game

pytestmark = pytest.mark.browser

DEVICES: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "phone": PHONE,
    "landscape": PHONE | {"viewport": {"width": 844, "height": 390}},
    "zoomed": {"viewport": {"width": 640, "height": 400}},
}
SEEDS = range(4)
MIDDLES = """(selectors) => {
  const board = document.querySelector("#board").shadowRoot;
  const parts = selectors.map((each) => board.querySelector(each) ?? document.querySelector(each));
  for (const each of parts) each.scrollIntoView({ block: "nearest" });
  const boxes = parts.map((each) => each.getBoundingClientRect());
  return boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
}"""
"""The middles of parts of the page, which may have to be scrolled to."""
LISTED = "() => [...document.querySelectorAll('#actions .row')].map((row) => row.dataset.action)"


@pytest.mark.parametrize("device", DEVICES)
def test_games_are_played_to_their_ends(explore: Open, device: str) -> None:
    """Each position has its legal moves and its values, and the last one no violation."""
    shown = explore("goff", **DEVICES[device])
    touches = DEVICES[device].get("has_touch", False)
    press = shown.page.touchscreen.tap if touches else shown.page.mouse.click
    for name, seed in product(games(), SEEDS):
        shown.game = name
        shown.show("")
        for step in whole_game(name, seed):
            parts = [f'[data-square="{each}"]' for each in step.squares] or [f'#results [data-action="{step.action}"]']
            for place in shown.page.evaluate(MIDDLES, parts + touches * parts[-1:]):  # a second touch plays
                press(*place)
            shown.at(step.moves)
            shown.ready()
            legal = [str(each) for each in rules(name).actions(rules(name).position(step.moves))]
            assert sorted(shown.page.evaluate(LISTED)) == sorted(legal), (name, seed, step.moves)
        expect(shown.headline).to_contain_text("The game is over.")
        assert Axe().run(shown.page).response["violations"] == [], (name, seed)
