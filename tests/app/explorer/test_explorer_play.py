"""Playing on the page: whole games, hints, the analysis afterwards, and the tutor."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from qttt.oracle import games

from .browsing import Explorer, Open

pytestmark = pytest.mark.browser


def play_whole_game(shown: Explorer, side: str) -> None:
    """Play the first move that is offered until the game is over; perfect play answers."""
    other = {"X": "O", "O": "X"}[side]
    shown.tab("play").locator(f"[data-plays={other}]").select_option("perfect")
    over = shown.page.locator("#worth strong", has_text=re.compile(r"^(Win|Draw|Narrow|Complete|Double|Lines|No line)"))
    mine = shown.page.locator("#worth strong", has_text=re.compile(rf"^{side} (to|measures)"))
    for _ in range(60):
        expect(over.or_(mine)).to_be_visible()
        if over.is_visible():
            return
        before = shown.board.get_attribute("data-moves") or ""
        first_action(shown).click()
        expect(shown.board).not_to_have_attribute("data-moves", before)
    raise AssertionError("the game does not end")


def first_action(shown: Explorer) -> Locator:
    """The first action of the list."""
    return shown.page.locator("#actions [data-token]").first


@pytest.mark.parametrize("name", games())
def test_whole_game_against_perfect_play(explore: Open, name: str) -> None:
    shown = explore(name)
    play_whole_game(shown, "X")
    expect(shown.page.locator("#tab-analysis")).to_be_visible()
    expect(shown.page.locator("#tab-analysis .verdict")).to_contain_text(re.compile("largest loss|Nobody has lost"))
    expect(shown.page.locator("#tab-analysis .curve")).to_be_visible()


LAST_CYCLE = "X1.1-7 O2.2-7 X3.2-4 O4.3-8 X5.1-7"
"""O selects, and selA ends the game."""


def test_page_is_quiet_after_the_end(explore: Open) -> None:
    shown = explore("goff", LAST_CYCLE, clock=True)
    shown.tab("play").locator("[data-plays=X]").select_option("perfect")
    shown.token("selA").click()
    expect(shown.page.locator("#tab-analysis .verdict")).to_be_visible()
    shown.quiet()
    asked = shown.questions()
    shown.tab("moves")
    shown.page.clock.run_for(60_000)
    shown.quiet()
    expect(shown.page.locator("#tab-moves")).to_be_visible()
    assert asked == []


def test_agent_begins_the_next_game(explore: Open) -> None:
    shown = explore("goff", LAST_CYCLE)
    shown.token("selA").click()
    expect(shown.page.locator("#worth")).to_contain_text("Complete win")
    shown.tab("play").locator("[data-plays=X]").select_option("perfect")
    shown.page.locator("#new-game").click()
    expect(shown.board).to_have_attribute("data-moves", re.compile(r"^X1\.(1-9|3-7)$"))
    expect(shown.page.locator("#moves .step")).to_have_count(1)


def test_agent_answers_a_move_that_was_taken_back(explore: Open) -> None:
    shown = explore("goff", clock=True)
    answered = re.compile(r"^X1\.1-9 O2\.\d-\d$")
    shown.tab("play").locator("[data-plays=O]").select_option("random")
    shown.click(1, 9)
    expect(shown.board).to_have_attribute("data-moves", answered)
    shown.page.locator("#go-back").click()
    shown.at("X1.1-9")
    shown.page.clock.run_for(60_000)
    shown.quiet()
    shown.at("X1.1-9")
    shown.page.locator("#go-back").click()
    shown.at("")
    shown.click(1, 9)
    expect(shown.board).to_have_attribute("data-moves", answered)


@pytest.mark.parametrize("player", ["monte-carlo:100", "expecti-minimax:2", "random"])
def test_every_agent_answers(explore: Open, player: str) -> None:
    shown = explore("goff", "X1.1-9")
    shown.tab("play").locator("[data-plays=O]").select_option(player)
    expect(shown.board).to_have_attribute("data-moves", re.compile(r"^X1\.1-9 O2\.\d-\d$"))
    expect(shown.page.locator("#worth")).to_contain_text("values are hidden")


@pytest.mark.parametrize(
    ("game", "moves", "words"),
    [
        ("goff", "", "Best: 1-9, 3-7."),
        ("goff", f"{LAST_CYCLE} selA", "The game is over."),
        ("probabilistic", "X1.5", "Chance decides here."),
        ("sqt", "X1.1-9 O2.1-9", "The System selects here."),
    ],
)
def test_hint_names_the_best_moves_or_says_why_there_is_none(explore: Open, game: str, moves: str, words: str) -> None:
    shown = explore(game, moves)
    shown.page.locator("#hint").click()
    expect(shown.page.locator("#said")).to_have_text(words)


def test_perfect_play_waits_for_the_values(explore: Open) -> None:
    """The server's answers are replaced by ones of a game that is still being solved."""
    shown = explore("goff", clock=True)
    working: dict[str, object] = {"state": "working", "task": "enumerate", "ply": 3, "seconds": 8}

    def unsolved(route: Route) -> None:
        route.fulfill(json=route.fetch().json() | {"solved": working, "value": None})

    shown.page.route(re.compile(r"/api/v1/goff\?moves="), unsolved)
    shown.tab("play").locator("[data-plays=O]").select_option("perfect")
    asked = shown.questions()
    shown.click(1, 9)
    said = shown.page.locator("#said")
    expect(said).to_have_text("Perfect play waits until the values are computed.")
    expect(shown.page.locator("#worth")).to_contain_text("Solving the game: finding positions, ply 3 (8 s)")
    shown.page.clock.run_for(1_500)
    shown.quiet()
    assert [each for each in asked if "/reply" in each] == []
    shown.page.locator("#hint").click()
    expect(said).to_have_text("The values are still being computed.")
    shown.page.unroute_all(behavior="wait")
    expect(shown.board).to_have_attribute("data-moves", re.compile(r"^X1\.1-9 O2\.\d-\d$"))


