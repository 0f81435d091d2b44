"""The stochastic game's own view: the slider for q, the functions of q, their critical points."""

from fractions import Fraction
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, expect

from qttt.reference.sqt import probability

from .application import Application
from .browsing import PHONE, Explorer, Open

pytestmark = pytest.mark.browser

GAME = "X1.1-9 O2.1-3"


def slider(shown: Explorer) -> Locator:
    """The slider for q."""
    return shown.page.locator("#sqt-slider")


def chart(shown: Explorer) -> Locator:
    """The chart of the functions of q."""
    return shown.page.locator(".q-chart")


def reading(shown: Explorer) -> Locator:
    """The exact value at this q."""
    return shown.page.locator(".q-reading")


def typed(shown: Explorer, q: str) -> None:
    """Type a q."""
    shown.page.locator("#sqt-q").fill(q)
    shown.page.locator("#sqt-q").press("Enter")


def test_slider_moves_the_values_of_the_board(explore: Open) -> None:
    shown = explore("sqt")
    expect(reading(shown)).to_have_text("V(1/2) = 10")
    slider(shown).focus()
    slider(shown).press("End")
    expect(reading(shown)).to_have_text("V(1) = 0")
    expect(shown.page.locator("#worth")).to_contain_text("value 0")
    slider(shown).press("Home")
    expect(reading(shown)).to_have_text("V(0) = 20")
    assert "q=0" in shown.page.url
    assert set(shown.values.values()) == {"20"}


def test_pointer_on_the_chart_chooses_q(explore: Open) -> None:
    shown = explore("sqt")
    box = chart(shown).bounding_box()
    assert box
    across = (40 + (600 - 40 - 14) * 0.25) / 600
    chart(shown).click(position={"x": box["width"] * across, "y": box["height"] / 2})
    expect(shown.page.locator("#sqt-q")).to_have_value("1/4")
    expect(reading(shown)).to_contain_text("V(1/4) =")


def test_touch_on_a_phone_chooses_q(explore: Open) -> None:
    shown = explore("sqt", **PHONE)
    box = chart(shown).bounding_box()
    assert box
    chart(shown).tap(position={"x": box["width"] * 40 / 600, "y": box["height"] / 2})
    expect(reading(shown)).to_have_text("V(0) = 20")
    assert shown.width <= 360


def test_every_fraction_may_be_typed_and_a_wrong_one_is_rejected(explore: Open) -> None:
    """At q = 1/3 the pieces 20 - 20q - 30q² + 30q³ and 20 - 30q + 10q² meet in 100/9."""
    shown = explore("sqt")
    shown.problems_expected = True  # the server rejects the last q
    typed(shown, "1/3")
    expect(reading(shown)).to_contain_text("V(1/3) = 100/9")
    expect(shown.token("X1.1-3")).to_be_visible()
    typed(shown, "7/5")
    shown.says("SQT-PROBABILITY-1")
    expect(shown.page.locator("#sqt-q")).to_have_value("1/3")
    expect(reading(shown)).to_contain_text("V(1/3) = 100/9")


def test_curves_and_critical_points_are_drawn_and_listed(explore: Open) -> None:
    shown = explore("sqt")
    chips, rows = shown.page.locator(".curve-chip"), shown.page.locator(".q-critical li")
    for curve, count in {"move-curve": 8, "value-curve": 1, "critical": 10, "held-curve": 0}.items():
        expect(chart(shown).locator(f".{curve}")).to_have_count(count)
    expect(chips.first).to_contain_text("★ 1-3")
    chips.nth(1).click()
    expect(chips.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(chart(shown).locator(".held-curve")).to_have_count(1)
    shown.page.locator(".q-critical summary").click()
    expect(rows).to_have_count(10)
    expect(rows.first).to_contain_text("a root of 1 − 6q + 4q²")
    expect(rows.last).to_contain_text("◆ the value is zero")
    shown.page.locator('.q-critical [data-q="3/5"]').click()
    expect(reading(shown)).to_contain_text("V(3/5) =")


@pytest.mark.parametrize("moves", ["", "X1.1-9", GAME, "X1.1-9 O2.1-3 X3.1-3"])
def test_pieces_agree_with_values_at_many_q(application: Application, moves: str) -> None:
    whole = application.ask("/sqt/function", q="1/2", moves=moves)
    pieces = whole["pieces"]
    assert (pieces[0]["low"], pieces[-1]["high"]) == (0, 1)
    assert all(before["high"] == after["low"] for before, after in pairwise(pieces))
    for q in ("0", "1/20", "3/10", "1/2", "17/20", "1", "1/3", "2/7"):
        found = application.ask("/sqt", q=q, moves=moves)
        exact = probability(q)
        piece = next(piece for piece in pieces if piece["low"] <= exact <= piece["high"])
        value = sum(coefficient * exact**power for power, coefficient in enumerate(piece["coefficients"]))
        assert Fraction(found["value"]["exact"]) == value, q


def test_function_is_hidden_with_the_values(explore: Open) -> None:
    shown = explore("sqt", GAME)
    expect(shown.page.locator(".curve-chip").first).to_be_visible()
    expect(shown.page.locator(".q-formula")).to_contain_text("V(q) = 20 − 40q² + 20q³ − 20q⁴ for q from 0 to 0.5")
    shown.page.locator("#show-values").uncheck()
    expect(reading(shown)).to_have_text("The function of q is hidden with the values.")
    for part in (".move-curve", ".value-curve", ".q-dot", ".critical", ".curve-chip", ".q-critical li"):
        expect(shown.page.locator(part)).to_have_count(0)
    slider(shown).press("ArrowRight")
    expect(shown.page.locator("#sqt-q")).to_have_value("11/20")
    shown.at(GAME)
    expect(shown.page.locator(".q-panel")).not_to_contain_text("V(")
    shown.page.locator("#show-values").check()
    expect(reading(shown)).to_contain_text("V(11/20) =")
    expect(shown.page.locator(".curve-chip").first).to_be_visible()
