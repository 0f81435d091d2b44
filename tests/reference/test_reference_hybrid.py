"""Q3T from Python, beyond what vectors can say: settings, exceptions, graphs of links, values derived by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from qttt.reference.game import Actor
from qttt.reference.hybrid import (
    GameNotOver,
    Hybrid,
    Link,
    Measure,
    NotABox,
    PendingLink,
    Position,
    Result,
    settings,
)
from qttt.reference.solver import Solver

GAME = Hybrid()
HALF = Fraction(1, 2)
FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O"


def after(text: str, game: Hybrid = GAME) -> Position:
    return game.position(text)


def at(text: str) -> Position:
    return Position.of(text)


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


def test_text_of_a_position() -> None:
    """HYB-STATE-1: links in any order; a position is its text."""
    position = at("..X...X.., 9>3 O, 5>7 X, 5>7 O, X measures 5")
    assert str(position) == "..X...X.., 5>7 O, 5>7 X, 9>3 O, X measures 5"
    assert position.links[1] == PendingLink(5, 7, Actor.X)
    assert (position.measured, position.unmeasured) == ((3, 7), (1, 2, 4, 5, 6, 8, 9))


# Moves


def test_what_notation_cannot_say() -> None:
    """HYB-BOX-1, and a score before the end."""
    for action in (Measure(0), Link(10, 7)):
        with pytest.raises(NotABox):
            GAME.play(after("X1.7 =X"), action)
    with pytest.raises(GameNotOver):
        GAME.score(GAME.initial())


# Measurement


def test_chance() -> None:
    """HYB-RESULT-1: a half each, whatever links there are; nowhere else."""
    position = after("X1.7 =X O2.5>7 X3.5")
    assert GAME.actor(position) is Actor.CHANCE
    assert GAME.chance(position) == {Result.X: HALF, Result.O: HALF}
    assert GAME.chance(after("X1.7 =X")) == GAME.chance(after(FIGURE_3)) == {}
    assert GAME.system(position) == {}


# Value


def test_values_by_hand() -> None:
    """HYB-VALUE-1: only box 9 is left and completes no line; but if a link reverses 2, 5, 6 or 7, X has one with 9
    found X, and O has the middle row if one reverses 4."""
    solver = Solver(GAME)
    assert solver.value(at("XOXXOOOX., X to move")) == HALF
    assert [str(action) for action in solver.best(at("XOXXOOOX., X to move"))] == ["9>2", "9>5", "9>6", "9>7"]
    assert solver.value(at("XOXXOOOX., O to move")) == -HALF
    assert solver.value(at("XOXXOOOX., 9>1 X, O to move")) == 0
    assert solver.value(at("XOXXOOOX., 9>2 X, O to move")) == HALF
