"""What commands print at any width: the terminal wraps text, notation stays whole, and boards keep their shape."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from rich.console import Console

from qttt.app import screen

from .conftest import Run

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


pytestmark = pytest.mark.usefixtures("classic")


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
    printed = {width: at_width(width, *command.split(), *([game] if game else [])) for width in WIDTHS}
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
