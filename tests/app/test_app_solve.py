"""`qttt solve` and `qttt perft` in every game."""

from pathlib import Path

import pytest

from qttt.fast.goff.solve import Solution
from qttt.oracle.store import open_stored
from qttt.reference.goff import Goff
from qttt.verification.goff.source import FIRST_MOVES

from .conftest import OPTIONS, Run, rules_of

KEYS = {
    "goff": "ruleset collapse double_win device value outcome first_moves principal_variation positions undecided games"
    " seconds peak_bytes",
    "sqt": "ruleset q scoring double_win value first_moves positions undecided device seconds peak_bytes",
    "probabilistic": "ruleset board number name value_first value_second exact best_first best_second best_within"
    " squares error_bound",
    "tiqtaqtoe": "ruleset level switches value outcomes first_moves positions states undecided device seconds"
    " peak_bytes",
    "hybrid": "ruleset switches value first_moves replies positions positions_within_switches undecided device seconds"
    " peak_bytes",
}


@pytest.mark.parametrize("game", [*KEYS])
def test_keys_of_json(qttt: Run, game: str) -> None:
    assert [*qttt("solve", game, *OPTIONS[game], "--json").json] == KEYS[game].split()


@pytest.mark.parametrize(
    ("game", "positions"), [("goff", (1, 8, 186)), ("sqt", (1, 8, 186)), ("tiqtaqtoe", (1, 3 + 8)), ("hybrid", (1,))]
)
def test_out_stores_a_tablebase_that_serves(qttt: Run, tmp_path: Path, game: str, positions: tuple[int, ...]) -> None:
    folder = tmp_path / "new" / "tablebase"
    solved = qttt("solve", game, *OPTIONS[game], "--out", str(folder), "--json").json
    assert [path.name for path in folder.parent.iterdir()] == ["tablebase"]
    stored = open_stored(rules_of(" ".join([game, *OPTIONS[game]])), folder)
    assert stored.positions[: len(positions)] == positions
    found = qttt("best", game, *OPTIONS[game], "--tablebase", str(folder), "--json").json
    assert found["value"] == solved["value"]


@pytest.mark.parametrize(
    ("collapse", "value", "outcome"), [("opponent", "10", "narrow win of X"), ("self", "20", "complete win of X")]
)
def test_json(qttt: Run, collapse: str, value: str, outcome: str) -> None:
    solved = qttt("solve", "goff", "--collapse", collapse, "--device", "cpu", "--json").json
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


CLASSIC = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
"""The sequences of classical tic-tac-toe; the games that end add up to 255,168."""


@pytest.mark.parametrize(
    ("asked", "engine", "counts"),
    [
        ("goff", "fast", [36, 1332, 49896, 1855224]),
        ("goff", "reference", [36, 1332]),
        ("goff", "formal", [36, 1332]),
        ("tiqtaqtoe --level classic", "reference", CLASSIC[:5]),
        ("tiqtaqtoe --level classic", "fast", CLASSIC),
        # After a mark there are eight empty squares, after a pair seven; each may be superposed with another one of
        # them, with a certain mark from moderate on, with either square of the pair at high; and the pair may be
        # filled.
        ("tiqtaqtoe --level minimal", "reference", [45, 9 * 36 + 36 * 28]),
        ("tiqtaqtoe --level minimal", "formal", [45, 9 * 36 + 36 * 28]),
        ("tiqtaqtoe --level moderate", "reference", [45, 9 * 44 + 36 * 28]),
        ("tiqtaqtoe --level high", "reference", [45, 9 * 44 + 36 * 42]),
        ("tiqtaqtoe --level high --switch pair=legal", "reference", [45, 9 * 44 + 36 * 43]),
        # Nine boxes are found X or O. Then eight are, 288 in all, or one of eight is linked, 144 in all. After a second
        # measurement there are seven boxes to measure, and as many to link to each of two. After a link there are eight
        # to measure; and to link seven others, or all, or none, as the switches say.
        ("hybrid", "fast", [18, 18 * 24, 288 * 28 + 144 * 23]),
        ("hybrid --switch links=single", "fast", [18, 18 * 24, 288 * 28 + 144 * 16]),
        ("hybrid --switch links=two", "fast", [18, 18 * 24, 288 * 28 + 144 * 24]),
        ("hybrid --switch targets=one", "fast", [18, 18 * 24, 288 * 28 + 144 * 16]),
        ("hybrid", "reference", [18, 18 * 24, 288 * 28 + 144 * 23]),
        ("hybrid", "formal", [18, 18 * 24]),
    ],
)
def test_perft(qttt: Run, asked: str, engine: str, counts: list[int]) -> None:
    words = ["perft", *asked.split(), "--engine", engine, "--depth", str(len(counts))]
    counted = qttt(*words, "--json").json
    shown = qttt("show", *asked.split(), "--json").json
    assert counted == {name: shown[name] for name in counted.keys() & shown} | {"engine": engine, "counts": counts}
    assert f"{counts[-1]:,}" in qttt(*words).out


@pytest.mark.parametrize(
    "asked",
    ["tiqtaqtoe --level minimal --depth 3", "hybrid --switch links=single --switch targets=one --depth 4"],
)
def test_perft_of_both_engines(qttt: Run, asked: str) -> None:
    """Of hybrid to ply 4, when games have ended."""
    words = ["perft", *asked.split(), "--json", "--engine"]
    assert qttt(*words, "fast").json["counts"] == qttt(*words, "reference").json["counts"]


def test_perft_table(qttt: Run) -> None:
    said = qttt("perft", "goff", "--depth", "3")
    assert [line.split() for line in said.out.splitlines()[1:]] == [["1", "36"], ["2", "1,332"], ["3", "49,896"]]
