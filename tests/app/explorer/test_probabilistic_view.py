"""Probabilistic tic-tac-toe's own view: the editor of the board, and loops explained."""

import re

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from .application import Application
from .browsing import PHONE, Explorer, Open

pytestmark = pytest.mark.browser

SURE = {"board": ";".join(["1,0,0"] * 9)}
COIN = {"board": ";".join(["0.5,0,0.5"] * 9)}
THIRDS = "success,neutral,failure\n" + "1/3,1/3,1/3\n" * 9


def editor(shown: Explorer) -> Locator:
    """The editor, in its tab."""
    return shown.tab("board")


def triangle(shown: Explorer, square: int) -> Locator:
    """The triangle of a square."""
    return shown.page.locator(f'[data-triangle="{square}"]')


def says(shown: Explorer, square: int, success: str, neutral: str, failure: str) -> None:
    """Wait until a square has three probabilities, in the editor and on the board of the server."""
    words = f"Square {square}: success {success}, neutral {neutral}, failure {failure}. Arrow keys change it"
    expect(triangle(shown, square)).to_have_attribute("aria-label", words)


def in_address(shown: Explorer, part: str) -> None:
    """Wait until the address has a text."""
    escaped = part.replace(",", "%2C").replace(";", "%3B")
    expect(shown.page).to_have_url(re.compile(re.escape(escaped)))


def test_editor_shows_the_board_of_a_seed(explore: Open, application: Application) -> None:
    shown = explore("probabilistic")
    editor(shown)
    board = application.ask("/probabilistic", seed="1")["picture"]["board"]
    for square in (1, 5, 9):
        says(shown, square, *board[square - 1]["exact"])


def test_arrow_keys_change_a_square(explore: Open) -> None:
    shown = explore("probabilistic", options=SURE)
    editor(shown)
    triangle(shown, 2).press("ArrowUp")
    says(shown, 2, "0.95", "0.05", "0")
    triangle(shown, 2).press("ArrowLeft")
    says(shown, 2, "0.9", "0.05", "0.05")
    in_address(shown, "1,0,0;0.9,0.05,0.05;1,0,0")
    expect(triangle(shown, 2)).to_be_focused()


def test_dragging_the_point_changes_a_square(explore: Open) -> None:
    shown = explore("probabilistic", options=SURE)
    editor(shown)
    drawn = triangle(shown, 1).locator("svg")
    box = drawn.bounding_box()
    assert box
    shown.page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + box["height"] * 0.88)
    shown.page.mouse.down()
    shown.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.105)
    shown.page.mouse.up()
    says(shown, 1, "0", "1", "0")
    in_address(shown, "board=0,1,0;1,0,0")


def test_touch_on_a_phone_sets_a_square(explore: Open) -> None:
    shown = explore("probabilistic", options=SURE, **PHONE)
    editor(shown)
    drawn = triangle(shown, 3).locator("svg")
    box = drawn.bounding_box()
    assert box
    drawn.tap(position={"x": box["width"] * 0.09, "y": box["height"] * 0.9})
    says(shown, 3, "0", "0", "1")
    in_address(shown, "1,0,0;1,0,0;0,0,1")
    assert shown.width <= 360


def test_typed_numbers_stay_exact_or_are_refused_with_a_reason(explore: Open) -> None:
    """What is left of 1 goes to failure, or to success where failure is typed."""
    shown = explore("probabilistic", options=COIN)
    editor(shown)

    def typed(outcome: str, number: str) -> None:
        shown.page.locator(f"#square-{outcome}").fill(number)
        shown.page.locator(f"#square-{outcome}").press("Enter")

    typed("success", "1/3")
    says(shown, 1, "1/3", "0", "2/3")
    in_address(shown, "board=1/3,0,2/3;0.5,0,0.5")
    typed("failure", "20%")
    says(shown, 1, "0.8", "0", "0.2")
    for number, words in (("1e-1", "“1e-1” is not a probability"), ("6/5", "more than 1 together")):
        typed("success", number)
        expect(shown.page.locator("#square-wrong")).to_contain_text(words)
        says(shown, 1, "0.8", "0", "0.2")


