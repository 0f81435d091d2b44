"""Games and positions of every game are read and written without loss, and errors point at the token."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.oracle import entry
from qttt.reference.game import RuleBroken
from qttt.reference.goff import Goff, Move, Position, Selection
from qttt.reference.goff.notation import NOTATION
from qttt.reference.hybrid import Hybrid, Link, Measure, Result
from qttt.reference.notation import NotationError, StateError
from qttt.reference.probabilistic import Choice, MoveOutcome, Probabilistic
from qttt.reference.probabilistic.board import Board
from qttt.reference.tiqtaqtoe import LEVELS, Measurement, Pair, Single, TiqTaqToe

GOFF = Goff()
BOARD = Probabilistic(Board.of([("0.4", "0.2", "0.4")] * 9))
CLASSIC, MINIMAL, MODERATE, HIGH = map(TiqTaqToe, LEVELS)
UNENTANGLED, PAIRS = TiqTaqToe(target="unentangled"), TiqTaqToe(pair="legal")
HYBRID, SINGLE, TWO, ONE_TARGET = Hybrid(), Hybrid("single"), Hybrid("two"), Hybrid(targets="one")

FIGURE_2 = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8 X7.2-4 O8.2-4 selA"
FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O"
SEVEN_PLIES = "X1.1-7 O2.4-8 X3.2 O4.5 X5.3 O6.6 X7.9"

SQUARES = st.integers(1, 9)
PAIRS_OF_SQUARES = st.tuples(SQUARES, SQUARES).map(sorted)
ACTIONS: dict[str, st.SearchStrategy[Any]] = {
    "goff": PAIRS_OF_SQUARES.map(lambda pair: Move(*pair)) | st.sampled_from(Selection),
    "probabilistic": SQUARES.map(Choice) | st.sampled_from(MoveOutcome),
    "tiqtaqtoe": SQUARES.map(Single)
    | PAIRS_OF_SQUARES.filter(lambda pair: pair[0] < pair[1]).map(lambda pair: Pair(*pair))
    | st.text("XO.", min_size=9, max_size=9).map(Measurement),
    "hybrid": SQUARES.map(Measure) | st.builds(Link, SQUARES, SQUARES) | st.sampled_from(Result),
}


@pytest.mark.parametrize("name", [*ACTIONS])
@given(st.data(), st.lists(st.sampled_from([" ", "  ", "\n", "\t "]), min_size=1))
def test_written_game_is_read_back(name: str, data: st.DataObject, blanks: list[str]) -> None:
    """NOTATION-GAME-1 and the rules of every token: any spaces are read, single ones are printed."""
    notation, actions = entry(name).kind.notation, data.draw(st.lists(ACTIONS[name]))
    text = notation.write(actions)
    scattered = "".join(token + blanks[at % len(blanks)] for at, token in enumerate(text.split()))
    assert list(notation.parse(text)) == list(notation.parse(scattered)) == actions
    assert notation.write(notation.parse(scattered)) == text


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (GOFF, FIGURE_2),
        (HIGH, "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9 =.XO.X.O.X O6.1"),
        (HYBRID, FIGURE_3),
    ],
)
def test_known_game_is_read_back(game: Any, text: str) -> None:
    """NOTATION-GAME-1"""
    assert game.notation.write(game.notation.parse(f"  {text}\n".replace(" ", " \t"))) == text
    positions = game.read(text).positions
    assert len(positions) == len(text.split()) + 1
    assert positions[0] == game.initial()
    assert positions[-1] == game.position(text)
    assert [type(position).of(str(position)) for position in positions] == [*positions]


def test_empty_text_is_the_start() -> None:
    """NOTATION-GAME-1"""
    assert NOTATION.parse("") == NOTATION.parse(" \n") == ()
    assert NOTATION.write(()) == ""
    assert Goff().read("").positions == (Position(),)


MALFORMED = {
    "goff": [
        ("Y1.1-9", "NOTATION-MOVE-1: expected a move such as X1.1-9, or selA or selB"),
        ("X1.1-9 o2.1-3", "NOTATION-MOVE-1: expected a move such as O2.1-9, or selA or selB"),
        ("X1.1-9 O2.1-9 sela", "NOTATION-SELECT-1: expected selA or selB"),
        ("X1.1-10", "NOTATION-MOVE-1: expected a move such as X1.1-9, or selA or selB"),
        ("X1.1–9", "NOTATION-MOVE-1: expected a move such as X1.1-9, or selA or selB"),
        ("X1.1-٩", "NOTATION-MOVE-1: expected a move such as X1.1-9, or selA or selB"),
        ("X1.1-9\xa0O2.1-3", "NOTATION-MOVE-1: expected a move such as X1.1-9, or selA or selB"),
        ("O1.1-9", "GOFF-TURN-1: expected X at ply 1, X1.1-9"),
        ("X1.1-9 X2.1-3", "GOFF-TURN-1: expected O at ply 2, O2.1-3"),
        ("X1.1-9 O2.1-9 selA O4.3-5", "GOFF-TURN-1: expected X at ply 3, X3.3-5"),
        ("X1.1-9 O2.3-1", "NOTATION-MOVE-1: expected ascending squares, 1-3"),
    ],
    "probabilistic": [
        ("X1.0", "NOTATION-SQUARE-1"),
        ("x1.5", "NOTATION-SQUARE-1"),
        ("X1.٥", "NOTATION-SQUARE-1"),
        ("X1.5 suc", "NOTATION-OUTCOME-1"),
        ("X1.5 neutral X2.5", "PROB-TURN-1"),
    ],
    "tiqtaqtoe": [
        ("X1.0", "NOTATION-SQUARE-1"),
        ("x1.5", "NOTATION-SQUARE-1"),
        ("X1.٥", "NOTATION-SQUARE-1"),
        ("X1.2-1", "NOTATION-MOVE-1"),
        ("X1.5-5", "NOTATION-MOVE-1"),
        ("X1.1 =XO", "NOTATION-MEASURE-1"),
        ("X1.1 =XO.X..O...", "NOTATION-MEASURE-1"),
        ("X1.1 X2.2", "TIQ-TURN-1"),
    ],
    "hybrid": [
        ("X1.0", "NOTATION-SQUARE-1"),
        ("x1.5", "NOTATION-SQUARE-1"),
        ("X1.7 O2.5>", "NOTATION-LINK-1"),
        ("X1.7 =x", "NOTATION-RESULT-1"),
        ("X1.7 =X X2.5>7", "HYB-TURN-1"),
    ],
}
"""By game: a text whose last token is malformed, and the rule, with or without what is expected."""


@pytest.mark.parametrize(("name", "text", "told"), [(name, *row) for name, rows in MALFORMED.items() for row in rows])
def test_malformed_text(name: str, text: str, told: str) -> None:
    """NOTATION-ERROR-1"""
    with pytest.raises(NotationError) as caught:
        entry(name).kind.notation.parse(text)
    error, (*before, token) = caught.value, text.split(" ")
    assert (error.token, error.number) == (token, len(before) + 1)
    assert told in (error.rule, f"{error.rule}: expected {error.expected}")
    assert str(error) == f"token {error.number} '{token}': {error.rule}: expected {error.expected}"


ILLEGAL = [
    (GOFF, "X1.5-5", "GOFF-MOVE-1 NotTwoSquares", "two different squares"),
    (GOFF, "selA", "GOFF-COLLAPSE-1 NothingToSelect", "a move, because no cycle is closed"),
    (GOFF, "X1.1-2 selA", "GOFF-COLLAPSE-1 NothingToSelect", "a move, because no cycle is closed"),
    (GOFF, "X1.1-2 O2.1-2 X3.3-4", "GOFF-COLLAPSE-1 SelectionPending", "selA or selB, because a cycle is closed"),
    (GOFF, "X1.1-2 O2.1-2 selA selB", "GOFF-COLLAPSE-1 NothingToSelect", "a move, because no cycle is closed"),
    (GOFF, "X1.1-2 O2.1-2 selA X3.2-3", "GOFF-MOVE-2 OccupiedSquare", "two of the squares 3, 4, 5, 6, 7, 8, 9"),
    (GOFF, f"{FIGURE_2} X9.6-6", "GOFF-END-1 GameOver", "no action, because the game is over"),
    (BOARD, "success", "PROB-OUTCOME-1 NoSquareNamed", "a square, because no square has been named"),
    (
        BOARD, "X1.5 O2.3", "PROB-OUTCOME-1 OutcomePending",
        "success, neutral or failure, because a square has been named",
    ),
    (BOARD, "X1.5 neutral neutral", "PROB-OUTCOME-1 NoSquareNamed", "a square, because no square has been named"),
    (BOARD, "X1.5 success O2.5", "PROB-MOVE-1 OccupiedSquare", "an open square, 1, 2, 3, 4, 6, 7, 8 or 9"),
    (
        BOARD, "X1.1 success O2.2 failure X3.3 success O4.4", "PROB-END-1 GameOver",
        "no action, because the game is over",
    ),
    (
        BOARD, "X1.1 success O2.2 failure X3.3 success neutral", "PROB-END-1 GameOver",
        "no action, because the game is over",
    ),
    (HIGH, "X1.1 O2.4 X3.2 O4.5 X5.3 O6.6", "TIQ-END-1 GameOver", "no action, because the game is over"),
    (
        MINIMAL, f"{SEVEN_PLIES} O8.1", "TIQ-MEASURE-1 MeasurementDue",
        "a measurement, because no square is certainly empty",
    ),
    (HIGH, "=.........", "TIQ-MEASURE-1 NoMeasurementDue", "a move, because no measurement is due"),
    (
        MINIMAL, f"{SEVEN_PLIES} =XXXOO...X", "TIQ-MEASURE-1 ImpossibleMeasurement",
        "a board of the position, such as =.XX.OOXOX or =.XXOOOX.X",
    ),
    (HIGH, "X1.5 O2.5", "TIQ-MOVE-1 NotEmpty", "a certainly empty square, 1, 2, 3, 4, 6, 7, 8 or 9"),
    (HIGH, "X1.5-6 O2.6", "TIQ-MOVE-1 NotEmpty", "a certainly empty square, 1, 2, 3, 4, 7, 8 or 9"),
    (CLASSIC, "X1.1-2", "TIQ-LEVEL-1 NoSuperpositions", "a classical move, on one square; legal under level=minimal"),
    (
        CLASSIC, "X1.1 O2.1-2", "TIQ-LEVEL-1 NoSuperpositions",
        "a classical move, on one square; legal under level=moderate",
    ),
    (HIGH, "X1.1 O2.2 X3.1-2", "TIQ-SUPER-1 NoEmptyCell", "a pair with a certainly empty square"),
    (HIGH, "X1.1-2 O2.1-2", "TIQ-SUPER-1 NoEmptyCell", "a pair with a certainly empty square; legal under pair=legal"),
    (
        MODERATE, "X1.1-2 O2.1-2", "TIQ-SUPER-1 NoEmptyCell",
        "a pair with a certainly empty square; legal under level=high, pair=legal",
    ),
    (
        PAIRS, "X1.1-2 O2.9 X3.3-4 O4.1-3", "TIQ-PAIR-1 NotAPair",
        "a pair with a certainly empty square, or the two squares of one mark of the opponent",
    ),
    (
        MINIMAL, "X1.1 O2.1-2", "TIQ-TARGET-1 NotATarget",
        "the other square to hold certainly nothing; legal under level=moderate",
    ),
    (
        MODERATE, "X1.1-2 O2.2-6", "TIQ-TARGET-1 NotATarget",
        "the other square to hold certainly nothing, or certainly the opponent's mark; legal under level=high",
    ),
    (
        HIGH, "X1.1 O2.2 X3.1-3", "TIQ-TARGET-1 NotATarget",
        "the other square to hold the opponent's mark or nothing, and never the mover's mark",
    ),
    (
        HIGH, "X1.1-2 O2.2-6 X3.2-3", "TIQ-TARGET-1 NotATarget",
        "the other square to hold the opponent's mark or nothing, and never the mover's mark",
    ),
    (
        UNENTANGLED, "X1.1-2 O2.2-6 X3.5 O4.1-3", "TIQ-TARGET-2 EntangledTarget",
        "a mark of the opponent that is entangled with no other mark; legal under target=entangled",
    ),
    (HYBRID, f"{FIGURE_3} X7.1", "HYB-END-1 GameOver", "no action, because the game is over"),
    (HYBRID, "X1.7 O2.5", "HYB-RESULT-1 ResultDue", "the result of measuring 7, =X or =O"),
    (HYBRID, "=X", "HYB-RESULT-1 NoResultDue", "a move, because nothing is being measured"),
    (HYBRID, "X1.7 =X O2.5>7 =X", "HYB-RESULT-1 NoResultDue", "a move, because nothing is being measured"),
    (HYBRID, "X1.7 =X O2.7", "HYB-MEASURE-1 BoxMeasured", "an unmeasured box, 1, 2, 3, 4, 5, 6, 8 or 9"),
    (
        HYBRID, "X1.7 =X O2.7>7", "HYB-LINK-1 ControlMeasured",
        "an unmeasured box as the control, 1, 2, 3, 4, 5, 6, 8 or 9",
    ),
    (
        HYBRID, "X1.7 =X O2.7>6", "HYB-LINK-1 ControlMeasured",
        "an unmeasured box as the control, 1, 2, 3, 4, 5, 6, 8 or 9",
    ),
    (HYBRID, "X1.7 =X O2.6>6", "HYB-LINK-1 TargetUnmeasured", "a measured box as the target, 7"),
    (HYBRID, "X1.5>7", "HYB-LINK-1 TargetUnmeasured", "a measured box as the target, but no box is measured yet"),
    (
        HYBRID, "X1.7 =X O2.5>7 X3.5>7", "HYB-CONTROL-1 ControlLinked",
        "a control without a pending link; legal under links=two",
    ),
    (
        SINGLE, "X1.7 =X O2.5>7 X3.6>7", "HYB-CONTROL-1 ControlLinked",
        "no link while 5>7 O is pending; legal under links=one",
    ),
    (TWO, "X1.7 =X O2.5>7 X3.5>7 O4.5>7", "HYB-CONTROL-1 ControlLinked", "a control with at most one pending link"),
    (
        ONE_TARGET, "X1.7 =X O2.5>7 X3.6>7", "HYB-TARGET-1 TargetLinked",
        "a target that no pending link leads to; legal under targets=any",
    ),
    (
        ONE_TARGET, "X1.7 =X O2.5>7 X3.5>7", "HYB-CONTROL-1 ControlLinked",
        "a control without a pending link; legal under links=two, targets=any",
    ),
]  # fmt: skip
"""A game, a text whose last action is illegal, the rule and its error, and what is expected."""


@pytest.mark.parametrize(("game", "text", "broken", "expected"), ILLEGAL)
def test_illegal_game(game: Any, text: str, broken: str, expected: str) -> None:
    """An illegal action keeps the exception of its rule, whose message begins with the token and its number."""
    with pytest.raises(RuleBroken) as caught:
        game.read(text)
    error, (*before, token) = caught.value, text.split()
    assert type(error).__module__ == type(game).__module__.replace(".game", ".errors")
    assert (f"{error.rule} {type(error).__name__}", error.expected) == (broken, expected)
    assert (error.token, error.number) == (token, len(before) + 1)
    assert str(error).startswith(f"token {error.number} '{token}': {error.rule}: ")


def test_illegal_game_in_full() -> None:
    with pytest.raises(RuleBroken) as error:
        GOFF.position("X1.1-2  O2.1-2 selA X3.2-3")
    rest = "GOFF-MOVE-2: 2-3 is illegal in 'X1@2 O2@1': expected two of the squares 3, 4, 5, 6, 7, 8, 9"
    assert str(error.value) == f"token 4 'X3.2-3': {rest}"


@pytest.mark.parametrize(
    ("name", "text", "number"),
    [
        ("goff", "X1.1-2 O2.1-2 selA", 3),
        ("probabilistic", "", 1),
        ("probabilistic", "X.. .O. ..X, Z to move", 4),
        ("probabilistic", "X.. .O. ..X, O named 9", 6),
        ("probabilistic", "x.. ... ..., O to move", 1),
        ("tiqtaqtoe", "", 1),
        ("tiqtaqtoe", "XXXOO..... ", 1),
        ("tiqtaqtoe", "X........ |.X.......", 2),
        ("tiqtaqtoe", "X........ measured ", 2),
        ("hybrid", "..X...X.., 3>7 O, X to move", 2),
        ("hybrid", "..X...X.., 5>6 O, X to move", 2),
        ("hybrid", "..X...X., X to move", 1),
        ("hybrid", "..X...X.., CHANCE to move", 2),
    ],
)
def test_malformed_position_is_rejected(name: str, text: str, number: int) -> None:
    with pytest.raises(StateError, match=rf"^token {number} '.*': expected ") as error:
        entry(name).kind.state.of(text)
    assert error.value.number == number


def test_end_of_a_position_is_named() -> None:
    with pytest.raises(ValueError, match="token 3 'selA': expected the end: a cycle is closed"):
        Position.of("X1.1-2 O2.1-2 selA")
