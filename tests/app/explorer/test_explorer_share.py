"""What can be copied out of the page and pasted into it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .browsing import COPYING, Open

pytestmark = pytest.mark.browser

MOVES = "X1.1-9 O2.1-3 X3.1-3"


def test_game_position_and_link_are_copied(explore: Open) -> None:
    shown = explore("goff", MOVES, **COPYING)
    sheet = shown.tab("share")
    options = "collapse=opponent double-win=no pair=legal last=move both=narrow"
    position = f"goff-1.1 {options}: {MOVES}"
    for what, text in (("game", MOVES), ("position", position), ("link", shown.page.url)):
        assert shown.copied(sheet.get_by_role("button", name=f"Copy {what}")) == text


def test_pictures_are_saved(explore: Open, tmp_path: Path) -> None:
    shown = explore("goff", MOVES)
    sheet, file = shown.tab("share"), tmp_path / "picture"
    for button, begins in (("Save SVG", b"<svg"), ("Save PNG", b"\x89PNG")):
        with shown.page.expect_download() as download:
            sheet.get_by_role("button", name=button).click()
        download.value.save_as(file)
        assert file.read_bytes().startswith(begins)
        assert file.stat().st_size > 2_000


def test_pasted_games_positions_and_links_are_opened(explore: Open) -> None:
    shown = explore("goff")
    shown.paste(f"  {MOVES}\n selA ")
    shown.at(f"{MOVES} selA")
    shown.paste("hybrid-1.0 links=one: ..X...X.., 5>7 O, X to move")
    expect(shown.page.locator('#board [data-link="5>7"]')).to_have_count(1)
    expect(shown.page.locator("#games [aria-current]")).to_have_text("Q3T")
    shown.paste("http://127.0.0.1:9/sqt?q=1%2F2&moves=X1.1-9+O2.1-3")
    shown.at("X1.1-9 O2.1-3")
    expect(shown.page).to_have_url(re.compile(r"/sqt\?"))


MALFORMED = {
    ":::": "neither a game nor a written position",
    "X1.1-9 O2.1-1": "Token 2, O2.1-1",
    "X1.1-9 O2.1-99": "NOTATION-MOVE-1",
    "X1.1-9 selA": "GOFF-COLLAPSE-1",
    "chess-1.0: e4": "chess-1.0 is not a ruleset",
    "goff-1.0: X1.1-1": "two ascending squares",
    "": "There is nothing to open",
}


def test_malformed_texts_are_rejected_and_kept(explore: Open) -> None:
    shown = explore("goff", "X1.1-9")
    shown.problems_expected = True
    for text, words in MALFORMED.items():
        shown.paste(text)
        shown.says(words)
        shown.at("X1.1-9")
        expect(shown.page.locator("#pasted")).to_have_value(text)
