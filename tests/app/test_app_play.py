"""`qttt play`, with scripted input."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from qttt.fast.goff.tablebase import Tablebase
from qttt.oracle.goff.entry import PerfectGoff
from qttt.reference.goff import Goff
from qttt.reference.goff.notation import NOTATION

Said = Any
Play = Callable[..., Said]
"""Runs of the command; see `conftest.py`."""


@pytest.fixture
def play(typed: Play) -> Play:
    """Play goff with these lines typed."""
    return partial(typed, "goff")


def game(said: Said) -> str:
    """The game that was played, in notation."""
    return str(said.out.splitlines()[-1])


def test_two_people(play: Play) -> None:
    said = play("1-4/1-4/selB/X3.2-5/2-5/selB/3-6/3-6/selB")
    assert game(said) == "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.3-6 O6.3-6 selB"
    assert "Game over: narrow win of X (GOFF-END-4)" in said.out


def test_end_of_input_and_quit(play: Play) -> None:
    assert game(play("1-9/1-3")) == "X1.1-9 O2.1-3"
    assert game(play("1-9/quit/1-3")) == "X1.1-9"


def test_invalid_input_is_reported_and_asked_again(play: Play) -> None:
    said = play("hello/1-1/2-1/O1.1-2//selA/1-9/1-9/1-2/selB")
    assert game(said) == "X1.1-9 O2.1-9 selB"
    for words in (
        "hello: expected a move such as X1.1-9",
        "1-1: expected two different squares (GOFF-MOVE-1)",
        "2-1: expected ascending squares, 1-2 (NOTATION-MOVE-1)",
        "O1.1-2: expected X at ply 1, X1.1-2 (GOFF-TURN-1)",
        "selA: expected a move, because no cycle is closed (GOFF-COLLAPSE-1)",
        "1-2: expected selA or selB, because a cycle is closed (GOFF-COLLAPSE-1)",
    ):
        assert words in said.out


def test_help_and_undo(play: Play) -> None:
    said = play("undo/1-9/2-3/u/4-5/help")
    assert "no action to take back" in said.out
    assert "undo    take back" in said.out
    assert game(said) == "X1.1-9 O2.4-5"


def test_input_that_is_not_text(process: Play, tmp_path: Path) -> None:
    typed = tmp_path / "typed"
    typed.write_bytes(b"\xff\n1-9\n")
    with typed.open() as file:
        said = process("play", "goff", stdin=file)
    assert (said.code, said.err) == (0, "")
    assert game(said) == "X1.1-9"


def test_undo_takes_back_the_answer_too(play: Play, tablebase: Path) -> None:
    said = play("1-2/undo/1-9", "--o", "perfect", "--tablebase", str(tablebase), "--seed", "1")
    assert game(said).startswith("X1.1-9 O2.")
    assert "nothing" not in said.out
    assert "no action to take back" in play("undo", "--x", "perfect", "--tablebase", str(tablebase)).out


@pytest.mark.parametrize("collapse", ["opponent", "self"])
def test_perfect_play_is_perfect_and_repeatable(play: Play, tablebase: Path, collapse: str) -> None:
    options = ["--x", "perfect", "--o", "perfect", "--collapse", collapse, "--tablebase", str(tablebase)]
    said = play("", *options, "--seed", "5")
    assert game(play("", *options, "--seed", "5")) == game(said)
    assert len({game(play("", *options, "--seed", str(seed))) for seed in range(5)}) > 1
    goff = Goff("self" if collapse == "self" else "opponent")
    perfect = PerfectGoff(goff, Tablebase.open(tablebase))
    positions, actions = goff.read(game(said)).positions, NOTATION.parse(game(said))
    assert all(action in perfect.best(position) for position, action in zip(positions, actions, strict=False))
    assert goff.actor(positions[-1]) is None


def test_as_a_process(process: Play) -> None:
    said = process("play", "goff")
    assert said.code == 0
    assert said.err == ""
