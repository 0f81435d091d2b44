"""`qttt play hybrid`, with scripted input."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from qttt.app.hybrid.links import found
from qttt.app.hybrid.show import plies
from qttt.reference.hybrid import Hybrid, Position, Result
from qttt.reference.hybrid.notation import NOTATION

Said = Any
Play = Callable[..., Said]
"""Runs of the command; see `conftest.py`."""

SINGLE = ("--switch", "links=single")
"""A game that is solved quickly."""


@pytest.fixture
def play(typed: Play) -> Play:
    """Play with these lines typed."""
    return partial(typed, "hybrid")


def game(said: Said) -> str:
    """The game that was played, in notation."""
    return str(said.out.splitlines()[-1])


def test_two_people(play: Play) -> None:
    """With this seed chance finds the results of the source's game, which are printed with their effects."""
    typed = "7/5>7/X3.3/9 > 3/5/9"
    said = play(typed, "--seed", "3")
    assert game(said) == "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O"
    assert "X move: 7 is X\n" in said.out
    assert "X move: 5 is O; O's link to 7 is triggered: 7 turns from X to O\n" in said.out
    assert "O move: 9 is O; O's link to 3 is triggered: 3 turns from X to O\n" in said.out
    assert "5 > 7 of O: if 5 is found O, 7 becomes O\n9 > 3 of O: if 9 is found O, 3 becomes O\n" in said.out
    assert "Game over: win of O (HYB-END-1)" in said.out
    assert game(play(typed, "--seed", "3")) == game(said)
    assert len({game(play(typed, "--seed", str(seed))) for seed in range(6)}) > 1


@pytest.mark.parametrize(
    ("position", "result", "effect", "told"),
    [
        ("........., X measures 5", "=O", "reverse", "5 is O"),
        ("......X.., 5>7 O, X measures 5", "=O", "reverse", "O's link to 7 is triggered: 7 turns from X to O"),
        ("......X.., 5>7 O, X measures 5", "=X", "reverse", "O's link to 7 is not triggered: 7 stays X"),
        ("......O.., 5>7 O, X measures 5", "=O", "reverse", "O's link to 7 is triggered: 7 turns from O to X"),
        ("......O.., 5>7 O, X measures 5", "=O", "take", "O's link to 7 is triggered: 7 stays O"),
        ("......X.., 9>7 O, X measures 5", "=O", "reverse", "5 is O"),
        ("......X.., 5>7 O, 5>7 O, X measures 5", "=O", "reverse", "O's two links to 7 are triggered: 7 stays X"),
        (
            "......X.., 5>7 O, 5>7 O, X measures 5",
            "=O",
            "take",
            "O's two links to 7 are triggered: 7 turns from X to O",
        ),
        ("......X.., 5>7 O, 5>7 O, X measures 5", "=X", "reverse", "O's two links to 7 are not triggered: 7 stays X"),
        (
            *("X.....X.., 5>1 X, 5>7 O, X measures 5", "=X", "reverse"),
            "X's link to 1 is triggered: 1 turns from X to O; O's link to 7 is not triggered: 7 stays X",
        ),
    ],
)
def test_effect_of_a_measurement_is_printed(position: str, result: str, effect: str, told: str) -> None:
    """What is printed about a target agrees with the rules."""
    rules, before = Hybrid("two", effect=effect), Position.of(position)
    said = found(rules, before, Result(result)).plain
    assert said.endswith(told)
    after = rules.play(before, Result(result))
    for clause in said.split("; ")[1:]:
        box, verb, *_, mark = clause.split(": ")[1].split()
        assert after.marks[int(box) - 1] == mark
        assert (before.marks[int(box) - 1] == mark) == (verb == "stays")


