"""The value along q: the slider, the curves, and the critical points."""

import re
from fractions import Fraction

import pytest
from playwright.sync_api import Locator, expect

from qttt.oracle.sqt.functions import known

from .browsing import Explorer, Open

pytestmark = pytest.mark.browser

CURVE = """() => [...document.querySelectorAll(".value-curve")].map((curve) => {
  const points = curve.getAttribute("d").slice(1).split("L").map((point) => point.split(" ").map(Number));
  return points.map(([x, y]) => [(x - 40) / 546, 20 - (40 * (y - 16)) / 270]);
})[0]"""
"""The points of the curve: q, and the value."""


def opened(explore: Open, moves: str = "", **options: str) -> Explorer:
    """The page after some moves, with its curves."""
    shown = explore("sqt", moves, options={"q": "1/2", **options})
    shown.ready()
    expect(shown.page.locator(".value-curve")).to_have_count(1)
    return shown


def reading(shown: Explorer) -> Locator:
    """What the panel says of the value."""
    return shown.page.locator(".q-reading")


def test_curve_is_the_function_of_the_game(explore: Open) -> None:
    shown = opened(explore, scoring="draws-second")
    function = known("draws-second", False).value
    for q, value in shown.page.evaluate(CURVE):
        assert abs(5 * float(function(Fraction(q).limit_denominator(10**6))) - value) < 0.1, q
    shown.page.locator(".q-critical summary").click()
    zero = shown.page.locator(".q-critical li", has_text="◆")
    expect(zero).to_contain_text("q ≈ 0.735384 (0.7353841878…, a root of 5q³ + q² + 2q − 4) ◆ the value is zero")
    zero.get_by_role("button").click()
    expect(reading(shown)).to_contain_text("V(91923/125000)")
    expect(shown.page).to_have_url(re.compile(r"q=0\.735384"))


def test_slider_and_text_set_q(explore: Open) -> None:
    shown = opened(explore, "X1.1-9")
    shown.page.locator("#sqt-slider").press("ArrowRight")
    expect(reading(shown)).to_have_text(re.compile(r"V\(11/20\) = "))
    expect(shown.page.locator("#sqt-slider")).to_be_focused()
    typed = shown.page.locator("#sqt-q")
    typed.fill("0.75")
    typed.press("Enter")
    expect(reading(shown)).to_have_text(re.compile(r"V\(3/4\) = "))
    expect(typed).to_have_value("3/4")
    shown.at("X1.1-9")
    shown.page.go_back()
    expect(reading(shown)).to_have_text(re.compile(r"V\(11/20\) = "))


def test_wrong_q_is_explained_and_the_last_one_stays(explore: Open) -> None:
    shown = opened(explore)
    typed = shown.page.locator("#sqt-q")
    typed.fill("3/2")
    typed.press("Enter")
    shown.says("expected a number from 0 to 1")
    expect(typed).to_have_value("1/2")
    expect(reading(shown)).to_have_text("V(1/2) = 10")


def test_curves_are_hidden_with_the_values(explore: Open) -> None:
    shown = opened(explore)
    shown.page.locator("#show-values").uncheck()
    expect(reading(shown)).to_contain_text("hidden")
    expect(shown.page.locator(".value-curve, .curve-chip")).to_have_count(0)


def test_positions_without_values_say_so(explore: Open) -> None:
    shown = explore("sqt", options={"q": "1/2", "pair": "forbidden"})
    shown.ready("unsolved")
    expect(reading(shown)).to_have_text("No curves: With pair=forbidden values are known from ply 4 on.")
