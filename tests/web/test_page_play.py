"""Learning, playing and analysing: the first card, lessons, opponents, nets, the tutor, and the judged game."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import FilePayload, expect

from qttt.learn import nets
from qttt.oracle import games

from .browsing import Explorer, Open
from .played import CYCLE, chosen, rules

pytestmark = pytest.mark.browser

NET = Path(__file__).parents[2] / "docs" / "nets" / "goff-perfect.net"
LAST_CYCLE = "X1.1-7 O2.2-7 X3.2-4 O4.3-8 X5.1-7"
"""O selects, and selA ends the game."""
FIRST = re.compile(r"^X1\.\d-\d$")
ANSWERED = re.compile(r"^X1\.1-9 O2\.\d-\d$")
TREE = "X1.1-9 O2.6-9 X3.2-6 O4.2-4"
NET_ASKED = [("", (1, 9), "X1.1-9"), ("X1.1-9 O2.1-3", (1, 3), CYCLE), (TREE, (8, 9), f"{TREE} X5.8-9")]
"""Games, the squares of the next move, and the game after it, in which a net acts."""
LESSON = """(game) => import(`./${game}/lesson.js`).then((lesson) =>
  lesson.default.map((step) => ({ ...step, accepts: step.accepts.source })))"""
PUZZLES = "(game) => import(`./${game}/puzzles.js`).then((puzzles) => puzzles.default)"
TASK = "#lesson p"


def legal(name: str, moves: str) -> list[str]:
    """The actions of a game after some moves."""
    return [str(each) for each in rules(name).actions(rules(name).position(moves))]


def act(shown: Explorer, action: str, before: str) -> None:
    """Do an action after some moves with the mouse."""
    squares = chosen(action, legal(shown.game, before), before)
    shown.click(*squares) if squares else shown.card(action).click()


@pytest.mark.parametrize("name", games())
def test_lesson_lets_the_learner_make_each_move(explore: Open, name: str) -> None:
    """The first action that does what a step says is enough; the first that does not is taken back, with a hint.
    Afterwards the page is as it was."""
    shown = explore(name, welcome=True)
    task = shown.page.locator(TASK)
    shown.page.locator("#learn").click()
    expect(task).to_contain_text("1 of 5")
    for step in shown.page.evaluate(LESSON, name):
        shown.at(step["moves"])
        expect(task).to_contain_text(step["words"])
        actions = legal(name, step["moves"])
        right = [action for action in actions if re.search(step["accepts"], action)]
        assert (len(right) < len(actions)) == ("hint" in step), step
        for action in [each for each in actions if each not in right][:1]:
            act(shown, action, step["moves"])
            expect(task).to_contain_text(f"{step['words']} {step['hint']}")
            shown.at(step["moves"])
        act(shown, right[0], step["moves"])
        expect(task).to_contain_text(step["done"])
        shown.page.locator("#lesson-next, #lesson-end").first.click()
    expect(shown.page.locator("#problem")).to_be_hidden()
    expect(shown.page.locator("#lesson")).to_be_hidden()
    expect(shown.page.locator("#show-values")).to_be_checked()


def test_lesson_shows_a_move_and_is_stepped_and_left(explore: Open) -> None:
    shown = explore("goff", welcome=True)
    page = shown.page
    for button in ("#learn", "#lesson-next", "#lesson-show"):
        page.locator(button).click()
    shown.at("X1.1-5 O2.1-2")
    expect(page.locator("#lesson-show")).to_be_disabled()
    page.keyboard.press("Backspace")
    shown.at("X1.1-5")
    expect(page.locator(TASK)).to_contain_text("Entangle your mark")
    page.locator("#lesson-back").click()
    shown.at("")
    page.locator("#lesson-end").click()
    expect(page.locator("#lesson")).to_be_hidden()
    shown.click(1, 2)
    shown.at("X1.1-2")


@pytest.mark.parametrize("name", games())
def test_puzzle_says_what_a_wrong_move_leads_to_until_it_is_solved(explore: Open, name: str) -> None:
    """The first puzzle that is not solved comes next, also after the page was loaded again."""
    shown = explore(name, welcome=True)
    page, task = shown.page, shown.page.locator(TASK)
    page.locator("#puzzles").click()
    first, second, *_ = page.evaluate(PUZZLES, name)
    shown.at(first["moves"])
    expect(task).to_contain_text(
        re.compile(r"^Puzzle 1 of 10\s+With best play: .+ Only one move keeps that: find it.$")
    )
    expect(page.locator("#board .worth")).to_have_count(0)
    wrong = next(each for each in legal(name, first["moves"]) if each != first["best"])
    act(shown, wrong, first["moves"])
    expect(task).to_contain_text(f"{wrong} leads to: ")
    shown.at(first["moves"])
    act(shown, first["best"], first["moves"])
    expect(task).to_contain_text(f"✓ Only {first['best']} keeps that: ")
    page.locator("#lesson-next").click()
    shown.at(second["moves"])
    page.locator("#lesson-show").click()
    expect(task).to_contain_text(re.compile(rf"^Puzzle 2 of 10\s+Only {second['best']} keeps that: "))
    page.reload()
    shown.tab("play").get_by_role("button", name="Puzzles").click()
    expect(task).to_contain_text("Puzzle 2 of 10")
    shown.at(second["moves"])


def test_puzzles_are_solved_with_the_keyboard(explore: Open) -> None:
    shown = explore("goff", welcome=True)
    page = shown.page
    page.locator("#puzzles").press("Enter")
    for puzzle in page.evaluate(PUZZLES, "goff"):
        shown.at(puzzle["moves"])
        for square in puzzle["best"].split("-"):
            page.keyboard.press(square)
        expect(page.locator(TASK)).to_contain_text("✓")
        page.locator("#lesson-next, #lesson-play").first.press("Enter")
    shown.at("")
    expect(page.locator("#lesson")).to_be_hidden()


def test_puzzle_follows_the_lesson_and_is_sent_by_a_link(explore: Open) -> None:
    """The link hides the values, and does not solve the puzzle."""
    shown = explore("sqt", welcome=True, permissions=["clipboard-read", "clipboard-write"])
    page = shown.page
    for button in ("#learn", *4 * ("#lesson-next",), "#lesson-puzzles", "#lesson-show"):
        page.locator(button).click()
    moves = page.evaluate(PUZZLES, "sqt")[0]["moves"]
    link = shown.copied(page.locator("#lesson-link"))
    other = explore("sqt")
    other.page.goto(link)
    other.at(moves)
    expect(other.headline).to_contain_text("Values are hidden.")


def test_first_card_is_shown_once_and_on_request(explore: Open) -> None:
    shown = explore("goff", welcome=True)
    card = shown.page.locator("#welcome")
    for name in ("Learn", "Puzzles", "Analyse", "Easy", "Friend"):
        expect(card.get_by_role("button", name=name)).to_be_in_viewport()
    shown.page.locator("#analyse").click()
    expect(card).to_be_hidden()
    shown.page.reload()
    shown.ready()
    expect(card).to_be_hidden()
    shown.page.locator("#start").click()
    expect(card).to_be_visible()


@pytest.mark.parametrize(("strength", "side"), [("easy", "O"), ("normal", "X"), ("perfect", "O"), ("perfect", "X")])
def test_play_begins_with_one_click(explore: Open, strength: str, side: str) -> None:
    shown = explore("goff", clock=True, welcome=True)
    shown.page.locator(f"#as-{side}").check()
    shown.page.locator(f"#play-{strength}").click()
    if side == "O":
        shown.page.clock.run_for(1_000)
        shown.at(FIRST)
        shown.row("4-5").click()
    else:
        shown.click(1, 9)
    shown.page.clock.run_for(1_000)
    shown.at(re.compile(r"^X1\.\d-\d O2\.4-5( sel[AB])? X3\.\d-\d$") if side == "O" else ANSWERED)
    expect(shown.headline).to_contain_text("Values are hidden.")


def test_two_friends_play_on_one_board_and_by_links(explore: Open) -> None:
    """A link says who plays and that values are hidden; the reader's own choice before it counts no more."""
    shown = explore("goff", clock=True, welcome=True, permissions=["clipboard-read", "clipboard-write"])
    shown.page.locator("#play-person").click()
    shown.click(1, 9)
    shown.click(1, 3)
    shown.at("X1.1-9 O2.1-3")
    expect(shown.headline).to_contain_text("Values are hidden.")
    link = shown.copied(shown.tab("share").get_by_role("button", name="Copy link"))
    other = explore("goff", clock=True)
    other.choose("O", "random")
    other.page.goto(link)
    other.at("X1.1-9 O2.1-3")
    expect(other.headline).to_contain_text("Values are hidden.")
    other.click(4, 5)
    other.page.clock.run_for(10_000)
    other.at("X1.1-9 O2.1-3 X3.4-5")
    other.page.goto(link.replace("O=person", "O=perfect"))
    other.click(4, 5)
    other.page.clock.run_for(10_000)
    other.at(re.compile(r"^X1\.1-9 O2\.1-3 X3\.4-5 O4"))


