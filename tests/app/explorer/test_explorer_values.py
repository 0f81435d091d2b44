"""The values on the page are those of the oracle, and what is shown with them: best play, other rules, progress."""

import re
from fractions import Fraction

import pytest
from playwright.sync_api import expect

from .application import Application
from .browsing import COPYING, Open

pytestmark = pytest.mark.browser


def test_best_play_can_be_stepped_through(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3 X3.1-3")
    steps = shown.page.locator("#variation .step")
    expect(steps.first).to_have_text("selA")
    second = steps.nth(1).inner_text()
    steps.nth(1).click()
    shown.at(f"X1.1-9 O2.1-3 X3.1-3 selA {second}")


def test_other_selection_stands_beside(explore: Open, application: Application) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3")
    expect(shown.page.locator("#actions .chip small")).to_have_count(0)
    shown.page.locator("#show-beside").check()
    expect(shown.page.locator("#actions .beside")).to_contain_text(
        re.compile(r"the mover selects\. This position: −?\d")
    )
    small = shown.token("X3.1-3").locator("small")
    other = application.ask("/goff", moves="X1.1-9 O2.1-3", collapse="self")
    value = next(each["exact"] for each in other["actions"] if each["action"] == "1-3")
    assert small.inner_text().strip().replace("−", "-").removeprefix("+") == value


def test_stochastic_game_has_both_selections_beside(explore: Open) -> None:
    shown = explore("sqt", "X1.1-9")
    shown.page.locator("#show-beside").check()
    expect(shown.page.locator("#actions .beside")).to_have_count(2)


def test_values_beside_keep_the_options_of_both_games(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3", {"double-win": "yes"})
    asked = shown.questions()
    shown.page.locator("#show-beside").check()
    expect(shown.page.locator("#actions .beside")).to_contain_text("This position: ")
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
    shown.page.goto(f"{shown.address}/goff?position=goff-1.0: X1@9 O2@3 X3@1")
    shown.at("")
    shown.page.locator("#show-beside").check()
    expect(shown.page.locator("#actions .beside")).to_contain_text("No values: a written position names its own rules")


def test_long_exact_values_can_be_copied(explore: Open, application: Application) -> None:
    shown = explore("probabilistic", **COPYING)
    exact_value = application.ask("/probabilistic", seed="1")["value"]["exact"]
    assert len(exact_value) > 40
    for button in (shown.page.locator("#worth .exact"), shown.page.locator("#actions .exact").first):
        expect(button).to_have_attribute("title", f"Copy the exact value {exact_value}")
        assert shown.copied(button) == exact_value
        expect(shown.page.locator("#said")).to_have_text("Copied the exact value.")


DECIMALS = {
    "45/4": "45/4 = 11.25",
    "1/64": "1/64 = 0.015625",
    "1/128": "1/128 ≈ 0.007813",
    "-1/3": "−1/3 ≈ −0.333333",
    "10": "10",
}


def test_numbers_have_decimals_and_colours(explore: Open) -> None:
    page = explore("probabilistic").page
    full = "async (worth) => (await import('/numbers.js')).full(worth)"
    found = {each: page.evaluate(full, {"exact": each, "number": float(Fraction(each))}) for each in DECIMALS}
    assert found == DECIMALS
    heat = "async (loss) => (await import('/numbers.js')).heat(loss, { draw: 0.5, most: 1 })"
    assert [page.evaluate(heat, loss) for loss in (0, 0.01, 0.05, 0.11, 0.4, 0.6)] == [5, 4, 3, 2, 1, 0]


def test_values_can_be_hidden(explore: Open) -> None:
    shown = explore("goff", "X1.1-9")
    shown.page.locator("#show-values").uncheck()
    expect(shown.page.locator("#board .worth")).to_have_count(0)
    expect(shown.page.locator("#worth")).to_contain_text("values are hidden")
    expect(shown.page.locator("#actions .row")).to_have_count(0)
    shown.page.locator("#show-values").check()
    expect(shown.page.locator("#board .worth")).to_have_count(9)
