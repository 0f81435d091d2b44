"""Goff's game from Python, beyond what vectors can say: exceptions, graphs, boards of marks, tables of scores."""

from __future__ import annotations

from fractions import Fraction

import pytest

from qttt.reference.game import Actor, Game, Outcome, RuleBroken
from qttt.reference.goff import (
    TABLE_2,
    TABLE_3,
    Action,
    GameNotOver,
    GameOver,
    Goff,
    Move,
    NotAscending,
    NotASquare,
    NotTheFinalMove,
    NotTwoSquares,
    OccupiedSquare,
    Position,
    Selection,
    SelectionPending,
)
from qttt.reference.goff import ending as goff_ending
from qttt.reference.goff import position as goff_position

GAME: Game[Position, Action] = Goff()

# X1, O2 and so on settle pairwise on 1-2, 3-4, 5-6, 7-8; nine is left, and X holds 1 and 5.
EIGHT_DEFINITE = "X1.1-2 O2.1-2 selB X3.3-4 O4.3-4 selA X5.5-6 O6.5-6 selB X7.7-8 O8.7-8 selA"


def after(text: str, game: Game[Position, Action] = GAME) -> Position:
    return game.position(text)


def board(text: str) -> goff_position.Board:
    return Position.of(text).definite


def test_entanglement_graph() -> None:
    """GOFF-GRAPH-1, GOFF-GRAPH-2: an edge for each pair of spooky marks, none for definite ones."""
    position = after("X1.1-2 O2.3-4 X3.4-5 O4.1-2 selA")
    assert sorted(position.entanglement.edges(keys=True)) == [(3, 4, 2), (4, 5, 3)]
    parallel = after("X1.1-2 O2.1-2")
    assert sorted(parallel.entanglement.edges(keys=True)) == [(1, 2, 1), (1, 2, 2)]
    assert [sorted(squares) for squares in goff_position.components(position)] == [[3, 4, 5]]
    two = goff_position.components(after("X1.3-4 O2.1-2"))
    assert [sorted(squares) for squares in two] == [[1, 2], [3, 4]]
    assert goff_position.component(position, 5) == {3, 4, 5}
    assert goff_position.component(position, 1) == {1}


def test_first_broken_rule() -> None:
    """GOFF-MOVE-3: an action that is wrong in several ways breaks the first rule of the list."""
    settled = after("X1.1-2 O2.1-2 selA")
    pending = after("X1.1-2 O2.1-2 selA X3.4-5 O4.4-5")
    eight = after(EIGHT_DEFINITE)
    ended = GAME.play(eight, Move(9, 9))
    for position, action, error in (
        (ended, Selection.A, GameOver),
        (ended, Move(1, 1), GameOver),
        (pending, Move(1, 3), SelectionPending),
        (pending, Move(0, 0), SelectionPending),
        (settled, Move(10, 1), NotASquare),
        (settled, Move(2, 1), NotAscending),
        (eight, Move(2, 1), NotAscending),
        (eight, Move(1, 2), NotTheFinalMove),
        (settled, Move(1, 1), NotTwoSquares),
        (eight, Move(1, 1), OccupiedSquare),
    ):
        with pytest.raises(RuleBroken) as broken:
            GAME.play(position, action)
        assert type(broken.value) is error, f"{action} in {position}"


def test_no_score_before_the_end() -> None:
    """GOFF-END-1"""
    for text in ("", "X1.1-2", "X1.1-2 O2.1-2", EIGHT_DEFINITE):
        with pytest.raises(GameNotOver):
            GAME.score(after(text))


def test_scores_of_other_tables() -> None:
    """GOFF-SCORE-1, GOFF-SCORE-2: table 3 is table 2 balanced and multiplied by 40; a double win may be worth less."""
    for how in ("draw", "narrow", "complete", "double"):
        outcome = Outcome(None if how == "draw" else Actor.O, how, "")
        assert goff_ending.value(outcome, TABLE_2) * 40 == goff_ending.value(outcome, TABLE_3)
    assert goff_ending.table_2(double=Fraction(3, 2)).double.winner == Fraction(3, 2)