def test_opponent_is_kept_when_the_page_is_loaded_again(explore: Open) -> None:
    shown = explore("goff")
    shown.tab("play").locator("[data-plays=O]").select_option("random")
    shown.page.reload()
    expect(shown.page.locator("[data-plays=O]")).to_have_value("random")
    expect(shown.page.locator("#worth")).to_contain_text("values are hidden")
    shown.click(1, 9)
    expect(shown.board).to_have_attribute("data-moves", re.compile(r"^X1\.1-9 O2\.\d-\d$"))


@pytest.mark.parametrize("name", ["probabilistic", "hybrid"])
def test_square_of_a_single_move_is_previewed(explore: Open, name: str) -> None:
    shown = explore(name)
    shown.square(5).hover()
    expect(shown.page.locator("#ahead h3")).to_have_text("After X1.5:")


def test_headline_says_what_two_clicks_do(explore: Open) -> None:
    for name, moves, words in (
        ("hybrid", "X1.7 =X", "(click a box twice to measure it)"),
        ("tiqtaqtoe", "", "(click a square twice for a single mark)"),
    ):
        expect(explore(name, moves).page.locator("#worth")).to_contain_text(words)
    for name in ("goff", "probabilistic"):
        expect(explore(name).page.locator("#worth")).not_to_contain_text("twice")


def test_analysis_says_where_the_result_was_lost(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3 X3.5-6 O4.1-3 selA")
    sheet = shown.tab("analysis")
    expect(sheet.locator(".verdict")).to_contain_text(
        "X3.5-6 was the turning point: X was ahead before it and has not been since."
    )
    expect(sheet.locator(".verdict")).to_contain_text(
        "It was also the largest loss: from narrow win of X to narrow win of O."
    )
    sheet.locator("li .step").first.click()
    shown.at("X1.1-9 O2.1-3 X3.5-6")
    expect(shown.page.locator("#happened .cost")).to_have_text("X3.5-6 lost 20.")
    shown.tab("moves")
    expect(shown.page.locator("#moves [aria-current] .grade")).to_have_text("?? −20")
    shown.page.locator("#show-tutor").uncheck()
    expect(shown.page.locator("#happened .cost")).to_have_count(0)


def test_analysis_says_what_would_have_kept_the_result(explore: Open) -> None:
    shown = explore("goff", f"{LAST_CYCLE} selA")
    rows = shown.tab("analysis").locator("li")
    expect(rows.first).to_contain_text("lost 10; X1.1-9 or X1.3-7 would have kept a narrow win for X")
    expect(rows.nth(1)).to_contain_text("O2.4-5 would have kept a draw")


def test_collapse_is_explained_with_its_rule(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3 X3.1-3 selA")
    told = shown.page.locator("#happened")
    expect(told).to_contain_text("O₂ went to 3 because X₃ settled on 1. GOFF-COLLAPSE-3")
    told.get_by_role("button", name="GOFF-COLLAPSE-3").first.click()
    pane = shown.page.locator("#rule")
    expect(pane).to_contain_text("GOFF-COLLAPSE-3 The two settlements")
    expect(pane).to_contain_text("the last mark settles on the first")
    shown.page.keyboard.press("Escape")
    expect(pane).to_be_hidden()


def test_tutor_says_what_a_move_threatens(explore: Open) -> None:
    shown = explore("goff", "X1.1-9 O2.1-3")
    shown.token("X3.1-3").hover()
    ahead = shown.page.locator("#ahead")
    expect(ahead).to_contain_text("After X3.1-3:")
    expect(ahead).to_contain_text("close a cycle")
    expect(ahead).to_contain_text("It keeps the value.")
