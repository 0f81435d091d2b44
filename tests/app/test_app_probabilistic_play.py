"""`qttt play probabilistic`, with scripted input."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from qttt.app.probabilistic.perfect import PerfectBoard
from qttt.reference.probabilistic import Choice, MoveOutcome, Probabilistic
from qttt.reference.probabilistic.board import random_board
from qttt.reference.probabilistic.notation import NOTATION

Said = Any
Play = Callable[..., Said]
"""Runs of the command; see `conftest.py`."""

BOTH = ("--x", "perfect", "--o", "perfect")


@pytest.fixture
def play(typed: Play) -> Play:
    """Play on a random board with these lines typed."""
    return partial(typed, "probabilistic")


@pytest.fixture
def passing(tmp_path: Path) -> str:
    """A file with a board whose squares all pass."""
    path = tmp_path / "pass.json"
    path.write_text(json.dumps([[0, 1, 0]] * 9))
    return str(path)


def game(said: Said) -> str:
    """The game that was played, in notation."""
    return str(said.out.splitlines()[-1])


def test_chance_is_repeatable(play: Play) -> None:
    runs = [game(play("5/1/9", "--random", "2", "--seed", str(seed))) for seed in range(30)]
    assert game(play("5/1/9", "--random", "2", "--seed", "7")) == runs[7]
    assert {run.split()[1] for run in runs} == {*MoveOutcome}
    assert all(run.startswith("X1.5 ") for run in runs)


def test_outcomes_of_chance_are_printed(play: Play) -> None:
    board = random_board(2)
    said = play("5", "--random", "2", "--seed", "1")
    outcome = MoveOutcome(game(said).split()[1])
    probability = board[4][[*MoveOutcome].index(outcome)]
    mark = {"success": "X", "failure": "O", "neutral": "no mark"}[outcome]
    assert f"{outcome} (probability {probability} = " in said.out
    assert f": {mark} on 5" in said.out


def test_invalid_input_is_reported_and_asked_again(play: Play) -> None:
    said = play("hello/10/O1.1/success//X1.1", "--random", "2")
    assert game(said).startswith("X1.1 ")
    for words in (
        "hello: expected a square such as X1.5",
        "10: expected a square such as X1.5",
        "O1.1: expected X at ply 1, X1.1 (PROB-TURN-1)",
        "success: expected a square, because no square has been named (PROB-OUTCOME-1)",
    ):
        assert words in said.out


def test_help_undo_and_quit(play: Play) -> None:
    said = play("undo/5/undo/help/1/quit/2", "--random", "2", "--o", "perfect")
    assert "no action to take back" in said.out
    assert "tutor   show what every square is worth" in said.out
    assert game(said).startswith("X1.1 ")
    assert "X plays" not in said.out


@pytest.mark.parametrize("word", ["tutor", "t", "TUTOR"])
def test_tutor_on_request(play: Play, word: str) -> None:
    assert "★" not in play("quit", "--random", "2").out
    said = play(f"{word}/5/{word}", "--random", "2", "--seed", "1")
    assert "X to move: worth" in said.out
    assert "O to move: worth" in said.out
    assert said.out.count("best:") == 2


@pytest.mark.parametrize("seed", range(5))
def test_perfect_play_is_perfect(play: Play, seed: int) -> None:
    said = play("", "--random", str(seed), *BOTH, "--seed", "3")
    rules = Probabilistic(random_board(seed))
    perfect = PerfectBoard(random_board(seed))
    positions, actions = rules.read(game(said)).positions, NOTATION.parse(game(said))
    for position, action in zip(positions, actions, strict=False):
        assert not isinstance(action, Choice) or action.square in perfect.best(position)
    assert rules.actor(positions[-1]) is None
    assert "Game over: " in said.out


@pytest.mark.parametrize("options", [[], BOTH, ["--o", "perfect"]])
def test_play_that_would_never_end(play: Play, passing: str, options: list[str]) -> None:
    said = play("", "--board", passing, *options)
    assert "Game over: draw, because play would never end (PROB-END-3)" in said.out


def test_perfect_play_does_not_pass_a_win_away(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps([[0, 1, 0], *[[1, 0, 0]] * 8]))
    said = play("1/1/1/1/1/1/1/1/1/1", "--board", str(path), "--x", "perfect", "--seed", "1")
    assert "Game over: win of X (PROB-END-1)" in said.out


def test_several_boards(qttt: Play, tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    path.write_text(json.dumps([[[1, 0, 0]] * 9] * 2))
    assert "choose one with --number" in qttt("play", "probabilistic", "--board", str(path)).line


def test_as_a_process(process: Play) -> None:
    said = process("play", "probabilistic", "--random", "1")
    assert (said.code, said.err) == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_interrupt(tmp_path: Path) -> None:
    program = "import sys, signal; signal.signal(2, signal.default_int_handler); from qttt.app.cli import main; "
    args = [sys.executable, "-c", program + "sys.exit(main())", "play", "probabilistic", "--random", "1"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(args, text=True, bufsize=0, env={**os.environ, "PYTHONUNBUFFERED": "1"}, **pipes) as ran:  # type: ignore[call-overload]
        ran.stdin.write("5\n")
        ran.stdin.flush()
        seen = ""
        while "O move: " not in seen:
            seen += ran.stdout.read(1)
        ran.send_signal(signal.SIGINT)
        out, err = ran.communicate(timeout=60)
    assert (ran.returncode, err) == (130, "qttt: interrupted\n")
    assert out.splitlines()[-1].startswith("X1.5 ")
