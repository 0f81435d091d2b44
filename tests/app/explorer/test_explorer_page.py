"""The page on a plain file server: every game opens with its values, and it works without a connection."""

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Open, at

pytestmark = pytest.mark.browser

PLAYED = {
    "goff": "X1.1-9 O2.1-3",
    "probabilistic": "X1.5 failure O2.1",
    "tiqtaqtoe": "X1.5 O2.1-3",
    "hybrid": "X1.5 =X O2.2>5",
}
"""A game of each kind."""


@pytest.mark.parametrize(("game", "moves"), PLAYED.items())
def test_game_is_shown_with_its_values(explore: Open, game: str, moves: str) -> None:
    shown = explore(game, moves)
    expect(shown.locator("#problem")).to_be_hidden()
    assert shown.locator("#actions [data-action]").count() > 0
    assert moves.rsplit(maxsplit=1)[-1] in shown.locator("#moves").inner_text()


def test_page_is_no_wider_than_a_phone(explore: Open) -> None:
    for moves in PLAYED["goff"], "X1.1-2 O2.1-2":
        shown = explore("goff", moves, **PHONE)
        assert shown.evaluate("() => document.documentElement.scrollWidth") == 360


def test_page_works_without_a_connection_after_the_first_visit(explore: Open) -> None:
    shown = explore("goff")
    shown.evaluate("() => navigator.serviceWorker.ready")
    shown.reload()
    at(shown, "")
    shown.context.set_offline(True)
    shown.reload()
    at(shown, "")
    shown.goto(f"{shown.url.partition('?')[0]}?game=goff&moves=X1.1-9")
    at(shown, "X1.1-9")
