"""The stochastic game from Python, beyond what vectors can say: probabilities, selections, the version with dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from qttt.reference.game import Actor
from qttt.reference.goff import Action, GameOver, Goff, Move, Position, Selection
from qttt.reference.notation import NotationError, play_out
from qttt.reference.solver import Solver
from qttt.reference.sqt import (
    TWO_WINS,
    Sqt,
    checked,
    probability,
)
from qttt.reference.sqt.dice import Dice, NoThrow, Throw, Thrown

A, B = Selection.A, Selection.B
HALF = Fraction(1, 2)

# The value of this settlement is derived on the page and in the vectors.
NESTED = "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.3-6 O6.3-6"


def after(text: str) -> Position:
    return Goff().position(text)


def test_long_probability_is_read_only_as_it_is_printed() -> None:
    """SQT-PROBABILITY-1: a setting is read back, though its q is printed with more characters than it was given."""
    game = Sqt(probability("0." + "0" * 97 + "1"))
    assert len(game.setting["q"]) == 101
    assert Sqt.of(**game.setting) == game
    for text in ("0." + "3" * 99, "2/2" + "0" * 98, "1" + "0" * 97 + "1/1" + "0" * 98, "9" * 5000):
        with pytest.raises(ValueError, match=r"^'.{20}…' is not a probability: write it with at most 100 characters$"):
            probability(text)


@pytest.mark.parametrize("q", [0.75, "3/4", 1, None])
def test_invalid_fraction_is_rejected(q: Any) -> None:
    with pytest.raises(ValueError, match="q must be an exact Fraction"):
        Sqt(q)


def test_probabilities_must_be_probabilities() -> None:
    assert checked(HALF, HALF) == HALF
    assert Sqt(Fraction(1, 3)).p == Fraction(2, 3)
    assert Sqt(Fraction(0)).p == 1
    with pytest.raises(ValueError, match="q must be a probability from 0 to 1: found 5/4"):
        Sqt(Fraction(5, 4))
    with pytest.raises(ValueError, match="p must be a probability from 0 to 1: found -1/2"):
        checked(Fraction(3, 2), Fraction(-1, 2))
    with pytest.raises(ValueError, match=r"p \+ q must be 1: 1/2 \+ 1/3 is 5/6"):
        checked(Fraction(1, 3), HALF)
    with pytest.raises(ValueError, match="unknown scoring 'draws-first': expected 'draws-even' or 'draws-second'"):
        Sqt(HALF, "draws-first")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown double_win 'no': expected True or False"):
        Sqt(HALF, double_win="no")  # type: ignore[arg-type]


def test_no_action_of_the_system_is_best() -> None:
    solver: Solver[Position, Action] = Solver(Sqt(HALF))
    assert solver.best(after(NESTED)) == ()
    assert solver.line(after(NESTED)) == ()
    assert solver.line(after(f"{NESTED} selA")) == (Move(7, 8), Move(7, 8)), "until the System selects"


def test_dice_are_thrown_at_a_closed_cycle_and_nowhere_else() -> None:
    game = Dice(Sqt(Fraction(3, 4)))
    start, closed = game.initial(), Thrown(after(TWO_WINS))
    assert not game.chance(start)
    assert game.system(start) == game.system(closed) == {}
    assert game.chance(closed) == {Throw.X: Fraction(1, 4), Throw.O: Fraction(3, 4)}
    assert game.actions(closed) == (Throw.X, Throw.O)
    named = game.play(closed, Throw.O)
    assert game.actor(named) is Actor.O
    assert game.actions(named) == (A, B)
    assert Solver(game).best(named) == (B,)
    assert game.score(game.play(named, A)).value == 20, "a player may select badly"
    for position, action in ((start, Throw.X), (closed, A), (named, Throw.X)):
        with pytest.raises(NoThrow, match="SQT-DICE-1"):
            game.play(position, action)
    assert "O selects" in str(named)
    with pytest.raises(GameOver, match="GOFF-END-1"):
        game.play(game.play(named, A), Throw.X)


def test_games_of_the_dice_version_are_read_and_written() -> None:
    game, text = Dice(Sqt(Fraction(1, 2))), "X1.1-2 O2.1-2 diceX selB X3.3-4"
    actions = game.parse(text)
    assert actions[2:4] == (Throw.X, B)
    assert game.write(actions) == text
    assert [game.actor(position) for position in play_out(game, text).positions[2:]] == ["CHANCE", "X", "X", "O"]
    for wrong in ("dice", "DiceX", "dice6"):
        with pytest.raises(NotationError, match=f"token 3 '{wrong}': NOTATION-THROW-1: expected diceX or diceO"):
            game.parse(f"X1.1-2 O2.1-2 {wrong}")
