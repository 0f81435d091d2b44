"""`qttt solve` and `qttt perft` in every game."""

from itertools import product
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


@pytest.mark.parametrize("command", ["goff", "sqt --q 3/4"])
def test_solve_loads_only_what_it_needs(process: Run, command: str) -> None:
    program = (
        "import sys; from qttt.app.cli import main; main()\nprint('loaded', *{'networkx', 'pydantic'} & {*sys.modules})"
    )
    said = process("solve", *command.split(), "--device", "cpu", "--no-store", program=program)
    assert said.out.splitlines()[-1] == "loaded"


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


CLOSED = "X1.1-2 O2.1-2"
"""A cycle that leaves seven squares, and so 21 moves."""
EIGHT = f"{CLOSED} selB X3.3-4 O4.3-4 selA X5.5-6 O6.5-6 selB X7.7-8 O8.7-8 selA"
"""Eight squares of Goff's game are definite, and nobody has a line."""
OPEN = "X1.1 success O2.2 success X3.4 success O4.3 success X5.5 success O6.6 success X7.8 success O8.7 success"
"""The same marks, made one by one on a board of probabilities."""
DUE = "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9"
"""Four pairs and a mark: sixteen boards. X has a line on the four with 1, 5 and 9. On the others O may name one of four
empty squares, two of them, or one and one of the three of X: 4 + 6 + 12."""
BOARDS = sorted("".join(pairs) + "X" for pairs in product(*[("X.", ".X"), ("O.", ".O")] * 2))
"""What a measurement can find there."""
MEASURED = "X1.1 =X O2.2 =O X3.3 =X O4.4 =X X5.5 =O O6.6 =O X7.7 =O O8.8 =X"
"""Eight boxes are measured, and nobody has a line: the last one can be linked to each of them."""


@pytest.mark.parametrize(
    ("asked", "moves", "divided"),
    [
        ("goff", "", {f"{first}-{second}": [1] for first in range(1, 10) for second in range(first + 1, 10)}),
        ("goff", CLOSED, {"selA": [21], "selB": [21]}),
        ("goff --collapse self", CLOSED, {"selA": [21], "selB": [21]}),
        ("sqt --q 1/2", CLOSED, {"selA": [21], "selB": [21]}),
        ("goff", EIGHT, {"9-9": [1, 0]}),
        ("goff", f"{EIGHT} X9.9-9", {}),
        ("probabilistic --random 1", "X1.5", {"success": [1, 8], "neutral": [1, 9], "failure": [1, 8]}),
        ("probabilistic --random 1", OPEN, {"9": [1, 3, 1, 3]}),
        ("probabilistic --random 1", f"{OPEN} X9.9 failure", {}),
        ("tiqtaqtoe --level minimal", "X1.1 O2.2 X3.4 O4.3 X5.5 O6.6 X7.8 O8.7", {"9": [1, 0]}),
        ("tiqtaqtoe", DUE, {f"={board}": [0 if board[0] == board[4] == "X" else 22] for board in BOARDS}),
        ("tiqtaqtoe", f"{DUE} =X.O.X.O.X", {}),
        ("hybrid", "X1.5", {"=X": [16 + 8], "=O": [16 + 8]}),
        ("hybrid", MEASURED, {"9": [2, 0], **{f"9>{target}": [1, 2] for target in range(1, 9)}}),
        ("hybrid", f"{MEASURED} X9.9 =X", {}),
    ],
)
@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_perft_from_a_position(qttt: Run, engine: str, asked: str, moves: str, divided: dict[str, list[int]]) -> None:
    depth = len(next(iter(divided.values()), [0]))
    counts = [sum(column) for column in zip(*divided.values(), strict=True)] or [0] * depth
    words = ["perft", *asked.split(), moves, "--depth", str(depth), "--engine", engine]
    found = qttt(*words, "--divide", "--json").json
    assert (found["engine"], found["counts"], found["divide"]) == (engine, counts, divided)
    assert [*found["divide"]] == [*divided]
    assert found.get("position") == (qttt("show", *asked.split(), moves, "--json").json["position"] if moves else None)
    assert qttt(*words, "--json").json == {name: value for name, value in found.items() if name != "divide"}


def test_perft_table_by_first_action(qttt: Run) -> None:
    said = qttt("perft", "goff", CLOSED, "--depth", "2", "--divide")
    rows = [line.split() for line in said.out.splitlines()]
    moves = 21 * 20 + 21 * 2  # after a move 20 others, and the same again, which closes a cycle
    assert rows == [
        ["depth", "sequences"],
        ["1", "42"],
        ["2", f"{2 * moves:,}"],
        [],
        ["action", "sequences"],
        ["selA", f"{moves:,}"],
        ["selB", f"{moves:,}"],
    ]
    assert [line.split() for line in qttt("perft", "goff", EIGHT, "--depth", "1").out.splitlines()[1:]] == [["1", "1"]]


def test_perft_of_a_written_position(qttt: Run) -> None:
    """Counted as after the game that leads there; the fast engine rejects a position that no game reaches."""
    written = qttt("show", "goff", CLOSED, "--json").json["written"]
    assert qttt("perft", "goff", written, "--depth", "2", "--json").json["counts"] == [42, 2 * (21 * 20 + 21 * 2)]
    unreachable = "tiqtaqtoe-1.0 level=high: XO....... | OX....... | ..XO....."
    words = "perft", "tiqtaqtoe", unreachable, "--depth", "1"
    assert "no game reaches the position ..XO..... | OX....... | XO......." in qttt(*words).line
    # five empty squares, two of them, or one and square 4, which holds O or nothing
    assert qttt(*words, "--engine", "reference", "--json").json["counts"] == [5 + 10 + 5]
