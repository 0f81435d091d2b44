"""The page on every screen: light, dark, phone; nothing moves, and nobody is kept out."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from qttt.oracle import games

from .browsing import Explorer, Open

MIDGAME = {
    "goff": "X1.1-9 O2.1-3 X3.1-3",
    "sqt": "X1.1-9 O2.1-3",
    "probabilistic": "X1.5 success",
    "tiqtaqtoe": "X1.1-2 O2.2-6 X3.5",
    "hybrid": "X1.7 =X O2.5>7",
}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SCREENS: dict[str, dict[str, Any]] = {"light": {}, "dark": {"color_scheme": "dark"}, "phone": PHONE}


def violations(shown: Explorer) -> list[str]:
    """What axe finds."""
    found = Axe().run(shown.page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for each in found for node in each["nodes"]
    ]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", games())
def test_axe_finds_no_violation(explore: Open, name: str, screen: str) -> None:
    shown = explore(name, MIDGAME[name], **SCREENS[screen])
    expect(shown.page.locator("#happened li").first).to_be_visible()
    assert violations(shown) == []


@pytest.mark.parametrize("tab", ["analysis", "play", "options", "share"])
def test_axe_finds_no_violation_in_tabs(explore: Open, tab: str) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3 X3.5-6")
    shown.tab(tab)
    assert violations(shown) == []


def test_axe_finds_no_violation_in_a_rule(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3 X3.1-3")
    shown.page.locator("#happened .rule-link").first.click()
    expect(shown.page.locator("#rule-text p").first).to_be_visible()
    assert violations(shown) == []


def test_axe_finds_a_button_without_a_name(explore: Open) -> None:
    shown = explore("goff")
    shown.page.evaluate("() => document.getElementById('theme').removeAttribute('aria-label')")
    shown.page.evaluate("() => { const b = document.getElementById('theme'); b.textContent = ''; b.title = ''; }")
    assert any(found.startswith("button-name") for found in violations(shown))


@pytest.mark.parametrize("name", games())
def test_phone_does_not_scroll_sideways(explore: Open, name: str) -> None:
    shown = explore(name, MIDGAME[name], **PHONE)
    assert shown.page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_rule_lies_beside_the_values(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3 X3.1-3")
    shown.page.locator("#happened .rule-link").first.click()
    expect(shown.page.locator("#rule-text p").first).to_be_visible()
    pane = shown.page.locator("#rule").bounding_box()
    assert pane
    for part in ("#board", "#actions", "#sheets", "#theme"):
        box = shown.page.locator(part).bounding_box()
        assert box
        assert box["x"] + box["width"] <= pane["x"], part


def test_phone_shows_the_tab_of_the_game(explore: Open) -> None:
    for name in games():
        shown = explore(name, **PHONE)
        expect(shown.page.locator("#games [aria-current]")).to_be_in_viewport(ratio=1)


BOXES = """() => ["#board", "#actions", "#tabs", ".toolbar", "#below"].map((each) => {
  const { x, y, width } = document.querySelector(each).getBoundingClientRect();
  return [x, y, width].map(Math.round).join(" ");
})"""


@pytest.mark.parametrize("name", games())
def test_nothing_moves_from_position_to_position(explore: Open, name: str) -> None:
    shown = explore(name)
    before = shown.page.evaluate(BOXES)
    shown.show(MIDGAME[name])
    expect(shown.page.locator("#happened li").first).to_be_visible()
    assert shown.page.evaluate(BOXES) == before


def test_theme_can_be_chosen(explore: Open) -> None:
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


SIZES = """async () => {
  const loaded = performance.getEntriesByType("resource").map((each) => each.name);
  const files = [location.pathname, ...loaded.filter((each) => !each.includes("/api/"))];
  const bodies = await Promise.all(files.map((each) => fetch(each).then((got) => got.arrayBuffer())));
  return bodies.map((body) => body.byteLength);
}"""


@pytest.mark.parametrize("name", games())
def test_page_is_small(explore: Open, name: str) -> None:
    shown = explore(name)
    sizes = shown.page.evaluate(SIZES)
    assert sum(sizes) < 150_000
