"""The properties of every game hold on values that Hypothesis draws. In `qttt verify` CrossHair searches them."""

from __future__ import annotations

from importlib import import_module

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from qttt.spec import games
from qttt.verification import Refuted
from qttt.verification.properties import Property, searched, stated

PROPERTIES = [
    pytest.param(each, id=f"{game}-{each}")
    for game in games()
    for each in import_module(f"qttt.verification.{game}.properties").PROPERTIES
]
DRAWN = settings(max_examples=30, derandomize=True, deadline=None, database=None, suppress_health_check=[*HealthCheck])


@pytest.mark.parametrize("each", PROPERTIES)
def test_property_holds(each: Property) -> None:
    each.run(DRAWN)


def test_search_finds_a_digit_of_another_script() -> None:
    @stated(digit=st.characters(categories=["Nd"]))
    def a_digit_is_one_of_ten(digit: str) -> None:
        assert not digit.isdigit() or digit in "0123456789" or ord(digit) < 0x660

    with pytest.raises(Refuted, match="a_digit_is_one_of_ten: AssertionError"):
        searched([a_digit_is_one_of_ten])


def test_search_refuses_what_crosshair_cannot_follow() -> None:
    @stated(number=st.just(1))
    def one_is_one(number: int) -> None:
        assert number == 1

    with pytest.raises(Refuted, match="one_is_one: CrossHair can't follow it"):
        searched([one_is_one], others=2)
