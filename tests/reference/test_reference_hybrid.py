"""The rules of Q3T one by one, with results derived by hand, in the order of the page."""

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
from qttt.reference.hybrid.ending import outcome
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


def test_first_move_is_a_measurement() -> None:
    """HYB-LINK-1"""
    assert GAME.actions(GAME.initial()) == tuple(map(Measure, range(1, 10)))


def test_actions_in_their_order() -> None:
    """HYB-MEASURE-1"""
    position = at("XOXXOOO.., 8>3 O, X to move")
    assert list(map(str, GAME.actions(position))) == ["8", "9", *(f"9>{target}" for target in range(1, 8))]
    assert GAME.actions(at("........., X measures 5")) == (Result.X, Result.O)


@pytest.mark.parametrize(
    ("game", "controls"),
    [(GAME, "89"), (Hybrid("single"), ""), (Hybrid("two"), "689")],
    ids=["one", "single", "two"],
)
def test_number_of_links_a_control_may_carry(game: Hybrid, controls: str) -> None:
    """HYB-CONTROL-1: 6 carries one, 7 two."""
    links = [
        action for action in game.actions(at("XOXXO...., 6>1 O, 7>2 O, 7>2 X, X to move")) if isinstance(action, Link)
    ]
    assert {str(link.control) for link in links} == {*controls}


def test_number_of_links_a_target_may_receive() -> None:
    """HYB-TARGET-1: 1 receives one, 2 does not."""
    position = at("XO......., 6>1 O, X to move")
    by_setting = [
        {action.target for action in game.actions(position) if isinstance(action, Link)}
        for game in (GAME, Hybrid(targets="one"))
    ]
    assert by_setting == [{1, 2}, {2}]


def test_what_notation_cannot_say() -> None:
    """HYB-BOX-1, and a score before the end."""
    for action in (Measure(0), Link(10, 7)):
        with pytest.raises(NotABox):
            GAME.play(after("X1.7 =X"), action)
    with pytest.raises(GameNotOver):
        GAME.score(GAME.initial())


# Measurement


def test_games_of_figure_3() -> None:
    """HYB-TRIGGER-1, HYB-END-1: every position of the source's game."""
    assert list(map(str, GAME.read(FIGURE_3).positions)) == [
        "........., X to move",
        "........., X measures 7",
        "......X.., O to move",
        "......X.., 5>7 O, X to move",
        "......X.., 5>7 O, X measures 3",
        "..X...X.., 5>7 O, O to move",
        "..X...X.., 5>7 O, 9>3 O, X to move",
        "..X...X.., 5>7 O, 9>3 O, X measures 5",
        "..X.O.O.., 9>3 O, O to move",
        "..X.O.O.., 9>3 O, O measures 9",
        "..O.O.O.O, X to move",
    ]
    score = GAME.score(after(FIGURE_3))
    assert (str(score.outcome), score.outcome.rule) == ("win of O", "HYB-END-1")
    assert score.value == -1


def test_chance() -> None:
    """HYB-RESULT-1: a half each, whatever links there are; nowhere else."""
    position = after("X1.7 =X O2.5>7 X3.5")
    assert GAME.actor(position) is Actor.CHANCE
    assert GAME.chance(position) == {Result.X: HALF, Result.O: HALF}
    assert GAME.chance(after("X1.7 =X")) == GAME.chance(after(FIGURE_3)) == {}
    assert GAME.system(position) == {}


@pytest.mark.parametrize(
    ("effect", "links", "result", "marks"),
    [
        ("reverse", "3>1 O", "=O", "OOO"),
        ("reverse", "3>1 O", "=X", "XOX"),
        ("reverse", "3>1 X", "=X", "OOX"),
        ("reverse", "3>1 X", "=O", "XOO"),
        ("reverse", "3>2 O", "=O", "XXO"),
        ("take", "3>2 O", "=O", "XOO"),
        ("take", "3>1 O", "=O", "OOO"),
        ("reverse", "3>1 O, 3>1 O", "=O", "XOO"),
        ("take", "3>1 O, 3>1 O", "=O", "OOO"),
        ("reverse", "3>1 O, 3>1 X", "=O", "OOO"),
        ("reverse", "3>1 X, 3>2 X", "=X", "OXX"),
        ("reverse", "4>1 O", "=O", "XOO"),
    ],
)
def test_triggered_links(effect: str, links: str, result: str, marks: str) -> None:
    """HYB-TRIGGER-1: by the owner's mark, whoever measures; only of the measured box; two on one target cancel."""
    for measurer in ("X", "O"):
        game = Hybrid("two", effect=effect)
        position = game.play(at(f"XO......., {links}, {measurer} measures 3"), Result(result))
        assert position.marks == f"{marks}......"
        assert position.links == (() if links[0] == "3" else (PendingLink(4, 1, Actor.O),))


# Endings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("XX....OO., X to move", None),
        ("XXX...OO., 4>7 O, O to move", "win of X"),
        ("XOXOOXXO., X to move", "win of O"),
        ("XXXOOO..., X to move", "lines of both"),
        ("XOXXOOOXX, X to move", "draw"),
        ("XOXXOOOX., X to move", None),
    ],
)
def test_outcomes(text: str, expected: str | None) -> None:
    """HYB-END-1, HYB-END-2, HYB-END-3"""
    ended = outcome(at(text))
    assert (str(ended) if ended else None) == expected
    assert (GAME.actor(at(text)) is None) is bool(ended)


def test_line_is_judged_after_the_reversals() -> None:
    """HYB-END-1: X would complete 1, 2, 3, and the link takes 1 away; a link gives a line to who did not measure."""
    taken = GAME.play(at("XX......., 3>1 X, X measures 3"), Result.X)
    assert (taken.marks, GAME.actor(taken)) == ("OXX......", Actor.O)
    given = GAME.play(at("OXO......, 4>2 O, X measures 4"), Result.O)
    assert str(GAME.score(given).outcome) == "win of O"


def test_lines_of_both() -> None:
    """HYB-END-2: 3 becomes X and completes a row, and the link from it makes 6 the third O of another."""
    for measurer, values in [("X", [0, 1, 1, -1]), ("O", [0, 1, -1, 1])]:
        position = GAME.play(at(f"XX.OOX..., 3>6 X, {measurer} measures 3"), Result.X)
        assert position.marks == "XXXOOO..."
        by_switch = [Hybrid(both=both).score(position).value for both in ("draw", "X", "measurer", "other")]
        assert by_switch == values


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
