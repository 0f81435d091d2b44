"""`qttt play` in every game, with scripted input."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Run


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
