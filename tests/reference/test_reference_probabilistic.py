"""The game of probabilistic tic-tac-toe rule by rule, with results derived by hand, in the page's order."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from itertools import product

import pytest

from qttt.reference import probabilistic
from qttt.reference.game import Actor, Game
from qttt.reference.perft import perft
from qttt.reference.probabilistic import Action, Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import Board, random_board
from qttt.reference.probabilistic.position import after_outcome, marked, open_squares, outcome
from qttt.reference.solver import Solver

EVEN = Board.of([("0.4", "0.2", "0.4")] * 9)
CLASSIC = Board.of([("1", "0", "0")] * 9)
GAME = Probabilistic(EVEN)
S, N, F = MoveOutcome


def after(text: str, game: Game[Position, Action] = GAME) -> Position:
    return game.position(text)


def test_game_is_a_game() -> None:
    game: Game[Position, Action] = GAME
    assert game.ruleset == "probabilistic-1.0"
    assert game.initial() == Position()
    assert isinstance(Position(), Hashable)
    assert game.system(Position()) == {}


def test_turn_always_passes() -> None:
    """PROB-TURN-1, PROB-OUTCOME-1"""
    for result, row in ((S, ".X."), (N, "..."), (F, ".O.")):
        assert str(after(f"X1.5 {result}")) == f"... {row} ..., O to move"
    for result, row in ((S, ".O."), (N, "..."), (F, ".X.")):
        assert str(after(f"X1.1 neutral O2.5 {result}")) == f"... {row} ..., X to move"


def test_chance_acts_on_the_named_square() -> None:
    """PROB-OUTCOME-1"""
    named = after("X1.5")
    assert GAME.actor(named) is Actor.CHANCE
    assert GAME.actions(named) == (S, N, F)
    assert GAME.chance(named) == {S: Fraction(2, 5), N: Fraction(1, 5), F: Fraction(2, 5)}
    assert GAME.chance(Position()) == {}
    with pytest.raises(ValueError, match="no square has been named"):
        after_outcome(Position(), S)


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


def test_endings() -> None:
    """PROB-END-1, PROB-END-2, PROB-SCORE-1"""
    for text, how, value in [
        ("XXX .O. .O., O to move", "win of X", 1),
        ("X.. .X. .OX, X to move", "win of X", 1),
        ("OX. OX. O.., O to move", "win of O", 0),
        ("XOX XOO OXX, X to move", "draw", Fraction(1, 2)),
        ("XXX XOO XOO, O to move", "win of X", 1),
    ]:
        score = GAME.score(Position.of(text))
        assert (str(score.outcome), score.value) == (how, value)
        assert GAME.actor(Position.of(text)) is None
        assert GAME.actions(Position.of(text)) == ()
    assert outcome(Position.of("XX. OO. ..., X to move").marks) is None
    with pytest.raises(probabilistic.GameNotOver, match="the end of the game first"):
        GAME.score(Position())


def test_opponent_may_complete_a_line() -> None:
    """PROB-END-1: X's failure on square 9 is O's line 3-6-9."""
    text = "X1.1 success O2.3 success X3.5 neutral O4.6 success X5.9 failure"
    assert str(GAME.score(after(text)).outcome) == "win of O"


def test_marking_keeps_the_other_squares() -> None:
    for square in range(1, 10):
        marks = marked(Position().marks, square, Actor.O)
        assert marks.index(Actor.O) == square - 1
        assert open_squares(marks) == tuple(other for other in range(1, 10) if other != square)


def test_perft_by_hand() -> None:
    """Every action counts: 9 squares, 3 outcomes each, then 8 squares after a mark and 9 after none."""
    assert perft(GAME, 4) == (9, 27, 9 * (8 + 9 + 8), 3 * 9 * (8 + 9 + 8))
    assert perft(Probabilistic(CLASSIC), 6) == (9, 9, 72, 72, 504, 504)


def test_game_with_loops_is_rejected_by_the_general_solver() -> None:
    with pytest.raises(ValueError, match=r"play can come back to '.*': a game with loops needs a solver of its own"):
        Solver(GAME).value(Position.of("XOO OXX XO., X to move"))


def test_board_without_neutral_is_solved_by_the_general_solver() -> None:
    """By hand: success 0.6 wins for X, failure 0.4 is a draw."""
    game: Game[Position, Action] = Probabilistic(Board.of([("0.6", "0", "0.4")] * 9))
    assert Solver(game).value(Position.of("XOO OXX XO., X to move")) == Fraction(4, 5)
    assert Solver(game).value(Position.of("XOO OXX XO., O to move")) == Fraction(7, 10)


def test_random_boards_are_games_too() -> None:
    for number in range(3):
        game = Probabilistic(random_board(4, number))
        assert game.chance(after("X1.9", game))[S] == game.board[8].success
