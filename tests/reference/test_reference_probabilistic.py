"""Probabilistic tic-tac-toe from Python, beyond what vectors can say: exceptions, solvers."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from itertools import product

import pytest

from qttt.reference import probabilistic
from qttt.reference.game import Game
from qttt.reference.probabilistic import Action, Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import Board
from qttt.reference.solver import Solver

EVEN = Board.of([("0.4", "0.2", "0.4")] * 9)
GAME = Probabilistic(EVEN)


def after(text: str, game: Game[Position, Action] = GAME) -> Position:
    return game.position(text)


def test_game_is_a_game() -> None:
    game: Game[Position, Action] = GAME
    assert game.ruleset == "probabilistic-1.0"
    assert game.initial() == Position()
    assert isinstance(Position(), Hashable)
    assert game.system(Position()) == {}


def test_impossible_outcome_is_not_an_action() -> None:
    """PROB-OUTCOME-1"""
    for three in product("01", repeat=3):
        if three.count("1") != 1:
            continue
        game = Probabilistic(Board.of([three] * 9))
        (only,) = game.actions(after("X1.5", game))
        assert isinstance(only, MoveOutcome)
        assert game.chance(after("X1.5", game)) == {only: 1}
        for other in {*MoveOutcome} - {only}:
            with pytest.raises(probabilistic.ImpossibleOutcome):
                game.play(after("X1.5", game), other)


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