@pytest.mark.parametrize("name", games())
def test_game_against_perfect_play_is_judged(explore: Open, name: str) -> None:
    """A person who takes the first action of the list each time; chance is drawn at once."""
    shown = explore(name, clock=True)
    page = shown.page
    shown.choose("O", "perfect")
    over = shown.headline.filter(has_text="The game is over.")
    waits = over.or_(page.locator("#worth strong", has_text=re.compile(r"^You \(X\) ")))
    while True:
        page.clock.run_for(1_000)
        shown.ready()  # until then the headline may be that of the position before
        expect(waits).to_be_visible()
        if over.is_visible():
            break
        before = shown.moves
        if not page.locator("#decide").is_visible():
            page.locator("#actions .row").first.click()
        expect(shown.board).not_to_have_attribute("data-moves", before)
    sheet = page.locator("#tab-analysis")
    expect(sheet.locator(".verdict")).to_contain_text(re.compile("largest loss|Nobody has lost"))
    expect(sheet.locator(".curve")).to_be_visible()


def test_pointer_on_a_row_of_the_position_before_shows_nothing(explore: Open) -> None:
    """The list waits a moment for the values, so that the rows of the position before are under the pointer."""
    shown = explore("goff", "X1.1-2 O2.1-2")
    shown.row("selA").evaluate(
        "row => { row.click(); row.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' })); }"
    )
    shown.at("X1.1-2 O2.1-2 selA")


