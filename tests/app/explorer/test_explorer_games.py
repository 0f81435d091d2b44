"""What holds for every game of the registry: values, chance, addresses, screens, and nobody is kept out."""

import json
import random
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from jsonschema import Draft202012Validator
from playwright.sync_api import expect

from qttt.app.explorer.answer import squares_of
from qttt.oracle import Oracle, games
from qttt.spec import schema

from .application import STARTS, Application
from .browsing import COPYING, PHONE, Explorer, Open
from .played import PLAYED

pytestmark = pytest.mark.browser

SCREENS: dict[str, dict[str, Any]] = {"light": {}, "dark": {"color_scheme": "dark"}, "phone": PHONE}
OPTIONS = {"goff": {"collapse": "self", "double-win": "yes"}, "probabilistic": {"seed": "1", "number": "3"}}
NODES = [(name, moves) for name in games() for moves in PLAYED[name].nodes]


def violations(shown: Explorer) -> list[str]:
    """What axe finds."""
    found = Axe().run(shown.page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for each in found for node in each["nodes"]
    ]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", games())
def test_axe_finds_no_violation(explore: Open, name: str, screen: str) -> None:
    """With all that can be opened open: in the light in each tab, else in the game's own or the last."""
    shown = explore(name, PLAYED[name].moves, **SCREENS[screen])
    expect(shown.page.locator("#happened li").first).to_be_visible()
    tabs = shown.page.locator("#tabs [role=tab]").evaluate_all("tabs => tabs.map((each) => each.dataset.tab)")
    found = {}
    for tab in tabs if screen == "light" else ["moves", tabs[-1]]:
        shown.tab(tab)
        shown.quiet()
        for closed in shown.page.locator("details:not([open]) > summary").all():
            if closed.is_visible():
                closed.click()
        shown.quiet()
        found[tab] = violations(shown)
    assert {tab: each for tab, each in found.items() if each} == {}


def test_axe_finds_no_violation_in_a_rule(explore: Open) -> None:
    shown = explore("goff", PLAYED["goff"].moves)
    shown.page.locator("#happened .rule-link").first.click()
    expect(shown.page.locator("#rule-text p").first).to_be_visible()
    assert violations(shown) == []
    pane = shown.page.locator("#rule").bounding_box()
    assert pane
    for part in ("#board", "#actions", "#sheets", "#theme"):
        box = shown.page.locator(part).bounding_box()
        assert box
        assert box["x"] + box["width"] <= pane["x"], part


def test_axe_finds_a_button_without_a_name(explore: Open) -> None:
    shown = explore("goff")
    shown.page.evaluate("() => document.getElementById('theme').removeAttribute('aria-label')")
    shown.page.evaluate("() => { const b = document.getElementById('theme'); b.textContent = ''; b.title = ''; }")
    assert any(found.startswith("button-name") for found in violations(shown))


@pytest.mark.parametrize("name", games())
def test_phone_shows_the_tab_of_the_game_and_all_of_the_page(explore: Open, name: str) -> None:
    """How far the tabs are scrolled is a whole number of pixels."""
    shown = explore(name, PLAYED[name].moves, **PHONE)
    assert shown.width <= 360
    expect(shown.page.locator("#games [aria-current]")).to_be_in_viewport(ratio=0.9)


BOXES = """() => ["#board", "#actions", "#tabs", ".toolbar", "#below"].map((each) => {
  const { x, y, width } = document.querySelector(each).getBoundingClientRect();
  return [x, y, width].map(Math.round).join(" ");
})"""
SIZES = """async () => {
  const loaded = performance.getEntriesByType("resource").map((each) => each.name);
  const files = [location.pathname, ...loaded.filter((each) => !each.includes("/api/"))];
  const bodies = await Promise.all(files.map((each) => fetch(each).then((got) => got.arrayBuffer())));
  return bodies.map((body) => body.byteLength);
}"""


@pytest.mark.parametrize("name", games())
def test_page_is_small_and_nothing_moves_in_play(explore: Open, name: str) -> None:
    shown = explore(name)
    assert sum(shown.page.evaluate(SIZES)) < 150_000
    before = shown.page.evaluate(BOXES)
    shown.show(PLAYED[name].moves)
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


@pytest.mark.parametrize("name", games())
def test_address_and_vector_hold_the_game(explore: Open, name: str) -> None:
    moves, options = PLAYED[name].moves, OPTIONS.get(name, STARTS.get(name, {}))
    shown = explore(name, moves, options, **COPYING)
    shown.page.reload()
    shown.at(moves)
    assert dict(parse_qsl(urlsplit(shown.page.url).query)) == {**options, "moves": moves}
    vector = json.loads(shown.copied(shown.tab("share").get_by_role("button", name="Copy vector")))
    page = {"ruleset": f"{name}-1.0", "page": f"{name}.md", "section": "Explored", "vectors": [vector]}
    assert [error.message for error in Draft202012Validator(schema("vector")).iter_errors(page)] == []
    assert vector["given"] == moves


