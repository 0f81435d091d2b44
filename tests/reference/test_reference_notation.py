"""Errors in written games: the exception of the rule, which points at the token, and the reading that allows a move.

The vectors say which rule is broken at which token, and `tests/cli/illegal.md` shows what is expected instead.
"""

from __future__ import annotations

from typing import Any

import pytest

from qttt.reference.game import RuleBroken
from qttt.reference.goff import Goff, Position
from qttt.reference.hybrid import Hybrid
from qttt.reference.notation import NotationError, play_out
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import random_board
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.spec import games, vectors
from qttt.verification.conform import truth_of

CLASSIC, MODERATE = TiqTaqToe("classic"), TiqTaqToe("moderate")


@pytest.mark.parametrize("name", games())
def test_error_of_a_rule_has_a_class_and_points_at_the_token(name: str) -> None:
    """NOTATION-ERROR-1: in the vectors a move breaks the rules of the game, or those of notation."""
    classes = set()
    for vector in vectors(name):
        if "error" not in vector.then or vector.when is None or vector.given is None:
            continue
        game = truth_of(name).reference(vector.options).game
        with pytest.raises((RuleBroken, NotationError)) as caught:
            play_out(game, f"  {vector.given}\n{vector.when}")
        error: Any = caught.value
        number, rule = vector.then["token"], vector.then["error"]
        assert (error.rule, error.number) == (rule, number), vector.id
        assert str(error).startswith(f"token {number} '{error.token}': {rule}: ")
        assert type(error) is not RuleBroken, "each rule has an error of its own"
        classes.add(type(error))
    assert len(classes) > 3


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (CLASSIC, "X1.1 O2.1-2", "a classical move, on one square; legal under level=moderate"),
        (MODERATE, "X1.1-2 O2.1-2", "a pair with a certainly empty square; legal under level=high, pair=legal"),
        (
            TiqTaqToe(pair="legal"),
            "X1.1-2 O2.9 X3.3-4 O4.1-3",
            "a pair with a certainly empty square, or the two squares of one mark of the opponent",
        ),
        (
            Hybrid(targets="one"),
            "X1.7 =X O2.5>7 X3.5>7",
            "a control without a pending link; legal under links=two, targets=any",
        ),
        (
            Probabilistic(random_board(1)),
            "X1.1 success O2.2 failure X3.3 success neutral",
            "no action, because the game is over",
        ),
    ],
)
def test_error_names_the_reading_that_allows_the_move(game: Any, text: str, expected: str) -> None:
    with pytest.raises(RuleBroken) as caught:
        game.read(text)
    assert caught.value.expected == expected


def test_empty_text_is_the_start() -> None:
    """NOTATION-GAME-1"""
    assert Goff.notation.parse(" \n") == ()
    assert Goff.notation.write(()) == ""
    assert Goff().read("").positions == (Position(),)


def test_end_of_a_position_is_named() -> None:
    with pytest.raises(ValueError, match="token 3 'selA': expected the end: a cycle is closed"):
        Position.of("X1.1-2 O2.1-2 selA")
