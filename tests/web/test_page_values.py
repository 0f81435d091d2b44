"""Values: the list, the heat map, the arcs and the headline agree with the oracle; hiding, hints, best play."""

import re
from fractions import Fraction
from functools import cache

import pytest
from playwright.sync_api import expect

from qttt.oracle import games

from .browsing import Explorer, Open
from .played import DUE, chosen, oracle, rules, some_games, whole_game

pytestmark = pytest.mark.browser

LISTED = """() => [...document.querySelectorAll("#actions .row")].map((row) => ({
  action: row.dataset.action,
  said: row.querySelector(".row-exact").title,
  best: row.textContent.startsWith("★"),
  heat: Number(/heat-(.)/.exec(row.className)?.[1] ?? -1),
}))"""
DRAWN = """() => ({
  arcs: [...document.querySelectorAll("#board .arc")].map((arc) => arc.dataset.best),
  heat: Object.fromEntries([...document.querySelectorAll("#board rect.tint")].map((rect, i) => {
    const corner = rect.nextElementSibling?.matches("path") ? rect.nextElementSibling : rect;
    return [i + 1, [rect, corner].map((each) => Number(/heat-(.)/.exec(each.getAttribute("class"))?.[1] ?? -1))];
  })),
})"""
MOST_ARCS = 6
ORDERED = ("hybrid",)
"""Games in which a move begins with its first square."""


def says(words: str, number: Fraction) -> bool:
    """Whether words give a number exactly, or rounded where it is long."""
    text = words.replace("−", "-").removeprefix("≈ ").split(" ")[0]
    return abs(float(text) - number) <= 5e-7 if words.startswith("≈") else Fraction(text) == number


def compare(shown: Explorer, moves: str) -> None:
    """Compare what the page shows of a position with what the oracle says, and the board with the list."""
    truth, played = oracle(shown.game), rules(shown.game)
    position = played.position(moves)
    listed, drawn = shown.page.evaluate(LISTED), shown.page.evaluate(DRAWN)
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
        for square in {*squares[: 1 if shown.game in ORDERED else 2]}:
            heat.setdefault(square, []).append(each["heat"])
    painted = {int(square): each for square, each in drawn["heat"].items() if each[0] >= 0}
    assert painted == {square: [max(each), min(each)] for square, each in heat.items()}, moves
    pairs = [action for action in best if len({*chosen(action, [*values], moves)}) == 2]
    assert sorted(drawn["arcs"]) == (sorted(pairs) if len(pairs) <= MOST_ARCS else []), moves


@pytest.mark.parametrize("name", games())
def test_values_heat_and_arcs_are_those_of_the_oracle(explore: Open, name: str) -> None:
    shown = explore(name)
    for moves in ["", DUE[name], *some_games(name, 8, 3)]:
        shown.show(moves)
        compare(shown, moves)


ENDINGS = re.compile(r"(X wins|draw|O wins) ([0-9.]+)%")


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
        after = played.write_position(played.play(position, action))
        for ending, share in endings(name, after).items():
            found[ending] = found.get(ending, Fraction(0)) + chance * share
    return found


@pytest.mark.parametrize("name", ["sqt", "tiqtaqtoe", "hybrid"])
def test_headline_says_the_chances_of_the_oracle(explore: Open, name: str) -> None:
    steps, _ = whole_game(name)
    moves = next(step.moves for step in reversed(steps) if len(endings(name, step.moves)) > 1)
    shown = explore(name, moves)
    expect(shown.headline).to_contain_text("wins")
    said = {ending: float(share) for ending, share in ENDINGS.findall(shown.headline.inner_text())}
    assert said == pytest.approx(
        {ending: float(100 * share) for ending, share in endings(name, moves).items()}, abs=0.051
    )
