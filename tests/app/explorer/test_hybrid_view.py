"""Q3T on the page: arrows with owners, two links between the same boxes, results, the circuit and OpenQASM."""

import random
from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest
from playwright.sync_api import Locator, expect

from qttt.app import cli
from qttt.app.explorer.shown import shown
from qttt.reference.hybrid import Hybrid, Link, Position

from .browsing import COPYING, PHONE, Explorer, Open
from .drawing import Drawing, drawings

pytestmark = pytest.mark.browser

FIGURE_2 = "X1.5 =X O2.2>5 X3.2"
FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O"
WORTH = "★ −15/32"


def gates(sheet: Locator) -> list[str]:
    """The kinds of the gates that are drawn, in order."""
    return [str(each.get_attribute("data-gate")) for each in sheet.locator(".circuit .gate").all()]


def printed(capsys: pytest.CaptureFixture[str], moves: str) -> str:
    """The OpenQASM 3 text that the command prints."""
    capsys.readouterr()
    assert cli.main(["show", "hybrid", moves, "--qasm"]) == 0
    return capsys.readouterr().out


def drawn(page: Explorer, positions: Sequence[Position]) -> list[Drawing]:
    """The drawings of some positions, with a value on every unmeasured box."""
    pictures = [(shown("hybrid").picture(Hybrid(), position), position.unmeasured) for position in positions]
    return drawings(page.page, "hybrid", pictures, WORTH)


def random_positions(game: Hybrid, seed: int, number: int) -> Iterator[Position]:
    """Positions with two links or more, in games in which most moves are links."""
    chance = random.Random(seed)
    while number:
        position = game.initial()
        for _ in range(chance.randint(4, 16)):
            actions = game.actions(position)
            links = [action for action in actions if isinstance(action, Link)]
            if actions:
                position = game.play(position, chance.choice(links if links and chance.random() < 0.6 else actions))
        if len(position.links) >= 2 and not position.measuring:
            number -= 1
            yield position


def test_arrows_say_whose_link_it_is(explore: Open) -> None:
    page = explore("hybrid", "X1.7 =X O2.5>7 X3.6>7").page
    for link, owner in (("5>7", "O"), ("6>7", "X")):
        arrow = page.locator(f'#board [data-link="{link}"]')
        expect(arrow).to_have_class(f"arrow {owner}")
        expect(arrow.locator(".badge-letter")).to_have_text(owner)


def test_random_arrows_are_drawn_without_faults(explore: Open) -> None:
    positions = [*random_positions(Hybrid(), 7, 30)]
    found = drawn(explore("hybrid"), positions)
    faults = {str(position): [*drawing.faults()] for position, drawing in zip(positions, found, strict=True)}
    assert {position: each for position, each in faults.items() if each} == {}


def test_two_links_between_the_same_boxes_stay_apart(explore: Open) -> None:
    pairs = [*permutations(range(1, 10), 2)]
    games = [f"X1.{target} =X O2.{control}>{target} X3.{control}>{target}" for control, target in pairs]
    found = drawn(explore("hybrid"), [Hybrid(links="two").position(game) for game in games])
    faults = {game: [*drawing.faults()] for game, drawing in zip(games, found, strict=True)}
    assert {game: each for game, each in faults.items() if each} == {}
    assert all(len(drawing.lines) == 2 for drawing in found)


@pytest.mark.parametrize(("result", "target"), [("=X", "X"), ("=O", "O")])
def test_cards_draw_what_each_result_would_do(explore: Open, result: str, target: str) -> None:
    shown = explore("hybrid", FIGURE_2)
    marks = shown.token(result).locator("svg .mark")
    drawn = {each.get_attribute("data-disc"): each.get_attribute("class") for each in marks.all()}
    assert drawn == {"2": f"mark {result[1]}", "5": f"mark {target}"}
    shown.token(result).click()
    shown.at(f"{FIGURE_2} {result}")


