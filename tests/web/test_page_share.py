"""The address holds the game: links, branches, the browser's history, options; copying out, and pasting in."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
from jsonschema import Draft202012Validator
from PIL import Image
from playwright.sync_api import expect

from qttt.spec import schema

from .browsing import Open
from .played import CYCLE, PLAYED, rules

pytestmark = pytest.mark.browser

WHOLE = f"{CYCLE} selA"


def test_link_game_position_and_vector_are_copied(explore: Open) -> None:
    moves = PLAYED["sqt"]
    shown = explore("sqt", moves, permissions=["clipboard-read", "clipboard-write"])
    sheet = shown.tab("share")
    buttons = [sheet.get_by_role("button", name=f"Copy {what}") for what in ("link", "game", "position", "vector")]
    link, game, position, vector = map(shown.copied, buttons)
    assert dict(parse_qsl(urlsplit(link).query)) == {"game": "sqt", "q": "1/2", "moves": moves}
    assert game == moves
    assert position == rules("sqt").write_position(rules("sqt").position(moves))
    found = json.loads(vector)
    page = {"ruleset": "sqt-1.0", "page": "sqt.md", "section": "Explored", "vectors": [found]}
    assert [error.message for error in Draft202012Validator(schema("vector")).iter_errors(page)] == []
    assert found["then"]["position"] == position


PASTED = {
    "x1.1-9": "X1.1-9",
    "1. 9-1 2. 1-3": "X1.1-9 O2.1-3",
    "1-9, 1-3; 1-3 sela": WHOLE,
    "http://127.0.0.1:8000/goff?moves=X1.1-9+O2.1-3": "X1.1-9 O2.1-3",
    "https://elsewhere.example/play/?game=goff&moves=X1.1-9": "X1.1-9",
}
WRONG = {
    "": "There is nothing to open",
    "chess-1.0: e4": "chess-1.0 is not a ruleset",
    "goff-9.0: X1@9": "goff-1.1",
    "X1.1-9 O2.9-9": "Token 2, O2.9-9",
    "<img src=x onerror=alert(1)>": "Token 1",
}


def test_pasted_text_is_opened_or_changes_nothing(explore: Open) -> None:
    """A position names its game and its options; a game is played from it."""
    shown = explore("goff")
    for text, moves in PASTED.items():
        shown.show("")
        shown.paste(text)
        shown.at(moves)
        expect(shown.page.locator("#problem")).to_be_hidden()
    for text, words in WRONG.items():
        shown.paste(text)
        shown.says(words)
        shown.at("X1.1-9")
    shown.paste("hybrid-1.0 links=two: ..X...X.., 5>7 O, X to move")
    expect(shown.page.locator('#games [data-game="hybrid"]')).to_have_attribute("aria-current", "page")
    expect(shown.tab("options").get_by_label("links")).to_have_value("two")
    shown.row("1").click()
    shown.at(re.compile(r"\.1$"))


def test_link_restores_branches(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3")
    page, branches = shown.page, shown.page.locator("#moves .branch")
    page.locator("#go-back").click()
    shown.click(4, 5)
    shown.at("X1.1-9 O2.4-5")
    link = page.url
    assert parse_qs(urlsplit(link).query)["tree"] == ["X1.1-9 O2.1-3 (O2.4-5)"]
    page.goto("about:blank")
    page.goto(link)
    shown.at("X1.1-9 O2.4-5")
    expect(branches).to_have_count(1)
    expect(page.locator("#moves [aria-current]")).to_contain_text("O2.4-5")
    page.get_by_role("button", name="O2.1-3", exact=True).click()
    shown.at("X1.1-9 O2.1-3")
    page.get_by_role("button", name="Forget the branch O2.4-5").click()
    expect(branches).to_have_count(0)


def test_browser_goes_back_by_games_and_options_not_by_moves(explore: Open) -> None:
    shown = explore("goff", "X1.1-9")
    shown.click(1, 9)
    shown.at("X1.1-9 O2.1-9")
    shown.page.locator("#go-back").click()
    shown.page.locator("#go-forward").click()
    expect(shown.headline).to_contain_text("X to select")
    collapse = shown.tab("options").get_by_label("collapse")
    collapse.select_option("self")
    expect(shown.headline).to_contain_text("O to select")
    expect(shown.page).to_have_url(re.compile("collapse=self"))
    shown.page.locator("#new-game").click()
    shown.at("")
    expect(collapse).to_have_value("self")
    shown.page.get_by_role("link", name="Q3T").click()
    expect(shown.headline).to_contain_text("measure a box")
    for moves in ("", "X1.1-9 O2.1-9", "X1.1-9 O2.1-9"):
        shown.page.go_back()
        shown.at(moves)
    expect(shown.headline).to_contain_text("X to select")
    assert shown.page.evaluate("history.length") == 5
    shown.page.go_forward()
    expect(shown.headline).to_contain_text("O to select")


def test_options_that_forbid_the_moves_are_rejected(explore: Open) -> None:
    shown = explore("hybrid", "X1.7 =X O2.5>7 X3.6>7")
    targets = shown.tab("options").get_by_label("targets")
    targets.select_option("one")
    shown.says("X3.6>7 cannot be played under these rules, so the rules stay as they were.")
    shown.says("HYB-TARGET-1")
    expect(targets).to_have_value("any")
    shown.at("X1.7 =X O2.5>7 X3.6>7")


def test_picture_is_saved_as_svg_and_png(explore: Open) -> None:
    shown = explore("goff", WHOLE)
    saved: list[Path] = []
    for name in ("Save SVG", "Save PNG"):
        with shown.page.expect_download() as download:
            shown.tab("share").get_by_role("button", name=name).click()
        saved.append(download.value.path())
    assert saved[0].read_text(encoding="utf-8").startswith("<svg")
    assert Image.open(saved[1]).size == (1200, 1200)
