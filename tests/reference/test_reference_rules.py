"""The rules of Goff's game one by one, with results derived by hand, in the order of the page."""

from __future__ import annotations

from fractions import Fraction

import pytest

from qttt.reference.board import lines
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
    NothingToSelect,
    NotTheFinalMove,
    NotTwoSquares,
    OccupiedSquare,
    Position,
    Selection,
    SelectionPending,
)
from qttt.reference.goff import collapse as goff_collapse
from qttt.reference.goff import ending as goff_ending
from qttt.reference.goff import position as goff_position

GAME: Game[Position, Action] = Goff()
A, B = Selection.A, Selection.B

# X1, O2 and so on settle pairwise on 1-2, 3-4, 5-6, 7-8; nine is left, and X holds 1 and 5.
EIGHT_DEFINITE = "X1.1-2 O2.1-2 selB X3.3-4 O4.3-4 selA X5.5-6 O6.5-6 selB X7.7-8 O8.7-8 selA"
# One tree over all nine squares with square 5 in its middle, before X's last move.
STAR = "X1.1-5 O2.5-6 X3.2-5 O4.5-8 X5.3-5 O6.5-9 X7.4-5 O8.5-7"


def after(text: str, game: Game[Position, Action] = GAME) -> Position:
    return game.position(text)


def marks(position: Position) -> dict[int, str]:
    """Square to mark, for the definite marks."""
    return {at: str(mark) for at, mark in enumerate(position.definite, start=1) if mark}


def board(text: str) -> goff_position.Board:
    return Position.of(text).definite


def test_board() -> None:
    """GOFF-BOARD-1, GOFF-BOARD-2"""
    assert goff_position.squares() == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert {frozenset(line) for line in lines()} == {
        frozenset(line)
        for line in [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}]
    }
    assert len(lines()) == 8
    assert marks(GAME.initial()) == {}
    with pytest.raises(NotASquare):
        GAME.play(GAME.initial(), Move(0, 3))
    with pytest.raises(NotASquare):
        GAME.play(GAME.initial(), Move(3, 10))


def test_turns() -> None:
    """GOFF-TURN-1: X at odd plies, O at even ones; a selection is not a ply."""
    assert GAME.actor(after("")) is Actor.X
    assert GAME.actor(after("X1.1-2")) is Actor.O
    assert GAME.actor(after("X1.1-2 O2.2-3")) is Actor.X
    assert after("X1.1-2 O2.1-2").ply == after("X1.1-2 O2.1-2 selA").ply == 2
    assert str(goff_position.next_mark(after("X1.1-2 O2.1-2 selA"))) == "X3"


def test_usual_move() -> None:
    """GOFF-MOVE-1, GOFF-MOVE-3: two different squares, the smaller first."""
    assert str(after("X1.1-9").spooky[0]) == "X1.1-9"
    with pytest.raises(NotTwoSquares) as one_square:
        GAME.play(after("X1.1-9"), Move(5, 5))
    assert one_square.value.rule == "GOFF-MOVE-1"
    with pytest.raises(NotAscending) as descending:
        GAME.play(after("X1.1-9"), Move(9, 5))
    assert descending.value.rule == "GOFF-MOVE-3"


def test_occupied_square() -> None:
    """GOFF-MOVE-2: a definite mark keeps others away, a spooky one doesn't."""
    position = after("X1.1-2 O2.1-2 selA")
    for move in (Move(1, 3), Move(2, 3), Move(1, 2)):
        with pytest.raises(OccupiedSquare):
            GAME.play(position, move)
    assert GAME.play(after("X1.1-2"), Move(2, 3)).spooky[1].squares == Move(2, 3)


def test_order_of_actions() -> None:
    """GOFF-MOVE-3"""
    first = GAME.actions(after(""))
    assert len(first) == 36
    assert first[:9] == (*(Move(1, second) for second in range(2, 10)), Move(2, 3))
    assert list(map(str, first)) == sorted(map(str, first))
    assert len(GAME.actions(after("X1.1-2"))) == 36, "spooky marks take nothing away"
    assert len(GAME.actions(after("X1.1-2 O2.1-2 selA"))) == 21


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


