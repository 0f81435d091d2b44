"""The stochastic game, with results derived by hand, and against plain expectiminimax, in the page's order."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from qttt.reference.game import Actor, Game
from qttt.reference.goff import Action, GameNotOver, GameOver, Goff, Move, Position, Selection, SelectionPending
from qttt.reference.notation import NotationError, play_out
from qttt.reference.perft import perft
from qttt.reference.solver import Solver
from qttt.reference.sqt import (
    TWO_WINS,
    ScoringName,
    Sqt,
    checked,
    deterministic_games,
    probability,
    selection_probabilities,
)
from qttt.reference.sqt import game as sqt
from qttt.reference.sqt.dice import Dice, NoThrow, Throw, Thrown, dice

A, B = Selection.A, Selection.B
HALF = Fraction(1, 2)

# The values of these settlements are derived on the page and in the vectors.
DRAW_OR_NARROW = "X1.1-2 O2.1-2 selB X3.3-5 O4.3-5 selB X5.4-6 O6.4-6 selB X7.7-8 O8.7-8"
NESTED = "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.3-6 O6.3-6"
TURNING = "X1.2-4 O2.2-4 selA X3.1-3 O4.3-7 X5.1-6 O6.3-6"
DOUBLE_OR_COMPLETE = "X1.1-2 O2.1-2 selB X3.3-4 O4.3-4 selA X5.6-7 O6.6-7 selB X7.8-9 O8.8-9"

SPREAD = [Fraction(*q) for q in ((0, 1), (1, 7), (1, 2), (355, 565), (3, 4), (32766, 32767), (1, 1))]


def after(text: str) -> Position:
    return Goff().position(text)


def value(text: str, q: Fraction, scoring: ScoringName = "draws-even", double_win: bool = False) -> Fraction:
    return Solver(Sqt(q, scoring, double_win)).value(after(text))


def test_all_but_the_selection_is_goffs_game() -> None:
    """SQT-GAME-1"""
    game = Sqt(HALF)
    assert perft(game, 2) == perft(Goff(), 2)
    for position in game.read(NESTED).positions:
        assert game.actions(position) == Goff().actions(position)
        assert game.actor(position) == (Actor.SYSTEM if position.pending else Goff().actor(position))
        assert game.chance(position) == {}
    with pytest.raises(SelectionPending):
        game.play(after(NESTED), Move(7, 8))
    with pytest.raises(GameOver):
        game.play(after(f"{TWO_WINS} selA"), Move(4, 5))
    with pytest.raises(GameNotOver):
        game.score(after(TWO_WINS))


@pytest.mark.parametrize(
    "text", ["", "1/0", "5/4", "-1/4", "1e-1", "75%", " 1/2", "1/2\n", "½", "1/-2", ".5", "nan", "²"]
)
def test_invalid_probability_is_rejected_in_one_line(text: str) -> None:
    """SQT-PROBABILITY-1"""
    with pytest.raises(ValueError, match=r"is not a probability: expected a number from 0 to 1") as refused:
        probability(text)
    assert "\n" not in str(refused.value)


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


@pytest.mark.parametrize("closed", ["X1.1-2 O2.1-2", "X1.1-2 O2.2-3 X3.1-3"])
@pytest.mark.parametrize("q", SPREAD)
def test_system_selects_whoever_closed(closed: str, q: Fraction) -> None:
    """SQT-SELECT-1"""
    game = Sqt(q)
    assert game.actor(after(closed)) is Actor.SYSTEM
    assert game.system(after(closed)) == {Actor.X: 1 - q, Actor.O: q}
    assert game.system(after(f"{closed} selA")) == {}


@pytest.mark.parametrize(
    ("of_a", "of_b", "chance_of_a"), [(20, 10, "1/4"), (0, 10, "3/4"), (5, 5, "1/4"), (-3, -2, "3/4")]
)
def test_selection_probabilities_follow_the_values(of_a: int, of_b: int, chance_of_a: str) -> None:
    """SQT-SELECT-1, SQT-ADVANTAGE-1, SQT-EQUAL-1"""
    chances = selection_probabilities({A: Fraction(of_a), B: Fraction(of_b)}, Fraction(1, 4))
    assert list(chances) == [A, B]
    assert chances[A] == Fraction(chance_of_a)
    assert sum(chances.values()) == 1
    with pytest.raises(ValueError, match="p must be a probability from 0 to 1: found 5/4"):
        selection_probabilities({A: Fraction(of_a), B: Fraction(of_b)}, Fraction(5, 4))


@pytest.mark.parametrize("q", SPREAD)
def test_advantage_depends_on_the_setting(q: Fraction) -> None:
    """SQT-ADVANTAGE-1: selA is worth 20 - 40q in either scoring, selB a draw."""
    for scoring, draw in (("draws-even", 0), ("draws-second", -5)):
        game = Sqt(q, scoring)  # type: ignore[arg-type]
        assert Solver(game).values(after(TURNING)) == {A: 20 - 40 * q, B: draw}


@pytest.mark.parametrize("q", SPREAD)
def test_values_by_hand(q: Fraction) -> None:
    """SQT-VALUE-1, SQT-SCORE-1, SQT-SCORE-2, SQT-DOUBLE-1"""
    p = 1 - q
    assert value(TWO_WINS, q) == 20 * p + 10 * q
    assert value(DRAW_OR_NARROW, q) == 10 * p
    assert value(DRAW_OR_NARROW, q, "draws-second") == 10 * p - 5 * q
    assert value(DOUBLE_OR_COMPLETE, q) == 20
    assert value(DOUBLE_OR_COMPLETE, q, double_win=True) == 40 * p + 20 * q
    assert value(NESTED, q) == 10 * p - 20 * q**2
    larger, smaller = max(20 - 40 * q, Fraction(0)), min(20 - 40 * q, Fraction(0))
    assert value(TURNING, q) == p * larger + q * smaller


def test_no_action_of_the_system_is_best() -> None:
    solver: Solver[Position, Action] = Solver(Sqt(HALF))
    assert solver.best(after(NESTED)) == ()
    assert solver.line(after(NESTED)) == ()
    assert solver.line(after(f"{NESTED} selA")) == (Move(7, 8), Move(7, 8)), "until the System selects"


def test_four_deterministic_games_are_distinct() -> None:
    """SQT-CORNER-1: the table of the page, also with the double win."""
    for double_win, complete in ((False, 20), (True, 40)):
        table: dict[str, tuple[object, ...]] = {
            who: tuple(Solver(game).value(after(text)) for text in (TWO_WINS, DRAW_OR_NARROW))
            for who, game in deterministic_games(double_win).items()
        }
        assert table == {"opponent": (10, 10), "self": (complete, 0), "for X": (complete, 10), "for O": (10, 0)}
        assert len(set(table.values())) == 4


@pytest.mark.parametrize(
    ("q", "thrown"),
    [
        ("1/6", (1, 1)),
        ("5/6", (1, 5)),
        ("1/4", (2, 9)),
        ("3/4", (2, 27)),
        ("35/36", (2, 35)),
        ("1/5", None),
        ("1/8", None),
    ],
)
def test_dice(q: str, thrown: tuple[int, int] | None) -> None:
    """SQT-DICE-1"""
    assert dice(Fraction(q)) == thrown


def test_27_results_of_two_dice_have_an_odd_die() -> None:
    assert sum(first % 2 or second % 2 for first in range(1, 7) for second in range(1, 7)) == 27


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


def plain(game: Game[Position, Action], q: Fraction, position: Position) -> Fraction:
    """As plain as can be: no memo, no order, recursion, and the System in one line."""
    if game.actor(position) is None:
        return game.score(position).value
    values = sorted(plain(game, q, game.play(position, action)) for action in game.actions(position))
    if position.pending:
        return q * values[0] + (1 - q) * values[1]
    return values[-1] if position.ply % 2 == 0 else values[0]


def random_position(ply: int, chooser: random.Random) -> Position:
    while True:
        position = Goff().initial()
        while position.ply < ply and Goff().actor(position):
            position = Goff().play(position, chooser.choice(Goff().actions(position)))
        if position.ply == ply and Goff().actor(position):
            return position


@pytest.mark.parametrize("scoring", sqt.SCORINGS)
@pytest.mark.parametrize("double_win", [False, True])
def test_late_positions_against_plain_expectiminimax(scoring: ScoringName, double_win: bool) -> None:
    chooser = random.Random(3)
    for ply in [7] * 6 + [8] * 10:
        position = random_position(ply, chooser)
        previous: Fraction | None = None
        for q in SPREAD:
            game = Sqt(q, scoring, double_win)
            found = Solver(game).value(position)
            assert found == plain(game, q, position), f"{position} at q = {q}"
            assert Solver(Dice(game)).value(Thrown(position)) == found, "the dice version has the same values"
            assert previous is None or found <= previous, "values never increase with q"
            previous = found
