"""What holds of every game on every screen: nobody is kept out, nothing is cut off, nothing moves, little is loaded."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from qttt.oracle import games

from .browsing import Explorer, Open
from .played import DUE, PLAYED
from .served import WEB, compressed, first_files

pytestmark = pytest.mark.browser

SCREENS: dict[str, dict[str, Any]] = {"light": {}, "dark": {"color_scheme": "dark"}}
WIDTHS = (390, 768, 1280, 1920)
FIRST_BOARD = 60_000
"""Most bytes of a first board, compressed."""
TABLE = 500_000
"""Most bytes of the tables of a game."""


def violations(shown: Explorer) -> list[str]:
    """What axe finds."""
    found = Axe().run(shown.page).response["violations"]
    nodes = [(each["id"], node) for each in found for node in each["nodes"]]
    return [f"{name}: {node['html'][:160]} {node['failureSummary'][:200]}" for name, node in nodes]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", games())
def test_axe_finds_no_violation(explore: Open, name: str, screen: str) -> None:
    """In each tab, in the dark in two; with all that can be opened open; and where somebody selects or chance acts."""
    shown = explore(name, PLAYED[name], **SCREENS[screen])
    shown.ready()
    expect(shown.page.locator("#happened li").first).to_be_visible()
    tabs = shown.page.locator("#tabs [role=tab]").evaluate_all("tabs => tabs.map((each) => each.dataset.tab)")
    found = {}
    for tab in tabs if screen == "light" else ["analysis", tabs[-1]]:
        sheet = shown.tab(tab)
        expect(sheet.locator("p, button").first).to_be_attached()
        shown.page.evaluate("() => { for (const each of document.querySelectorAll('details')) each.open = true; }")
        found[tab] = violations(shown)
    shown.show(DUE[name])
    found["due"] = violations(shown)
    shown.page.locator("#start").click()
    found["welcome"] = violations(shown)
    assert {part: each for part, each in found.items() if each} == {}


def test_axe_finds_no_violation_in_a_rule_and_a_lesson(explore: Open) -> None:
    shown = explore("goff", PLAYED["goff"])
    shown.page.locator("#happened .rule-link").first.click()
    expect(shown.page.locator("#rule-text p").nth(1)).to_be_visible()
    assert violations(shown) == []
    pane = shown.page.locator("#rule").bounding_box()
    board = shown.board.bounding_box()
    assert pane
    assert board
    assert board["x"] + board["width"] <= pane["x"]
    shown.page.keyboard.press("Escape")
    shown.page.locator("#start").click()
    shown.page.locator("#learn").click()
    expect(shown.page.locator("#lesson-next")).to_be_visible()
    assert violations(shown) == []


def test_axe_finds_a_button_without_a_name(explore: Open) -> None:
    shown = explore("goff")
    unnamed = "() => document.body.append(document.createElement('button'))"
    shown.page.evaluate(unnamed)
    assert any(found.startswith("button-name") for found in violations(shown))


CUT = """() => [...document.querySelectorAll("button, summary, h1, h2, h3, label, .card, #worth strong")]
  .filter((each) => each.offsetParent && !each.closest(".scroll, #games") && each.scrollWidth > each.clientWidth + 1)
  .filter((each) => getComputedStyle(each).display !== "inline")
  .map((each) => each.outerHTML.slice(0, 120))"""
"""Elements whose content is wider than they are."""


@pytest.mark.parametrize("name", games())
def test_nothing_is_wider_than_its_window(explore: Open, name: str) -> None:
    shown = explore(name, PLAYED[name], viewport={"width": WIDTHS[0], "height": 900})
    shown.ready()
    expect(shown.page.locator("#games [aria-current]")).to_be_in_viewport(ratio=0.9)
    for width in WIDTHS:
        shown.page.set_viewport_size({"width": width, "height": 900})
        for tab in shown.page.locator("#tabs [role=tab]").all():
            tab.click()
            assert (width, shown.overflow) == (width, 0)
            assert (width, shown.page.evaluate(CUT)) == (width, [])


BOXES = """() => ["#board", "#tabs", "#actions", ".toolbar"].map((each) => {
  const { x, y, width } = document.querySelector(each).getBoundingClientRect();
  return [each, ...[x, y, width].map(Math.round)].join(" ");
})"""


@pytest.mark.parametrize("name", games())
def test_nothing_moves_from_move_to_move(explore: Open, name: str) -> None:
    """Where somebody selects or chance acts, cards stand above the toolbar, and no best play above the list."""
    shown = explore(name)
    shown.ready()
    before = shown.page.evaluate(BOXES)
    shown.show(DUE[name])
    assert shown.page.evaluate(BOXES)[:2] == before[:2]
    shown.page.locator("#results .card").first.click()
    expect(shown.page.locator("#results .card")).to_have_count(0)
    shown.ready()
    assert shown.page.evaluate(BOXES) == before


def test_first_boards_and_tables_are_small() -> None:
    """As hosts send them, compressed; tables for each game and each of its options."""
    boards = {name: compressed(first_files(name)) for name in games()}
    assert {name: size for name, size in boards.items() if size > FIRST_BOARD} == {}
    tables = {path.name: path.stat().st_size for path in (WEB / "data").glob("*.gz")}
    assert {name: size for name, size in tables.items() if size > TABLE} == {}


def test_theme_is_chosen_and_kept(explore: Open) -> None:
    shown = explore("goff")
    ground = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = shown.page.evaluate(ground)
    shown.page.locator("#theme").click()
    dark = shown.page.evaluate(ground)
    assert dark != light
    shown.page.reload()
    shown.at("")
    assert shown.page.evaluate(ground) == dark
    assert explore("goff", color_scheme="dark").page.evaluate(ground) == dark


def test_games_are_those_of_the_engine(explore: Open) -> None:
    shown = explore("goff")
    engine = shown.page.evaluate("() => import('../engine/index.js').then(({games}) => games)")
    links = shown.page.locator("#games a").evaluate_all("all => all.map((each) => each.dataset.game)")
    assert engine == links == [*games()]
