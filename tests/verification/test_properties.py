"""The properties of every game hold on values that Hypothesis draws; in `qttt verify` CrossHair searches them. A game
that Hypothesis has shrunk is printed whole."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from qttt.reference.game import Actor
from qttt.reference.goff import Action, Position, Selection
from qttt.spec import games
from qttt.verification import Refuted
from qttt.verification.drawn_games import Sides, play_side_by_side
from qttt.verification.engines import FastEngine
from qttt.verification.goff.conformance import TRUTH
from qttt.verification.goff.engines import fast
from qttt.verification.goff.formal import PAGE
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
    @stated(text=st.text())
    def c_adds_nothing(text: str) -> None:
        assert "".__add__(text) == text

    with pytest.raises(Refuted, match="c_adds_nothing: CrossHair can't follow it"):
        searched([c_adds_nothing])


class OnlyOSelects(FastEngine[Position, Action]):
    def actor(self, position: Position) -> Actor | None:
        return Actor.O if Selection.A in self.actions(position) else super().actor(position)


def test_game_in_which_engines_differ_is_printed_whole() -> None:
    sides = Sides(PAGE, replace(TRUTH, fast=lambda options: OnlyOSelects(**vars(fast(options)))))
    sides.settings = sides.settings[:1]
    with pytest.raises(Refuted, match=r"^Goff\(\), 'X1\.(\d)-(\d) O2\.\1-\2': OnlyOSelects: actor: X and O"):
        play_side_by_side(sides, games=20)