def test_circuit_of_figure_2(explore: Open) -> None:
    shown = explore("hybrid", FIGURE_2)
    sheet = shown.tab("circuit")
    expect(sheet.locator(".circuit .superposed")).to_have_count(9)
    expect(sheet.locator(".circuit .gate")).to_have_count(7)
    assert gates(sheet) == [
        *("RESET", "NOT", "MEASUREMENT", "LINK"),
        *("MEASUREMENT", "CONTROLLED NOT", "MEASUREMENT"),
    ]
    expect(sheet.locator('[data-gate="CONTROLLED NOT"] .control')).to_have_class("control hollow")
    expect(sheet).to_contain_text("the game can go 2 ways")
    sheet.get_by_text("Gates in words").focus()
    shown.page.keyboard.press("Enter")
    expect(sheet.locator(".gates li").last).to_have_text("X3.2 measure 2; anti-controlled NOT from 2 to 5; measure 5")


def test_circuit_grows_with_the_game(explore: Open) -> None:
    shown = explore("hybrid")
    sheet = shown.tab("circuit")
    expect(sheet.locator(".circuit .superposed")).to_have_count(9)
    assert gates(sheet) == []
    shown.click(7, 7)
    shown.token("=X").click()
    expect(sheet.locator(".circuit .gate")).to_have_count(3)
    assert gates(sheet) == ["RESET", "NOT", "MEASUREMENT"]
    shown.click(5, 7)
    expect(sheet.locator(".circuit .ghost.O")).to_have_count(1)
    shown.page.keyboard.press("Backspace")
    expect(sheet.locator(".circuit .ghost")).to_have_count(0)


def test_link_of_x_under_take_is_controlled_by_the_bit(explore: Open) -> None:
    moves = "X1.7 =O O2.1 =O X3.5>7 O4.5 =X"
    sheet = explore("hybrid", moves, {"effect": "take", "links": "single", "targets": "one"}).tab("circuit")
    expect(sheet.locator('[data-gate="TAKE"] .control')).to_have_class("control full")
    expect(sheet.locator('[data-gate="TAKE"] .across')).to_have_count(2)
    expect(sheet.locator('[data-gate="TAKE"] text')).to_have_text("=X")


def test_circuit_of_figure_3_and_its_openqasm(explore: Open, capsys: pytest.CaptureFixture[str]) -> None:
    shown = explore("hybrid", FIGURE_3, **COPYING)
    sheet = shown.tab("circuit")
    expect(sheet.locator(".circuit .gate")).to_have_count(16)
    expect(sheet.locator(".circuit .found")).to_have_text([*"??O?O?O?O"])
    text = shown.copied(sheet.locator("#copy-qasm"))
    expect(shown.page.locator("#said")).to_have_text("Copied the OpenQASM 3 text.")
    assert text == printed(capsys, FIGURE_3)
    sheet.get_by_label("Leave results open").check()
    expect(sheet).to_contain_text("the game can go 14 ways")
    assert "RESET" not in gates(sheet)
    sheet.get_by_text("OpenQASM 3", exact=True).click()
    expect(sheet.locator(".qasm")).to_be_visible()
    assert sheet.locator(".qasm").text_content() == printed(capsys, "X1.7 O2.5>7 X3.3 O4.9>3 X5.5 O6.9")


def test_written_position_has_no_circuit(explore: Open) -> None:
    shown = explore("hybrid")
    shown.problems_expected = True  # the server rejects the question for the circuit
    shown.paste(Hybrid().write_position(Hybrid().position("X1.5 =X")))
    expect(shown.board.locator(".mark")).to_have_count(1)
    sheet = shown.tab("circuit")
    expect(sheet).to_contain_text("A circuit belongs to a whole game")
    expect(sheet.locator("#copy-qasm")).to_be_disabled()


def test_circuit_fits_a_phone_and_taps_reach_it(explore: Open) -> None:
    shown = explore("hybrid", FIGURE_3, **PHONE)
    page = shown.page
    page.locator('[data-tab="circuit"]').tap()
    expect(page.locator(".circuit .gate")).to_have_count(16)
    box = page.locator("svg.circuit").bounding_box()
    assert box
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
    page.get_by_text("What the signs mean").tap()
    expect(page.locator(".signs")).to_be_visible()
    assert shown.width == 360
