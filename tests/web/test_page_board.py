"""The board: whole games by mouse, keyboard and touch, cycles and chance, and why a square is not a move."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import expect

from qttt.oracle import games

from .browsing import PHONE, Explorer, Open
from .played import CYCLE, DUE, Step, rules, whole_game

pytestmark = pytest.mark.browser

SETTLED = f"{CYCLE} selA"
FOCUSED = (
    "() => document.activeElement.dataset.square ?? document.activeElement.dataset.key ?? document.activeElement.id"
)


def by_clicks(shown: Explorer, step: Step) -> None:
    shown.click(*step.squares)
    if not step.squares:
        shown.card(step.action).click()


def by_keys(shown: Explorer, step: Step) -> None:
    settles = step.action.startswith("sel")
    shown.page.keyboard.type(step.letter if settles or not step.squares else "".join(map(str, step.squares)))


def by_touch(shown: Explorer, step: Step) -> None:
    """The touch that completes a move shows what it does; another one plays it."""
    parts = [shown.square(each) for each in step.squares] or [shown.card(step.action)]
    before = shown.moves
    for part in parts:
        part.tap()
    expect(shown.page.locator("#ahead .primary")).to_have_text(f"Play {step.action}")
    assert shown.moves == before
    parts[-1].tap()


def by_dragging(shown: Explorer, step: Step) -> None:
    if len({*step.squares}) < 2:
        return by_clicks(shown, step)
    first, second = map(shown.square, step.squares)
    first.hover()
    shown.page.mouse.down()
    second.hover()
    shown.page.mouse.up()


WAYS: list[Callable[[Explorer, Step], None]] = [by_clicks, by_keys, by_touch, by_dragging]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", games())
def test_whole_game_is_played(explore: Open, name: str, way: Callable[[Explorer, Step], None]) -> None:
    steps, _ = whole_game(name)
    shown = explore(name, **(PHONE if way is by_touch else {}))
    for step in steps:
        way(shown, step)
        shown.at(step.moves)
    expect(shown.headline).to_contain_text("The game is over.")
    expect(shown.page.locator("#problem")).to_be_hidden()


@pytest.mark.parametrize("name", games())
def test_focus_stays_on_the_board_and_in_the_list(explore: Open, name: str) -> None:
    shown = explore(name)
    steps, _ = whole_game(name)
    for step in steps[:4]:
        for square in step.squares:
            shown.square(square).focus()
            shown.page.keyboard.press("Enter")
        if not step.squares:
            shown.page.keyboard.type(step.letter)
        shown.at(step.moves)
        shown.ready()
        assert shown.page.evaluate(FOCUSED) in "123456789"
    shown.row(steps[4].action).focus()
    shown.page.keyboard.press("Enter")
    shown.at(steps[4].moves)
    shown.ready()
    assert shown.page.evaluate("() => document.activeElement.closest('#actions') !== null")


@pytest.mark.parametrize("name", games())
def test_results_stand_directly_under_the_board(explore: Open, name: str) -> None:
    """On a phone they are seen with the board; choosing one or leaving it to chance scrolls and moves nothing."""
    shown = explore(name, DUE[name], **PHONE)
    shown.ready()
    page, board = shown.page, shown.board.bounding_box()
    results = [str(each) for each in rules(name).actions(rules(name).position(DUE[name]))]
    cards = page.locator("#results .card")
    assert cards.evaluate_all("all => all.map((each) => each.dataset.action)") == results[:6]
    expect(cards.first).to_be_in_viewport(ratio=1)
    box = cards.first.bounding_box()
    assert board
    assert box
    assert 0 <= box["y"] - board["y"] - board["height"] < 80
    cards.first.tap()
    expect(page.locator("#board .picture")).to_have_class(re.compile("previewing"))
    cards.first.tap()
    shown.at(f"{DUE[name]} {results[0]}")
    page.locator("#go-back").tap()
    shown.at(DUE[name])
    if name != "goff":
        page.locator("#decide").tap()
        shown.at(re.compile(f"^{re.escape(DUE[name])} ({'|'.join(map(re.escape, results))})$"))
    shown.ready()
    assert shown.board.bounding_box() == board
    assert page.evaluate("() => scrollY") == 0


@pytest.mark.parametrize("name", ["goff", "sqt"])
def test_closed_cycle_takes_the_natural_click(explore: Open, name: str) -> None:
    shown = explore(name, CYCLE)
    shown.ready()
    page = shown.page
    expect(page.locator(".square.open")).to_have_count(2)
    for square, selection in ((1, "selA"), (3, "selB")):
        preview = page.locator("#board .picture.previewing")
        shown.square(square).hover()
        expect(preview).to_be_visible()
        page.mouse.move(0, 0)
        expect(preview).to_have_count(0)
        shown.square(square).focus()
        expect(preview).to_be_visible()
        ways = (
            shown.square(square).click,
            shown.card(selection).click,
            shown.row(selection).click,
            partial(page.keyboard.type, str(square)),
            partial(page.keyboard.type, selection[-1].lower()),
        )
        for settle in ways:
            settle()
            shown.at(f"{CYCLE} {selection}")
            page.locator("#go-back").click()
            shown.at(CYCLE)


ILLEGAL: dict[str, list[tuple[str, tuple[int, ...], str]]] = {
    "goff": [(SETTLED, (9,), "GOFF-MOVE-2"), (SETTLED, (2, 9), "GOFF-MOVE-2"), (CYCLE, (5,), "GOFF-COLLAPSE-1")],
    "sqt": [(SETTLED, (1,), "GOFF-MOVE-2")],
    "probabilistic": [("X1.5 success", (5,), "PROB-MOVE-1"), ("X1.5", (1,), "PROB-OUTCOME-1")],
    "tiqtaqtoe": [("X1.5 O2.1", (5,), "TIQ-MOVE-1")],
    "hybrid": [("X1.7 =X", (7,), "HYB-MEASURE-1"), ("X1.7 =X", (1, 2), "HYB-LINK-1"), ("X1.7", (1,), "HYB-RESULT-1")],
}


@pytest.mark.parametrize("name", games())
def test_illegal_squares_say_why(explore: Open, name: str) -> None:
    shown = explore(name)
    for moves, squares, why in ILLEGAL[name]:
        shown.show(moves)
        board = shown.board.bounding_box()
        shown.click(*squares)
        shown.says(why)
        shown.at(moves)
        assert shown.board.bounding_box() == board


def test_message_ends_with_the_next_move_or_by_itself(explore: Open) -> None:
    shown = explore("goff", SETTLED, clock=True)
    problem = shown.page.locator("#problem")
    shown.click(9)
    shown.says("Square 9 is taken. Choose two of the squares 2, 4, 5, 6, 7 and 8")
    shown.click(2)
    expect(problem).to_be_hidden()
    shown.click(9)
    expect(problem).to_be_visible()
    shown.page.mouse.move(0, 0)
    shown.page.clock.run_for(60_000)
    expect(problem).to_be_hidden()


def test_first_click_shows_second_squares_and_lets_go(explore: Open) -> None:
    shown = explore("goff")
    shown.ready()
    expect(shown.square(1)).to_have_attribute("aria-label", "Square 1, from 0 to 10")
    shown.click(1)
    expect(shown.square(1)).to_have_attribute("aria-pressed", "true")
    expect(shown.square(9)).to_have_attribute("aria-label", "Square 9, 10, best")
    expect(shown.square(2)).to_have_attribute("aria-label", "Square 2, 0")
    for let_go in (shown.square(1).click, partial(shown.page.keyboard.press, "Escape")):
        let_go()
        expect(shown.square(1)).to_have_attribute("aria-pressed", "false")
        shown.click(1)
    shown.page.keyboard.press("Backspace")
    shown.at("")
    shown.click(1, 9)
    shown.at("X1.1-9")
    shown.page.keyboard.press("Backspace")
    shown.at("")


def test_arrow_keys_go_from_square_to_square(explore: Open) -> None:
    shown = explore("goff")
    shown.square(1).focus()
    for key in ("Enter", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "Enter"):
        shown.page.keyboard.press(key)
    shown.at("X1.1-4")


def test_wheel_and_keys_go_through_the_game(explore: Open) -> None:
    shown = explore(
        "goff", query="game=goff&moves=X1.1-9+O2.1-3&tree=X1.1-9+O2.1-3+(O2.4-5)+X3.1-3", at="X1.1-9 O2.1-3"
    )
    page, [first, second, whole] = shown.page, ["X1.1-9", "X1.1-9 O2.1-3", CYCLE]
    shown.square(5).hover()
    for far, moves in ((-100, first), (100, second), (100, whole)):
        page.mouse.wheel(0, far)
        shown.at(moves)
    page.locator("h1").click()
    for key, moves in {"Home": "", "End": whole, "ArrowLeft": second, "ArrowDown": f"{first} O2.4-5"}.items():
        page.keyboard.press(key)
        shown.at(moves)
    page.keyboard.press("ArrowUp")
    shown.at(second)
    for way, moves in {"toStart": "", "forward": first, "toEnd": whole, "back": second}.items():
        page.locator(f"#go-{way}").click()
        shown.at(moves)
