"""TiqTaqToe on the page: groups, the possible boards with their chances, measurement, level and switches."""

import re

import pytest
from playwright.sync_api import Locator, expect

from qttt.reference.tiqtaqtoe import TiqTaqToe

from .browsing import PHONE, Explorer, Open

pytestmark = pytest.mark.browser

ENTANGLED = "X1.1-2 O2.2-6 X3.4-5"
"""Two groups: X's first mark and O's, which share square 2, and X's second mark."""
DUE = "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9"
"""No square is certainly empty: four marks are each on one of two squares."""


def boards(sheet: Locator) -> dict[str, str]:
    """The boards that are listed, and their chances."""
    items = sheet.locator(".board-item").all()
    return {str(each.get_attribute("data-board")): each.locator("span").inner_text() for each in items}


def level(shown: Explorer, name: str) -> Locator:
    """The button of a level."""
    return shown.page.get_by_role("radio", name=name, exact=True)


def test_possible_boards_are_listed_with_their_chances(explore: Open) -> None:
    shown = explore("tiqtaqtoe")
    sheet = shown.tab("boards")
    ends = sheet.locator(".ends")
    expect(ends).to_contain_text("everything is certain")
    assert boards(sheet) == {".........": "1"}
    expect(sheet.locator(".suppose")).to_have_count(0)
    shown.show("X1.1-2 O2.2-6")
    expect(ends).to_have_text("4 boards, each with probability 1/4. No board has a line.")
    assert boards(sheet) == dict.fromkeys([".O...X...", ".X...O...", "X....O...", "XO......."], "1/4")
    shown.show("X1.1 O2.4 X3.2 O4.5 X5.3-7")
    expect(ends).to_contain_text("X has a line with probability 1/2, O with 0.")
    expect(sheet.locator('[data-board="XXXOO...."] .struck')).to_have_count(1)
    expect(sheet.locator('[data-board="XX.OO.X.."] .struck')).to_have_count(0)


def test_supposing_what_a_group_holds_leaves_its_boards(explore: Open) -> None:
    sheet = explore("tiqtaqtoe", ENTANGLED).tab("boards")
    assert set(boards(sheet).values()) == {"1/8"}
    sheet.get_by_label("Suppose X on 1, O on 6: probability 1/4").click()
    assert boards(sheet) == {"X...XO...": "1/2", "X..X.O...": "1/2"}
    expect(sheet.locator(".ends")).to_contain_text("2 of 8 boards")
    sheet.get_by_label("Suppose X on 4: probability 1/2").click()
    assert boards(sheet) == {"X..X.O...": "1"}
    sheet.get_by_label("Suppose X on 1, O on 6: probability 1/4").click()
    assert len(boards(sheet)) == 4


def test_keyboard_supposes_and_keeps_its_place(explore: Open) -> None:
    shown = explore("tiqtaqtoe", ENTANGLED)
    sheet = shown.tab("boards")
    choice = sheet.get_by_label("Suppose X on 5: probability 1/2")
    choice.focus()
    shown.page.keyboard.press("Enter")
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(choice).to_be_focused()
    assert len(boards(sheet)) == 4
    shown.page.keyboard.press("Space")
    expect(choice).to_have_attribute("aria-pressed", "false")
    assert len(boards(sheet)) == 8


def test_next_move_forgets_what_was_supposed(explore: Open) -> None:
    shown = explore("tiqtaqtoe", "X1.1-2")
    sheet = shown.tab("boards")
    sheet.get_by_label("Suppose X on 1: probability 1/2").click()
    assert boards(sheet) == {"X........": "1"}
    shown.click(5, 5)
    shown.at("X1.1-2 O2.5")
    assert boards(sheet) == {".X..O....": "1/2", "X...O....": "1/2"}


def test_many_boards_are_shown_on_request(explore: Open) -> None:
    moves = "X1.5-8 O2.6-8 X3.3-7 O4.3-9 X5.1-2 O6.1-4"
    found = TiqTaqToe().position(moves).boards
    assert len(found) > 48
    sheet = explore("tiqtaqtoe", moves).tab("boards")
    expect(sheet.locator(".board-item")).to_have_count(48)
    sheet.get_by_role("button", name=f"Show all {len(found)} boards").click()
    assert boards(sheet).keys() == {*found}


def test_groups_differ_in_letter_colour_and_outline(explore: Open) -> None:
    page = explore("tiqtaqtoe", DUE).page
    expect(page.locator("#board .group-letter")).to_have_text(["a", "a", "b", "b", "c", "c", "d", "d"])
    look = "each => { const {stroke, strokeDasharray} = getComputedStyle(each); return [stroke, strokeDasharray]; }"
    looks = [page.locator(f"#board .group-{group}").first.evaluate(look) for group in range(4)]
    assert [len({each[part] for each in looks}) for part in (0, 1)] == [4, 4]


