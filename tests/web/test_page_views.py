"""What only one game shows: the value along q, boards and loops, levels and possible boards, the circuit."""

import re
import threading
from fractions import Fraction

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from qttt.app import cli
from qttt.oracle import game
from qttt.oracle.sqt import functions_of_q

from .browsing import Explorer, Open
from .played import DUE, rules
from .served import Site

pytestmark = pytest.mark.browser

CURVE = """() => {
  const path = document.querySelector(".value-curve").getAttribute("d");
  const points = path.slice(1).split("L").map((point) => point.split(" "));
  return points.map(([x, y]) => [(x - 40) / 546, 20 - (40 * (y - 16)) / 270]);
}"""
"""The points of the curve: q, and the value."""


def test_curve_is_the_function_of_the_game(explore: Open) -> None:
    shown = explore("sqt", options={"q": "1/2", "scoring": "draws-second"})
    expect(shown.page.locator(".value-curve")).to_have_count(1)
    function = functions_of_q("draws-second", False).value
    for q, value in shown.page.evaluate(CURVE):
        assert abs(5 * float(function(Fraction(q).limit_denominator(10**6))) - value) < 0.1, q
    shown.page.locator(".q-critical summary").click()
    zero = shown.page.locator(".q-critical li", has_text="◆")
    expect(zero).to_contain_text("q ≈ 0.735384 (0.7353841878…, a root of 5q³ + q² + 2q − 4) ◆ the value is zero")
    zero.get_by_role("button").click()
    expect(shown.page.locator(".q-reading")).to_contain_text("V(91923/125000)")
    expect(shown.page).to_have_url(re.compile(r"q=0\.735384"))


def test_q_is_set_by_slider_text_and_pointer(explore: Open) -> None:
    shown = explore("sqt")
    shown.ready()
    reading, typed, chart = (shown.page.locator(each) for each in (".q-reading", "#sqt-q", ".q-chart"))
    expect(reading).to_have_text("V(1/2) = 10")
    shown.page.locator("#sqt-slider").press("ArrowRight")
    expect(reading).to_have_text(re.compile(r"V\(11/20\) = "))
    expect(shown.page.locator("#sqt-slider")).to_be_focused()
    for text, value in {"0": "V(0) = 20", "0.75": "V(3/4) = "}.items():
        typed.fill(text)
        typed.press("Enter")
        expect(reading).to_contain_text(value)
    expect(typed).to_have_value("3/4")
    typed.fill("3/2")
    typed.press("Enter")
    shown.says("expected a number from 0 to 1")
    expect(typed).to_have_value("3/4")
    expect(chart.locator(".move-curve")).to_have_count(8)
    box = chart.bounding_box()
    assert box
    chart.click(position={"x": box["width"] * (40 + 546 * 0.25) / 600, "y": box["height"] / 2})
    expect(reading).to_contain_text("V(1/4) =")
    shown.page.go_back()
    expect(reading).to_contain_text("V(3/4) =")
    shown.page.locator("#show-values").uncheck()
    expect(reading).to_contain_text("hidden")
    expect(shown.page.locator(".value-curve, .curve-chip")).to_have_count(0)
    shown.page.goto(shown.link("", {"q": "1/2", "pair": "forbidden"}))
    shown.ready("unsolved")
    shown.page.locator("#show-values").check()
    expect(reading).to_have_text("No curves: With pair=forbidden values are known from ply 4 on.")


def has(shown: Explorer, square: int, success: str, neutral: str, failure: str) -> None:
    """Wait until a square has three probabilities, in the editor."""
    words = f"Square {square}: success {success}, neutral {neutral}, failure {failure}. Arrow keys change it"
    expect(shown.page.locator(f'[data-triangle="{square}"]')).to_have_attribute("aria-label", words)


def enter(shown: Explorer, field: str, text: str) -> None:
    """Fill in a field, and press Enter."""
    shown.page.locator(field).fill(text)
    shown.page.locator(field).press("Enter")


