"""What can be copied out of the page and pasted into it."""

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from playwright.sync_api import expect

from qttt.spec import schema

from .browsing import Explorer, Open

MOVES = "X1.1-9 O2.1-3 X3.1-3"
COPYING = {"permissions": ["clipboard-read", "clipboard-write"]}


def copied(shown: Explorer, button: str) -> str:
    """What a button of the sheet puts on the clipboard."""
    shown.tab("share").get_by_role("button", name=button).click()
    expect(shown.page.locator("#said")).to_contain_text("Copied")
    return str(shown.page.evaluate("() => navigator.clipboard.readText()"))


def test_game_position_and_link_are_copied(explore: Open) -> None:
    shown = explore("goff", MOVES, **COPYING)
    assert copied(shown, "Copy game") == MOVES
    assert copied(shown, "Copy position") == f"goff-1.0 collapse=opponent double-win=no: {MOVES}"
    assert copied(shown, "Copy link") == shown.page.url


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("goff", MOVES),
        ("sqt", "X1.1-9 O2.1-9"),
        ("probabilistic", "X1.5"),
        ("tiqtaqtoe", "X1.1-2 O2.3"),
        ("hybrid", "X1.7 =X O2.5>7"),
    ],
)
def test_copied_vector_is_a_vector(explore: Open, name: str, moves: str) -> None:
    vector = json.loads(copied(explore(name, moves, **COPYING), "Copy vector"))
    page = {"ruleset": f"{name}-1.0", "page": f"{name}.md", "section": "Explored", "vectors": [vector]}
    assert [error.message for error in Draft202012Validator(schema("vector")).iter_errors(page)] == []
    assert vector["given"] == moves


@pytest.mark.parametrize(("button", "begins"), [("Save SVG", b"<svg"), ("Save PNG", b"\x89PNG")])
def test_pictures_are_saved(explore: Open, tmp_path: Path, button: str, begins: bytes) -> None:
    shown = explore("goff", MOVES)
    with shown.page.expect_download() as download:
        shown.tab("share").get_by_role("button", name=button).click()
    file = tmp_path / "picture"
    download.value.save_as(file)
    content = file.read_bytes()
    assert content.startswith(begins)
    assert len(content) > 2_000


def test_pasted_game_is_opened(explore: Open) -> None:
    shown = explore("goff")
    sheet = shown.tab("share")
    sheet.locator("#pasted").fill(f"  {MOVES}\n selA ")
    sheet.get_by_role("button", name="Open").click()
    shown.at(f"{MOVES} selA")


def test_pasted_position_opens_its_game(explore: Open) -> None:
    shown = explore("goff")
    sheet = shown.tab("share")
    sheet.locator("#pasted").fill("hybrid-1.0 links=one: ..X...X.., 5>7 O, X to move")
    sheet.get_by_role("button", name="Open").click()
    expect(shown.page.locator('#board [data-link="5>7"]')).to_have_count(1)
    expect(shown.page.locator("#games [aria-current]")).to_have_text("Q3T")


def test_pasted_link_opens_its_place(explore: Open) -> None:
    shown = explore("goff")
    sheet = shown.tab("share")
    sheet.locator("#pasted").fill("http://127.0.0.1:9/sqt?q=1%2F2&moves=X1.1-9+O2.1-3")
    sheet.get_by_role("button", name="Open").click()
    shown.at("X1.1-9 O2.1-3")
    expect(shown.page).to_have_url(re.compile(r"/sqt\?"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (":::", "neither a game nor a written position"),
        ("X1.1-9 O2.1-1", "Token 2, O2.1-1"),
        ("X1.1-9 O2.1-99", "NOTATION-MOVE-1"),
        ("X1.1-9 selA", "GOFF-COLLAPSE-1"),
        ("chess-1.0: e4", "chess-1.0 is not a ruleset"),
        ("goff-1.0: X1.1-1", "two ascending squares"),
        ("", "There is nothing to open"),
    ],
)
def test_malformed_texts_are_rejected_and_kept(explore: Open, text: str, words: str) -> None:
    shown = explore("goff", "X1.1-9")
    shown.problems_expected = True
    sheet = shown.tab("share")
    sheet.locator("#pasted").fill(text)
    sheet.get_by_role("button", name="Open").click()
    shown.says(words)
    shown.at("X1.1-9")
    expect(sheet.locator("#pasted")).to_have_value(text)
