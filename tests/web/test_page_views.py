"""What only one game shows: q and its curve, boards and loops, levels and possible boards, the circuit, its lines."""

import re
from fractions import Fraction
from math import hypot

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from qttt.app import cli
from qttt.oracle import game, solve

from .browsing import COPYING, PHONE, Explorer, Open
from .played import CYCLE, DUE, rules, some_games

pytestmark = pytest.mark.browser

TERM = re.compile(r"([−+]?) ?(\d*)(q?)([²³⁴]?)")
FORMULA = re.compile(r"V\(q\) = (.*) for q from ([\d.]+) to ([\d.]+)")


def value_of(formula: str, q: Fraction) -> Fraction:
    """The value of a polynomial in words, such as `20 − 40q²`, at q."""
    terms = [found.groups() for found in TERM.finditer(formula) if found[2] or found[3]]
    powers = {"": 1, "²": 2, "³": 3, "⁴": 4}
    return sum(
        ((-1 if sign == "−" else 1) * int(number or 1) * (q ** powers[power] if letter else 1))
        for sign, number, letter, power in terms
    ) + Fraction(0)


def test_formula_and_value_at_q_are_those_of_the_oracle(explore: Open) -> None:
    """The formula that is shown at a q gives the value there, which is exact."""
    shown = explore("sqt")
    for moves in ("", CYCLE, *some_games("sqt", 3, 2)):
        shown.show(moves)
        for q in ("0", "1", "1/3", "17/20"):
            shown.page.locator("#sqt-q").fill(q)
            shown.page.locator("#sqt-q").press("Enter")
            played = game("sqt", q=q)
            value = solve(played, progress=False).value(played.position(moves))
            number = re.escape(f"{value}".replace("-", "−"))
            reading = shown.page.locator(".q-reading strong")
            expect(reading).to_have_text(re.compile(rf"^V\({q}\) = {number}( [=≈] .*)?$"))
            found = FORMULA.fullmatch(shown.page.locator(".q-formula").inner_text())
            assert found
            assert float(found[2]) - 1e-4 <= Fraction(q) <= float(found[3]) + 1e-4
            assert value_of(found[1], Fraction(q)) == value


def test_pointer_on_the_chart_chooses_q(explore: Open) -> None:
    shown = explore("sqt")
    chart = shown.page.locator(".q-chart")
    expect(chart.locator(".move-curve")).to_have_count(8)
    box = chart.bounding_box()
    assert box
    chart.click(position={"x": box["width"] * (40 + 546 * 0.25) / 600, "y": box["height"] / 2})
    expect(shown.page.locator(".q-reading")).to_contain_text("V(1/4) =")


def has(shown: Explorer, square: int, success: str, neutral: str, failure: str) -> None:
    """Wait until a square has three probabilities, in the editor."""
    triangle = shown.page.locator(f'[data-triangle="{square}"]')
    words = f"Square {square}: success {success}, neutral {neutral}, failure {failure}. Arrow keys change it"
    expect(triangle).to_have_attribute("aria-label", words)


def in_address(shown: Explorer, part: str) -> None:
    """Wait until the address has a text."""
    expect(shown.page).to_have_url(re.compile(re.escape(part.replace(",", "%2C").replace(";", "%3B"))))


SURE = {"board": ";".join(["1,0,0"] * 9)}


def test_editor_changes_squares_by_keys_pointer_and_text(explore: Open) -> None:
    shown = explore("probabilistic", options=SURE)
    shown.tab("board")
    second, first = (shown.page.locator(f'[data-triangle="{each}"]') for each in (2, 1))
    second.press("ArrowUp")
    has(shown, 2, "0.95", "0.05", "0")
    second.press("ArrowLeft")
    has(shown, 2, "0.9", "0.05", "0.05")
    in_address(shown, "1,0,0;0.9,0.05,0.05;1,0,0")
    expect(second).to_be_focused()
    box = first.locator("svg").bounding_box()
    assert box
    shown.page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + box["height"] * 0.88)
    shown.page.mouse.down()
    shown.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.105)
    shown.page.mouse.up()
    has(shown, 1, "0", "1", "0")
    in_address(shown, "board=0,1,0;0.9,0.05,0.05;1,0,0")
    shown.page.locator("#presets").select_option("Fair coin: mine or yours")
    in_address(shown, "board=0.5,0,0.5;0.5,0,0.5")
    for outcome, number, numbers in (("success", "1/3", ("1/3", "0", "2/3")), ("failure", "20%", ("0.8", "0", "0.2"))):
        shown.page.locator(f"#square-{outcome}").fill(number)
        shown.page.locator(f"#square-{outcome}").press("Enter")
        has(shown, 1, *numbers)
    for number, words in (("1e-1", "expected a number such as 0.65"), ("6/5", "expected a probability from 0 to 1")):
        shown.page.locator("#square-success").fill(number)
        shown.page.locator("#square-success").press("Enter")
        expect(shown.page.locator("#square-wrong")).to_contain_text(words)
        has(shown, 1, "0.8", "0", "0.2")


THIRDS = "success,neutral,failure\n" + "1/3,1/3,1/3\n" * 9


def test_boards_come_from_presets_seeds_and_files(explore: Open) -> None:
    shown = explore("probabilistic")
    shown.tab("board")
    board = [*map(str, rules("probabilistic").board[0])]
    has(shown, 1, *(f"{float(Fraction(each)):g}" for each in board))
    shown.page.locator("#presets").select_option("A third each")
    has(shown, 9, "1/3", "1/3", "1/3")
    shown.page.locator("#seed").fill("7")
    shown.page.locator("#seed").press("Enter")
    in_address(shown, "seed=7")
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
    expect(loop).to_have_text("The equations are hidden with the values.")