@pytest.mark.parametrize(
    ("text", "closes"),
    [
        ("X1.1-2", False),
        ("X1.1-2 O2.1-2", True),
        ("X1.1-2 O2.2-3", False),
        ("X1.1-2 O2.2-3 X3.1-3", True),
        ("X1.1-2 O2.3-4 X3.5-6", False),
        ("X1.1-2 O2.3-4 X3.2-3", False),
        ("X1.1-2 O2.3-4 X3.2-3 O4.1-4", True),
        ("X1.1-2 O2.3-4 X3.2-3 O4.1-9", False),
        ("X1.1-2 O2.1-2 selA X3.3-4", False),
    ],
)
def test_cycle(text: str, closes: bool) -> None:
    """GOFF-CYCLE-1: the squares were joined already, by an edge or a path; definite marks join nothing."""
    assert after(text).pending is closes


def test_selection_comes_first() -> None:
    """GOFF-COLLAPSE-1"""
    pending = after("X1.1-2 O2.1-2")
    assert GAME.actions(pending) == (A, B)
    with pytest.raises(SelectionPending) as too_early:
        GAME.play(pending, Move(3, 4))
    assert too_early.value.rule == "GOFF-COLLAPSE-1"
    for position in (after(""), after("X1.1-2"), after("X1.1-2 O2.1-2 selA")):
        with pytest.raises(NothingToSelect):
            GAME.play(position, A)


def test_only_the_component_of_the_last_move_collapses() -> None:
    """GOFF-COLLAPSE-2: the tail X3 of the cycle collapses with it, the other component stays."""
    position = after("X1.1-2 O2.5-6 X3.2-3 O4.1-2 selA")
    assert marks(position) == {1: "O4", 2: "X1", 3: "X3"}
    assert [str(pair) for pair in position.spooky] == ["O2.5-6"]
    assert goff_collapse.collapsing(after("X1.1-2 O2.5-6 X3.2-3 O4.1-2")) == {1, 2, 3}


def test_both_collapses_of_figure_3() -> None:
    """GOFF-COLLAPSE-3, with Figures 3 and 4 of the source."""
    before = "X1.1-9 O2.1-3 X3.1-3"
    assert marks(after(before)) == {}
    assert marks(after(f"{before} selA")) == {1: "X3", 3: "O2", 9: "X1"}
    assert marks(after(f"{before} selB")) == {1: "O2", 3: "X3", 9: "X1"}
    assert after(f"{before} selA").spooky == ()


def test_marks_settle_away_from_the_last_one() -> None:
    """GOFF-COLLAPSE-3: a cycle 1-2-3-4 with a tail 3-7-8; around the cycle in one sense or in the other."""
    before = "X1.1-2 O2.2-3 X3.3-7 O4.3-4 X5.7-8 O6.1-4"
    assert marks(after(f"{before} selA")) == {1: "O6", 2: "X1", 3: "O2", 4: "O4", 7: "X3", 8: "X5"}
    assert marks(after(f"{before} selB")) == {4: "O6", 3: "O4", 2: "O2", 1: "X1", 7: "X3", 8: "X5"}


def test_selector_depends_on_the_rule() -> None:
    """GOFF-SELECT-1, GOFF-SELECT-2"""
    mover_selects = Goff(collapse="self")
    assert GAME.actor(after("X1.1-2 O2.1-2")) is Actor.X
    assert mover_selects.actor(after("X1.1-2 O2.1-2")) is Actor.O
    assert GAME.actor(after("X1.1-2 O2.2-3 X3.1-3")) is Actor.O
    assert mover_selects.actor(after("X1.1-2 O2.2-3 X3.1-3")) is Actor.X
    with pytest.raises(ValueError, match="unknown collapse rule 'dice'"):
        Goff(collapse="dice")  # type: ignore[arg-type]


def test_player_to_move_after_a_selection() -> None:
    """GOFF-TURN-2: the opponent of the last mover, whoever selected."""
    for game in (Goff(), Goff(collapse="self")):
        for selection in ("selA", "selB"):
            assert game.actor(after(f"X1.1-2 O2.1-2 {selection}", game)) is Actor.X
            assert game.actor(after(f"X1.1-2 O2.2-3 X3.1-3 {selection}", game)) is Actor.O


