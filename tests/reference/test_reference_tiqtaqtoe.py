"""The game of TiqTaqToe rule by rule, with results derived by hand, in the page's order."""

from __future__ import annotations

import re
from collections.abc import Hashable
from fractions import Fraction

import pytest

from qttt.reference import tiqtaqtoe
from qttt.reference.game import Actor, Game, Outcome
from qttt.reference.notation import StateError
from qttt.reference.solver import Solver
from qttt.reference.tiqtaqtoe import LEVELS, SWITCHES, Measurement, Pair, Position, Single, TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.ending import players_with_a_line
from qttt.reference.tiqtaqtoe.notation import Action
from qttt.reference.tiqtaqtoe.position import certain, contents, entanglement, groups, probabilities

CLASSIC, MINIMAL, MODERATE, HIGH = map(TiqTaqToe, LEVELS)
UNENTANGLED = TiqTaqToe("high", target="unentangled")
PAIRS = TiqTaqToe("high", pair="legal")
FULL_BOARD = TiqTaqToe("moderate", lines="full-board")

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
SEVEN_PLIES = "X1.1-7 O2.4-8 X3.2 O4.5 X5.3 O6.6 X7.9"
"""X on 2, 3, 9 and on 1 or 7; O on 5, 6 and on 4 or 8: a measurement is due."""


def after(text: str, game: TiqTaqToe = HIGH) -> Position:
    return game.position(text)


def test_game_is_a_game() -> None:
    game: Game[Position, Action] = HIGH
    assert game.ruleset == "tiqtaqtoe-1.0"
    assert game.initial() == Position()
    assert isinstance(Position(), Hashable)
    assert game.system(Position()) == {}


def test_settings() -> None:
    """TIQ-LEVEL-1, TIQ-SWITCH-1"""
    every = list(settings())
    assert [sum(game.level == level for game in every) for level in LEVELS] == [10, 10, 10, 40]
    assert len({*every}) == 70
    assert TiqTaqToe() == HIGH
    assert HIGH.switches == {name: values[0] for name, values in SWITCHES.items()}
    assert CLASSIC.switches == {"lines": "every-move", "both": "even"}


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ({"level": "low"}, "unknown level 'low': expected classic, minimal, moderate or high"),
        ({"pair": "yes"}, "switch pair: unknown value 'yes': expected illegal or legal"),
        ({"both": "x"}, "switch both: unknown value 'x': expected even, X, O, last-mover or other"),
        ({"level": "moderate", "pair": "legal"}, "level moderate has no switch pair: expected lines or both"),
        ({"level": "classic", "target": "unentangled"}, "level classic has no switch target: expected lines or both"),
    ],
)
def test_unknown_setting_is_rejected(setting: dict[str, str], complaint: str) -> None:
    """TIQ-SWITCH-1"""
    with pytest.raises(ValueError, match=complaint):
        TiqTaqToe(**setting)


def test_fresh_pair() -> None:
    """TIQ-STATE-1, TIQ-SUPER-1"""
    position = after("X1.1-2")
    assert position.boards == (".X.......", "X........")
    assert contents(position, 1) == {"X", "."}
    assert certain(position, 1) is None
    assert certain(position, 3) == "."
    assert position.empty == (3, 4, 5, 6, 7, 8, 9)
    assert probabilities(position)[2] == {"X": HALF, "O": 0, ".": HALF}
    assert probabilities(position)[3] == {"X": 0, "O": 0, ".": 1}


def test_superposition_on_a_certain_mark() -> None:
    """TIQ-SUPER-1: the example of Figure 7."""
    assert after("X1.1 O2.1-2", MODERATE).boards == ("OX.......", "XO.......")


def test_superposition_on_a_superposed_mark() -> None:
    """TIQ-SUPER-1: the example of Figure 8, 50, 25 and 25 per cent."""
    position = after("X1.1-2 O2.2-6")
    assert {*position.boards} == {"X....O...", "XO.......", ".X...O...", ".O...X..."}
    chance = probabilities(position)
    assert [chance[square]["X"] for square in (1, 2, 6)] == [HALF, QUARTER, QUARTER]
    assert [chance[square]["O"] for square in (1, 2, 6)] == [0, HALF, HALF]


