"""The formal text of every page as a game: it plays like the reference, and an error in any page is noticed."""

import random
from importlib import import_module
from typing import Any

import pytest

from qttt.reference.game import RuleBroken
from qttt.reference.notation import NotationError
from qttt.reference.perft import perft
from qttt.spec import rulesets
from qttt.spec.evaluation import text_of
from qttt.verification import Refuted
from qttt.verification.formal.mutants import mutants
from qttt.verification.formal.page import Page


def page_of(game: str) -> Page:
    page: Page = import_module(f"qttt.verification.{game}.formal").PAGE
    return page


PAGES = [page_of(game) for game in rulesets()]


@pytest.fixture(params=PAGES, ids=lambda page: page.name)
def page(request: pytest.FixtureRequest) -> Page:
    found: Page = request.param
    return found


def test_page_agrees_with_the_reference(page: Page) -> None:
    assert page.agrees(games=10, texts=50).startswith("10 games with ")


def test_page_counts_games_like_the_reference(page: Page) -> None:
    game = page.games[0]
    assert perft(page.game(game), 1) == perft(game, 1)


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


@pytest.mark.parametrize(
    ("rule", "old", "new"),
    [
        ("GOFF-BOARD-2", "{3, 5, 7}", "{3, 5, 8}"),
        ("GOFF-TURN-1", "m % 2 == 1", "m % 2 == 0"),
        ("GOFF-MOVE-2", "S - dom(p.D)", "S"),
        ("GOFF-CYCLE-1", " in component", " not in component"),
        ("GOFF-COLLAPSE-2", "<= component(p, p.E[p.n][0])", "<= S"),
        ("GOFF-COLLAPSE-3", '"selA"', '"selB"'),
        ("GOFF-SELECT-2", 'collapse == "opponent"', 'collapse == "self"'),
        ("GOFF-TURN-2", "player(p.n + 1)", "player(p.n)"),
        ("GOFF-END-1", "dom(p.D) == S", "len(dom(p.D)) >= 8"),
        ("GOFF-END-4", "<", ">"),
        ("GOFF-SCORE-2", 'actor(p) == "X"', 'actor(p) == "O"'),
    ],
)
def test_falsified_rule_is_noticed(rule: str, old: str, new: str) -> None:
    page = page_of("goff")
    with pytest.raises(Refuted):
        page.agrees(page.with_error(rule, old, new), games=40, texts=40)


def test_error_must_stand_in_the_page_exactly_once() -> None:
    page = page_of("goff")
    for old in ("no such text", "p.D"):
        with pytest.raises(ValueError, match="does not occur exactly once in the formal text of GOFF-END-1"):
            page.with_error("GOFF-END-1", old, "")


def test_changes_are_single_and_different() -> None:
    text = text_of("goff")
    found = [*mutants(text)]
    assert len(found) > 900
    assert len({mutant.text for mutant in found}) > 0.9 * len(found)
    for mutant in found[::50]:
        assert sum(a != b for a, b in zip(mutant.text, text, strict=True)) == 1
        assert mutant.before != mutant.after
