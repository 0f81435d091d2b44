"""Probabilistic tic-tac-toe from Python, beyond what vectors can say: exceptions, solvers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from qttt.reference import probabilistic
from qttt.reference.game import Game
from qttt.reference.probabilistic import Action, Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import Board
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.reference.solver import Solver

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