def test_groups() -> None:
    """TIQ-GROUP-1: who is entangled with whom. The last two: of four squares, and three groups of three."""
    for text, expected in [
        ("", ()),
        ("X1.1-2 O2.3-4 X3.5", ((1, 2), (3, 4))),
        ("X1.1 O2.1-2", ((1, 2),)),
        ("X1.1-2 O2.2-6", ((1, 2, 6),)),
        ("X1.1-2 O2.2-6 X3.5 O4.1-3", ((1, 2, 3, 6),)),
        ("X1.1-2 O2.1-3 X3.4-5 O4.4-6 X5.7-8 O6.7-9", ((1, 2, 3), (4, 5, 6), (7, 8, 9))),
    ]:
        assert groups(after(text)) == expected
    assert len(after("X1.1-2 O2.1-3 X3.4-5 O4.4-6 X5.7-8 O6.7-9").boards) == 64


def test_graph_says_more_than_the_groups() -> None:
    """TIQ-GROUP-1: in a group of four the last square is entangled with all, but not every two squares are."""
    graph = entanglement(after("X1.1-2 O2.2-6 X3.5 O4.1-3"))
    assert set(graph) == {1, 2, 3, 6}
    assert graph.has_edge(2, 6)
    assert graph.has_edge(1, 3)
    assert not entanglement(after("X1.1-2 O2.3-4")).has_edge(1, 3)


def test_turns() -> None:
    """TIQ-TURN-1: a measurement is not a ply, and after it the player moves who did not make the last move."""
    positions = MINIMAL.read(f"{SEVEN_PLIES} =.XX.OOXOX O8.1-4 =OXX.OOXOX X9.4").positions
    actors = [MINIMAL.actor(position) for position in positions]
    x, o, chance = Actor.X, Actor.O, Actor.CHANCE
    assert actors == [x, o, x, o, x, o, x, chance, o, chance, x, None]


@pytest.mark.parametrize(
    ("text", "game", "classical", "superpositions"),
    [
        ("", CLASSIC, 9, 0),
        ("", MINIMAL, 9, 36),
        ("X1.1", MINIMAL, 8, 28),
        ("X1.1", MODERATE, 8, 28 + 8),
        ("X1.1-2", MODERATE, 7, 21),
        ("X1.1-2", HIGH, 7, 21 + 2 * 7),
        ("X1.1-2", UNENTANGLED, 7, 21 + 2 * 7),
        ("X1.1-2", PAIRS, 7, 21 + 2 * 7 + 1),
        ("X1.1-2 O2.2-6", HIGH, 6, 15),
        ("X1.1-2 O2.2-6 X3.5", HIGH, 5, 10 + 5 + 5),
        ("X1.1-2 O2.2-6 X3.5", UNENTANGLED, 5, 10 + 5),
        ("X1.1-2 O2.9", HIGH, 6, 15 + 6),
    ],
)
def test_number_of_moves(text: str, game: TiqTaqToe, classical: int, superpositions: int) -> None:
    """TIQ-TARGET-1, TIQ-TARGET-2, TIQ-PAIR-1: pairs of empty squares, and each target with each empty square."""
    actions = game.actions(after(text, game))
    assert sum(isinstance(action, Single) for action in actions) == classical
    assert sum(isinstance(action, Pair) for action in actions) == superpositions
    assert list(actions) == sorted(actions, key=lambda action: (isinstance(action, Pair), action))


def test_both_squares_of_one_mark() -> None:
    """TIQ-PAIR-1"""
    assert after("X1.1-2 O2.1-2", PAIRS).boards == ("OX.......", "XO.......")
    assert after("X1.1-2 O2.1-2", TiqTaqToe(target="unentangled", pair="legal")).boards == ("OX.......", "XO.......")


