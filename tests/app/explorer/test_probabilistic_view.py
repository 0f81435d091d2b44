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
    escaped = part.replace(",", "%2C").replace(";", "%3B").replace("/", "%2F")
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


def test_typed_numbers_stay_exact(explore: Open) -> None:
    shown = explore("probabilistic", options=SURE)
    editor(shown)
    shown.page.locator("#square-success").fill("1/3")
    shown.page.locator("#square-success").press("Enter")
    says(shown, 1, "1/3", "0", "2/3")
    in_address(shown, "board=1/3,0,2/3;1,0,0")


def test_typed_failure_leaves_the_rest_to_success(explore: Open) -> None:
    shown = explore("probabilistic", options=COIN)
    editor(shown)
    shown.page.locator("#square-failure").fill("20%")
    shown.page.locator("#square-failure").press("Enter")
    says(shown, 1, "0.8", "0", "0.2")


def test_wrong_numbers_are_refused_with_a_reason(explore: Open) -> None:
    shown = explore("probabilistic", options=COIN)
    editor(shown)
    wrong = shown.page.locator("#square-wrong")
    shown.page.locator("#square-success").fill("1e-1")
    shown.page.locator("#square-success").press("Enter")
    expect(wrong).to_contain_text("“1e-1” is not a probability")
    shown.page.locator("#square-success").fill("6/5")
    shown.page.locator("#square-success").press("Enter")
    expect(wrong).to_contain_text("more than 1 together")
    says(shown, 1, "0.5", "0", "0.5")


def test_preset_fills_all_squares(explore: Open) -> None:
    shown = explore("probabilistic")
    editor(shown)
    shown.page.locator("#presets").select_option("A third each")
    for square in range(1, 10):
        says(shown, square, "1/3", "1/3", "1/3")
    in_address(shown, "board=1/3,1/3,1/3;")


def test_seed_gives_its_board(explore: Open, application: Application) -> None:
    shown = explore("probabilistic")
    editor(shown)
    shown.page.locator("#seed").fill("7")
    shown.page.locator("#seed").press("Enter")
    in_address(shown, "seed=7")
    says(shown, 1, *application.ask("/probabilistic", seed="7")["picture"]["board"][0]["exact"])


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


def test_pasted_csv_becomes_the_board(explore: Open) -> None:
    shown = explore("probabilistic")
    editor(shown)
    shown.page.locator("#csv").fill(THIRDS)
    shown.page.locator("#csv-read").click()
    says(shown, 9, "1/3", "1/3", "1/3")


def test_csv_file_is_opened_and_saved(explore: Open) -> None:
    shown = explore("probabilistic")
    editor(shown)
    given = FilePayload(name="board.csv", mimeType="text/csv", buffer=THIRDS.encode())
    shown.page.locator("#csv-file").set_input_files([given])
    says(shown, 1, "1/3", "1/3", "1/3")
    with shown.page.expect_download() as download:
        shown.page.locator("#csv-save").click()
    assert download.value.path().read_text(encoding="utf-8") == THIRDS


def test_wrong_csv_is_rejected_and_the_board_kept(explore: Open) -> None:
    shown = explore("probabilistic", options=COIN)
    shown.problems_expected = True  # the server rejects the board
    editor(shown)
    shown.page.locator("#csv").fill("success,neutral,failure\n0.5,0.2,0.4\n")
    shown.page.locator("#csv-read").click()
    shown.says("PROB-SQUARE-1")
    says(shown, 1, "0.5", "0", "0.5")


def test_loop_is_explained_by_its_equations(explore: Open, application: Application) -> None:
    """With neutral 1/2 everywhere, the same position comes back with probability 1/4, so it is there 4/3 times."""
    board = ";".join(["0.5,0.5,0"] * 9)
    shown = explore("probabilistic", options={"board": board})
    loops = shown.page.locator(".loops")
    expect(loops).to_contain_text("1/2 × 1/2 = 1/4 = 25%")
    expect(loops).to_contain_text("it is there 1.333 times")
    expect(loops.locator(".equation")).to_have_count(2)
    found, position = (
        application.ask("/probabilistic/loops", board=board),
        application.ask("/probabilistic", board=board),
    )
    assert found["sides"][0]["value"]["exact"] == position["value"]["exact"]


def test_board_without_neutral_does_not_come_back(explore: Open) -> None:
    shown = explore("probabilistic", options=COIN)
    expect(shown.page.locator(".loops")).to_contain_text("play does not come back here")


def test_equations_are_hidden_with_the_values(explore: Open) -> None:
    shown = explore("probabilistic")
    expect(shown.page.locator(".loops .equation").first).to_be_visible()
    shown.page.locator("#show-values").uncheck()
    expect(shown.page.locator(".loops")).to_have_text("The equations are hidden with the values.")
    shown.page.locator("#show-values").check()
    expect(shown.page.locator(".loops .equation").first).to_be_visible()