def test_editor_changes_squares_by_keys_pointer_and_text(explore: Open) -> None:
    shown = explore("probabilistic", options={"board": ";".join(["1,0,0"] * 9)})
    shown.tab("board")
    second, first = (shown.page.locator(f'[data-triangle="{each}"]') for each in (2, 1))
    second.press("ArrowUp")
    second.press("ArrowLeft")
    has(shown, 2, "0.9", "0.05", "0.05")
    expect(second).to_be_focused()
    box = first.locator("svg").bounding_box()
    assert box
    shown.page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + box["height"] * 0.88)
    shown.page.mouse.down()
    shown.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.105)
    shown.page.mouse.up()
    has(shown, 1, "0", "1", "0")
    expect(shown.page).to_have_url(re.compile("board=0%2C1%2C0%3B0.9%2C0.05%2C0.05%3B1%2C0%2C0"))
    shown.page.locator("#presets").select_option("Fair coin: mine or yours")
    for outcome, number, numbers in (("success", "1/3", ("1/3", "0", "2/3")), ("failure", "20%", ("0.8", "0", "0.2"))):
        enter(shown, f"#square-{outcome}", number)
        has(shown, 1, *numbers)
    for number, words in (("1e-1", "write it as 0.65"), ("6/5", "a probability is from 0 to 1")):
        enter(shown, "#square-success", number)
        expect(shown.page.locator("#square-wrong")).to_contain_text(words)
        has(shown, 1, "0.8", "0", "0.2")


THIRDS = "success,neutral,failure\n" + "1/3,1/3,1/3\n" * 9


def test_boards_come_from_presets_seeds_and_files(explore: Open) -> None:
    shown = explore("probabilistic")
    shown.tab("board")
    shown.ready()
    has(shown, 1, *(f"{float(each):g}" for each in rules("probabilistic").board[0]))
    shown.page.locator("#presets").select_option("A third each")
    has(shown, 9, "1/3", "1/3", "1/3")
    enter(shown, "#seed", "7")
    expect(shown.page).to_have_url(re.compile("seed=7"))
    has(shown, 1, *(f"{float(each):g}" for each in game("probabilistic", seed=7).board[0]))
    file = FilePayload(name="board.csv", mimeType="text/csv", buffer=THIRDS.encode())
    shown.page.locator("#boards-file").set_input_files([file])
    has(shown, 1, "1/3", "1/3", "1/3")
    with shown.page.expect_download() as download:
        shown.page.locator("#csv-save").click()
    assert download.value.path().read_text(encoding="utf-8") == THIRDS
    shown.page.locator("#boards").fill("success,neutral,failure\n0.5,0.2,0.4\n")
    shown.page.locator("#boards-read").click()
    expect(shown.page.get_by_text(re.compile("PROB-SQUARE-1|PROB-FILE"))).to_be_visible()
    has(shown, 9, "1/3", "1/3", "1/3")


def test_loop_is_explained_by_its_equations(explore: Open) -> None:
    """With neutral 1/2 everywhere, the same position comes back with probability 1/4, so it is there 4/3 times."""
    shown = explore("probabilistic", options={"board": ";".join(["0.5,0.5,0"] * 9)})
    loop = shown.page.locator(".loop")
    expect(loop).to_contain_text("about 25%, both are neutral")
    expect(loop).to_contain_text("it is there 1.333 times")
    expect(loop.locator(".equation")).to_have_count(2)
    shown.page.locator("#show-values").uncheck()
    expect(loop).to_be_hidden()


def test_possible_boards_are_those_of_the_reference(explore: Open) -> None:
    shown = explore("tiqtaqtoe", "X1.5-8 O2.6-8 X3.3-7 O4.3-9 X5.1-2 O6.1-4")
    sheet = shown.tab("boards")
    items = sheet.locator(".board-item")

    def listed() -> set[str]:
        return {*items.evaluate_all("all => all.map((each) => each.dataset.board)")}

    possible = rules("tiqtaqtoe").position(shown.moves).boards
    expect(items).to_have_count(48)
    sheet.get_by_role("button", name=f"Show all {len(possible)} boards").click()
    expect(items).to_have_count(len(possible))
    assert listed() == {*possible}
    shown.show(DUE["tiqtaqtoe"])
    possible = rules("tiqtaqtoe").position(DUE["tiqtaqtoe"]).boards
    expect(items).to_have_count(len(possible))
    suppose = sheet.locator(".suppose").first
    suppose.click()
    expect(suppose).to_have_attribute("aria-pressed", "true")
    assert listed() < {*possible}
    suppose.click()
    sheet.locator('.board-item[data-board="X.O.X.O.X"]').click()
    shown.at(f"{DUE['tiqtaqtoe']} =X.O.X.O.X")