def test_a_measurement() -> None:
    """TIQ-MEASURE-1: the four boards, in ascending order, with probability 1/4 each."""
    due = after(SEVEN_PLIES, MINIMAL)
    boards = [".XX.OOXOX", ".XXOOOX.X", "XXX.OO.OX", "XXXOOO..X"]
    assert MINIMAL.actor(due) is Actor.CHANCE
    assert MINIMAL.chance(due) == {Measurement(board): QUARTER for board in boards}
    assert MINIMAL.actions(due) == tuple(map(Measurement, boards))
    assert str(after(f"{SEVEN_PLIES} =.XX.OOXOX", MINIMAL)) == ".XX.OOXOX"
    assert MINIMAL.chance(Position()) == {}


def test_nothing_is_measured_while_a_square_is_certainly_empty() -> None:
    """TIQ-MEASURE-1"""
    assert HIGH.actor(after("X1.1-2 O2.3-4 X3.5-6 O4.7-8")) is Actor.X
    assert HIGH.actor(after("X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9")) is Actor.CHANCE


@pytest.mark.parametrize(
    ("found", "how", "even"),
    [
        ("XXXOOO..X", "lines of both", 0),
        ("XXX.OO.OX", "win of X", 1),
        (".XXOOOX.X", "win of O", -1),
        (".XX.OOXOX", "None", None),
    ],
)
def test_after_a_measurement(found: str, how: str, even: int | None) -> None:
    """TIQ-END-2, TIQ-END-3, TIQ-SCORE-1: the same under both values of `lines`."""
    for lines_value in SWITCHES["lines"]:
        game = TiqTaqToe("minimal", lines=lines_value)
        left = after(f"{SEVEN_PLIES} ={found}", game)
        assert left.measured is (lines_value == "full-board" and even is not None)
        if even is None:
            assert game.actor(left) is Actor.O
        else:
            assert game.actor(left) is None
            assert str(game.score(left).outcome) == how
            assert game.score(left).value == even


def test_value_if_both_players_have_a_line() -> None:
    """TIQ-SCORE-1: X made the last move."""
    worth = {"even": 0, "X": 1, "O": -1, "last-mover": 1, "other": -1}
    for both, expected in worth.items():
        game = TiqTaqToe("minimal", both=both)
        assert game.score(after(f"{SEVEN_PLIES} =XXXOOO..X", game)).value == expected
        assert game.score(after(f"{SEVEN_PLIES} =XXX.OO.OX", game)).value == 1
        assert game.score(Position.of("XX.OOOX..")).value == -1
        assert game.score(Position.of("XOXXOOOXX")).value == 0
    of_o = Position.of("XXXOOOXO.")
    assert TiqTaqToe("minimal", both="last-mover").score(of_o).value == -1
    assert TiqTaqToe("minimal", both="other").score(of_o).value == 1


def test_line_of_certain_marks_ends_the_game() -> None:
    """TIQ-END-1"""
    ended = after("X1.1 O2.4-5 X3.2 O4.6 X5.3")
    assert HIGH.actor(ended) is None
    assert HIGH.actions(ended) == ()
    assert HIGH.score(ended).outcome == Outcome(Actor.X, "", "TIQ-END-1")
    assert players_with_a_line(ended) == (Actor.X,)


def test_marks_in_superposition_make_no_line() -> None:
    """TIQ-END-1: Figure 6; and a line on every board that is not the same one."""
    assert HIGH.actor(after("X1.1-4 O2.5 X3.2 O4.6 X5.3")) is Actor.O
    assert HIGH.actor(Position.of("XXXOO.... | OO.XXX...")) is Actor.O
    assert HIGH.actor(Position.of("XXXOO.... | XXX.OO...")) is None


def test_lines_count_only_at_a_full_board() -> None:
    """TIQ-END-1, TIQ-END-2: a certain line may be made, be broken again, and both may have one at the end."""
    with_line = after("X1.1 O2.7 X3.2 O4.8 X5.3", FULL_BOARD)
    assert FULL_BOARD.actor(with_line) is Actor.O
    assert players_with_a_line(with_line) == (Actor.X,)
    assert players_with_a_line(FULL_BOARD.play(with_line, Pair(1, 4))) == ()
    classic = TiqTaqToe("classic", lines="full-board")
    *unfinished, last = classic.read("X1.1 O2.4 X3.2 O4.5 X5.3 O6.6 X7.7 O8.8 X9.9").positions
    assert all(classic.actor(position) for position in unfinished)
    assert classic.score(last).outcome == Outcome(None, "lines of both", "TIQ-END-2")
    assert last == Position.of("XXXOOOXOX")