@pytest.mark.parametrize(
    ("options", "told", "others"),
    [
        ("", ["turns from X to O, or from O to X", "has at most one link)", "the game is a draw"], ["at a time"]),
        ("--switch links=single", ["there is one link at a time on the whole board"], ["at most"]),
        ("--switch links=two", ["has at most two links)"], ["at a time"]),
        ("--switch targets=one", ["has at most one link; at most one link leads to a measured box)"], []),
        ("--switch effect=take", ["7 becomes yours"], ["turns"]),
        ("--switch both=X", ["the game is won by X"], ["draw"]),
        ("--switch both=measurer", ["the game is won by the player who has measured."], ["draw"]),
        ("--switch both=other", ["the game is won by the player who has not measured"], ["draw"]),
    ],
)
def test_rules_are_printed_first_and_on_demand(play: Play, options: str, told: list[str], others: list[str]) -> None:
    said = play("help", *options.split())
    printed, asked = said.out.split("┌")[0], said.out.split("X move: ")[1]
    for rules in (" ".join(text.split()) for text in (printed, asked)):
        assert "7 measure box 7" in rules
        assert "5>7 link box 5" in rules
        assert [word for word in told if word not in rules] == []
        assert [word for word in others if word in rules] == []
    assert "Type a move such as 7 or 5>7, or help, hint, best, undo, resign, quit." in printed
    assert max(map(len, printed.splitlines())) < 80


def test_invalid_input_is_reported_and_asked_again(play: Play) -> None:
    said = play("hello/5>7/0/1-2/O1.1//=X/1/=X/1/2>1/2>1/1>2/3>4/3>", "--seed", "1")
    assert plies(NOTATION.parse(game(said))) == 2
    for told in (
        "hello: expected a move such as 7 or 5>7 (NOTATION-SQUARE-1)",
        "5>7: expected a measured box as the target, but no box is measured yet (HYB-LINK-1)",
        "0: expected a move such as 7 or 5>7 (NOTATION-SQUARE-1)",
        "1-2: expected a move such as 7 or 5>7 (NOTATION-SQUARE-1)",
        "O1.1: expected X at ply 1, X1.1 (HYB-TURN-1)",
        "=X: expected a move such as 7 or 5>7 (NOTATION-SQUARE-1)",
        "1: expected an unmeasured box, 2, 3, 4, 5, 6, 7, 8 or 9 (HYB-MEASURE-1)",
        "2>1: expected a control without a pending link; legal under links=two (HYB-CONTROL-1)",
        "1>2: expected an unmeasured box as the control",
        "3>4: expected a measured box as the target, 1 (HYB-LINK-1)",
        "3>: expected a move such as 7 or 5>7 (NOTATION-LINK-1)",
    ):
        assert told in said.out


def test_undo_takes_back_a_result(play: Play) -> None:
    said = play("undo/7/undo/5/5>7/7>5/u/3>5", "--seed", "2")
    assert "no action to take back" in said.out
    assert [str(action) for action in NOTATION.parse(game(said)) if not isinstance(action, Result)] == ["5", "3>5"]


@pytest.mark.parametrize("ending", ["quit", "q", ""])
def test_leaving(play: Play, ending: str) -> None:
    assert game(play(f"7/5>7/{ending}", "--seed", "1")).endswith(" O2.5>7")
    assert "X1" not in play(ending).out


def test_people_need_no_values(play: Play) -> None:
    """Two links on a control and any number on a target make too many positions to be solved."""
    assert game(play("7/5>7/5>7", "--switch", "links=two", "--seed", "1")).endswith("O2.5>7 X3.5>7")


@pytest.mark.parametrize("options", [SINGLE, (*SINGLE, "--switch", "both=X", "--switch", "effect=take")])
def test_perfect_play_is_perfect_and_repeatable(play: Play, options: tuple[str, ...]) -> None:
    from qttt.app.stored import perfect

    switches = dict(option.split("=") for option in options if "=" in option)
    options = ("--x", "perfect", "--o", "perfect", *options)
    said = play("", *options, "--seed", "5")
    assert game(play("", *options, "--seed", "5")) == game(said)
    assert len({game(play("", *options, "--seed", str(seed))) for seed in range(6)}) > 1
    rules = Hybrid(**switches)
    best = perfect(rules).best
    positions, actions = rules.read(game(said)).positions, NOTATION.parse(game(said))
    for position, action in zip(positions, actions, strict=False):
        assert isinstance(action, Result) or action in best(position)
    assert rules.actor(positions[-1]) is None
    assert f"X plays {game(said).split()[0]}" in said.out
