"""The adapter kit: its examples conform as far as they go, and an error in their libraries is found."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from qttt.verification.conform.levels import run
from qttt.verification.conform.results import Chosen, Report, Status
from qttt.verification.conform.session import Session

from ..test_packaging import tool

KIT = Path(__file__).parents[2] / "spec" / "kit"
NO_FINAL_MOVE = {
    ".py": ("[(free[0], free[0])] if len(free) == 1 else ", ""),
    ".mjs": ("free.length === 1 ? [[free[0], free[0]]] : ", ""),
}
"""A change of each library that plants an error."""


TIC_TAC_TOE = """
LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)

class TicTacToe:
    def __init__(self):
        self.board, self.current = [" "] * 9, "X"

    def available_moves(self):
        return [at for at, mark in enumerate(self.board) if mark == " "]

    def make_move(self, at):
        self.board[at] = self.current
        self.current = "O" if self.current == "X" else "X"

    def winner(self):
        marks = [{self.board[at] for at in line} for line in LINES]
        return next((mark for mark in "XO" if {mark} in marks), None)

    def is_draw(self):
        return self.winner() is None and " " not in self.board
"""
"""The library of the page: ordinary tic-tac-toe."""


def report_of(game: str, *command: str) -> Report:
    """The report of a short run."""
    return run(Session(command), Chosen([game], ["notation", "rules", "games"], number=40))


def test_adapter_of_the_page_conforms(tmp_path: Path) -> None:
    page = (KIT.parents[1] / "docs" / "conformance.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```py\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "adapter.py").write_text(text, encoding="utf-8")
    (tmp_path / "tictactoe.py").write_text(TIC_TAC_TOE, encoding="utf-8")
    shutil.copy(KIT / "front.py", tmp_path)
    report = report_of("tiqtaqtoe", sys.executable, str(tmp_path / "adapter.py"))
    assert (report.code, report.failures) == (0, [])
    assert not any(level.bad for level in report.games[0].levels)


@pytest.mark.parametrize("is_planted", [False, pytest.param(True, marks=pytest.mark.engines)])
@pytest.mark.parametrize("ending", [".py", pytest.param(".mjs", marks=pytest.mark.engines)])
def test_example_of_the_kit(ending: str, is_planted: bool, tmp_path: Path) -> None:
    program = sys.executable if ending == ".py" else tool("node")
    for name in ("front", "library", "adapter"):
        shutil.copy(KIT / f"{name}{ending}", tmp_path)
    if is_planted:
        text = (tmp_path / f"library{ending}").read_text(encoding="utf-8")
        old, new = NO_FINAL_MOVE[ending]
        assert old in text
        (tmp_path / f"library{ending}").write_text(text.replace(old, new), encoding="utf-8")
    report = report_of("goff", program, str(tmp_path / f"adapter{ending}"))
    notation, rules, games = report.games[0].levels
    assert report.failures == []
    assert [case.why for case in notation.cases] == ["not declared: form game"]
    assert rules.counts[Status.PASSED] + rules.counts[Status.PARTLY] > 80
    assert (report.code, bool(rules.bad), bool(games.bad)) == ((1, True, True) if is_planted else (0, False, False))
    assert games.counts[Status.ERRORED] == 0
    assert [each.error for each in report.games[0].explained] == ["no-final-move"] * is_planted


@pytest.mark.parametrize("ending", [".py", pytest.param(".mjs", marks=pytest.mark.engines)])
def test_library_may_print(ending: str, tmp_path: Path) -> None:
    program = sys.executable if ending == ".py" else tool("node")
    for name in ("front", "library", "adapter"):
        shutil.copy(KIT / f"{name}{ending}", tmp_path)
    adapter = tmp_path / f"adapter{ending}"
    old, new = (
        ("    if action.startswith", "    print('debug')\n    if action.startswith")
        if ending == ".py"
        else ("  if (action.startsWith", "  console.log('debug');\n  if (action.startsWith")
    )
    text = adapter.read_text(encoding="utf-8")
    assert old in text
    adapter.write_text(text.replace(old, new), encoding="utf-8")
    library = tmp_path / f"library{ending}"
    says = "print('loaded')" if ending == ".py" else "console.log('loaded');"
    library.write_text(f"{library.read_text(encoding='utf-8')}\n{says}\n", encoding="utf-8")
    report = run(Session([program, str(adapter)]), Chosen(["goff"], ["games"], number=3))
    assert (report.code, report.failures) == (0, [])


WRONG_USE = {
    '"x", "goff-1.1"': "its arguments by name: name, ruleset, begin, play, fields, options, settles",
    "name: X, rules: X": "its arguments by name: name, ruleset, begin, play, fields, options, settles",
    "name: X": "ruleset, such as 'goff-1.1'",
    "name: X, ruleset: R, begin: F, play: X": "play, a function of a game and an action",
    "name: X, ruleset: R, begin: F, play: F, fields: [X]": "fields, a function of a game for each",
    "name: X, ruleset: R, begin: F, play: F, fields: {}, options: {X: X}": "options, a list of values for each",
    "name: X, ruleset: R, begin: F, play: F, fields: {}, settles: X": "settles, 'itself' or nothing",
}
"""Arguments of `serve`, with what it says to them."""


@pytest.mark.parametrize("ending", [".py", pytest.param(".mjs", marks=pytest.mark.engines)])
def test_wrong_use_of_the_front_is_refused_in_a_sentence(ending: str, tmp_path: Path) -> None:
    program = sys.executable if ending == ".py" else tool("node")
    shutil.copy(KIT / f"front{ending}", tmp_path)
    for given, needed in WRONG_USE.items():
        if ending == ".py":
            named = re.sub(r"(?<![{X])(\w+): ", r"\1=", given)
            text = f"from front import serve\nX, R, F = 'x', 'goff-1.1', print\nserve({named})"
        else:
            named = given if given.startswith('"') else f"{{{given.replace('{X:', '{[X]:')}}}"
            text = (
                f"import {{ serve }} from './front.mjs';\nconst [X, R, F] = ['x', 'goff-1.1', print];\nserve({named});"
            )
            text = text.replace("print]", "() => 0]")
        (tmp_path / f"adapter{ending}").write_text(text, encoding="utf-8")
        done = subprocess.run(
            [program, str(tmp_path / f"adapter{ending}")], capture_output=True, text=True, check=False, input=""
        )
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"serve needs {needed}\n")


@pytest.mark.thorough
@pytest.mark.parametrize("ending", [".py", pytest.param(".mjs", marks=pytest.mark.engines)])
def test_library_that_settles_by_itself_is_named(ending: str, tmp_path: Path) -> None:
    """The kit leaves out the selections, for which the library has no action."""
    program = sys.executable if ending == ".py" else tool("node")
    shutil.copy(KIT / f"front{ending}", tmp_path)
    library, adapter = ((KIT / f"{name}{ending}").read_text(encoding="utf-8") for name in ("library", "adapter"))
    for old, new in SETTLES[ending]:
        assert (library + adapter).count(old) == 1, old
        library, adapter = library.replace(old, new), adapter.replace(old, new)
    (tmp_path / f"library{ending}").write_text(library, encoding="utf-8")
    (tmp_path / f"adapter{ending}").write_text(adapter, encoding="utf-8")
    report = report_of("goff", program, str(tmp_path / f"adapter{ending}"))
    assert report.failures == []
    assert [each.error for each in report.games[0].explained] == ["settled-by-a-fixed-order"]
    found = [each.rules[0] for _, level in report.levels for each in level.differences]
    assert found == ["GOFF-COLLAPSE-1"]


SETTLES = {
    ".py": (
        ("        if a == b:", "        if self.cycle:\n            self.collapse(a)\n        if a == b:"),
        ("    play=play,\n", '    play=play,\n    settles="itself",\n'),
        ("        game.collapse(game.moves[-1][", "        raise ValueError(game.moves[-1]["),
    ),
    ".mjs": (
        (
            "  return { ...game, moves, cycle: reached.has(b) };",
            "  return reached.has(b) ? collapse({ ...game, moves, cycle: true }, a) : { ...game, moves };",
        ),
        ("  play,\n", '  play,\n  settles: "itself",\n'),
    ),
}
"""Changes with which a library settles a cycle by itself, and says so."""