def test_measured_line_ends_what_a_made_one_does_not() -> None:
    """TIQ-END-2: under lines=full-board."""
    assert FULL_BOARD.actor(Position.of("XXXOO....")) is Actor.O
    assert FULL_BOARD.actor(Position.of("XXXOO.... measured")) is None


def test_full_board_without_a_line() -> None:
    """TIQ-END-3"""
    last = after(f"{SEVEN_PLIES} =.XX.OOXOX O8.1-4 =OXX.OOXOX X9.4", MINIMAL)
    assert MINIMAL.score(last).outcome == Outcome(None, "no line", "TIQ-END-3")
    assert MINIMAL.score(last).value == 0


def test_first_broken_rule_is_named() -> None:
    """TIQ-MOVE-1: each of these breaks two rules."""
    with pytest.raises(tiqtaqtoe.GameOver):
        HIGH.play(Position.of("XXXOO...."), Measurement("XXXOO...."))
    with pytest.raises(tiqtaqtoe.MeasurementDue):
        MINIMAL.play(after(SEVEN_PLIES, MINIMAL), Single(10))
    with pytest.raises(tiqtaqtoe.NotASquare):
        CLASSIC.play(Position(), Pair(9, 10))
    with pytest.raises(tiqtaqtoe.NoSuperpositions):
        CLASSIC.play(Position.of("XO......."), Pair(1, 2))


def test_what_notation_cannot_write() -> None:
    """TIQ-BOARD-1"""
    for action in (Single(0), Single(10), Pair(0, 1), Pair(3, 3), Pair(2, 1)):
        with pytest.raises(tiqtaqtoe.NotASquare):
            HIGH.play(Position(), action)
    with pytest.raises(tiqtaqtoe.GameNotOver, match="the end of the game first"):
        HIGH.score(Position())


def test_long_position_is_shortened_in_an_error() -> None:
    with pytest.raises(tiqtaqtoe.MeasurementDue, match=r"illegal in '\S{9} \| \S{9} \| and 62 more'") as error:
        after("X1.1-2 O2.1-3 X3.4-5 O4.4-6 X5.7-8 O6.7-9 X7.1")
    assert len(str(error.value)) < 200


def test_late_value_by_hand() -> None:
    """TIQ-VALUE-1: X to move, 9 free. An X there makes no line.

    Superposed with O's mark on 3, X is there with probability 1/2 and has 1-2-3, the O on 9 making no line; with that
    on 4 it is 1-4-7. With that on 5 or 8 there is no line either way.
    """
    position = Position.of("XXOOOXXO.")
    assert Solver(MINIMAL).value(position) == 0
    for game in (MODERATE, HIGH):
        solver = Solver(game)
        values = {str(action): value for action, value in solver.values(position).items()}
        assert values == {"9": 0, "3-9": HALF, "4-9": HALF, "5-9": 0, "8-9": 0}
        assert solver.value(position) == HALF


def test_invalid_boards_are_rejected() -> None:
    for text, expected in (
        ("X........ | X........", "token 3 'X........': expected a board that is not listed yet"),
        ("X........ | XO.......", "token 3 'XO.......': expected a board with as many marks as the first board, 1"),
        ("XX....... | X.X......", "token 1 'XX.......': expected as many X as O, or one more X"),
        ("XOX..O..X measured", "token 2 'measured': expected the end: the board has no line"),
        (".X....... | X........ measured", "token 4 'measured': expected | and another board, or the end: a meas"),
        ("XXXOO.... measured measured", "token 3 'measured': expected the end"),
        (".X....... |", "token 3 '': expected a board of nine squares"),
    ):
        with pytest.raises(StateError, match=f"^{re.escape(expected)}"):
            Position.of(text)
    assert Position.of("X........ | .X.......") == after("X1.1-2")
