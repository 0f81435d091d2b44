"""`<qttt-board>` on somebody else's page: every game is played and valued; what is wrong is said and not thrown."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from qttt.oracle import games

from .browsing import OPTIONS
from .played import DUE, PLAYED, oracle, rules, whole_game
from .served import WEB, Site, compressed

pytestmark = pytest.mark.browser

SCRIPT = "dist/board.js"
BUNDLE = 40_000
"""Most bytes of a board of one game without its tables, compressed."""
LISTENS = """addEventListener("DOMContentLoaded", () => {
  window.heard = [];
  for (const each of document.querySelectorAll("qttt-board")) for (const type of ["move", "end", "error"])
    each.addEventListener(type, ({ detail }) => heard.push([type, detail]));
});"""
LOOK = """(all) => all.map((each) => ({ game: each.getAttribute("game"), moves: each.moves, position: each.position,
  actions: each.actions }))"""
SMALL = """(board) => [...board.shadowRoot.querySelectorAll("*")].filter((each) => {
  const { a = 1, b = 0 } = each instanceof SVGElement ? each.getScreenCTM() : {};
  return [...each.childNodes].some((child) => child.nodeType === 3 && child.data.trim()) && each.getClientRects().length
    && parseFloat(getComputedStyle(each).fontSize) * Math.hypot(a, b) < 10.9;
}).map((each) => each.outerHTML)"""
Embed = Callable[..., Page]


@pytest.fixture
def embed(site: Site, browser: Browser) -> Iterator[Embed]:
    """Opens a page with boards. Fails if it writes errors to its console, or asks for what is not there."""
    problems: list[str] = []
    opened: list[Page] = []

    def open_page(*boards: str, **how: Any) -> Page:
        page = browser.new_page(**how)
        opened.append(page)
        page.add_init_script(LISTENS)
        page.on("console", lambda said: problems.extend([said.text] if said.type in ("error", "warning") else []))
        page.on("pageerror", lambda error: problems.append(str(error)))
        head = f'<!doctype html><html lang="en"><title>A post</title><script type="module" src="/{SCRIPT}"></script>'
        head += '<link rel="icon" href="data:," />'
        site.altered["post.html"] = (head + "<main><h1>A post</h1>" + "".join(boards)).encode()
        page.goto(f"{site.address}/post.html")
        return page

    yield open_page
    for each in opened:
        each.close()
    assert problems == []


def board(name: str, moves: str = "", more: str = "") -> str:
    """A board with the options of the tests."""
    options = " ".join(f"{key}={value}" for key, value in OPTIONS.get(name, {}).items())
    return f'<qttt-board game="{name}" options="{options}" moves="{moves}" {more}></qttt-board>'


def test_boards_of_all_games_on_one_page_show_what_is_true(embed: Embed) -> None:
    """The position, the legal actions, and their values."""
    page = embed(*(board(name, moves[name], 'values chance="choose"') for name in games() for moves in (PLAYED, DUE)))
    shown = page.locator("qttt-board")
    for at in range(shown.count()):
        expect(shown.nth(at)).to_have_attribute("data-state", "ready")
    for look in shown.evaluate_all(LOOK):
        name = look["game"]
        position = rules(name).position(look["moves"])
        values = {str(action): value for action, value in oracle(name).values(position).items()}
        assert {each["action"]: Fraction(each["value"]) for each in look["actions"]} == values, look["moves"]
        assert rules(name).position(look["position"]) == position
    assert {look["moves"] for look in shown.evaluate_all(LOOK)} == {*PLAYED.values(), *DUE.values()}


@pytest.mark.parametrize("name", games())
def test_whole_game_is_played_on_a_board(embed: Embed, name: str) -> None:
    """By clicks on squares, or on what chance may do; each action is told, and the end of the game."""
    page = embed(board(name, more='chance="choose"'))
    shown, steps = page.locator("qttt-board"), whole_game(name)
    for step in steps:
        parts = [shown.locator(f'[data-square="{each}"]') for each in step.squares]
        for part in parts or [shown.locator(".controls > button").get_by_text(step.action, exact=True)]:
            part.click()
        expect(shown).to_have_attribute("data-moves", step.moves)
    *moves, (last, outcome) = page.evaluate("heard")
    assert [(kind, told["action"], told["moves"]) for kind, told in moves] == [
        ("move", step.action, step.moves) for step in steps
    ]
    assert last == "end"
    expect(shown.locator(".status")).to_contain_text(outcome["words"][1:])
    shown.get_by_role("button", name="Start again").click()
    expect(shown).to_have_attribute("data-moves", "")


def test_perfect_play_answers_and_is_taken_back(embed: Embed) -> None:
    page = embed(board("goff", "X1.1-9 O2.1-3", 'values play="perfect"'))
    shown, truth = page.locator("qttt-board"), oracle("goff")
    expect(shown).to_have_attribute("data-state", "ready")
    shown.evaluate("(board) => board.play('4-5')")
    expect(shown).to_have_attribute("data-moves", "X1.1-9 O2.1-3 X3.4-5")
    before = rules("goff").position("X1.1-9 O2.1-3 X3.4-5")
    answers = [f"X1.1-9 O2.1-3 X3.4-5 O4.{action}" for action in truth.best(before)]
    page.wait_for_function("(answers) => answers.includes(document.querySelector('qttt-board').moves)", arg=answers)
    shown.get_by_role("button", name="Take back").click()
    expect(shown).to_have_attribute("data-moves", "X1.1-9 O2.1-3")
    assert not shown.evaluate("(board) => board.play('selA')")


WRONG = {
    'game="chess"': "The attribute game is chess: expected goff, sqt, probabilistic, tiqtaqtoe, hybrid.",
    "": "The attribute game is missing: expected goff, sqt, probabilistic, tiqtaqtoe, hybrid.",
    'game="goff" moves="X1.1-9 O2.1-0"': "Token 2, O2.1-0: expected a move such as O2.1-9, or selA or selB."
    " The moves before it are shown.",
    'game="goff" moves="X1.1-9 X2.1-3"': "Token 2, X2.1-3: expected O at ply 2, O2.1-3. The moves before it are shown.",
    'game="goff" options="colapse=self"': "goff-1.1 has no option 'colapse': its options are collapse, double-win,"
    " pair, last, both. The usual options are shown instead.",
    'game="goff" position="sqt-1.1: X1.1-9"': "A new game is shown instead.",
    'game="goff" play="carlsen"': "The attribute play is carlsen: expected easy, normal, perfect, random",
    'game="goff" side="Z"': "The attribute side is Z: expected X, O.",
    'game="goff" chance="never"': "The attribute chance is never: expected choose, draw.",
    'game="sqt" options="q=2"': "The usual options are shown instead.",
    'game="goff" options="collapse"': "The usual options are shown instead.",
    'game="sqt" options="q"': "The usual options are shown instead.",
}


@pytest.mark.parametrize("attributes", WRONG)
def test_what_is_wrong_is_said_and_the_board_before_it_is_shown(embed: Embed, attributes: str) -> None:
    page = embed(f"<qttt-board {attributes}></qttt-board>")
    shown = page.locator("qttt-board")
    expect(shown.locator(".status")).to_contain_text(WRONG[attributes])
    if attributes.startswith(('game="goff"', 'game="sqt"')):
        expect(shown).to_have_attribute("data-moves", "X1.1-9" if "moves" in attributes else "")
        assert any(kind == "error" and WRONG[attributes] in told["message"] for kind, told in page.evaluate("heard"))
        shown.evaluate("(board) => { board.removeAttribute('position'); board.moves = 'X1.1-8'; }")
        expect(shown).to_have_attribute("data-moves", "X1.1-8")
        shown.get_by_role("button", name="Take back").click()
        expect(shown.locator(".status")).to_have_text("X to move: choose two squares.")


@pytest.mark.parametrize("name", games())
def test_small_board_is_read_by_everybody(embed: Embed, name: str) -> None:
    """240 pixels wide, on light and dark ground, with the keyboard."""
    parts = [
        f'<div style="width: 240px">{board(name, PLAYED[name], f"values chance=choose theme={each}")}</div>'
        for each in ("light", "dark")
    ]
    page = embed(*parts, viewport={"width": 320, "height": 900})
    for shown in page.locator("qttt-board").all():
        expect(shown).to_have_attribute("data-state", "ready")
        assert shown.evaluate(SMALL) == []
        assert shown.evaluate("(board) => board.scrollWidth <= 240 && board.offsetWidth === 240")
    assert [each["id"] for each in Axe().run(page).response["violations"]] == []
    first, second = page.locator("qttt-board").all()
    first.locator("[data-square='1']").focus()
    page.keyboard.press("Backspace")
    expect(first).to_have_attribute("data-moves", PLAYED[name].rpartition(" ")[0])
    first.get_by_text("Start again").focus()
    page.keyboard.press("Enter")
    expect(first).to_have_attribute("data-moves", PLAYED[name])
    expect(first.get_by_text("Start again")).to_be_focused()
    expect(second).to_have_attribute("data-moves", PLAYED[name])


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("elsewhere", [False, True], ids=["own host", "other host"])
def test_board_of_one_game_is_small(site: Site, browser: Browser, name: str, elsewhere: bool) -> None:
    """With one script, which another host may have; of other files it loads tables only."""
    with Site() as other, browser.new_page() as page:
        own = other if elsewhere else site
        post = f'<!doctype html><script type="module" src="{site.address}/{SCRIPT}"></script>'
        own.altered["post.html"] = (post + board(name, more='values play="perfect"')).encode()
        page.goto(f"{own.address}/post.html")
        shown = page.locator("qttt-board")
        expect(shown).to_have_attribute("data-state", "ready")
        shown.evaluate("(board) => board.play(board.actions[0].action)")
        expect(shown).to_have_attribute("data-state", "ready")
        loaded = {path for path in site.asked if not re.search(r"post\.html|favicon|\.gz$", path)}
    assert {path.rpartition("/")[0] for path in loaded} == {"/dist"}
    assert "/dist/worker.js" in loaded
    assert compressed(WEB / path[1:] for path in loaded) <= BUNDLE


def test_what_stands_in_the_element_is_shown_without_its_script(embed: Embed, site: Site) -> None:
    content = '<qttt-board game="goff"><b>A picture</b></qttt-board>'
    site.altered[SCRIPT] = b""
    expect(embed(content).get_by_text("A picture")).to_be_visible()
    del site.altered[SCRIPT]
    expect(embed(content).get_by_text("A picture")).to_be_hidden()
