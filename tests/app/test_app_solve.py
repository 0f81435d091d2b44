"""`qttt solve` and `qttt perft`."""

from pathlib import Path

import pytest

from qttt.fast.goff.solve import Solution
from qttt.fast.goff.tablebase import Tablebase
from qttt.reference.goff import Goff
from qttt.verification.goff.source import FIRST_MOVES

from .conftest import Run

KEYS = [
    "ruleset",
    "collapse",
    "double_win",
    "device",
    "value",
    "outcome",
    "first_moves",
    "principal_variation",
    "positions",
    "undecided",
    "games",
    "seconds",
    "peak_bytes",
]
PERFT = [36, 1332, 49896, 1855224]


@pytest.mark.parametrize(
    ("collapse", "value", "outcome"), [("opponent", "10", "narrow win of X"), ("self", "20", "complete win of X")]
)
def test_json(qttt: Run, collapse: str, value: str, outcome: str) -> None:
    solved = qttt("solve", "goff", "--collapse", collapse, "--device", "cpu", "--json").json
    assert list(solved) == KEYS
    assert (solved["ruleset"], solved["collapse"], solved["device"]) == ("goff-1.0", collapse, "cpu")
    assert (solved["value"], solved["outcome"]) == (value, outcome)
    assert solved["positions"][:4] == [1, 8, 186, 3068]
    assert len(solved["positions"]) == 7
    assert isinstance(solved["games"], int)
    assert solved["seconds"] > 0
    assert isinstance(solved["peak_bytes"], int)
    game = Goff("opponent" if collapse == "opponent" else "self")
    end = game.position(solved["principal_variation"])
    assert str(game.score(end).outcome) == outcome


def test_first_moves(qttt: Run) -> None:
    first_moves = qttt("solve", "goff", "--json").json["first_moves"]
    assert len(first_moves) == 36
    assert {move: value for move, value in first_moves.items() if value != "0"} == {"1-9": "10", "3-7": "10"}


def test_double_win_is_an_option(qttt: Run) -> None:
    off = qttt("solve", "goff", "--collapse", "self", "--json").json
    on = qttt("solve", "goff", "--collapse", "self", "--double-win", "--json").json
    assert set(off["first_moves"].values()) <= {"0", "10", "20"}
    for move, value in on["first_moves"].items():
        assert off["first_moves"][move] == {"40": "20"}.get(value, value)


def test_tables(qttt: Run, solution: Solution) -> None:
    said = qttt("solve", "goff")
    assert (said.code, said.err) == (0, "")
    for words in ("goff-1.0", "narrow win of X, value 10", "3,874,255", f"{solution.games:,} complete games"):
        assert words in said.out
    assert "X1.1-9 O2.1-3 X3.1-3 selA" in said.out
    rows = [line.split()[:3] for line in said.out.splitlines()]
    classes = {row[0]: row[1:] for row in rows if len(row) == 3 and row[0].count("-") == 1 and row[0][0].isdigit()}
    assert sum(int(alike) for alike, _ in classes.values()) == 36
    assert {*classes} == {*FIRST_MOVES}
    assert classes["1-9"] == ["2", "10"]
    assert max(map(len, said.out.splitlines())) <= 84


def test_out_stores_the_tablebase(qttt: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "tablebase"
    qttt("solve", "goff", "--out", str(folder), "--json")
    assert Tablebase.open(folder).positions[:3] == (1, 8, 186)
    assert [path.name for path in folder.parent.iterdir()] == ["tablebase"]


@pytest.mark.parametrize(("engine", "depth"), [("fast", 4), ("reference", 2)])
def test_perft(qttt: Run, engine: str, depth: int) -> None:
    counted = qttt("perft", "goff", "--depth", str(depth), "--engine", engine, "--json").json
    options = {"ruleset": "goff-1.0", "collapse": "opponent", "double_win": False}
    assert counted == {**options, "engine": engine, "counts": PERFT[:depth]}


def test_perft_table(qttt: Run) -> None:
    said = qttt("perft", "goff", "--depth", "3")
    assert [line.split() for line in said.out.splitlines()[1:]] == [["1", "36"], ["2", "1,332"], ["3", "49,896"]]