@pytest.mark.parametrize("name", games())
def test_page_says_what_happened_and_under_which_rule(explore: Open, name: str) -> None:
    _, words, rule, _ = PLAYED[name]
    shown = explore(name, PLAYED[name].moves)
    expect(shown.page.locator("#happened")).to_contain_text(words)
    shown.page.locator("#happened").get_by_role("button", name=rule).first.click()
    expect(shown.page.locator("#rule-title")).to_contain_text(rule)


@pytest.mark.parametrize(("name", "moves"), NODES)
def test_results_can_be_chosen_or_drawn(explore: Open, name: str, moves: str) -> None:
    results = PLAYED[name].nodes[moves]
    shown = explore(name, moves)
    found = shown.page.locator("#actions .card")
    assert found.evaluate_all("cards => cards.map((each) => each.dataset.token).sort()") == sorted(results)
    shown.token(results[-1]).click()
    shown.at(f"{moves} {results[-1]}")
    shown.page.locator("#go-back").click()
    shown.at(moves)
    if name == "goff":
        return
    for text in found.all_inner_texts():
        assert re.search(r"probability \d+(/\d+)? [=≈] \d+(\.\d+)?%", text), text
    shown.page.get_by_role("button", name="Let chance decide").click()
    shown.at(re.compile(f"^{re.escape(moves)} ({'|'.join(map(re.escape, results))})$"))


def random_games(oracle: Oracle[Any, Any], number: int, seed: int) -> list[str]:
    """Texts of games that were played at random and stopped somewhere."""
    rules, chance = oracle.game, random.Random(seed)
    found = set[str]()
    while len(found) < number:
        position, actions = rules.initial(), []
        for _ in range(chance.randrange(11)):
            if not (legal := rules.actions(position)):
                break
            actions.append(chance.choice(legal))
            position = rules.play(position, actions[-1])
        found.add(rules.write(actions))
    return sorted(found)


def compare(shown: Explorer, application: Application, texts: Sequence[str]) -> None:
    """Show positions one after the other, and compare the API and the page with the oracle: the value of every action,
    whether it is on the board or a settlement, a selection or a result of chance, and every probability."""
    oracle = application.oracle(shown.game)
    for text in texts:
        record = oracle.game.read(text)
        position, actor = record.positions[-1], oracle.game.actor(record.positions[-1])
        values, chances = oracle.values(position), oracle.probabilities(position)
        best = oracle.best(position)
        tokens = {action: oracle.game.write((*record.actions, action)).split()[-1] for action in values}

        answer = application.ask(f"/{shown.game}", **STARTS.get(shown.game, {}), moves=text)
        assert (answer["actor"], answer["value"]["exact"]) == (actor, str(oracle.value(position))), text
        assert [(each["token"], each["exact"], each["best"]) for each in answer["actions"]] == [
            (tokens[action], str(value), action in best) for action, value in values.items()
        ], text
        assert {each["token"]: each["probability"]["exact"] for each in answer["actions"] if "probability" in each} == {
            tokens[action]: str(chance) for action, chance in chances.items()
        }, text

        shown.show(text)
        onto_board = {action for action in values if squares_of(str(action))}
        assert {token: exact(value) for token, value in shown.values.items()} == {
            tokens[action]: exact_or_rounded(str(values[action])) for action in onto_board
        }, text
        assert cards(shown) == {
            tokens[action]: [
                *([f"probability {percentage(chances[action])}"] if chances else []),
                f"value {exact_or_rounded(str(value))}",
            ]
            for action, value in values.items()
            if action not in onto_board
        }, text


def cards(shown: Explorer) -> dict[str, list[str]]:
    """What the page says of each action that is not on the board: its probability, if it has one, and its value."""
    read = (
        "cards => cards.map(each => [each.dataset.token, [...each.querySelectorAll('span')].map(e => e.textContent)])"
    )
    found = shown.page.locator("#actions .card").evaluate_all(read)
    said = {token: [line.split(", ")[0].partition(" ") for line in lines] for token, lines in found}
    return {token: [f"{what} {exact(number)}" for what, _, number in lines] for token, lines in said.items()}


def percentage(chance: Fraction) -> str:
    """A probability as the page shows it, without its percentage unless it is long."""
    return str(chance) if len(str(chance)) <= 24 else f"{round(float(chance) * 100, 1):g}%"


def exact(shown: str) -> str:
    """A number as the page shows it, without its decimal or percentage."""
    return shown.replace("−", "-").split(" ≈ ")[0].split(" = ")[0].removeprefix("≈ ")


def exact_or_rounded(value: str) -> str:
    """What the page shows of a value: the fraction, or where it is long its decimal with six places."""
    if len(value) <= 40:
        return value
    return f"{float(Fraction(value)):.6f}".rstrip("0").rstrip(".")


@pytest.mark.parametrize("name", games())
def test_values_on_the_page_are_those_of_the_oracle(explore: Open, application: Application, name: str) -> None:
    texts = random_games(application.oracle(name), 8, 1)
    compare(explore(name), application, [*texts, *PLAYED[name].nodes])
