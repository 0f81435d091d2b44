"""Whole games by mouse, keyboard and touch, with what the oracle says of each position; cycles, messages, and keys."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from math import hypot

import pytest
from playwright.sync_api import expect

from qttt.oracle import games

from .browsing import PHONE, Explorer, Open
from .played import CARDS, CYCLE, Step, chosen, oracle, rules, whole_game

pytestmark = pytest.mark.browser

LISTED = """() => [...document.querySelectorAll("#actions .row")].map((row) => ({
  action: row.dataset.action,
  said: row.querySelector(".row-exact").title,
  best: row.textContent.startsWith("★"),
  heat: Number(/heat-(.)/.exec(row.className)?.[1] ?? -1),
}))"""
DRAWN = """({ shadowRoot }) => ({
  arcs: [...shadowRoot.querySelectorAll(".arc")].map((arc) => arc.dataset.best),
  heat: Object.fromEntries([...shadowRoot.querySelectorAll("rect.tint")].map((rect, i) => {
    const corner = rect.nextElementSibling?.matches("path") ? rect.nextElementSibling : rect;
    return [i + 1, [rect, corner].map((each) => Number(/heat-(.)/.exec(each.getAttribute("class"))?.[1] ?? -1))];
  })),
})"""
MOST_ARCS = 6
ENDINGS = re.compile(r"(X wins|draw|O wins) ([0-9.]+)%")


def says(words: str, number: Fraction) -> bool:
    """Whether words give a number exactly, or rounded where it is long."""
    text = words.replace("−", "-").removeprefix("≈ ").split(" ")[0]
    return abs(float(text) - number) <= 5e-7 if words.startswith("≈") else Fraction(text) == number


def compare(shown: Explorer, moves: str) -> None:
    """Compare what the list and the board show of a position with what the oracle says."""
    truth, played = oracle(shown.game), rules(shown.game)
    position = played.position(moves)
    listed, drawn = shown.page.evaluate(LISTED), shown.board.evaluate(DRAWN)
    values, chances = ({str(a): v for a, v in ask(position).items()} for ask in (truth.values, truth.probabilities))
    best = [str(action) for action in truth.best(position)]
    assert {each["action"] for each in listed} == values.keys(), moves
    for each in listed:
        numbers = [table[each["action"]] for table in (chances, values) if table]
        assert all(map(says, each["said"].split(", "), numbers)), (moves, each, numbers)
    assert sorted(each["action"] for each in listed if each["best"]) == sorted(best), moves
    if played.actor(position) not in ("X", "O"):
        return
    losses = [abs(truth.value(position) - values[each["action"]]) for each in listed]
    assert losses == sorted(losses), moves
    assert [loss == 0 for loss in losses] == [each["heat"] == 5 for each in listed], moves

    heat: dict[int, list[int]] = {}
    for each in listed:
        squares = chosen(each["action"], [*values], moves)
        for square in {*squares[: 1 if shown.game == "hybrid" else 2]}:  # a link begins with its first square
            heat.setdefault(square, []).append(each["heat"])
    painted = {int(square): each for square, each in drawn["heat"].items() if each[0] >= 0}
    assert painted == {square: [max(each), min(each)] for square, each in heat.items()}, moves
    pairs = [action for action in best if len({*chosen(action, [*values], moves)}) == 2]
    assert sorted(drawn["arcs"]) == (sorted(pairs) if len(pairs) <= MOST_ARCS else []), moves


@cache
def endings(name: str, moves: str) -> dict[str, Fraction]:
    """How likely each ending is if both always make the first best move."""
    played, found = rules(name), dict[str, Fraction]()
    position = played.position(moves)
    if not played.actions(position):
        winner = played.score(position).outcome.winner
        return {f"{winner} wins" if winner else "draw": Fraction(1)}
    best = oracle(name).best(position)[:1]
    for action, chance in dict.fromkeys(best, Fraction(1)).items() or oracle(name).probabilities(position).items():
        for ending, share in endings(name, played.write_position(played.play(position, action))).items():
            found[ending] = found.get(ending, Fraction(0)) + chance * share
    return found


@pytest.mark.parametrize("name", games())
def test_whole_game_is_played_by_clicks_and_valued(explore: Open, name: str) -> None:
    """The list, the heat map and the arcs at every position, and once the chances in the headline."""
    shown, steps = explore(name), whole_game(name)
    uncertain = ""
    if name in ("sqt", "tiqtaqtoe", "hybrid"):
        uncertain = next(step.moves for step in reversed(steps) if len(endings(name, step.moves)) > 1)
    for before, step in zip(["", *(step.moves for step in steps)], steps, strict=False):
        shown.ready()
        compare(shown, before)
        shown.click(*step.squares)
        if not step.squares:
            shown.card(step.action).click()
        shown.at(step.moves)
        if step.moves == uncertain:
            expect(shown.headline).to_contain_text("wins")
            said = {ending: float(share) for ending, share in ENDINGS.findall(shown.headline.inner_text())}
            truth = {ending: float(100 * share) for ending, share in endings(name, step.moves).items()}
            assert said == pytest.approx(truth, abs=0.051)
    expect(shown.headline).to_contain_text("The game is over.")
    expect(shown.page.locator("#problem")).to_be_hidden()


def by_keys(shown: Explorer, step: Step) -> None:
    """Enter on a square and the digit of the next, or the letter of a card. Focus stays on the board."""
    for square in step.squares[:1]:
        shown.square(square).focus()
    if step.action.startswith("sel") or not step.squares:
        shown.page.keyboard.type(step.letter)
    else:
        shown.page.keyboard.press("Enter")
        shown.page.keyboard.type("".join(map(str, step.squares[1:])))
    shown.at(step.moves)
    shown.ready()
    assert shown.page.evaluate("() => document.activeElement.shadowRoot.activeElement.dataset.square") in [*"123456789"]


def by_touch(shown: Explorer, step: Step) -> None:
    """The touch that completes a move shows what it does; another one plays it. Results stand directly under the
    board. Playing scrolls and moves nothing, and neither do the values and chances that come late."""
    before, board = shown.moves, shown.board.bounding_box()
    cards = shown.page.locator("#results .card")
    if due := not step.squares or step.action.startswith("sel"):
        legal = [str(each) for each in rules(shown.game).actions(rules(shown.game).position(before))]
        expect(cards.first).to_be_in_viewport(ratio=1)
        assert cards.evaluate_all("all => all.map((each) => each.dataset.action)") == legal[:CARDS]
        card = cards.first.bounding_box()
        assert board
        assert card
        assert 0 <= card["y"] - board["y"] - board["height"] < 80
    parts = [shown.card(step.action)] if due else [shown.square(each) for each in step.squares]
    for part in parts:
        part.tap()
    expect(shown.page.locator("#ahead .primary")).to_have_text(f"Play {step.action}")
    assert shown.moves == before
    parts[-1].tap()
    shown.at(step.moves)
    shown.ready()
    assert shown.board.bounding_box() == board
    assert shown.page.evaluate("() => scrollY") == 0


@pytest.mark.parametrize("way", [by_keys, by_touch])
@pytest.mark.parametrize("name", games())
def test_whole_game_is_played(explore: Open, name: str, way: Callable[[Explorer, Step], None]) -> None:
    shown = explore(name, **(PHONE if way is by_touch else {}))
    for step in whole_game(name):
        way(shown, step)
    expect(shown.headline).to_contain_text("The game is over.")


def test_list_stays_scrolled_when_it_is_drawn_again(explore: Open) -> None:
    shown = explore("goff")
    shown.ready()
    actions = shown.page.locator("#actions")
    actions.evaluate("(list) => list.scrollTo(0, 100)")
    shown.row("1-9").evaluate("(row) => row.focus({ preventScroll: true })")
    shown.page.locator("#show-values").evaluate("(box) => box.click()")
    expect(shown.page.locator("#actions .row-worth").first).to_be_empty()
    assert actions.evaluate("(list) => list.scrollTop") == 100


def test_chance_decides(explore: Open) -> None:
    shown = explore("probabilistic", "X1.5")
    shown.page.locator("#decide").click()
    shown.at(re.compile(r"^X1\.5 (success|neutral|failure)$"))


def test_closed_cycle_takes_the_natural_click(explore: Open) -> None:
    shown = explore("goff", CYCLE)
    shown.ready()
    page = shown.page
    expect(page.locator(".square.open")).to_have_count(2)
    preview = page.locator("#board .picture.previewing")
    for square, selection in ((1, "selA"), (3, "selB")):
        shown.square(square).hover()
        expect(preview).to_be_visible()
        page.mouse.move(0, 0)
        expect(preview).to_have_count(0)
        shown.square(square).focus()
        expect(preview).to_be_visible()
        parts = (shown.square(square), shown.card(selection), shown.row(selection))
        ways: list[Callable[[], None]] = [each.click for each in parts]
        ways += [partial(page.keyboard.type, key) for key in (str(square), selection[-1].lower())]
        for settle in ways:
            settle()
            shown.at(f"{CYCLE} {selection}")
            page.locator("#go-back").click()
            shown.at(CYCLE)


def test_move_that_was_previewed_is_drawn_as_played(explore: Open) -> None:
    shown = explore("goff")
    shown.click(1)
    shown.square(9).hover()
    preview = shown.page.locator("#board .picture.previewing")
    expect(preview).to_be_visible()
    shown.click(9)
    shown.at("X1.1-9")
    expect(preview).to_have_count(0)


ILLEGAL = [
    ("goff", f"{CYCLE} selA", (2, 9), "GOFF-MOVE-2"),
    ("goff", CYCLE, (5,), "GOFF-COLLAPSE-1"),
    ("probabilistic", "X1.5 success", (5,), "PROB-MOVE-1"),
    ("tiqtaqtoe", "X1.5 O2.1", (5,), "TIQ-MOVE-1"),
    ("hybrid", "X1.7", (1,), "HYB-RESULT-1"),
]


def test_illegal_squares_say_why(explore: Open) -> None:
    for name, moves, squares, why in ILLEGAL:
        shown = explore(name, moves)
        shown.ready()
        board = shown.board.bounding_box()
        shown.click(*squares)
        shown.says(why)
        shown.at(moves)
        assert shown.board.bounding_box() == board


def test_message_ends_with_the_next_move_or_by_itself(explore: Open) -> None:
    shown = explore("goff", f"{CYCLE} selA", clock=True)
    problem = shown.page.locator("#problem")
    shown.click(9)
    shown.says("Square 9 is taken. Choose two of the squares 2, 4, 5, 6, 7, 8")
    shown.click(2)
    expect(problem).to_be_hidden()
    shown.click(9)
    expect(problem).to_be_visible()
    shown.page.mouse.move(0, 0)
    shown.page.clock.run_for(15_000)
    expect(problem).to_be_hidden()


def test_first_click_shows_second_squares_and_lets_go(explore: Open) -> None:
    shown = explore("goff")
    shown.ready()
    expect(shown.square(1)).to_have_attribute("aria-label", "Square 1, from 0 to 10")
    for let_go in (shown.square(1).click, partial(shown.page.keyboard.press, "Escape")):
        shown.click(1)
        expect(shown.square(1)).to_have_attribute("aria-pressed", "true")
        expect(shown.square(9)).to_have_attribute("aria-label", "Square 9, 10, best")
        expect(shown.square(2)).to_have_attribute("aria-label", "Square 2, 0")
        let_go()
        expect(shown.square(1)).to_have_attribute("aria-pressed", "false")
    shown.square(1).hover()
    shown.page.mouse.down()
    shown.square(9).hover()
    shown.page.mouse.up()
    shown.at("X1.1-9")
    shown.page.keyboard.press("Backspace")
    shown.at("")


def test_keys_and_wheel_go_over_the_board_and_through_the_game(explore: Open) -> None:
    shown = explore("goff")
    page, [first, second] = shown.page, ["X1.1-9", "X1.1-9 O2.1-3"]
    shown.square(1).focus()
    for key in ("Enter", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    shown.at("X1.1-4")
    shown.row("5-6").focus()
    page.keyboard.press("Enter")
    shown.at("X1.1-4 O2.5-6")
    shown.ready()
    assert page.evaluate("() => document.activeElement.closest('#actions') !== null")
    page.goto(f"{shown.link(second)}&tree=X1.1-9+O2.1-3+(O2.4-5)+X3.1-3")
    shown.at(second)
    shown.square(5).hover()
    for far, moves in ((-100, first), (100, second), (100, CYCLE)):
        page.mouse.wheel(0, far)
        shown.at(moves)
    page.locator("h1").click()
    for key, moves in {"Home": "", "End": CYCLE, "ArrowLeft": second, "ArrowDown": f"{first} O2.4-5"}.items():
        page.keyboard.press(key)
        shown.at(moves)
    page.keyboard.press("ArrowUp")
    shown.at(second)
    for way, moves in {"toStart": "", "forward": first, "toEnd": CYCLE, "back": second}.items():
        page.locator(f"#go-{way}").click()
        shown.at(moves)


LINES = """({ shadowRoot }) => {
  const all = (selector) => [...shadowRoot.querySelectorAll(`.marks ${selector}`)];
  const points = (path) => {
    const long = path.getTotalLength(), count = Math.ceil(long / 3);
    const at = Array.from({length: count + 1}, (_, i) => path.getPointAtLength(long * i / count));
    return at.map(({x, y}) => [x, y]);
  };
  const disc = ({x, y, width, height}) => [x + width / 2, y + height / 2, Math.max(width, height) / 2];
  return [all("[data-line]").map(points), all(".mark").map((each) => disc(each.getBBox()))];
}"""


@pytest.mark.parametrize("name", ["goff", "hybrid"])
def test_lines_stay_on_the_board_and_meet_no_mark(explore: Open, name: str) -> None:
    """Links of Goff's game, and arrows of Q3T, in games played at random."""
    shown, found = explore(name), 0
    shown.page.mouse.move(0, 0)
    for step in (*whole_game(name, 7), *whole_game(name, 8)):
        shown.show(step.moves)
        lines, marks = shown.board.evaluate(LINES)
        found += len(lines)
        for line in lines:
            assert all(1 < x < 399 and 1 < y < 399 for x, y in line), step.moves
            for x, y, radius in marks:
                assert min(hypot(u - x, v - y) for u, v in line) >= radius - 2, (step.moves, x, y)
    assert found > 10