def test_letters_of_groups_overlap_nothing(explore: Open) -> None:
    page = explore("tiqtaqtoe", ENTANGLED).page
    overlaps = """() => {
      const written = (each) => {
        const size = parseFloat(getComputedStyle(each).fontSize), width = 0.65 * size * [...each.textContent].length;
        const [x, y] = ["x", "y"].map((name) => Number(each.getAttribute(name)));
        const left = x - (each.getAttribute("text-anchor") === "end" ? width : width / 2);
        return {x: left, y: y - 0.75 * size, width, height: 0.75 * size};
      };
      const all = (selector) => [...document.querySelectorAll(selector)];
      const letters = all("#board .group-letter").map(written);
      const others = all("#board text:not(.group-letter)").map(written);
      others.push(...all("#board .mark, #board .bar").map((each) => each.getBBox()));
      const within = (a, b, at, long) => a[at] < b[at] + b[long] && b[at] < a[at] + a[long];
      const meet = (a, b) => within(a, b, "x", "width") && within(a, b, "y", "height");
      return letters.flatMap((a) => others.filter((b) => meet(a, b))).length;
    }"""
    expect(page.locator("#board .group-letter")).to_have_count(5)
    assert page.evaluate(overlaps) == 0


def test_measurement_is_chosen_among_the_boards(explore: Open) -> None:
    shown = explore("tiqtaqtoe", DUE)
    sheet = shown.tab("boards")
    possible = boards(sheet)
    assert (len(possible), set(possible.values())) == (16, {"1/16"})
    sheet.locator('[data-board="X.O.X.O.X"]').click()
    shown.at(f"{DUE} =X.O.X.O.X")
    assert boards(sheet) == {"X.O.X.O.X": "1"}


def test_taps_suppose_and_measure_on_a_phone(explore: Open) -> None:
    shown = explore("tiqtaqtoe", DUE, **PHONE)
    shown.page.locator('[data-tab="boards"]').tap()
    sheet = shown.page.locator("#tab-boards")
    sheet.get_by_label("Suppose X on 2: probability 1/2").tap()
    expect(sheet.locator(".board-item")).to_have_count(8)
    sheet.locator('[data-board=".X.O.X.OX"]').tap()
    shown.at(f"{DUE} =.X.O.X.OX")
    assert shown.width == 360


def test_level_is_chosen_and_stands_in_the_address(explore: Open) -> None:
    shown = explore("tiqtaqtoe", "X1.5")
    expect(level(shown, "high")).to_be_checked()
    level(shown, "high").focus()
    for name in ("moderate", "minimal"):
        shown.page.keyboard.press("ArrowLeft")
        expect(level(shown, name)).to_be_checked()
        expect(level(shown, name)).to_be_focused()
    expect(shown.page).to_have_url(re.compile("level=minimal"))
    level(shown, "classic").click()
    expect(level(shown, "classic")).to_be_checked()
    expect(shown.page).to_have_url(re.compile("level=classic"))
    expect(shown.page.locator(".level-words")).to_contain_text("No superpositions")
    expect(shown.page.locator("#actions .chip")).to_have_count(8)


def test_last_of_two_quick_choices_counts(explore: Open) -> None:
    shown = explore("tiqtaqtoe", "X1.5")
    held = shown.hold("level=moderate")
    level(shown, "moderate").click()
    level(shown, "minimal").click()
    shown.let_go(held)
    expect(shown.page).to_have_url(re.compile("level=minimal"))
    expect(level(shown, "minimal")).to_be_checked()
    expect(shown.page.locator(".level-words")).to_contain_text("two certainly empty squares")


def test_choices_of_different_options_add_up(explore: Open) -> None:
    shown = explore("tiqtaqtoe", "X1.5")
    shown.page.get_by_text("Switches", exact=True).click()
    held = shown.hold("target=unentangled")
    shown.page.locator("#switch-target").select_option("unentangled")
    shown.page.locator("#switch-both").select_option(index=1)
    shown.let_go(held)
    expect(shown.page).to_have_url(re.compile("(?=.*target=unentangled)(?=.*both=)"))


def test_move_made_under_new_options_waits_for_them(explore: Open) -> None:
    shown = explore("tiqtaqtoe", "X1.5")
    held = shown.hold("level=classic")
    level(shown, "classic").click()
    shown.click(1)
    expect(shown.board).to_have_attribute("data-moves", "X1.5")
    shown.let_go(held)
    shown.at("X1.5 O2.1")
    expect(shown.page).to_have_url(re.compile("level=classic"))


def test_level_that_forbids_the_moves_says_so_and_changes_nothing(explore: Open) -> None:
    shown = explore("tiqtaqtoe", "X1.1-2")
    shown.problems_expected = True  # the server rejects the moves
    level(shown, "classic").click()
    shown.says("TIQ-LEVEL-1")
    expect(level(shown, "high")).to_be_checked()
    shown.at("X1.1-2")


def test_switches_are_set_and_left_out_where_a_level_lacks_them(explore: Open) -> None:
    shown = explore("tiqtaqtoe", "X1.5")
    shown.page.get_by_text("Switches", exact=True).click()
    shown.page.locator("#switch-target").select_option("unentangled")
    expect(shown.page).to_have_url(re.compile("target=unentangled"))
    level(shown, "moderate").click()
    expect(level(shown, "moderate")).to_be_checked()
    expect(shown.page).not_to_have_url(re.compile("target="))
    expect(shown.page.locator("#switch-target")).to_have_count(0)
    expect(shown.page.locator("#switch-lines")).to_be_visible()


def test_shared_rules_leave_level_and_switches_to_the_panel(explore: Open) -> None:
    sheet = explore("tiqtaqtoe").tab("options")
    expect(sheet.locator(".about")).to_be_visible()
    expect(sheet.locator(".option")).to_have_count(0)
