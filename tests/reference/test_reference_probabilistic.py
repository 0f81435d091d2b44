"""Probabilistic tic-tac-toe from Python, beyond what vectors can say: exceptions, solvers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from qttt.reference import probabilistic
from qttt.reference.game import Game
from qttt.reference.probabilistic import Action, Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import Board
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.reference.solver import Solver

EVEN = Board.of([("0.4", "0.2", "0.4")] * 9)
GAME = Probabilistic(EVEN)


def test_impossible_outcome_is_not_an_action() -> None:
    """PROB-OUTCOME-1"""
    for three in product("01", repeat=3):
        if three.count("1") != 1:
            continue
        game = Probabilistic(Board.of([three] * 9))
        (only,) = game.actions(named := game.position("X1.5"))
        assert isinstance(only, MoveOutcome)
        assert game.chance(named) == {only: 1}
        for other in {*MoveOutcome} - {only}:
            with pytest.raises(probabilistic.ImpossibleOutcome):
                game.play(named, other)


def test_invalid_square_is_rejected() -> None:
    for square in (0, 10, -1):
        with pytest.raises(probabilistic.NotASquare, match="expected a square from 1 to 9"):
            GAME.play(Position(), Choice(square))


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