def test_final_move() -> None:
    """GOFF-FINAL-1: with eight squares definite and no line the game goes on, and x-x can decide it."""
    position = after(EIGHT_DEFINITE)
    assert marks(position) == {1: "X1", 2: "O2", 3: "O4", 4: "X3", 5: "X5", 6: "O6", 7: "O8", 8: "X7"}
    assert GAME.actor(position) is Actor.X
    assert GAME.actions(position) == (Move(9, 9),)
    with pytest.raises(NotTheFinalMove):
        GAME.play(position, Move(8, 9))
    with pytest.raises(OccupiedSquare):
        GAME.play(position, Move(8, 8))
    final = GAME.play(position, Move(9, 9))
    assert marks(final)[9] == "X9"
    assert GAME.actor(final) is None
    assert str(GAME.score(final).outcome) == "complete win of X", "1, 5, 9"


def test_spooky_marks_make_no_line() -> None:
    """GOFF-END-1: X has spooky marks on 1, 2 and 3, the game goes on; it ends with the settlement."""
    before = "X1.1-4 O2.4-5 X3.2-5 O4.5-6 X5.3-6"
    position = after(before)
    assert GAME.actor(position) is Actor.O
    assert goff_ending.outcome(position) is None
    pending = GAME.play(position, Move(4, 5))
    assert GAME.actor(pending) is Actor.X, "a closed cycle is settled before anything ends"
    # O6 takes 4: X1 goes to 1, O2 to 5, then X3 to 2, O4 to 6, X5 to 3.
    settled = GAME.play(pending, A)
    assert marks(settled) == {1: "X1", 2: "X3", 3: "X5", 4: "O6", 5: "O2", 6: "O4"}
    assert GAME.actor(settled) is None
    assert GAME.actions(settled) == ()
    assert str(GAME.score(settled).outcome) == "narrow win of X"
    for action in (Move(7, 8), A):
        with pytest.raises(GameOver):
            GAME.play(settled, action)


def test_first_broken_rule() -> None:
    """GOFF-MOVE-3: an action that is wrong in several ways breaks the first rule of the list."""
    settled = after("X1.1-2 O2.1-2 selA")
    pending = after("X1.1-2 O2.1-2 selA X3.4-5 O4.4-5")
    eight = after(EIGHT_DEFINITE)
    ended = GAME.play(eight, Move(9, 9))
    for position, action, error in (
        (ended, A, GameOver),
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


def test_complete_win() -> None:
    """GOFF-END-2: X1, X3, X5 on the left column; O's marks on 4, 5 and 8 are not a line."""
    position = after("X1.1-2 O2.1-2 selB X3.4-5 O4.4-5 selB X5.7-8 O6.7-8 selB")
    assert marks(position) == {1: "X1", 2: "O2", 4: "X3", 5: "O4", 7: "X5", 8: "O6"}
    assert str(GAME.score(position).outcome) == "narrow win of X", "2, 5, 8 is a line as well"
    other = after("X1.1-2 O2.1-2 selB X3.4-5 O4.4-5 selB X5.7-9 O6.7-9 selB")
    assert GAME.score(other).outcome == Outcome(Actor.X, "complete", "GOFF-END-2")
    of_o = board("X1@1 O2@4 X3@2 O4@5 X5@7 O6@6")
    assert goff_ending.complete(of_o) == Outcome(Actor.O, "complete", "GOFF-END-2")


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


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("X1@1 O2@4 X3@2 O4@5 X5@3 O6@6", Actor.X),
        ("X1@1 O2@4 X3@2 O4@5 X5@7 O6@6 X7@3", Actor.O),
        # X's idle last mark is younger than O's line, X's line older.
        ("X1@1 O2@4 X3@2 O4@5 X5@3 O6@6 X7@7", Actor.X),
        # X has the oldest mark of all and the younger line.
        ("X1@1 O2@4 X3@8 O4@5 X5@2 O6@6 X7@7 O8@9 X9@3", Actor.O),
        ("X1@1 O2@7 X3@2 O4@5 X5@8 O6@4 X7@3 O8@6", Actor.X),
    ],
)
def test_narrow_win(text: str, winner: Actor) -> None:
    """GOFF-END-4: both hold a row, the older row wins."""
    assert goff_ending.narrow(board(text)) == Outcome(winner, "narrow", "GOFF-END-4")
    assert goff_ending.outcome(Position.of(text)) == Outcome(winner, "narrow", "GOFF-END-4")
    assert goff_ending.complete(board(text)) is None


