"""What only boards of probabilities have: `qttt solve probabilistic` and `play`."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qttt.fast.probabilistic.exact import Exact
from qttt.oracle import Oracle
from qttt.reference.probabilistic import Choice, Probabilistic
from qttt.reference.probabilistic.board import random_board
from qttt.reference.probabilistic.file import COLUMNS
from qttt.reference.probabilistic.notation import NOTATION

from .conftest import Run

File = Callable[[str, Any], str]
"""Writes a file, and returns its path."""

SOURCE = [
    *("65 5 30", "65 20 15", "55 30 15"),
    *("30 20 50", "30 15 55", "35 5 60"),
    *("30 5 65", "35 20 45", "45 10 45"),
]
"""The board that the source prints."""
NINE = [[f"{part}%" for part in square.split()] for square in SOURCE]


def table(*boards: list[list[str]], header: bool = True) -> str:
    """The boards as the text of a CSV file."""
    sink = io.StringIO()
    csv.writer(sink).writerows([COLUMNS] * header + [[cell for square in board for cell in square] for board in boards])
    return sink.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> File:
    """Writes a file, and returns its path; content that is not text becomes JSON."""

    def written(name: str, content: Any) -> str:
        (tmp_path / name).write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return str(tmp_path / name)

    return written


@pytest.mark.parametrize("options", [[], ["--exact"]])
def test_several_boards_are_a_list(qttt: Run, file: File, options: list[str]) -> None:
    texts = [[[str(number) for number in square] for square in random_board(9, number)] for number in range(20)]
    many = file("many.csv", table(*texts))
    rows = qttt("solve", "probabilistic", "--board", many, *options, "--json").rows
    assert [row["number"] for row in rows] == [*range(2, 22)]
    for number in (0, 19):
        alone = qttt("solve", "probabilistic", "--random", "9", "--number", str(number), *options, "--json").json
        assert {**alone, "board": f"{many}, row {number + 2}", "number": number + 2} == rows[number]
    path = file("many.json", {"boards": [{"name": "first", "squares": NINE}, texts[1]]})
    named = qttt("solve", "probabilistic", "--board", path, *options, "--json").rows
    assert [(row["number"], row["name"]) for row in named] == [(1, "first"), (2, None)]
    assert named[1]["squares"] == rows[1]["squares"]
    assert "first" in qttt("solve", "probabilistic", "--board", path, *options).out


# Play


BOTH = ("--x", "perfect", "--o", "perfect")


@pytest.mark.parametrize("seed", range(5))
def test_perfect_play_is_perfect(typed: Run, seed: int) -> None:
    said = typed("probabilistic", "", "--random", str(seed), *BOTH, "--seed", "3")
    rules = Probabilistic(random_board(seed))
    perfect = Oracle(rules, Exact(random_board(seed)))
    positions, actions = rules.read(said.game).positions, NOTATION.parse(said.game)
    for position, action in zip(positions, actions, strict=False):
        assert not isinstance(action, Choice) or action in perfect.best(position)
    assert rules.actor(positions[-1]) is None
    assert "Game over: " in said.out


def test_perfect_play_does_not_pass_a_win_away(typed: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps([[0, 1, 0], *[[1, 0, 0]] * 8]))
    said = typed("probabilistic", "1/1/1/1/1/1/1/1/1/1", "--board", str(path), "--x", "perfect", "--seed", "1")
    assert "Game over: win of X (PROB-END-1)" in said.out


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
        out, err = ran.communicate(timeout=3600)
    assert (ran.returncode, err) == (130, "qttt: interrupted\n")
    assert out.splitlines()[-1].startswith("X1.5 ")
