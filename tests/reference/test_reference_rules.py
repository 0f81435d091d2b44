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


def test_ply_of_a_line_and_of_a_player() -> None:
    """GOFF-END-3: the largest ply of the line's own marks; the smallest over a player's lines."""
    # The top row has plies 3, 7, 9, the diagonal 3-5-7 has 9, 1, 5.
    both_late = board("X1@5 O2@4 X3@1 O4@6 X5@7 O6@8 X7@2 O8@9 X9@3")
    assert [[str(mark) for mark in line] for line in goff_ending.marks_of_lines(both_late, Actor.X)] == [
        ["X3", "X7", "X9"],
        ["X9", "X1", "X5"],
    ]
    assert goff_ending.ply_of_player(both_late, Actor.X) == 9
    assert goff_ending.ply_of_player(both_late, Actor.O) is None
    two_lines = board("X1@1 O2@5 X3@2 O4@6 X5@3 O6@8 X7@4 O8@9 X9@7")
    assert goff_ending.ply_of_player(two_lines, Actor.X) == 5
    idle_last_mark = board("X1@1 O2@4 X3@2 O4@5 X5@3 O6@9 X7@8")
    assert goff_ending.ply_of_player(idle_last_mark, Actor.X) == 5


def test_table_2() -> None:
    """GOFF-SCORE-1: winner and loser, by hand from the source's table."""
    assert {how: [str(points) for points in pair] for how, pair in TABLE_2._asdict().items()} == {
        "draw": ["0", "0"],
        "narrow": ["1", "1/2"],
        "complete": ["1", "0"],
        "double": ["2", "0"],
    }
    assert goff_ending.table_2(double=Fraction(3, 2)).double.winner == Fraction(3, 2)
    narrow_of_o = Outcome(Actor.O, "narrow", "GOFF-END-4")
    assert goff_ending.points(narrow_of_o, TABLE_2) == (Fraction(1, 2), Fraction(1))


def test_table_3() -> None:
    """GOFF-SCORE-2, and that table 3 is table 2 balanced and multiplied by 40."""
    for how, points in (("draw", 0), ("narrow", 10), ("complete", 20), ("double", 40)):
        for winner, sign in ((Actor.X, 1), (Actor.O, -1)):
            outcome = Outcome(None if how == "draw" else winner, how, "")
            assert goff_ending.value(outcome, TABLE_3) == sign * points
            assert goff_ending.value(outcome, TABLE_2) * 40 == sign * points
