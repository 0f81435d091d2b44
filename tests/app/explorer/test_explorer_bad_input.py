"""What is wrong is said on the page, and what the person had is kept."""

import pytest
from playwright.sync_api import expect

from .browsing import Explorer, Open

pytestmark = pytest.mark.browser


EXPLAINED = {
    "collapse=nobody": "collapse cannot be 'nobody': expected opponent or self",
    "colour=red": "Unknown parameter 'colour'",
    "moves=" + "+".join(["selA"] * 401): "expected at most 400",
    "position=nonsense": "position is not a written position",
}
"""What is wrong with an address of Goff's game."""
SHORTENED = {
    "moves=X1.1-9+O2.1-99": ("X1.1-9", "expected a move such as O2.1-9"),
    "moves=X1.1-9+O2.1-3+X3.9-9": ("X1.1-9 O2.1-3", "X3.9-9"),
    "moves=X1.1-9+X2.1-3": ("X1.1-9", "GOFF-TURN-1"),
    "collapse=nobody&moves=X1.1-9": ("X1.1-9", "with the usual options"),
}
"""The moves that are shown of an address, and what is wrong with the others or with its options."""
NEW = {
    "goff?foo=bar": ("Unknown parameter 'foo'", (1, 9)),
    "goff?position=goff-1.0:+zzz": ("A new game with the usual options is shown instead", (1, 9)),
    "goff?position=goff-1.0:+zzz&moves=X1.1-9": ("is shown instead", (1, 9)),
    "sqt?q=7": ("SQT-PROBABILITY-1", (1, 9)),
    "probabilistic?seed=x": ("is shown instead", (5,)),
}
"""An address in place of which a new game is shown, why, and the squares of its first move."""


def test_bad_addresses_are_explained_and_show_what_is_right(explore: Open) -> None:
    shown = explore("goff")
    shown.problems_expected = True
    for query, words in EXPLAINED.items():
        shown.page.goto(f"{shown.address}/goff?{query}")
        shown.says(words)
    for query, (moves, words) in SHORTENED.items():
        shown.page.goto(f"{shown.address}/goff?{query}")
        shown.says(words)
        shown.at(moves)
    shown.page.goto(f"{shown.address}/chess")
    expect(shown.page.locator("body")).to_contain_text("the page is at /, the API at /api")


def test_bad_address_opens_a_new_game(explore: Open) -> None:
    shown = explore("goff", "X1.1-9")
    shown.problems_expected = True
    for address, (words, move) in NEW.items():
        shown.page.goto(f"{shown.address}/{address}")
        shown.at("")
        shown.says(words)
        shown.click(*move)
        shown.at(f"X1.{'-'.join(map(str, move))}")
        expect(shown.page.locator("#problem")).to_be_hidden()


def test_rejected_token_leaves_no_branch(explore: Open) -> None:
    shown = explore("goff")
    shown.problems_expected = True
    shown.page.goto(f"{shown.address}/goff?moves=X1.1-9+O2.1-99")
    shown.at("X1.1-9")
    shown.says("The moves before it are shown")
    shown.click(1, 3)
    shown.at("X1.1-9 O2.1-3")
    expect(shown.page.locator("#moves .step")).to_have_count(2)


def test_options_that_forbid_the_moves_are_rejected(explore: Open) -> None:
    two_links_to_7 = "X1.7 =X O2.5>7 X3.6>7"
    shown = explore("hybrid", two_links_to_7)
    shown.problems_expected = True
    targets = shown.tab("options").get_by_label("targets")
    targets.select_option("one")
    shown.says("HYB-TARGET-1")
    expect(targets).to_have_value("any")
    shown.at(two_links_to_7)


LOST = "The server does not answer. Your game is kept here"


def lose(shown: Explorer) -> None:
    """Let no question and no module reach the server any more, until `unroute_all`."""
    shown.problems_expected = True
    shown.page.route("**/*", lambda route: route.abort())


def test_page_waits_for_a_server_that_is_gone(explore: Open) -> None:
    shown = explore("goff", "X1.1-9", clock=True)
    lose(shown)
    shown.click(1, 3)
    shown.says(LOST)
    assert "X1.1-9+O2.1-3" in shown.page.url
    shown.page.unroute_all()
    shown.page.clock.run_for(2_000)
    shown.at("X1.1-9 O2.1-3")
    expect(shown.page.locator("#problem")).to_be_hidden()


def test_other_game_is_opened_once_the_server_is_back(explore: Open) -> None:
    shown = explore("goff", "X1.1-9", clock=True)
    lose(shown)
    shown.page.get_by_role("link", name="Q3T").click()
    shown.says(LOST)
    expect(shown.page.locator("#games [aria-current]")).to_have_text("Goff")
    shown.at("X1.1-9")
    shown.page.unroute_all()
    shown.page.clock.run_for(2_000)
    expect(shown.page.locator("#games [aria-current]")).to_have_text("Q3T")
    shown.at("")
    expect(shown.page.locator("#problem")).to_be_hidden()
    shown.click(7)
    shown.at("X1.7")


def test_buttons_say_that_the_server_is_gone(explore: Open) -> None:
    shown = explore("probabilistic", "X1.5")
    lose(shown)
    shown.tab("share").locator("#pasted").fill("X1.3 success")
    for button in ("Let chance decide", "Copy vector", "Open"):
        shown.page.get_by_role("button", name=button, exact=True).click()
        shown.says(f"{LOST}: start qttt explore again")
        shown.page.locator("#problem-close").click()
    assert [each for each in shown.problems if "ERR_FAILED" not in each] == []
