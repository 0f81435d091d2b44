"""Progress bars, which appear only on a terminal."""

import io
from pathlib import Path
from random import Random

import numba
import pytest

from qttt.fast.jit import prepare, watch_compilation
from qttt.fast.progress import Progress
from qttt.learn.one_game import OneGame, OneGameEnv, opponent
from qttt.oracle import game, store
from qttt.oracle.progress import progress

from .conftest import Run


def attach(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """A terminal in place of standard error. Not a fixture, because pytest changes that stream after setting up."""
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", stream)
    return stream


def test_progress_has_a_line_per_level_and_states_the_total(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = attach(monkeypatch)
    with progress() as report:
        report(Progress("enumerate", 3, 0, 512))
        report(Progress("enumerate", 3, 512, 512))
        report(Progress("value", 2, 10, 20))
    shown = terminal.getvalue()
    lines = ("enumerate ply 3", f"0 / {512:>10}", "value     ply 2", "10")
    assert [word for word in lines if word not in shown] == []
    assert f"/ {100:>10}" not in shown


@pytest.mark.parametrize("before", [False, True])
def test_progress_says_what_is_compiled(monkeypatch: pytest.MonkeyPatch, before: bool) -> None:
    terminal = attach(monkeypatch)
    function = numba.njit(lambda x: x + 1)
    if before:
        function(1)
    with progress() as report:
        prepare()
        report(Progress("value", 6, 0, 512))
        function(1)
    assert ("compile   once" in terminal.getvalue()) == ("compile" in terminal.getvalue()) == (not before)


def test_kernel_is_announced_once() -> None:
    """However many functions the kernel calls."""
    prepare()
    inner = numba.njit(lambda x: x + 1)
    heard: list[bool] = []
    with watch_compilation(heard.append):
        numba.njit(lambda x: inner(x) + 1)(1)
    assert heard == [True, False]


def test_first_perfect_opponent_shows_what_it_waits_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The solve, unless the game is stored, and the kernels that answer."""
    monkeypatch.setattr(store, "user_folder", lambda: tmp_path)
    classic = game("tiqtaqtoe", level="classic")
    for solved in (True, False):
        terminal = attach(monkeypatch)
        opponent("perfect", OneGame(classic), Random(1))
        shown = terminal.getvalue()
        assert ("value     ply 0" in shown) == solved
        assert "Preparing the perfect opponent" in shown
    OneGameEnv(classic, {}, None)
    assert "Preparing the environment" in terminal.getvalue()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["solve", "tiqtaqtoe", "--switch", "level=classic"], ["enumerate ply 8", "value     ply 0", "query"]),
        (["readings", "--level", "classic"], ["readings"]),
    ],
)
def test_bars_of_commands(qttt: Run, monkeypatch: pytest.MonkeyPatch, args: list[str], words: list[str]) -> None:
    """They go to the terminal, and the object to standard output."""
    terminal = attach(monkeypatch)
    said = qttt(*args, "--json")
    assert said.out.startswith(("{", "["))
    assert [word for word in words if word not in terminal.getvalue()] == []
