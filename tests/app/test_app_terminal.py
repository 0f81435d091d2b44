"""What commands print at any width: the terminal wraps text, notation stays whole, and boards keep their shape; and
progress bars, which appear only on a terminal."""

import io
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import numba
import pytest
from rich.console import Console

from qttt.app import screen
from qttt.fast.jit import prepare, watch_compilation
from qttt.fast.progress import Progress
from qttt.learn.one_game import OneGame, OneGameEnv, opponent
from qttt.oracle import game, store
from qttt.oracle.progress import progress

from .conftest import Run

pytestmark = pytest.mark.usefixtures("classic")

WIDTHS = (40, 80, 200)
STYLE = re.compile(r"\x1b\[[0-9;]*m")
NOTATION = re.compile(
    r"""[XO][1-9]\.\S+ | [1-9][->][1-9] | sel[AB] | =[XO.]+ | [A-Z]+-[A-Z]+-[0-9]+ | -?[0-9]+/[0-9]+ | --[a-z-]+""",
    re.VERBOSE,
)
GAME = "X1.1-9 O2.1-3 X3.1-3"
PRINTED = (
    ("show goff", GAME),
    ("best goff", GAME),
    ("solve goff", ""),
    ("show sqt --q 3/4", GAME),
    ("best sqt --q 3/4", GAME),
    ("best probabilistic --random 1", "X1.5 success O2.3"),
    ("solve probabilistic --random 1 --exact", ""),
    ("show tiqtaqtoe", "X1.1-2 O2.3 X3.4-5 O4.7-8 X5.6 O6.9"),
    ("best tiqtaqtoe --switch level=minimal", "X1.1-2 O2.3"),
    ("show hybrid", "X1.7 =X O2.5>7"),
    ("best hybrid --switch links=single", "X1.7 =X O2.5>7"),
    ("solve hybrid --switch links=single", ""),
    ("solve classic", ""),
    ("best classic", "X1.1 O2.4"),
    ("perft goff --depth 2 --divide", GAME),
    ("arena random perfect --game tiqtaqtoe --switch level=minimal --games 20 --seed 1", ""),
    ("rule GOFF-COLLAPSE-2", ""),
    ("rule --search collapse", ""),
)


@pytest.fixture
def at_width(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Runs the command on a terminal of some width."""

    def run(width: int, *args: str) -> str:
        for name, value in {"COLUMNS": str(width), "LINES": "50", "FORCE_COLOR": "1"}.items():
            monkeypatch.setenv(name, value)
        said = qttt(*args)
        assert (said.code, said.err) == (0, "")
        return STYLE.sub("", said.out)

    return run


@pytest.mark.parametrize(("command", "game"), PRINTED)
def test_notation_stays_whole_and_boards_keep_their_shape(
    at_width: Callable[..., str], command: str, game: str
) -> None:
    """Every line of a board has its three squares, and between two frames stand three lines."""
    words = [*command.split(), *([game] if game else [])]
    if command.startswith("solve"):
        at_width(80, *words)  # the first solve stores what the others show
    printed = {width: at_width(width, *words) for width in WIDTHS}
    found = {width: {word.strip(",;:()") for word in text.split()} for width, text in printed.items()}
    tokens = {word for word in found[200] if NOTATION.fullmatch(word) and len(word) <= 40}
    assert {width: tokens - found[width] for width in WIDTHS} == {width: set() for width in WIDTHS}
    for width, text in printed.items():
        lines = text.splitlines()
        assert max(map(len, lines)) <= width
        frames = [at for at, line in enumerate(lines) if line.startswith(("┌─1", "├─4", "├─7", "└─"))]
        assert len(frames) % 4 == 0
        for first, second in pairwise(frames):
            if not lines[first].startswith("└"):
                assert second == first + 4
                assert {len(re.findall("[│]", line)) >= 4 for line in lines[first + 1 : second]} == {True}


@pytest.mark.parametrize("width", [20, 30, 40, 80])
def test_table_breaks_no_word(width: int) -> None:
    """Three columns of 15 and more characters are a list where they do not fit beside each other."""
    table = screen.table("move", "value", "best replies", right=("value",))
    table.add_row("X7.1-9,O8.1-9", "-123456/789012", "O2.3-4 O2.5-6 O2.7-8")
    console = Console(width=width)
    with console.capture() as captured:
        console.print(table)
    words = ["X7.1-9,O8.1-9", "-123456/789012", "O2.3-4", "O2.5-6", "O2.7-8"]
    assert [word for word in captured.get().split() if word in words] == words


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


@pytest.mark.thorough
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
