"""The history: steps, branches, and addresses that restore all of it."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from .browsing import Open

pytestmark = pytest.mark.browser

MOVES = "X1.1-9 O2.1-3 X3.1-3 selA"


def test_steps_go_back_and_forward(explore: Open) -> None:
    shown = explore("goff", MOVES)
    shown.page.locator("#go-back").click()
    shown.at("X1.1-9 O2.1-3 X3.1-3")
    shown.page.locator("#go-toStart").click()
    shown.at("")
    expect(shown.page.locator("#go-back")).to_be_disabled()
    shown.page.keyboard.press("ArrowRight")
    shown.at("X1.1-9")
    shown.page.locator("#go-toEnd").click()
    shown.at(MOVES)
    shown.page.keyboard.press("ArrowLeft")
    shown.at("X1.1-9 O2.1-3 X3.1-3")


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_squares_chosen_before_a_position_is_shown_belong_to_it(explore: Open, by: str) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3")
    held = shown.hold(r"/api/v1/goff\?moves=")
    shown.page.locator("#go-back").click()
    if by == "mouse":
        shown.click(4, 5)
    else:
        shown.page.keyboard.type("45")
    assert shown.board.get_attribute("data-moves") == "X1.1-9 O2.1-3"
    shown.let_go(held)
    shown.at("X1.1-9 O2.4-5")


def test_nothing_is_asked_about_actions_of_the_position_before(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3")
    held = shown.hold(r"/api/v1/goff\?moves=")
    asked = shown.questions()
    shown.page.locator("#go-back").click()
    shown.token("X3.4-5").hover()
    shown.let_go(held)
    shown.at("X1.1-9")
    assert [url for url in asked if "X3.4-5" in url] == []


def test_other_moves_make_branches_that_the_address_keeps(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3")
    branches = shown.page.locator("#moves .branch")
    shown.page.locator("#go-back").click()
    shown.click(4, 5)
    shown.at("X1.1-9 O2.4-5")
    link = shown.page.url
    assert parse_qs(urlsplit(link).query)["tree"] == ["X1.1-9 O2.1-3 (O2.4-5)"]
    shown.page.goto("about:blank")
    shown.page.goto(link)
    shown.at("X1.1-9 O2.4-5")
    expect(branches).to_have_count(1)
    expect(shown.page.locator("#moves [aria-current]")).to_contain_text("O2.4-5")
    shown.page.locator("#go-back").click()
    shown.click(6, 7)
    shown.at("X1.1-9 O2.6-7")
    expect(branches).to_have_count(2)
    shown.page.get_by_role("button", name="O2.1-3", exact=True).click()
    shown.at("X1.1-9 O2.1-3")
    expect(branches).to_have_count(2)
    shown.page.locator("#go-back").click()
    shown.click(6, 7)
    shown.page.get_by_role("button", name="Forget the branch O2.6-7").click()
    shown.at("X1.1-9")
    expect(branches).to_have_count(1)


def test_browser_goes_back_to_moves_and_games(explore: Open) -> None:
    shown = explore("goff")
    shown.click(1, 9)
    shown.at("X1.1-9")
    shown.page.get_by_role("link", name="Q3T").click()
    shown.at("")
    expect(shown.page.locator("#worth")).to_contain_text("measure a box")
    for back in ("X1.1-9", ""):
        shown.page.go_back()
        shown.at(back)
    shown.page.go_forward()
    shown.at("X1.1-9")


def test_written_position_goes_on(explore: Open) -> None:
    shown = explore("goff")
    shown.page.goto(f"{shown.address}/goff?position=goff-1.0: X1@9 O2@3 X3@1")
    shown.at("")
    expect(shown.page.locator("#board .definite")).to_have_count(3)
    shown.click(2, 4)
    shown.at("O4.2-4")


def test_options_are_changed_in_place(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-9")
    expect(shown.page.locator("#worth")).to_contain_text("X to select")
    shown.tab("options").locator("select").first.select_option("self")
    expect(shown.page.locator("#worth")).to_contain_text("O to select")
    assert "collapse=self" in shown.page.url


def test_new_game_keeps_the_options_chosen_just_before(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-9")
    held = shown.hold("collapse=self")
    shown.tab("options").locator("select").first.select_option("self")
    shown.page.locator("#new-game").click()
    shown.let_go(held)
    shown.at("")
    expect(shown.page).to_have_url(re.compile("collapse=self"))
    expect(shown.page.locator("#options select").first).to_have_value("self")


def test_late_answer_about_options_does_not_lead_back(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-9")
    held = shown.hold("collapse=self")
    shown.tab("options").locator("select").first.select_option("self")
    shown.page.get_by_role("link", name="Q3T").click()
    shown.at("")
    shown.let_go(held)
    assert urlsplit(shown.page.url).path == "/hybrid"


def test_best_play_of_the_position_before_is_not_followed(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3")
    expect(shown.page.locator("#variation .step").first).to_be_visible()
    held = shown.hold(r"/api/v1/goff\?moves=")
    shown.page.locator("#go-back").click()
    shown.page.locator("#variation .step").first.click()
    shown.let_go(held)
    shown.at("X1.1-9")
