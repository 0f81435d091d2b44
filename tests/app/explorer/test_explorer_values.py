"""The values on the page are those of the oracle, and what is shown with them: best play, other rules, progress."""

import functools
import random
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from qttt.app.explorer.answer import squares_of
from qttt.oracle import Oracle, entry, game, games, solve

from .browsing import STARTS, Explorer, Open, Server

NUMBER = 200
"""Positions of each game that are compared."""


def rules_of(name: str) -> Any:
    """The game with the options of the tests."""
    return game(
        name, **{key: int(value) if value.isdecimal() else value for key, value in STARTS.get(name, {}).items()}
    )


def random_games(name: str, number: int, seed: int) -> list[str]:
    """Texts of games that were played at random and stopped somewhere, the longest first."""
    rules, chance = rules_of(name), random.Random(seed)
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


@pytest.fixture(scope="session")
def truth(server: Server, cache: Path) -> Callable[[str], Oracle[Any, Any]]:
    """The oracle of a game, asked here and not by the server; on the server's tablebase if that is one setting's."""

    @functools.cache
    def of(name: str) -> Oracle[Any, Any]:
        rules = rules_of(name)
        own = cache / "qttt" / f"{entry(name).stem(rules)}.tablebase"
        if entry(name).stored and own.is_file():
            return solve(rules, tablebase=own, progress=False)
        return Oracle(rules, entry(name).solve(rules, "cpu", lambda _: None))

    return of


def compare(shown: Explorer, truth: Oracle[Any, Any], texts: Sequence[str]) -> None:
    """Show positions one after the other, and compare the API and the page with the oracle: the value of every action,
    whether it is on the board or a settlement, a selection or a result of chance, and every probability."""
    for text in texts:
        record = truth.game.read(text)
        position, actor = record.positions[-1], truth.game.actor(record.positions[-1])
        values, chances = truth.values(position), truth.probabilities(position)
        best = truth.best(position)
        tokens = {action: truth.game.write((*record.actions, action)).split()[-1] for action in values}

        answer = shown.server.ask(f"/{shown.game}", **STARTS.get(shown.game, {}), moves=text)
        assert (answer["actor"], answer["value"]["exact"]) == (actor, str(truth.value(position))), text
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


BETWEEN_MOVES = {
    "goff": ["X1.1-9 O2.1-9", "X1.1-9 O2.1-3 X3.1-3"],
    "sqt": ["X1.1-9 O2.1-9", "X1.1-9 O2.1-3 X3.1-3"],
    "probabilistic": ["X1.5", "X1.5 failure O2.1"],
    "tiqtaqtoe": ["X1.3-9 O2.8 X3.4-6 O4.5-9 X5.1-8 O6.2-6 X7.7"],
    "hybrid": ["X1.7", "X1.7 =X O2.5>7 X3.3"],
}
"""Games that stop where somebody selects, or where chance or the System acts."""