def boards(sheet: Locator) -> dict[str, str]:
    """The boards that are listed, and their chances."""
    read = "all => all.map((each) => [each.dataset.board, each.querySelector('span').textContent])"
    return dict(sheet.locator(".board-item").evaluate_all(read))


def test_possible_boards_are_those_of_the_reference(explore: Open) -> None:
    shown = explore("tiqtaqtoe")
    sheet = shown.tab("boards")
    for moves in ("X1.1-2 O2.2-6", "X1.5-8 O2.6-8 X3.3-7 O4.3-9 X5.1-2 O6.1-4", DUE["tiqtaqtoe"]):
        shown.show(moves)
        possible = rules("tiqtaqtoe").position(moves).boards
        if len(possible) > 48:
            expect(sheet.locator(".board-item")).to_have_count(48)
            sheet.get_by_role("button", name=f"Show all {len(possible)} boards").click()
        expect(sheet.locator(".board-item")).to_have_count(len(possible))
        assert boards(sheet).keys() == {*possible}
        suppose = sheet.locator(".suppose").first
        suppose.click()
        expect(suppose).to_have_attribute("aria-pressed", "true")
        assert 0 < len(boards(sheet)) < len(possible)
        suppose.click()
    sheet.locator('.board-item[data-board="X.O.X.O.X"]').click()
    shown.at(f"{DUE['tiqtaqtoe']} =X.O.X.O.X")


def test_level_and_switches_are_chosen(explore: Open) -> None:
    shown = explore("tiqtaqtoe", "X1.5")

    def level(name: str) -> Locator:
        return shown.page.get_by_role("radio", name=name, exact=True)

    expect(level("high")).to_be_checked()
    level("high").focus()
    for name in ("moderate", "minimal"):
        shown.page.keyboard.press("ArrowLeft")
        expect(level(name)).to_be_checked()
        expect(level(name)).to_be_focused()
        expect(shown.page).to_have_url(re.compile(f"level={name}"))
        shown.ready()
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
    level("classic").check(force=True)
    shown.says("TIQ-LEVEL-1")
    expect(level("high")).to_be_checked()


FIGURE_2 = "X1.5 =X O2.2>5 X3.2"
FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O"


def test_circuit_grows_with_the_game(explore: Open) -> None:
    shown = explore("hybrid", FIGURE_2)
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
    shown.paste(rules("hybrid").write_position(rules("hybrid").position("X1.5 =X")))
    expect(shown.tab("circuit")).to_contain_text("A circuit belongs to a whole game")


def test_openqasm_is_that_of_the_command(explore: Open, capsys: pytest.CaptureFixture[str]) -> None:
    shown = explore("hybrid", FIGURE_3, **COPYING)
    sheet = shown.tab("circuit")
    expect(sheet.locator(".circuit .found")).to_have_text([*"??O?O?O?O"])
    capsys.readouterr()
    assert cli.main(["show", "hybrid", FIGURE_3, "--qasm"]) == 0
    assert shown.copied(sheet.locator("#copy-qasm")) == capsys.readouterr().out
    sheet.get_by_label("Leave results open").check()
    expect(sheet).to_contain_text("the game can go 14 ways")


DRAWN = """() => {
  const all = (selector) => [...document.querySelectorAll(`#board .marks ${selector}`)];
  const points = (path) => {
    const long = path.getTotalLength(), count = Math.ceil(long / 3);
    const at = Array.from({length: count + 1}, (_, i) => path.getPointAtLength(long * i / count));
    return at.map(({x, y}) => [x, y]);
  };
  const disc = ({x, y, width, height}) => [x + width / 2, y + height / 2, Math.max(width, height) / 2];
  return [
    all("[data-line]").map((each) => [each.dataset.line, points(each)]),
    all(".mark").map((each) => disc(each.getBBox())),
  ];
}"""


@pytest.mark.parametrize("name", ["goff", "hybrid"])
def test_lines_stay_on_the_board_and_meet_no_mark(explore: Open, name: str) -> None:
    """Links of Goff's game, and arrows of Q3T, in games played at random."""
    shown = explore(name)
    found = 0
    for moves in some_games(name, 12, 7):
        shown.show(moves)
        shown.page.mouse.move(0, 0)
        lines, marks = shown.page.evaluate(DRAWN)
        found += len(lines)
        for line, points in lines:
            assert all(1 < x < 399 and 1 < y < 399 for x, y in points), (moves, line)
            for x, y, radius in marks:
                assert min(hypot(u - x, v - y) for u, v in points) >= radius - 2, (moves, line, x, y)
    assert found > 10


def test_views_fit_a_phone_and_take_taps(explore: Open) -> None:
    shown = explore("sqt", **PHONE)
    chart = shown.page.locator(".q-chart")
    box = chart.bounding_box()
    assert box
    chart.tap(position={"x": box["width"] * 40 / 600, "y": box["height"] / 2})
    expect(shown.page.locator(".q-reading")).to_have_text("V(0) = 20")
    board = explore("probabilistic", options=SURE, **PHONE)
    board.tab("board")
    drawn = board.page.locator('[data-triangle="3"] svg')
    box = drawn.bounding_box()
    assert box
    drawn.tap(position={"x": box["width"] * 0.09, "y": box["height"] * 0.9})
    has(board, 3, "0", "0", "1")
    circuit = explore("hybrid", FIGURE_3, **PHONE)
    circuit.page.locator('[data-tab="circuit"]').tap()
    circuit.page.locator("#tab-circuit").scroll_into_view_if_needed()
    expect(circuit.page.locator(".circuit .gate")).to_have_count(16)
    assert [each.overflow for each in (shown, board, circuit)] == [0, 0, 0]
