"""The board: moves by mouse, keyboard and touch, cycles and settlements, and why a square is no move."""

import pytest
from playwright.sync_api import expect

from .browsing import Explorer, Open

CYCLE = "X1.1-9 O2.1-3 X3.1-3"
SETTLED = f"{CYCLE} selA"


def test_two_clicks_make_a_move(explore: Open) -> None:
    shown = explore("goff")
    shown.click(1, 9)
    shown.at("X1.1-9")
    expect(shown.page.locator("#worth")).to_contain_text("O to move")


def test_first_click_shows_worth_of_second_squares(explore: Open) -> None:
    shown = explore("goff")
    shown.click(1)
    expect(shown.square(1)).to_have_attribute("aria-pressed", "true")
    expect(shown.square(9)).to_have_attribute("aria-label", "Square 9, best 10, a best move")
    expect(shown.square(2)).to_have_attribute("aria-label", "Square 2, best 0")


def test_second_click_on_same_square_lets_go(explore: Open) -> None:
    shown = explore("goff")
    shown.click(1, 1)
    expect(shown.square(1)).to_have_attribute("aria-pressed", "false")
    shown.at("")


def test_drag_makes_a_move(explore: Open) -> None:
    shown = explore("goff")
    shown.square(2).hover()
    shown.page.mouse.down()
    shown.square(6).hover()
    shown.page.mouse.up()
    shown.at("X1.2-6")


def test_digits_make_a_move(explore: Open) -> None:
    shown = explore("goff")
    shown.page.keyboard.press("7")
    shown.page.keyboard.press("3")
    shown.at("X1.3-7")


def test_arrows_and_enter_make_a_move(explore: Open) -> None:
    shown = explore("goff")
    shown.square(1).focus()
    for key in ("Enter", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "Enter"):
        shown.page.keyboard.press(key)
    shown.at("X1.1-7")


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


def test_taps_make_a_move(explore: Open) -> None:
    shown = explore("goff", has_touch=True, viewport={"width": 390, "height": 844})
    shown.square(1).tap()
    shown.square(5).tap()
    shown.at("X1.1-5")


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
    before = shown.board.bounding_box()
    shown.click(9)
    shown.says("Square 9 is taken. Choose two of the squares 2, 4, 5, 6, 7, 8.")
    assert shown.board.bounding_box() == before
    shown.click(2)
    expect(shown.page.locator("#problem")).to_be_hidden()


def test_message_is_seen_on_a_scrolled_phone(explore: Open) -> None:
    shown = explore("goff", SETTLED, has_touch=True, viewport={"width": 360, "height": 740})
    shown.page.evaluate("() => scrollTo(0, 240)")
    shown.square(9).tap()
    expect(shown.page.locator("#problem")).to_be_in_viewport(ratio=1)
    assert shown.page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_message_can_be_closed_and_opens_its_rule(explore: Open) -> None:
    shown = explore("goff", SETTLED)
    shown.click(9)
    shown.page.locator("#problem").get_by_role("button", name="GOFF-MOVE-2").click()
    expect(shown.page.locator("#rule-title")).to_have_text("GOFF-MOVE-2 Occupied squares")
    shown.page.locator("#problem-close").click()
    expect(shown.page.locator("#problem")).to_be_hidden()


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
    with shown.page.expect_response("**/rules/*"):
        held[0].continue_()
    shown.page.wait_for_timeout(300)
    expect(shown.page.locator("#rule-title")).to_contain_text(rule)


def test_headline_of_a_finished_game_opens_its_rule(explore: Open) -> None:
    shown = explore("goff", "X1.1-7 O2.2-7 X3.2-4 O4.3-8 X5.1-7 selA")
    shown.page.locator("#worth .rule-link").click()
    expect(shown.page.locator("#rule-title")).to_contain_text("GOFF-")
    shown.click(9)
    shown.says("Square 9 cannot be chosen: the game is over.")


def test_one_click_names_a_square(explore: Open) -> None:
    shown = explore("probabilistic")
    shown.click(5)
    shown.at("X1.5")


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


CROSSED = """() => {
  const found = [];
  const centre = (circle) => [Number(circle.getAttribute("cx")), Number(circle.getAttribute("cy"))];
  const circles = [...document.querySelectorAll("#board .spooky circle")].map(centre);
  const written = document.querySelectorAll("#board .number, #board .worth, #board .definite text");
  const texts = [...written].map((text) => text.getBBox());
  const inside = (x, y, box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  for (const path of document.querySelectorAll("#board .link")) {
    const long = path.getTotalLength();
    const ends = [path.getPointAtLength(0), path.getPointAtLength(long)];
    for (let at = 0; at <= long; at += 1.5) {
      const { x, y } = path.getPointAtLength(at);
      for (const [u, v] of circles) {
        const own = ends.some((end) => Math.hypot(end.x - u, end.y - v) < 14.5);
        if (!own && Math.hypot(x - u, y - v) < 13.5) found.push(`${path.dataset.ply} mark`);
      }
      for (const box of texts) {
        if (inside(x, y, box)) found.push(`${path.dataset.ply} number`);
      }
    }
  }
  return [...new Set(found)];
}"""
TANGLES = [
    "X1.1-9 O2.1-9",
    "X1.1-9 O2.3-7 X3.2-8 O4.4-6",
    "X1.1-2 O2.2-3 X3.3-6 O4.6-9 X5.8-9 O6.7-8 X7.4-7 O8.4-5",
    "X1.1-9 O2.1-8 X3.1-7 O4.1-6 X5.1-4 O6.1-3",
    "X1.5-9 O2.5-8 X3.5-7 O4.5-6 X5.4-5 O6.3-5 X7.2-5 O8.1-5",
    "X1.3-7 O2.3-4 X3.4-9 O4.2-9 X5.2-6 O6.1-6 X7.1-8 O8.5-8 X9.3-5",
]


@pytest.mark.parametrize("moves", TANGLES)
def test_links_cross_no_mark_and_no_number(explore: Open, moves: str) -> None:
    shown = explore("goff", moves)
    expect(shown.page.locator("#board .link")).to_have_count(len(moves.split()))
    assert shown.page.evaluate(CROSSED) == []


def test_crossing_check_finds_a_line_through_a_mark(explore: Open) -> None:
    shown = explore("goff", "X1.1-3 O2.4-6 X3.7-9 O4.2-8")
    through = (
        "() => { const link = document.querySelector('#board .link'); link.setAttribute('d', 'M 20 20 L 380 380'); }"
    )
    shown.page.evaluate(through)
    assert shown.page.evaluate(CROSSED) != []


def parallel_paths(shown: Explorer) -> list[str]:
    """The links that are drawn, as their paths."""
    return [str(path.get_attribute("d")) for path in shown.page.locator("#board .link").all()]


def test_parallel_links_stay_apart(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-9")
    first, second = parallel_paths(shown)
    assert first != second
    distance = """() => {
      const [a, b] = document.querySelectorAll("#board .link");
      const steps = Array.from({ length: 41 }, (_, i) => i / 40);
      const points = (path) => steps.map((step) => path.getPointAtLength(path.getTotalLength() * step));
      return Math.min(...points(a).flatMap((p) => points(b).map((q) => Math.hypot(p.x - q.x, p.y - q.y))));
    }"""
    assert shown.page.evaluate(distance) > 3
