"""`qttt play tiqtaqtoe`, with scripted input."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from qttt.reference.tiqtaqtoe import Measurement, TiqTaqToe
from qttt.reference.tiqtaqtoe.notation import NOTATION

Said = Any
Play = Callable[..., Said]
"""Runs of the command; see `conftest.py`."""

DUE = "1-2/3-4/5-6/7-8/9"
"""After these moves the board is measured."""


@pytest.fixture
def play(typed: Play) -> Play:
    """Play with these lines typed."""
    return partial(typed, "tiqtaqtoe")


def game(said: Said) -> str:
    """The game that was played, in notation."""
    return str(said.out.splitlines()[-1])


def test_two_people(play: Play) -> None:
    said = play("1/4/X3.2/5/3", "--level", "classic")
    assert game(said) == "X1.1 O2.4 X3.2 O4.5 X5.3"
    assert "Game over: win of X (TIQ-END-1)" in said.out
    assert "Type a move such as 5, or help" in said.out
    assert "5 or 1-3" in play("").out


def test_measurement_is_printed_and_repeatable(play: Play) -> None:
    said = play(DUE, "--seed", "4")
    written = game(said)
    assert written.startswith("X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9 =")
    board = written.split("=")[1][:9]
    names = {"X": "X", "O": "O", ".": "empty"}
    told = ", ".join(f"{square} is {names[board[square - 1]]}" for square in range(1, 9))
    assert f"Measured, one of 16 boards: {told}\n" in said.out
    assert "To be measured: 16 equally likely boards" in said.out
    assert game(play(DUE, "--seed", "4")) == written
    assert len({game(play(DUE, "--seed", str(seed))) for seed in range(8)}) > 1


@pytest.mark.parametrize(
    ("options", "words", "others"),
    [
        ("--level classic", [], ["1-3", "superpose", "measures"]),
        ("--level minimal", ["superpose", "square must be certainly empty, too"], ["opponent's mark", "pair="]),
        ("--level moderate", ["be certainly empty, or certainly hold your opponent's mark"], ["pair=", "target="]),
        ("--level high", ["your opponent's mark, for certain or not, and never yours"], ["pair=", "target="]),
        ("--switch pair=legal", ["(pair=legal: or both hold one mark of your opponent"], ["target="]),
        ("--switch target=unentangled", ["(target=unentangled: no mark that is entangled"], ["pair="]),
        ("--switch lines=full-board", ["lines count only when the board is measured or full"], ["Three certain"]),
    ],
)
def test_help_is_on_the_level_and_its_switches(play: Play, options: str, words: list[str], others: list[str]) -> None:
    out = " ".join(play("help", *options.split()).out.split("help, hint, best, undo, resign, quit.")[1].split())
    assert "5 mark square 5" in out
    assert [word for word in words if word not in out] == []
    assert [word for word in others if word in out] == []


def test_expected_moves_fit_the_level(play: Play) -> None:
    assert "1-2-3: expected a move such as 5 (NOTATION-MOVE-1)" in play("1-2-3", "--level", "classic").out


def test_invalid_input_is_reported_and_asked_again(play: Play) -> None:
    said = play("hello/1-1/2-1/O1.1//=X......../1-2/1/2-1/1-3/=ab/3", "--level", "minimal")
    assert game(said) == "X1.1-2 O2.3"
    for words in (
        "hello: expected a move such as 5 or 1-3 (NOTATION-SQUARE-1)",
        "1-1: expected two different squares, the smaller first (NOTATION-MOVE-1)",
        "2-1: expected two different squares, the smaller first (NOTATION-MOVE-1)",
        "O1.1: expected X at ply 1, X1.1 (TIQ-TURN-1)",
        "=X........: expected a move such as 5 or 1-3 (NOTATION-SQUARE-1)",
        "=ab: expected a move such as 5 or 1-3 (NOTATION-SQUARE-1)",
        "(TIQ-MOVE-1)",
        "(TIQ-TARGET-1)",
        "legal under level=high",
    ):
        assert words in said.out


def test_help_and_undo(play: Play) -> None:
    said = play("undo/1-2/3/u/4-5/help")
    assert "no action to take back" in said.out
    assert "undo    take back" in said.out
    assert game(said) == "X1.1-2 O2.4-5"


def test_undo_takes_back_a_measurement(play: Play) -> None:
    assert game(play(DUE + "/undo/1-9", "--seed", "4")) == "X1.1-2 O2.3-4 X3.5-6 O4.7-8"


@pytest.mark.parametrize("options", [(), ("--switch", "both=last-mover", "--switch", "lines=full-board")])
def test_perfect_play_is_perfect_and_repeatable(play: Play, options: tuple[str, ...]) -> None:
    from qttt.app.stored import perfect

    options = ("--x", "perfect", "--o", "perfect", "--level", "minimal", *options)
    said = play("", *options, "--seed", "5")
    assert game(play("", *options, "--seed", "5")) == game(said)
    assert len({game(play("", *options, "--seed", str(seed))) for seed in range(6)}) > 1
    rules = TiqTaqToe("minimal", **dict(option.split("=") for option in options if "=" in option))
    best = perfect(rules).best
    positions, actions = rules.read(game(said)).positions, NOTATION.parse(game(said))
    for position, action in zip(positions, actions, strict=False):
        assert isinstance(action, Measurement) or action in best(position)
    assert rules.actor(positions[-1]) is None
