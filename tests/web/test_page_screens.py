"""What holds of every game on every screen: nobody is kept out, nothing is cut off, nothing moves, little is loaded."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from qttt.oracle import games

from .browsing import Explorer, Open
from .played import DUE, PLAYED, whole_game
from .served import WEB, Site, compressed, first_files

pytestmark = pytest.mark.browser

WIDTHS = (390, 768, 1280, 1920)
FIRST_BOARD = 44_000
"""Most bytes of a first board, compressed."""
FIRST_VALUES = 100_000
"""Most bytes that come before the values of the empty board, compressed."""
LARGEST = {"goff": {"last": "draw"}, "sqt": {"q": "1/2", "scoring": "draws-second", "double-win": "yes"}}
"""The options with the largest tables, of games that have a table for each."""
TABLE = 500_000
"""Most bytes of the tables of a game."""


def violations(shown: Explorer) -> list[str]:
    """What axe finds, with all that can be opened open."""
    shown.page.evaluate("() => { for (const each of document.querySelectorAll('details')) each.open = true; }")
    found = Axe().run(shown.page).response["violations"]
    nodes = [(each["id"], node) for each in found for node in each["nodes"]]
    return [f"{name}: {node['html'][:160]} {node['failureSummary'][:200]}" for name, node in nodes]


@pytest.mark.parametrize("name", games())
def test_axe_finds_no_violation(explore: Open, name: str) -> None:
    """In a rule; in each tab, in the dark in two; where somebody selects or chance acts; on the first card; in the
    lesson and in a puzzle."""
    shown = explore(name, PLAYED[name])
    shown.ready()
    page, found = shown.page, {}
    page.locator("#happened .rule-link").first.click()
    expect(page.locator("#rule-text p").nth(1)).to_be_visible()
    found["rule"] = violations(shown)
    page.keyboard.press("Escape")
    tabs = page.locator("#tabs [role=tab]").evaluate_all("tabs => tabs.map((each) => each.dataset.tab)")
    for tab in (*tabs, "analysis"):
        expect(shown.tab(tab).locator("p, button").first).to_be_attached()
        found[tab] = violations(shown)
        if tab == tabs[-1]:
            page.emulate_media(color_scheme="dark")
            found["dark"] = violations(shown)
    shown.show(DUE[name])
    found["due"] = violations(shown)
    page.locator("#start").click()
    found["welcome"] = violations(shown)
    page.locator("#learn").click()
    expect(page.locator("#lesson-next")).to_be_visible()
    found["lesson"] = violations(shown)
    page.locator("#start").click()
    page.locator("#puzzles").click()
    expect(page.locator("#lesson-link")).to_be_visible()
    found["puzzle"] = violations(shown)
    assert {part: each for part, each in found.items() if each} == {}
    page.evaluate("() => document.body.append(document.createElement('button'))")
    assert any(each.startswith("button-name") for each in violations(shown))


CUT = """() => [...document.querySelectorAll("button, summary, h1, h2, h3, label, .card, #worth strong")]
  .filter((each) => each.offsetParent && !each.closest(".scroll, #games") && each.scrollWidth > each.clientWidth + 1)
  .filter((each) => getComputedStyle(each).display !== "inline")
  .map((each) => each.outerHTML.slice(0, 120))"""
"""Elements whose content is wider than they are."""
OVER = "() => document.documentElement.scrollWidth - innerWidth"
"""How much wider the page is than its window."""
BOXES = """() => ["#board", "#tabs", "#actions", ".toolbar"].map((each) => {
  const { x, y, width } = document.querySelector(each).getBoundingClientRect();
  return [each, ...[x, y, width].map(Math.round)].join(" ");
})"""


@pytest.mark.parametrize("name", games())
def test_nothing_is_wider_than_its_window(explore: Open, name: str) -> None:
    shown = explore(name, PLAYED[name], viewport={"width": WIDTHS[0], "height": 900})
    shown.ready()
    expect(shown.page.locator("#games [aria-current]")).to_be_in_viewport(ratio=0.9)
    for width in WIDTHS:
        shown.page.set_viewport_size({"width": width, "height": 900})
        for tab in shown.page.locator("#tabs [role=tab]").all():
            tab.click()
            assert (width, shown.page.evaluate(OVER)) == (width, 0)
            assert (width, shown.page.evaluate(CUT)) == (width, [])


def test_long_fractions_are_not_wider_than_a_phone(explore: Open) -> None:
    """What an action would do names values and losses in full."""
    shown = explore("probabilistic", PLAYED["probabilistic"], viewport={"width": WIDTHS[0], "height": 900})
    shown.ready()
    for action in shown.page.locator("#actions [data-action]").all():
        action.focus()
        expect(shown.page.locator("#ahead")).to_contain_text(re.compile("It (keeps|loses)"))
        assert shown.page.evaluate(OVER) == 0


SCREENS = ((390, 844), (844, 390), (640, 400), (1280, 800))
"""A phone, the same on its side, a page at twice its size, a laptop."""
SMALL = """({ shadowRoot }) => [document, shadowRoot].flatMap((all) => [...all.querySelectorAll("body *, .board *")])
  .filter((each) => [...each.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
  .filter((each) => each.getClientRects().length && !each.closest(".described, option"))
  .filter((each) => {
    const { a = 1, b = 0 } = each instanceof SVGElement ? each.getScreenCTM() : {};
    return parseFloat(getComputedStyle(each).fontSize) * Math.hypot(a, b) < 10.9;
  }).map((each) => each.outerHTML.slice(0, 120))"""
"""Texts of less than 11 pixels."""
CLIPPED = """() => ["#games", "#tabs", "#variation", "#worth", ".toolbar"].map((each) => document.querySelector(each))
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map((each) => `${each.id} ${each.scrollHeight} in ${each.clientHeight}`)"""
"""Rows that do not have room for what they hold."""


@pytest.mark.parametrize("name", games())
def test_whole_board_is_seen_and_all_text_is_large_enough_and_whole(explore: Open, name: str) -> None:
    """Without scrolling, with the first card and without, on every screen."""
    for moves in ("", PLAYED[name], DUE[name]):
        shown = explore(name, moves, welcome=not moves)
        shown.ready()
        for width, height in SCREENS:
            shown.page.set_viewport_size({"width": width, "height": height})
            expect(shown.board).to_be_in_viewport(ratio=1)
            for tab in shown.page.locator("#tabs [role=tab]").all():
                tab.click()
                assert (width, shown.board.evaluate(SMALL)) == (width, [])
                assert (width, shown.page.evaluate(CLIPPED)) == (width, [])
            shown.page.evaluate("() => scrollTo(0, 0)")


EMPTY = """() => [...document.querySelectorAll(".panel, .told, .moves, .results, .variation, [role=tabpanel]")]
  .filter((each) => each.getBoundingClientRect().height > 1 && getComputedStyle(each).visibility === "visible")
  .filter((each) => {
    const boxes = [...each.querySelectorAll("*")].map((part) => part.getBoundingClientRect());
    const ends = boxes.filter(({ width, height }) => width && height).map(({ bottom }) => bottom);
    const most = each.matches(".ahead") ? Infinity : 60;
    return !ends.length || each.getBoundingClientRect().bottom - Math.max(...ends) > most;
  }).map((each) => each.outerHTML.slice(0, 120))"""
"""Boxes without content, or with much room below it; what a move would do needs this room."""
TWICE = re.compile(r"can expect.*\(value|^(?!.*With best play).*[0-9].*([0-9]/[0-9]|% for X)", re.S)
"""A value twice, in the headline or in a line of the list."""


@pytest.mark.parametrize("screen", [SCREENS[0], SCREENS[3]])
def test_empty_boxes_fold_and_a_line_has_its_value_once(explore: Open, screen: tuple[int, int]) -> None:
    """At the start, in play, where somebody selects or chance acts, and at the end; with values and without."""
    shown = explore("goff", viewport=dict(zip(("width", "height"), screen, strict=True)))
    for name in games():
        shown.game = name
        for moves in ("", PLAYED[name], DUE[name], whole_game(name)[-1].moves):
            shown.show(moves)
            for _ in range(2):
                for tab in shown.page.locator("#tabs [role=tab]").all():
                    tab.click()
                    assert (name, moves, shown.page.evaluate(EMPTY)) == (name, moves, [])
                lines = [*shown.page.locator("#actions .row").all_inner_texts(), shown.headline.inner_text()]
                assert [line for line in lines if TWICE.search(line)] == []
                shown.page.locator("#show-values").click()


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


@pytest.mark.parametrize("name", games())
def test_nothing_moves_back_under_the_pointer(explore: Open, name: str) -> None:
    """What an action would do stands above the list in a narrow window: when a pointer leaves, the list stays there."""
    shown = explore(name, DUE[name], viewport={"width": WIDTHS[0], "height": 900})
    shown.ready()
    heights = []
    for action in shown.page.locator("#actions [data-action]:visible").all()[:3]:
        for pointed in (action, shown.page.locator("#tabs")):
            pointed.hover()
            heights.append(shown.page.evaluate("() => document.querySelector('#ahead').getBoundingClientRect().height"))
    assert heights == sorted(heights)
    assert heights[0] > 0


def test_first_boards_and_tables_are_small() -> None:
    """As hosts send them, compressed; tables for each game and each of its options."""
    boards = {name: compressed(first_files(name)) for name in games()}
    assert {name: size for name, size in boards.items() if size > FIRST_BOARD} == {}
    tables = {path.name: path.stat().st_size for path in (WEB / "data").glob("*.gz")}
    assert {name: size for name, size in tables.items() if size > TABLE} == {}


@pytest.mark.parametrize("name", games())
def test_first_values_need_few_bytes(explore: Open, site: Site, name: str) -> None:
    site.left = FIRST_VALUES
    shown = explore(name, options=LARGEST.get(name))
    shown.problems_expected = True
    shown.ready()


def test_theme_is_chosen_and_kept(explore: Open) -> None:
    shown = explore("goff")
    ground = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = shown.page.evaluate(ground)
    shown.page.locator("#theme").click()
    dark = shown.page.evaluate(ground)
    shown.page.reload()
    shown.at("")
    assert light != shown.page.evaluate(ground) == dark
    assert explore("goff", color_scheme="dark").page.evaluate(ground) == dark
