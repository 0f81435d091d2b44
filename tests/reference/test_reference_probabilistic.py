"""Probabilistic tic-tac-toe from Python, beyond what vectors can say: boards and their errors, exceptions, solvers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.reference import probabilistic
from qttt.reference.game import Game
from qttt.reference.probabilistic import Action, Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import Board, BoardError, Square, plain, probability, random_board
from qttt.reference.probabilistic.file import read_csv, read_json
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.reference.solver import Solver

ROW = ["0.5", "0.2", "0.3"]
FLOATS: Any = (0.5, 0.2, 0.3)
CELLS = ",".join(ROW * 9)
JSON = f"[{', '.join(['[0.5, 0.2, 0.3]'] * 9)}]"


@given(st.fractions())
def test_number_is_shown_exactly(number: Fraction) -> None:
    assert Fraction(plain(number)) == number


def test_long_number_is_read_as_it_is_printed() -> None:
    """PROB-NUMBER-1: a board is read back, though its numbers are printed with more characters than they were given."""
    half = ("1/2", "0", "1/2")
    game = Probabilistic(Board.of([("0." + "0" * 97 + "1", "0", "0." + "9" * 98), *[half] * 8]))
    assert [*map(len, game.setting["board"].split(";")[0].split(","))] == [101, 1, 198]
    assert Probabilistic.of(**game.setting) == game
    for text in ("2/2" + "0" * 98, "1" + "0" * 97 + "1/1" + "0" * 98, "0." + "9" * 197, "9" * 5000):
        with pytest.raises(
            BoardError, match=r"^'.{20}…' is not a probability: write it with at most 100 characters \(PROB-NUMBER-1\)$"
        ):
            probability(text)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: probability("0.5\n"), r"'0\.5\\n' is not a probability: "),
        (lambda: Square.of(["1/3", "1/3", "0.3"]), r"1/3 \+ 1/3 \+ 0.3 is 29/30, 1/30 less than 1"),
        (lambda: Square.of(["0.50000000000000000001", "0.2", "0.3"]), r"0\.00000000000000000001 more than 1"),
        (lambda: Square(Fraction(1), Fraction(1), Fraction(-1)), "failure is -"),
        (lambda: Board.of([["0.5", "x", "0.5"], *[ROW] * 8]), "square 1: neutral: 'x' is not a probability"),
        (lambda: Board([FLOATS] * 9), "square 1: success must be an exact Fraction: 0.5 is a float"),
        (lambda: random_board(0, -1), "the board number -1 is negative: expected an integer from 0"),
        (lambda: read_json("[" * 100_000), "brackets are nested too deeply"),
        (lambda: read_json("null"), "expected a board or a list of boards: found null"),
        (lambda: read_json('"x"'), "expected a board or a list of boards: found a text"),
        (lambda: read_json('{"boards": [], "more": 1}'), '"more" is unknown: expected boards'),
        (lambda: read_csv(f"success,failure,neutral\n{CELLS}"), "row 1: column 2 must be neutral: the 3 columns are"),
    ],
)
def test_invalid_board_is_rejected_in_one_line(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(BoardError, match=message) as refused:
        make()
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (JSON.replace("0.5", "null", 1), "square 1: success: expected a number or a text: found null"),
        (JSON.replace("0.5", "[]", 1), "square 1: success: expected a number or a text: found a list"),
        (JSON.replace("[0.5, 0.2, 0.3]", "true", 1), "square 1: expected three probabilities in a list or"),
        (JSON.replace("[0.5, 0.2, 0.3]", '{"success": 1}', 1), 'square 1: "neutral" is missing'),
        (f'{{"squares": {JSON}, "squares": {JSON}}}', '"squares" appears 2 times'),
        (f'{{"squares": {JSON}, "title": "x"}}', '"title" is unknown: expected squares, name'),
        (f'{{"squares": {JSON}, "name": 7}}', "name: expected a text: found the number 7"),
    ],
)
def test_wrong_board_among_good_ones_is_named(board: str, message: str) -> None:
    """PROB-FILE-1: every other board stands."""
    first, wrong, last = read_json(f"[{JSON}, {board}, {JSON}]")
    assert first.board == last.board == Board.of([ROW] * 9)
    assert isinstance(wrong.board, BoardError)
    assert str(wrong.board).startswith(f"board 2: {message}")


EVEN = Board.of([("0.4", "0.2", "0.4")] * 9)
GAME = Probabilistic(EVEN)


BLOCKED = "X1.1 success O2.2 success X3.3 success O4.5 success X5.4 success O6.6 success X7.8 success O8.7 success"


def test_game_over_names_the_switch_under_which_it_goes_on() -> None:
    """PROB-END-4"""
    over = "token 17 '{}': PROB-END-1: .* expected no action, because the game is over"
    with pytest.raises(probabilistic.GameOver, match=over.format("X9.9") + "; legal under end=full$"):
        Probabilistic(EVEN, "blocked").read(f"{BLOCKED} X9.9")
    with pytest.raises(probabilistic.GameOver, match=over.format("neutral") + "$"):
        Probabilistic(EVEN, "blocked").read(f"{BLOCKED} neutral")


def test_what_follows_a_position_is_written_with_the_players_turn() -> None:
    """PROB-FIRST-1: the player who begins has the odd plies; of a position only this is known of its plies."""
    named, to_move = Position.of("... .O. ..., X named 9"), Position.of("... .O. ..., X to move")
    for first, after_outcome, next_ply in (("X", "O2.1", "X1.1"), ("O", "O3.1", "X2.1")):
        game = Probabilistic(EVEN, first=first)
        assert game.write([MoveOutcome.NEUTRAL, Choice(1)], named) == f"neutral {after_outcome}"
        assert game.write([Choice(1)], to_move) == next_ply


@pytest.mark.parametrize("wrong", [{"end": "draw"}, {"first": "x"}])
def test_unknown_value_of_a_switch_is_rejected(wrong: dict[str, str]) -> None:
    """PROB-SWITCH-1"""
    with pytest.raises(ValueError, match=r"unknown value '.*': expected (full or blocked|X or O)"):
        Probabilistic(EVEN, **wrong)


def test_game_with_loops_is_rejected_by_the_general_solver() -> None:
    with pytest.raises(ValueError, match=r"play can come back to '.*': a game with loops needs a solver of its own"):
        Solver(GAME).value(Position.of("XOO OXX XO., X to move"))


def test_board_without_neutral_is_solved_by_the_general_solver() -> None:
    """By hand: success 0.6 wins for X, failure 0.4 is a draw."""
    game: Game[Position, Action] = Probabilistic(Board.of([("0.6", "0", "0.4")] * 9))
    assert Solver(game).value(Position.of("XOO OXX XO., X to move")) == Fraction(4, 5)
    assert Solver(game).value(Position.of("XOO OXX XO., O to move")) == Fraction(7, 10)


def test_values_where_chance_acts() -> None:
    """By hand, PROB-VALUE-1: X on 9 makes 1-5-9, O there a full board; V = 0.65 + 0.2 V', V' = 0.55 + 0.2 V."""
    solver = LoopSolver(Probabilistic(Board.of([("1", "0", "0")] * 8 + [("0.5", "0.2", "0.3")])))
    start, named, ended = map(
        Position.of, ("XOO OXX XO., X to move", "XOO OXX XO., O named 9", "XXX OO. ..., X named 9")
    )
    assert (solver.squares(start), solver.best(start)) == ({9: Fraction(19, 24)}, (Choice(9),))
    success, neutral, failure = MoveOutcome
    assert solver.value(named) == Fraction(17, 24)
    assert solver.values(named) == {success: Fraction(1, 2), neutral: Fraction(19, 24), failure: 1}
    assert solver.value(ended) == 1
    assert not solver.values(ended)
    for position in (named, ended):
        assert not solver.best(position)
        assert not solver.squares(position)
