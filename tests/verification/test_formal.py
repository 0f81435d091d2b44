"""The formal text of every page as a game."""

import random
from importlib import import_module
from typing import Any

import pytest

from qttt.reference.game import RuleBroken
from qttt.reference.notation import NotationError
from qttt.spec import rulesets
from qttt.verification.formal.page import Page


def page_of(game: str) -> Page:
    page: Page = import_module(f"qttt.verification.{game}.formal").PAGE
    return page


PAGES = [page_of(game) for game in rulesets()]


@pytest.fixture(params=PAGES, ids=lambda page: page.name)
def page(request: pytest.FixtureRequest) -> Page:
    found: Page = request.param
    return found


def test_actions_are_those_that_break_no_rule(page: Page) -> None:
    formal = page.game(page.games[0])
    position, draws = formal.initial(), random.Random(1)
    while legal := formal.actions(position):
        assert all((formal.breaks(position, action) is None) == (action in legal) for action in page.every_action)
        position = formal.play(position, draws.choice(legal))


@pytest.mark.parametrize(
    ("game", "text", "rule", "number"),
    [
        ("goff", "X1.1-9 O2.3-1", "NOTATION-MOVE-1", 2),
        ("goff", "goff-1.0 collapse=self: -", "NOTATION-POSITION-1", 2),
        ("goff", "goff-1.0: X1.1-2 X2.1-3", "NOTATION-STATE-1", 3),
        ("tiqtaqtoe", "X1.1 O2.1", "TIQ-MOVE-1", 2),
        ("hybrid", "X1.1 X2.2", "HYB-TURN-1", 2),
    ],
)
def test_error_has_its_rule_and_its_token(game: str, text: str, rule: str, number: int) -> None:
    page = page_of(game)
    with pytest.raises((NotationError, RuleBroken)) as refused:
        page.game(page.games[0]).position(text)
    error: Any = refused.value
    assert (error.rule, error.number) == (rule, number)


def test_error_must_stand_in_the_page_exactly_once() -> None:
    page = page_of("goff")
    for old in ("no such text", "p.D"):
        with pytest.raises(ValueError, match="does not occur exactly once in the formal text of GOFF-END-1"):
            page.with_error("GOFF-END-1", old, "")
