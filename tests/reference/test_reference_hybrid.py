"""Q3T from Python, beyond what vectors can say: settings, exceptions, graphs of links, values derived by hand."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest

from qttt.reference.game import Actor, RuleBroken
from qttt.reference.hybrid import (
    GameNotOver,
    Hybrid,
    Link,
    Measure,
    NotABox,
    Position,
    Result,
    settings,
)
from qttt.reference.hybrid.branches import branches
from qttt.reference.hybrid.circuit import circuit
from qttt.reference.notation import NotationError

GAME = Hybrid()


def after(text: str, game: Hybrid = GAME) -> Position:
    return game.position(text)


# Switches, boxes, positions


def test_settings() -> None:
    """HYB-SWITCH-1"""
    assert next(settings()) == GAME
    assert len({*settings()}) == 3 * 2 * 2 * 4


@pytest.mark.parametrize("switch", ["links", "targets", "effect", "both"])
def test_unknown_switch_value_is_rejected(switch: str) -> None:
    """HYB-SWITCH-1"""
    with pytest.raises(ValueError, match=f"switch {switch}: unknown value 'three': expected "):
        Hybrid(**{switch: "three"})


def test_links_are_a_digraph() -> None:
    """HYB-STATE-1: from controls to targets, the same link twice if it was made twice."""
    graph = after("X1.7 =X O2.5>7 X3.3 =O O4.5>7 X5.9>3", Hybrid("two")).graph
    assert sorted(graph.edges(data="owner")) == [(5, 7, Actor.O), (5, 7, Actor.O), (9, 3, Actor.X)]
    assert (graph.out_degree(5), graph.in_degree(7), graph.in_degree(5)) == (2, 2, 0)
    assert sorted(graph) == [*range(1, 10)]


# Moves


def test_what_notation_cannot_say() -> None:
    """HYB-BOX-1, and a score before the end."""
    for action in (Measure(0), Link(10, 7)):
        with pytest.raises(NotABox):
            GAME.play(after("X1.7 =X"), action)
    with pytest.raises(GameNotOver):
        GAME.score(GAME.initial())


# Circuits: a claim compares them with the game, and vectors list their gates


FIGURE_3 = "X1.7 O2.5>7 X3.3 O4.9>3 X5.5 O6.9"


def test_circuit_of_an_invalid_game_is_rejected() -> None:
    with pytest.raises(NotationError, match=r"token 2 'O2\.1-9'"):
        circuit(Hybrid(), "X1.5 O2.1-9")
    for play in (branches, circuit):
        with pytest.raises(RuleBroken, match=r"token 3 '=O': HYB-RESULT-1: "):
            play(Hybrid(), "X1.5 =X =O")


def test_ways_are_known_without_qiskit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "qiskit", None)
    assert len(branches(Hybrid(), FIGURE_3)) > 1
    with pytest.raises(ImportError):
        circuit(Hybrid(), FIGURE_3)


# The page


PAGE = Path(__file__).resolve().parents[2] / "spec" / "rules" / "hybrid.md"


def test_longest_games_of_the_page() -> None:
    """LEMMA ends: the page's games are played to their ends, under every setting that they are given for."""
    blocks = [block for block in PAGE.read_text(encoding="utf-8").split("\n\n") if block.startswith("    X1.1 =X")]
    plies = {}
    for block in blocks:
        actions = Hybrid.notation.parse(block)
        plies[sum(not isinstance(action, Result) for action in actions)] = block
    assert sorted(plies) == [17, 24, 25]
    for game in settings():
        most = {"one": 17, "single": 17, "two": 25 if game.targets == "any" else 24}[game.links]
        last = game.read(plies[most]).positions[-1]
        assert str(game.score(last).outcome) in ("draw", "win of X", "win of O")
        assert last.unmeasured == ()


def test_source_game_stands_on_the_page() -> None:
    """The table of Figure 3 has the marks that the game leads to."""
    rows = [row.split("|")[1:4] for row in PAGE.read_text(encoding="utf-8").splitlines() if row.startswith("| `")]
    steps = [
        (action.replace("`", "").strip(), marks.strip(" `"))
        for action, _, marks in rows
        if ">" in action or "=" in action
    ]
    game = ""
    for action, marks in steps[:6]:
        game = f"{game} {action}"
        last = Hybrid().read(game).positions[-1]
        assert last.marks == marks.replace(" ", "")
    assert Hybrid().score(last).value == Fraction(-1)
