"""The page as one file, opened from the disk without a server."""

import re

import pytest
from playwright.sync_api import expect

from .browsing import Open
from .played import PLAYED

pytestmark = pytest.mark.browser

PANELS = {
    "sqt": ".value-curve",
    "probabilistic": ".board-editor .triangle",
    "tiqtaqtoe": ".board-item",
    "hybrid": ".circuit-panel",
}
"""What only one game shows, in a style of its own."""
TABLES = {
    "goff": [{"pair": "forbidden"}, {"last": "draw"}, {"pair": "forbidden", "last": "draw"}],
    "sqt": [
        {"q": "1/2", "scoring": scoring, "double-win": double}
        for scoring in ("draws-even", "draws-second")
        for double in ("no", "yes")
    ],
    "tiqtaqtoe": [{"level": level} for level in ("classic", "minimal", "moderate")],
    "hybrid": [{"links": "two", "targets": "any"}],
}
"""Options whose values need other tables than the usual ones."""


@pytest.mark.parametrize("name", PLAYED)
def test_file_plays_every_game_with_values(explore_file: Open, name: str) -> None:
    """It explains moves, keeps its place when it is loaded again, and has the tables of all options."""
    shown = explore_file(name)
    shown.ready()
    shown.page.locator("#actions [data-action]").first.click()
    expect(shown.board).to_have_attribute("data-moves", re.compile("X1"))
    shown.ready()
    moves = shown.moves
    shown.page.locator("#happened .rule-link").first.click()
    expect(shown.page.locator("#rule-text p").nth(1)).to_be_visible()
    shown.page.locator("#rule-close").click()
    shown.page.reload()
    shown.at(moves)
    shown.ready()
    for options in TABLES.get(name, []):
        shown.page.goto(shown.link("", options))
        shown.ready()


def test_file_has_the_style_of_each_game_only_there(explore_file: Open) -> None:
    used = "() => [...document.styleSheets].flatMap((each) => (each.media.length ? [] : [each.ownerNode.dataset.game]))"
    shown = explore_file("goff")
    for name, panel in PANELS.items():
        shown.page.locator(f'#games [data-game="{name}"]').click()
        expect(shown.page.locator(panel).first).to_be_attached()
        assert shown.page.evaluate(used) == [None, name]


def test_file_teaches_and_opens_its_own_links(explore_file: Open) -> None:
    shown = explore_file("goff", welcome=True)
    page = shown.page
    for button in ("#learn", *4 * ("#lesson-next",), "#lesson-puzzles", "#lesson-show"):
        page.locator(button).click()
    page.locator("#lesson-end").click()
    expect(shown.tab("share").get_by_role("button", name="Keep for offline")).to_have_count(0)
    shown.paste("file:///elsewhere/qttt.html?game=hybrid&moves=X1.7")
    shown.at("X1.7")
    shown.ready()


def test_file_plays_where_its_address_cannot_change(explore_file: Open) -> None:
    """As in a frame without an address."""
    shown = explore_file("goff")
    refused = "history.pushState = history.replaceState = () => { throw new DOMException('', 'SecurityError'); }"
    shown.page.evaluate(f"() => {{ {refused} }}")
    shown.click(1, 9)
    shown.at("X1.1-9")
    shown.ready()
