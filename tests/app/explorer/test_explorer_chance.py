"""Where chance or the System acts: every result with its probability, to choose or to draw."""

import re

import pytest
from playwright.sync_api import expect

from .browsing import Open

NODES = {
    "outcome of a named square": ("probabilistic", "X1.5", ["success", "neutral", "failure"]),
    "outcome of the second square": ("probabilistic", "X1.5 neutral O2.1", ["success", "neutral", "failure"]),
    "result of a measurement": ("hybrid", "X1.7", ["=X", "=O"]),
    "result that triggers a link": ("hybrid", "X1.7 =X O2.5>7 X3.5", ["=X", "=O"]),
    "selection of the System": ("sqt", "X1.1-9 O2.1-9", ["selA", "selB"]),
    "measured board": (
        "tiqtaqtoe",
        "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9",
        [f"={a}{b}{c}{d}X" for a in ("X.", ".X") for b in ("O.", ".O") for c in ("X.", ".X") for d in ("O.", ".O")],
    ),
}


@pytest.mark.parametrize("node", NODES)
def test_results_have_probabilities_and_can_be_chosen(explore: Open, node: str) -> None:
    name, moves, results = NODES[node]
    shown = explore(name, moves)
    cards = shown.page.locator("#actions .card")
    assert {card.get_attribute("data-token") for card in cards.all()} == {*results}
    for card in cards.all():
        assert re.search(r"probability \d+(/\d+)? [=≈] \d+(\.\d+)?%", card.inner_text()), card.inner_text()
    shown.token(results[-1]).click()
    shown.at(f"{moves} {results[-1]}")


@pytest.mark.parametrize("node", NODES)
def test_results_can_be_drawn(explore: Open, node: str) -> None:
    name, moves, results = NODES[node]
    shown = explore(name, moves)
    shown.page.get_by_role("button", name="Let chance decide").click()
    expect(shown.board).to_have_attribute(
        "data-moves", re.compile(f"^{re.escape(moves)} ({'|'.join(map(re.escape, results))})$")
    )


def test_chance_can_be_drawn_at_once(explore: Open) -> None:
    shown = explore("probabilistic")
    shown.tab("play").locator("[data-plays=nature]").select_option("draw")
    shown.click(5)
    expect(shown.board).to_have_attribute("data-moves", re.compile(r"^X1\.5 (success|neutral|failure)$"))


def test_game_may_go_round_a_loop(explore: Open) -> None:
    shown = explore("probabilistic", "X1.5 neutral O2.5 neutral X3.5 neutral")
    shown.click(5)
    shown.at("X1.5 neutral O2.5 neutral X3.5 neutral O4.5")