def test_loss_against_perfect_play_is_shown_and_tried_again(explore: Open) -> None:
    """The list marks where the game was lost."""
    shown = explore("goff", LAST_CYCLE)
    shown.choose("X", "perfect")
    shown.row("selA").click()
    shown.at(f"{LAST_CYCLE} selA")
    losses = shown.page.locator("#tab-analysis .losses li")
    expect(losses.first).to_contain_text("lost 10; X1.1-9 or X1.3-7 would have kept a narrow win of X")
    expect(losses.nth(1)).to_contain_text("O2.4-5 would have kept a draw")
    steps = shown.tab("moves").locator(".step", has_text="O2.2-7")
    expect(steps.locator(".grade")).to_contain_text("−")
    shown.tab("analysis")
    losses.nth(1).get_by_role("button", name="Try again from here").click()
    shown.at("X1.1-7")
    shown.click(4, 5)
    shown.at(re.compile(r"^X1\.1-7 O2\.4-5 X3\.\d-\d$"))


def test_analysis_names_the_turning_point_and_equal_losses(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3 X3.5-6 O4.1-3 selA")
    page, verdict = shown.page, shown.tab("analysis").locator(".verdict")
    expect(verdict).to_contain_text("X3.5-6 was the turning point: X was ahead before it and has not been since.")
    expect(verdict).to_contain_text("It was also the largest loss: from narrow win of X to narrow win of O.")
    page.locator(".curve-step").nth(2).click()
    shown.at("X1.1-9 O2.1-3")
    expect(page.locator(".curve-step.current title")).to_have_text("O2.1-3: 10")
    page.locator("#go-forward").click()
    shown.at("X1.1-9 O2.1-3 X3.5-6")
    expect(page.locator("#happened .cost")).to_have_text("X3.5-6 lost 20.")
    shown.tab("moves")
    expect(page.locator("#moves [aria-current] .grade")).to_have_text("?? −20")
    page.locator("#show-tutor").uncheck()
    expect(page.locator("#happened .cost")).to_have_count(0)
    shown.show("X1.5-9 O2.6-9 X3.1-9 O4.3-4 X5.5-7 O6.6-7 selB")
    shown.tab("analysis")
    expect(verdict).to_contain_text("The largest losses are equal: X5.5-7 and O6.6-7 lost 30 each.")


def test_taking_back_gives_the_person_the_turn_and_keeps_the_player(explore: Open) -> None:
    shown = explore("goff", clock=True, options={"pair": "forbidden"})  # else the answer may close a cycle
    shown.choose("O", "monte-carlo:10")
    shown.page.reload()
    shown.click(1, 9)
    shown.page.clock.run_for(1_000)
    shown.at(ANSWERED)
    expect(shown.headline).to_contain_text("Values are hidden.")
    shown.page.locator("#actions [data-action]").first.click()
    shown.page.clock.run_for(3_000)
    shown.at(re.compile(rf"{ANSWERED.pattern[:-1]} X3\.\d-\d( sel[AB])? O4"))
    shown.page.locator("#go-back").click()
    shown.page.clock.run_for(60_000)
    shown.at(ANSWERED)
    shown.choose("O", "random")
    shown.page.locator("#go-back").click()
    shown.at("")
    shown.click(1, 9)
    shown.page.clock.run_for(1_000)
    shown.at(ANSWERED)


def test_move_that_is_taken_back_at_the_start_is_made_anew(explore: Open) -> None:
    shown = explore("goff", clock=True)
    shown.choose("X", "random")
    shown.page.clock.run_for(1_000)
    shown.at(FIRST)
    shown.page.locator("#go-back").click()
    shown.at("")
    shown.page.clock.run_for(1_000)
    shown.at(FIRST)


def test_net_from_a_file_plays_its_first_choice(explore: Open) -> None:
    shown = explore("goff")

    def open_net(content: bytes) -> None:
        file = FilePayload(name="mine.net", mimeType="application/octet-stream", buffer=content)
        shown.tab("play").locator("#net-file").set_input_files([file])

    for content in (b"", b"\x02" + bytes(7) + b"{}"):
        open_net(content)
        shown.says("mine.net is not a file that qttt train has written")
        shown.page.locator("#problem-close").click()
    open_net(NET.read_bytes())
    expect(shown.page.locator("#said")).to_contain_text("Opened mine.net")
    shown.choose("O", "net")
    agent = nets.agent(f"net:{NET}", rules("goff"))
    for before, squares, after in NET_ASKED:
        shown.show(before)
        shown.click(*squares)
        record = rules("goff").read(after)
        choice = agent.choose(record.positions[-1], Random(1))
        shown.at(re.compile(f"^{rules('goff').write((*record.actions, choice))}( |$)"))


def test_what_chance_decides_is_a_choice_only_where_it_acts(explore: Open) -> None:
    """Also when the level of TiqTaqToe changes."""
    shown = explore("tiqtaqtoe")
    choice = shown.tab("play").locator("[data-plays=nature]")
    expect(choice).to_be_visible()
    shown.page.get_by_label("classic").check()
    expect(choice).to_be_hidden()
    for name in games():
        shown.page.locator(f"#games [data-game={name}]").click()
        shown.ready()
        expect(choice).to_be_visible(visible=name != "goff")


def test_hint_names_the_best_moves_or_says_why_there_is_none(explore: Open) -> None:
    shown = explore("goff")
    shown.ready()
    shown.page.locator("#show-values").uncheck()
    for moves, words in {"": "Best: 1-9, 3-7.", f"{LAST_CYCLE} selA": "The game is over."}.items():
        shown.show(moves)
        expect(shown.page.locator("#board .arc")).to_have_count(0)
        shown.page.locator("#hint").click()
        expect(shown.page.locator("#said")).to_have_text(words)
        expect(shown.page.locator("#board .arc")).to_have_count(2 if "1-9" in words else 0)


def test_page_says_what_happened_what_follows_and_why(explore: Open) -> None:
    """The last action with its rule, and what a move does, costs and threatens."""
    shown = explore("goff", "X1.1-9 O2.1-3")
    shown.ready()
    ahead, happened, pane = (shown.page.locator(each) for each in ("#ahead", "#happened", "#rule"))
    for move, said in {
        "1-3": ("X3.1-3", "close a cycle", "It keeps the value."),
        "5-6": ("X3.5-6", "It loses 20.", "O must be careful: only"),
    }.items():
        shown.row(move).hover()
        for words in said:
            expect(ahead).to_contain_text(words)
    shown.row("1-3").click()
    expect(happened).to_contain_text("close a cycle")
    link = happened.get_by_role("button", name="GOFF-CYCLE-1").first
    link.click()
    expect(pane.locator("#rule-title")).to_contain_text("GOFF-CYCLE-1")
    expect(pane.locator("#rule-text p").nth(1)).not_to_be_empty()
    pane.locator("#rule-text .rule-link").first.click()
    expect(pane.locator("#rule-title")).not_to_contain_text("GOFF-CYCLE-1")
    shown.page.keyboard.press("Escape")
    expect(pane).to_be_hidden()
    expect(link).to_be_focused()
