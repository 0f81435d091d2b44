"""`qttt play` in every game, with scripted input."""

import os
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qttt.app.match import Loss, Review
from qttt.oracle.entry import NotSolvable
from qttt.oracle.perfect import PerfectPlay, Values
from qttt.reference.solver import Solver

from .conftest import Run
from .sixth_game import Classic


def test_undo_takes_back_the_answer_too(typed: Run) -> None:
    said = typed("goff --o perfect --seed 1", "1-2/undo/1-9")
    assert said.game.startswith("X1.1-9 O2.")
    assert "no action to take back" not in said.out
    assert "no action to take back" in typed("goff --x perfect", "undo").out


def test_input_that_is_not_text(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = tmp_path / "typed"
    typed.write_bytes(b"\xff\n1-9\n")
    with typed.open(encoding="utf-8") as file:
        monkeypatch.setattr("sys.stdin", file)
        said = qttt("play", "goff")
    assert (said.code, said.err) == (0, "")
    assert said.game == "X1.1-9"


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


# Judging moves


def test_unsolved_game_says_so(typed: Run) -> None:
    said = typed("tiqtaqtoe", "hint/best/7/resign", "--switch", "level=full").out
    assert said.count("No values: tiqtaqtoe at the level full is not solved") == 2
    assert "O resigns: X wins.\n" in said
    assert "The moves are not judged: tiqtaqtoe at the level full is not solved" in said


class Late(PerfectPlay[Any, Any]):
    """Perfect play of a game that is solved only from three marks on."""

    def value(self, position: Any) -> Fraction:
        if position.squares.count(".") > 6:
            raise NotSolvable("too large")
        return super().value(position)


def test_review_judges_only_what_is_solved() -> None:
    """By hand: after 1, 4 X wins, but not with 7, for example; 4 is not judged: the value before 4 is unknown."""
    game = Classic()
    positions, actions = game.read("X1.1 O2.4 X3.2 O4.5 X5.7")
    review: Review[Any] = Review.of(Late(game, Values(Solver(game).value)), positions, actions)
    assert review.losses == [Loss(4, Fraction(1), Fraction(-1), 3)]
    assert (review.judged, review.first, str(review.unsolved)) == (2, 3, "too large")