def test_level_and_switches_are_chosen(explore: Open) -> None:
    shown = explore("tiqtaqtoe", "X1.5")

    def level(name: str) -> Locator:
        return shown.page.get_by_role("radio", name=name, exact=True)

    expect(level("high")).to_be_checked()
    level("high").focus()
    shown.page.keyboard.press("ArrowLeft")
    expect(level("moderate")).to_be_checked()
    expect(level("moderate")).to_be_focused()
    expect(shown.page).to_have_url(re.compile("level=moderate"))
    level("classic").check(force=True)
    expect(shown.page.locator("#actions .row")).to_have_count(8)
    level("full").check(force=True)
    shown.ready("unsolved")
    expect(shown.headline).to_contain_text("full")
    level("high").check(force=True)
    shown.page.get_by_text("Switches", exact=True).click()
    shown.page.get_by_label("target").select_option("unentangled")
    expect(shown.page).to_have_url(re.compile("target=unentangled"))
    shown.click(1, 2)
    shown.at("X1.5 O2.1-2")
    level("classic").click(force=True)
    shown.says("TIQ-LEVEL-1")
    expect(level("high")).to_be_checked()


FIGURE_2 = "X1.5 =X O2.2>5 X3.2"
FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O"


def test_circuit_grows_with_the_game(explore: Open, capsys: pytest.CaptureFixture[str]) -> None:
    shown = explore("hybrid", FIGURE_2, permissions=["clipboard-read", "clipboard-write"])
    sheet = shown.tab("circuit")
    gates = sheet.locator(".circuit .gate")
    measured = ["RESET", "NOT", "MEASUREMENT", "LINK", "MEASUREMENT", "CONTROLLED NOT", "MEASUREMENT"]
    expect(gates).to_have_count(7)
    assert gates.evaluate_all("all => all.map((each) => each.dataset.gate)") == measured
    expect(sheet.locator('[data-gate="CONTROLLED NOT"] .control')).to_have_class("control hollow")
    sheet.get_by_text("Gates in words").click()
    words = "X3.2 measure 2; anti-controlled NOT from 2 to 5; measure 5"
    expect(sheet.locator(".gates li").last).to_have_text(words)
    shown.card("=O").click()
    shown.at(f"{FIGURE_2} =O")
    expect(sheet.locator(".circuit .found").nth(4)).to_have_text("O")
    shown.show(FIGURE_3)
    expect(sheet.locator(".circuit .found")).to_have_text([*"??O?O?O?O"])
    capsys.readouterr()
    assert cli.main(["show", "hybrid", FIGURE_3, "--qasm"]) == 0
    assert shown.copied(sheet.locator("#copy-qasm")) == capsys.readouterr().out
    sheet.get_by_label("Leave results open").check()
    expect(sheet).to_contain_text("the game can go 14 ways")
    shown.paste(rules("hybrid").write_position(rules("hybrid").position("X1.5 =X")))
    expect(shown.tab("circuit")).to_contain_text("A circuit belongs to a whole game")


def test_panels_wait_for_their_style(explore: Open, site: Site) -> None:
    """Without it they are wider than a phone."""
    site.altered["probabilistic/view.css"] = gate = threading.Event()
    shown = explore("probabilistic")
    shown.ready()
    expect(shown.page.locator("#actions .row").first).to_be_visible()
    shown.page.wait_for_timeout(500)
    expect(shown.page.locator(".board-editor")).to_have_count(0)
    gate.set()
    expect(shown.page.locator(".board-editor")).to_have_count(1)