@pytest.mark.parametrize("name", games())
def test_values_on_the_page_are_those_of_the_oracle(
    explore: Open, truth: Callable[[str], Oracle[Any, Any]], name: str
) -> None:
    compare(explore(name), truth(name), random_games(name, 8, 1) + BETWEEN_MOVES[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_values_of_200_positions_are_those_of_the_oracle(
    explore: Open, truth: Callable[[str], Oracle[Any, Any]], name: str
) -> None:
    compare(explore(name), truth(name), random_games(name, NUMBER, 2))


def test_best_play_can_be_stepped_through(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3 X3.1-3")
    steps = shown.page.locator("#variation .step")
    expect(steps.first).to_have_text("selA")
    second = steps.nth(1).inner_text()
    steps.nth(1).click()
    shown.at(f"X1.1-9 O2.1-3 X3.1-3 selA {second}")


def test_other_selection_stands_beside(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3")
    expect(shown.page.locator("#actions .chip small")).to_have_count(0)
    shown.page.locator("#show-beside").check()
    expect(shown.page.locator("#actions .beside")).to_contain_text(
        re.compile(r"the mover selects\. This position: −?\d")
    )
    small = shown.token("X3.1-3").locator("small")
    other = shown.server.ask("/goff", moves="X1.1-9 O2.1-3", collapse="self")
    value = next(each["exact"] for each in other["actions"] if each["action"] == "1-3")
    assert small.inner_text().strip().replace("−", "-").removeprefix("+") == value


def test_stochastic_game_has_both_selections_beside(explore: Open) -> None:
    shown = explore("sqt", "X1.1-9")
    shown.page.locator("#show-beside").check()
    expect(shown.page.locator("#actions .beside")).to_have_count(2)


def test_values_beside_keep_the_options_of_both_games(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3", {"double-win": "yes"})
    asked: list[str] = []
    shown.page.on("request", lambda request: asked.append(request.url))
    shown.page.locator("#show-beside").check()
    expect(shown.page.locator("#actions .beside")).to_contain_text("This position: ", timeout=240_000)
    assert [each for each in asked if "collapse=self" in each and "double-win=yes" in each]


def test_values_beside_are_asked_for_until_they_are_there(explore: Open) -> None:
    """The server's first answers are replaced by ones of a game that is still being solved."""
    shown = explore("goff", "X1.1-9 O2.1-3")
    working = {"solved": {"state": "working", "seconds": 1}, "value": None}
    other = re.compile("collapse=self")
    shown.page.route(other, lambda route: route.fulfill(json=route.fetch().json() | working))
    shown.page.locator("#show-beside").check()
    line = shown.page.locator("#actions .beside")
    expect(line).to_have_text("Small: where the mover selects. This position: computing …")
    row = "() => document.querySelector('#actions .row').getBoundingClientRect().top"
    before = shown.page.evaluate(row)
    shown.page.unroute_all(behavior="wait")
    expect(line).to_contain_text(re.compile(r"This position: −?\d+"))
    assert shown.page.evaluate(row) == before


def test_no_values_beside_a_written_position(explore: Open) -> None:
    shown = explore("goff")
    shown.page.goto(f"{shown.server.address}/goff?position=goff-1.0: X1@9 O2@3 X3@1")
    shown.at("")
    shown.page.locator("#show-beside").check()
    expect(shown.page.locator("#actions .beside")).to_contain_text("No values: a written position names its own rules")


def test_long_exact_values_can_be_copied(explore: Open) -> None:
    shown = explore("probabilistic", permissions=["clipboard-read", "clipboard-write"])
    exact_value = shown.server.ask("/probabilistic", seed="1")["value"]["exact"]
    assert len(exact_value) > 40
    for button in (shown.page.locator("#worth .exact"), shown.page.locator("#actions .exact").first):
        shown.page.evaluate("() => navigator.clipboard.writeText('')")
        expect(button).to_have_attribute("title", f"Copy the exact value {exact_value}")
        button.click()
        expect(shown.page.locator("#said")).to_have_text("Copied the exact value.")
        assert shown.page.evaluate("() => navigator.clipboard.readText()") == exact_value


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("45/4", "45/4 = 11.25"),
        ("1/64", "1/64 = 0.015625"),
        ("1/128", "1/128 ≈ 0.007813"),
        ("-1/3", "−1/3 ≈ −0.333333"),
        ("10", "10"),
    ],
)
def test_decimal_is_equal_or_rounded(explore: Open, value: str, words: str) -> None:
    shown = explore("goff")
    full = "async (worth) => (await import('/numbers.js')).full(worth)"
    assert shown.page.evaluate(full, {"exact": value, "number": float(Fraction(value))}) == words


def test_close_values_have_colours_of_their_own(explore: Open) -> None:
    shown = explore("probabilistic")
    heat = "async (loss) => (await import('/numbers.js')).heat(loss, { draw: 0.5, most: 1 })"
    assert [shown.page.evaluate(heat, loss) for loss in (0, 0.01, 0.05, 0.11, 0.4, 0.6)] == [5, 4, 3, 2, 1, 0]


def test_values_can_be_hidden(explore: Open) -> None:
    shown = explore("goff", "X1.1-9")
    shown.page.locator("#show-values").uncheck()
    expect(shown.page.locator("#board .worth")).to_have_count(0)
    expect(shown.page.locator("#worth")).to_contain_text("values are hidden")
    expect(shown.page.locator("#actions .row")).to_have_count(0)
    shown.page.locator("#show-values").check()
    expect(shown.page.locator("#board .worth")).to_have_count(9)


def test_new_setting_shows_progress_then_values(explore: Open, server: Server) -> None:
    shown = explore("goff")
    shown.page.goto(f"{server.address}/tiqtaqtoe?level=minimal&both=X")
    expect(shown.page.locator("#board")).to_have_attribute("data-moves", "")
    expect(shown.page.locator("#board")).to_have_attribute("data-solved", "ready", timeout=240_000)
    expect(shown.page.locator("#worth")).to_contain_text("value ")