def test_boards_come_from_presets_seeds_and_csv(explore: Open, application: Application) -> None:
    shown = explore("probabilistic")
    shown.problems_expected = True  # the server rejects the last board
    editor(shown)
    shown.page.locator("#presets").select_option("A third each")
    for square in range(1, 10):
        says(shown, square, "1/3", "1/3", "1/3")
    in_address(shown, "board=1/3,1/3,1/3;")
    shown.page.locator("#seed").fill("7")
    shown.page.locator("#seed").press("Enter")
    in_address(shown, "seed=7")
    says(shown, 1, *application.ask("/probabilistic", seed="7")["picture"]["board"][0]["exact"])
    given = FilePayload(name="board.csv", mimeType="text/csv", buffer=THIRDS.encode())
    shown.page.locator("#csv-file").set_input_files([given])
    says(shown, 1, "1/3", "1/3", "1/3")
    with shown.page.expect_download() as download:
        shown.page.locator("#csv-save").click()
    assert download.value.path().read_text(encoding="utf-8") == THIRDS
    shown.page.locator("#csv").fill("success,neutral,failure\n" + "50%,0,1/2\n" * 9)
    shown.page.locator("#csv-read").click()
    says(shown, 9, "0.5", "0", "0.5")
    shown.page.locator("#csv").fill("success,neutral,failure\n0.5,0.2,0.4\n")
    shown.page.locator("#csv-read").click()
    shown.says("PROB-SQUARE-1")
    says(shown, 9, "0.5", "0", "0.5")


def test_seed_chosen_after_an_edit_replaces_it(explore: Open, application: Application) -> None:
    shown = explore("probabilistic", options=SURE)
    editor(shown)
    held = shown.hold("0.95")
    triangle(shown, 2).press("ArrowUp")
    shown.page.locator("#seed").fill("7")
    shown.page.locator("#seed").press("Enter")
    shown.let_go(held)
    in_address(shown, "seed=7")
    says(shown, 2, *application.ask("/probabilistic", seed="7")["picture"]["board"][1]["exact"])


def test_chance_may_draw_at_once_and_a_game_go_round_a_loop(explore: Open) -> None:
    shown = explore("probabilistic", "X1.5 neutral O2.5 neutral X3.5 neutral")
    shown.tab("play").locator("[data-plays=nature]").select_option("draw")
    shown.click(5)
    drawn = re.compile("^X1.5 neutral O2.5 neutral X3.5 neutral O4.5 (success|neutral|failure)$")
    expect(shown.board).to_have_attribute("data-moves", drawn)


def test_loop_is_explained_by_its_equations(explore: Open, application: Application) -> None:
    """With neutral 1/2 everywhere, the same position comes back with probability 1/4, so it is there 4/3 times."""
    board = {"board": ";".join(["0.5,0.5,0"] * 9)}
    shown = explore("probabilistic", options=board)
    loops = shown.page.locator(".loops")
    for words in ("1/2 × 1/2 = 1/4 = 25%", "it is there 1.333 times"):
        expect(loops).to_contain_text(words)
    expect(loops.locator(".equation")).to_have_count(2)
    shown.page.locator("#show-values").uncheck()
    expect(loops).to_have_text("The equations are hidden with the values.")
    shown.page.locator("#show-values").check()
    expect(loops.locator(".equation").first).to_be_visible()
    found, position = (application.ask(path, **board) for path in ("/probabilistic/loops", "/probabilistic"))
    assert found["sides"][0]["value"]["exact"] == position["value"]["exact"]
    without = explore("probabilistic", options=COIN).page.locator(".loops")
    expect(without).to_contain_text("play does not come back here")