def test_draw() -> None:
    """GOFF-END-5: X settles on 2, 4, 6, 7, 9 and O on 1, 3, 5, 8."""
    before = "X1.1-2 O2.1-2 selA X3.3-4 O4.3-4 selA X5.5-6 O6.5-6 selA X7.7-8 O8.7-8 selB"
    assert marks(after(before)) == {1: "O2", 2: "X1", 3: "O4", 4: "X3", 5: "O6", 6: "X5", 7: "X7", 8: "O8"}
    assert GAME.actor(after(before)) is Actor.X
    ended = after(f"{before} X9.9-9")
    assert GAME.score(ended) == (Outcome(None, "draw", "GOFF-END-5"), Fraction(0))


def test_double_win() -> None:
    """GOFF-END-6: the top row and the left column, settled all at once; with the option only."""
    game = Goff(double_win=True)
    two_lines = after(f"{STAR} X9.7-8 selA", game)
    assert marks(two_lines) == {
        7: "X9", 5: "O8", 1: "X1", 6: "O2", 2: "X3", 8: "O4", 3: "X5", 9: "O6", 4: "X7",
    }  # fmt: skip
    assert game.score(two_lines) == (Outcome(Actor.X, "double", "GOFF-END-6"), Fraction(40))
    assert str(GAME.score(two_lines).outcome) == "complete win of X"
    one_line = after(f"{STAR} X9.7-8 selB", game)
    assert marks(one_line) == {
        8: "X9", 5: "O4", 1: "X1", 6: "O2", 2: "X3", 3: "X5", 9: "O6", 4: "X7", 7: "O8",
    }  # fmt: skip
    assert str(game.score(one_line).outcome) == "complete win of X"
    with pytest.raises(ValueError, match="unknown double_win 'no': expected True or False"):
        Goff(double_win="no")  # type: ignore[arg-type]


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


def test_figure_2() -> None:
    """The source's variation.

    X3 takes 1, so O2 takes 3 and X1 takes 9. X5 takes 7, so O4 takes 5. O8 takes 2, so O6 takes 8 and X7
    takes 4. X holds 1, 4, 7 with plies 3, 7, 5; O holds 2, 5, 8 with plies 8, 4, 6; 7 is smaller than 8.
    """
    before = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8 X7.2-4 O8.2-4"
    assert GAME.actor(after(before)) is Actor.X
    ended = after(f"{before} selA")
    assert marks(ended) == {1: "X3", 2: "O8", 3: "O2", 4: "X7", 5: "O4", 7: "X5", 8: "O6", 9: "X1"}
    assert GAME.actor(ended) is None, "square 6 stays empty"
    assert GAME.score(ended) == (Outcome(Actor.X, "narrow", "GOFF-END-4"), Fraction(10))


def test_no_chance() -> None:
    assert GAME.chance(after("X1.1-2 O2.1-2")) == {}


def test_positions_are_values() -> None:
    """Equal positions are equal keys, by whatever order of play; different ones differ."""
    assert after("X1.1-2 O2.1-2 selA") == after("X1.1-2 O2.1-2 selA")
    assert len({after("X1.1-2 O2.1-2 selA"), after("X1.1-2 O2.1-2 selA"), after("X1.1-2 O2.1-2 selB")}) == 2


def test_errors_name_rule_action_and_position() -> None:
    with pytest.raises(RuleBroken) as broken:
        GAME.play(after("X1.1-2 O2.1-2 selA"), Move(2, 3))
    assert str(broken.value) == (
        "GOFF-MOVE-2: 2-3 is illegal in 'X1@2 O2@1': expected two of the squares 3, 4, 5, 6, 7, 8, 9"
    )
