"""The board: moves by mouse, keyboard and touch, cycles and settlements, and why a square is no move."""

import pytest
from playwright.sync_api import expect

from .browsing import PHONE, Open

pytestmark = pytest.mark.browser

CYCLE = "X1.1-9 O2.1-3 X3.1-3"
SETTLED = f"{CYCLE} selA"


def test_two_clicks_make_a_move(explore: Open) -> None:
    """The first shows what the others are worth, and a second on the same square lets go."""
    shown = explore("goff")
    shown.click(1)
    expect(shown.square(1)).to_have_attribute("aria-pressed", "true")
    expect(shown.square(9)).to_have_attribute("aria-label", "Square 9, best 10, a best move")
    expect(shown.square(2)).to_have_attribute("aria-label", "Square 2, best 0")
    shown.click(1)
    expect(shown.square(1)).to_have_attribute("aria-pressed", "false")
    shown.click(1, 9)
    shown.at("X1.1-9")
    expect(shown.page.locator("#worth")).to_contain_text("O to move")


def test_drag_digits_and_arrows_make_moves(explore: Open) -> None:
    shown = explore("goff")
    shown.square(2).hover()
    shown.page.mouse.down()
    shown.square(6).hover()
    shown.page.mouse.up()
    shown.at("X1.2-6")
    shown.page.keyboard.type("73")
    shown.at("X1.2-6 O2.3-7")
    shown.square(1).focus()
    for key in ("Enter", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "Enter"):
        shown.page.keyboard.press(key)
    shown.at("X1.2-6 O2.3-7 X3.1-7")


def test_escape_lets_go_and_backspace_takes_back(explore: Open) -> None:
    shown = explore("goff", "X1.1-9")
    shown.click(4)
    shown.page.keyboard.press("Escape")
    expect(shown.square(4)).to_have_attribute("aria-pressed", "false")
    shown.click(4)
    shown.page.keyboard.press("Backspace")
    shown.at("X1.1-9")
    shown.page.keyboard.press("Backspace")
    shown.at("")


@pytest.mark.parametrize(
    ("game", "moves", "squares", "why"),
    [
        ("goff", SETTLED, (9,), "GOFF-MOVE-2"),
        ("goff", SETTLED, (2, 9), "GOFF-MOVE-2"),
        ("goff", CYCLE, (5,), "GOFF-COLLAPSE-1"),
        ("sqt", SETTLED, (1,), "GOFF-MOVE-2"),
        ("probabilistic", "X1.5 success", (5,), "PROB-MOVE-1"),
        ("probabilistic", "X1.5", (1,), "PROB-OUTCOME-1"),
        ("tiqtaqtoe", "X1.5 O2.1", (5,), "TIQ-MOVE-1"),
        ("hybrid", "X1.7 =X", (7,), "HYB-MEASURE-1"),
        ("hybrid", "X1.7 =X", (1, 2), "HYB-LINK-1"),
        ("hybrid", "X1.7", (1,), "HYB-RESULT-1"),
    ],
)
def test_illegal_squares_say_why(explore: Open, game: str, moves: str, squares: tuple[int, ...], why: str) -> None:
    shown = explore(game, moves)
    shown.click(*squares)
    shown.says(why)
    shown.at(moves)


def test_message_moves_nothing_and_ends_with_the_next_click(explore: Open) -> None:
    shown = explore("goff", SETTLED)
    before, problem = shown.board.bounding_box(), shown.page.locator("#problem")
    shown.click(9)
    shown.says("Square 9 is taken. Choose two of the squares 2, 4, 5, 6, 7, 8.")
    assert shown.board.bounding_box() == before
    shown.click(2)
    expect(problem).to_be_hidden()
    shown.click(9)
    problem.get_by_role("button", name="GOFF-MOVE-2").click()
    expect(shown.page.locator("#rule-title")).to_have_text("GOFF-MOVE-2 Occupied squares")
    shown.page.locator("#problem-close").click()
    expect(problem).to_be_hidden()


def test_taps_make_a_move_and_show_messages_on_a_scrolled_phone(explore: Open) -> None:
    shown = explore("goff", SETTLED, **PHONE)
    shown.page.evaluate("() => scrollTo(0, 240)")
    shown.square(9).tap()
    expect(shown.page.locator("#problem")).to_be_in_viewport(ratio=1)
    assert shown.width <= 360
    shown.square(2).tap()
    shown.square(5).tap()
    shown.at(f"{SETTLED} O4.2-5")


def test_last_of_two_rules_is_shown(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-9")
    held = shown.hold("/rules/")
    links = shown.page.locator("#happened .rule-link")
    links.first.click()
    wanted = shown.tab("options").locator(".rule-link").first
    rule = wanted.inner_text()
    assert rule != links.first.inner_text()
    wanted.click()
    expect(shown.page.locator("#rule-title")).to_contain_text(rule)
    shown.let_go(held)
    expect(shown.page.locator("#rule-title")).to_contain_text(rule)


def test_headline_of_a_finished_game_opens_its_rule(explore: Open) -> None:
    shown = explore("goff", "X1.1-7 O2.2-7 X3.2-4 O4.3-8 X5.1-7 selA")
    shown.page.locator("#worth .rule-link").click()
    expect(shown.page.locator("#rule-title")).to_contain_text("GOFF-")
    shown.click(9)
    shown.says("Square 9 cannot be chosen: the game is over.")


def test_two_clicks_on_a_square_mark_it(explore: Open) -> None:
    shown = explore("tiqtaqtoe")
    shown.click(5, 5)
    shown.at("X1.5")
    shown.click(1, 2)
    shown.at("X1.5 O2.1-2")


def test_links_lead_from_first_square_to_second(explore: Open) -> None:
    shown = explore("hybrid", "X1.7 =X")
    shown.click(5, 7)
    shown.at("X1.7 =X O2.5>7")
    expect(shown.page.locator('#board [data-link="5>7"]')).to_have_count(1)


def test_one_click_makes_the_final_move(explore: Open) -> None:
    before = "X1.1-2 O2.1-2 selA X3.3-5 O4.3-5 selA X5.4-6 O6.4-6 selA X7.7-8 O8.7-8 selB"
    shown = explore("goff", before)
    expect(shown.square(9)).to_have_class("square open")
    shown.click(9)
    shown.at(f"{before} X9.9-9")


def test_cycle_is_highlighted_and_both_settlements_are_drawn(explore: Open) -> None:
    shown = explore("goff", CYCLE)
    assert shown.page.locator("#board .cycle").count() == 2
    assert shown.page.locator("#board .collapsing").count() == 3
    cards = shown.page.locator("#actions .card")
    expect(cards).to_have_count(2)
    assert [cards.nth(i).locator("svg .definite").count() for i in range(2)] == [3, 3]


@pytest.mark.parametrize("selection", ["selA", "selB"])
def test_click_on_a_settlement_selects_it(explore: Open, selection: str) -> None:
    shown = explore("goff", CYCLE)
    shown.token(selection).click()
    shown.at(f"{CYCLE} {selection}")
    expect(shown.page.locator("#board .definite")).to_have_count(3)
    expect(shown.page.locator("#board .spooky")).to_have_count(0)
