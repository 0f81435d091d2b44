"""What only boards of probabilities have: `qttt solve probabilistic` and `play`."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qttt.app.probabilistic.perfect import PerfectBoard
from qttt.reference.probabilistic import Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import random_board
from qttt.reference.probabilistic.file import COLUMNS
from qttt.reference.probabilistic.notation import NOTATION
from qttt.reference.probabilistic.solver import LoopSolver

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
WRONG = [["0.55", "0.3", "0.2"], *NINE[1:]]
SQUARES = {str(square) for square in range(1, 10)}


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


def test_board_of_the_source(qttt: Run, file: File) -> None:
    printed = qttt("solve", "probabilistic", "--board", file("board.json", {"name": "its own", "squares": NINE})).out
    assert "0.5385368181" in printed
    assert "its own" in printed
    solved = qttt("solve", "probabilistic", "--board", file("board.json", NINE), "--json").json
    assert (solved["ruleset"], solved["number"], solved["name"]) == ("probabilistic-1.0", 1, None)
    assert solved["value_first"] == pytest.approx(0.5385368180873334, abs=1e-9)
    assert solved["value_second"] == pytest.approx(0.46146318189602853, abs=1e-9)
    assert (solved["best_first"], solved["best_second"]) == ([3], [3])
    assert solved["exact"] is None
    assert solved["squares"].keys() == SQUARES


EXAMPLE = str(Path(__file__).parents[2] / "docs" / "board.csv")


def test_example_board_is_that_of_the_source(qttt: Run) -> None:
    """The fraction is on the page of the rules."""
    solved = qttt("solve", "probabilistic", "--board", EXAMPLE, "--exact", "--json").json
    assert solved["exact"]["value_first"] == "1844695176037405622819742649/3425383583703112510459588608"
    assert (solved["number"], solved["best_first"]) == (2, [3])


@pytest.mark.parametrize("command", ["show", "best", "tutor"])
def test_board_in_nine_rows_is_accepted_everywhere(qttt: Run, file: File, command: str) -> None:
    as_json = qttt(command, "probabilistic", "--board", file("board.json", NINE), "--json").json
    in_rows = qttt(command, "probabilistic", "--board", EXAMPLE, "--json").json
    assert in_rows["board"] == EXAMPLE
    where = {"board", "number"}
    assert {key: in_rows[key] for key in in_rows if key not in where} == {
        key: as_json[key] for key in as_json if key not in where
    }


def test_wrong_row_of_a_board_is_named(qttt: Run, file: File) -> None:
    rows = "\n".join(["success,neutral,failure", *map(",".join, NINE[:8]), "0.5,0.5,0.5"])
    path = file("board.csv", rows)
    told = qttt("solve", "probabilistic", "--board", path).line
    assert told.startswith(f"{path}: row 10: square 9: 0.5 + 0.5 + 0.5 is 1.5, 0.5 more than 1: ")
    path = file("short.csv", "\n".join(map(",".join, NINE[:8])))
    assert qttt("best", "probabilistic", "--board", path).line.startswith(f"{path}: a board must have 9 rows")


@pytest.mark.parametrize("options", [[], ["--exact"]])
def test_agrees_with_the_reference(qttt: Run, options: list[str]) -> None:
    solved = qttt("solve", "probabilistic", "--random", "5", "--number", "2", *options, "--json").json
    board = random_board(5, 2)
    solver, start = LoopSolver(Probabilistic(board)), Position()
    first, second = solver.to_move(start.marks)
    squares = {str(square): value for square, value in solver.squares(start).items()}
    assert (solved["number"], solved["best_first"]) == (2, [action.square for action in solver.best(start)])  # type: ignore[union-attr]
    bound = solved["error_bound"]
    assert 0 < bound < 1e-14
    assert abs(Fraction(solved["value_first"]) - first) <= bound
    assert abs(Fraction(solved["value_second"]) - second) <= bound
    assert all(abs(Fraction(solved["squares"][square]) - squares[square]) <= bound for square in squares)
    exact = {"value_first": str(first), "value_second": str(second), "squares": {k: str(v) for k, v in squares.items()}}
    assert solved["exact"] == (exact if options else None)
    assert bool(solved["best_within"]) == (not options)


@pytest.mark.parametrize("options", [[], ["--exact"]])
def test_ties(qttt: Run, file: File, options: list[str]) -> None:
    path = file("ties.json", [["1", "0", "0"]] * 9)
    solved = qttt("solve", "probabilistic", "--board", path, *options, "--json").json
    assert solved["value_first"] == solved["value_second"] == 0.5
    assert solved["best_first"] == solved["best_second"] == [*range(1, 10)]
    told = qttt("solve", "probabilistic", "--board", path, *options).out
    assert ("--exact distinguishes them" in told) == (not options)


def test_tie_is_decided_only_by_fractions(qttt: Run, file: File) -> None:
    least = Fraction(1, 10**20)
    better = [str(Fraction(1, 2) + least), "0", str(Fraction(1, 2) - least)]
    path = file("near.json", [*[["1/2", "0", "1/2"]] * 8, better])
    near = qttt("solve", "probabilistic", "--board", path, "--json").json
    assert near["best_first"] == [*range(1, 10)]
    assert qttt("solve", "probabilistic", "--board", path, "--exact", "--json").json["best_first"] == [9]


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


def test_one_board_is_an_object(qttt: Run, file: File) -> None:
    for name, content in (
        ("a.json", NINE),
        ("b.json", [NINE]),
        ("c.CSV", table(NINE)),
        ("d.csv", table(NINE, header=False)),
    ):
        path = file(name, content)
        solved = qttt("solve", "probabilistic", "--board", path, "--json").json
        assert (solved["board"], solved["best_first"]) == (path, [3])
    path = file("e.csv", table(WRONG, NINE, NINE).replace("0.55", "0.5"))
    assert qttt("solve", "probabilistic", "--board", path, "--number", "4", "--json").json["number"] == 4


def test_bad_boards_are_skipped_if_asked(qttt: Run, file: File) -> None:
    path = file("some.csv", table(NINE, WRONG, NINE) + "1,2\n")
    said = qttt("solve", "probabilistic", "--board", path, "--skip-bad", "--json")
    assert said.code == 0
    assert [row["number"] for row in json.loads(said.out)] == [2, 4]
    first, second, summary = said.err.splitlines()
    assert "row 3: square 1: 0.55 + 0.3 + 0.2 is 1.05, 0.05 more than 1" in first
    assert "row 5: a row must have 27 cells" in second
    assert summary == f"qttt: {path}: skipped 2 of 4 boards: rows 3, 5"


BAD_FILES = [
    ("a.csv", table(NINE, WRONG), ["row 3: square 1: 0.55 + 0.3 + 0.2 is 1.05, 0.05 more than 1", "--skip-bad"]),
    ("a.csv", table(NINE, WRONG, WRONG, WRONG), ["row 3", "and 2 more boards are wrong"]),
    ("a.csv", table(NINE, NINE[:8]), ["row 3: a row must have 27 cells", "found 24"]),
    ("a.csv", table(NINE).replace("success_1", "success"), ["row 1: column 1 must be success_1"]),
    ("a.csv", table(), ["has no boards"]),
    ("a.csv", "", ["has no boards"]),
    ("a.json", "", ["not JSON"]),
    ("a.json", "[[1, 0", ["line 1", "not JSON"]),
    ("a.json", NINE[:8], ["a board must have 9 squares: found 8"]),
    ("a.json", WRONG, ["square 1: 0.55 + 0.3 + 0.2 is 1.05, 0.05 more than 1"]),
    ("a.json", [["0.5", "0.2", "0.2"], *NINE[1:]], ["0.1 less than 1"]),
    ("a.json", [[float("nan"), 0, 1], *NINE[1:]], ["square 1: success: 'NaN' is not a probability"]),
    ("a.json", [[-0.5, 0.5, 1], *NINE[1:]], ["square 1: success: '-0.5' is not a probability: it is negative"]),
    ("a.json", [[1.5, 0, 0], *NINE[1:]], ["square 1: success: 1.5 is more than 1"]),
    ("a.json", [[1, 0], *NINE[1:]], ["square 1: a square must have three probabilities"]),
    ("a.json", {"squares": 7}, ["found the number 7"]),
    ("a.json", [NINE, WRONG, NINE], ["board 2: square 1"]),
    ("a.txt", table(NINE), ["a.txt: expected a name that ends in .json or .csv"]),
    ("a", table(NINE), ["a: expected a name that ends in .json or .csv"]),
]


@pytest.mark.parametrize(("name", "content", "words"), BAD_FILES)
@pytest.mark.parametrize("command", ["solve", "tutor", "play"])
def test_bad_files_are_rejected(qttt: Run, file: File, command: str, name: str, content: Any, words: list[str]) -> None:
    path = file(name, content)
    line = qttt(command, "probabilistic", "--board", path).line
    assert line.startswith(path)
    assert [word for word in words if word not in line and (command == "solve" or word != "--skip-bad")] == []


def test_file_with_only_bad_boards_is_rejected(qttt: Run, file: File) -> None:
    path = file("a.csv", table(WRONG))
    assert "no board is valid: row 2: square 1" in qttt("solve", "probabilistic", "--board", path, "--skip-bad").line


def test_unreadable_paths_are_rejected(qttt: Run, tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "bytes.csv").write_bytes(b"1,\xff")
    for name, words in (
        ("folder.json", "cannot be read"),
        ("missing.json", "cannot be read: No such file"),
        ("bytes.csv", "is not UTF-8 at byte 3"),
    ):
        line = qttt("solve", "probabilistic", "--board", str(tmp_path / name), "--json").line
        assert line.startswith(f"{tmp_path / name}: {words}")
        assert "Errno" not in line


# Play


BOTH = ("--x", "perfect", "--o", "perfect")


@pytest.fixture
def passing(tmp_path: Path) -> str:
    """A file with a board whose squares all pass."""
    path = tmp_path / "pass.json"
    path.write_text(json.dumps([[0, 1, 0]] * 9))
    return str(path)


def test_chance_has_every_outcome(typed: Run) -> None:
    runs = [typed("probabilistic", "5/1/9", "--random", "2", "--seed", str(seed)).game for seed in range(30)]
    assert {run.split()[1] for run in runs} == {*MoveOutcome}
    assert all(run.startswith("X1.5 ") for run in runs)


def test_outcomes_of_chance_are_printed(typed: Run) -> None:
    board = random_board(2)
    said = typed("probabilistic", "5", "--random", "2", "--seed", "1")
    outcome = MoveOutcome(said.game.split()[1])
    probability = board[4][[*MoveOutcome].index(outcome)]
    mark = {"success": "X", "failure": "O", "neutral": "no mark"}[outcome]
    assert f"{outcome} (probability {probability} = " in said.out
    assert f": {mark} on 5" in said.out


@pytest.mark.parametrize("word", ["tutor", "t", "TUTOR"])
def test_tutor_on_request(typed: Run, word: str) -> None:
    assert "★" not in typed("probabilistic", "quit", "--random", "2").out
    said = typed("probabilistic", f"{word}/5/{word}", "--random", "2", "--seed", "1")
    assert "X to move: worth" in said.out
    assert "O to move: worth" in said.out
    assert said.out.count("best:") == 2


@pytest.mark.parametrize("seed", range(5))
def test_perfect_play_is_perfect(typed: Run, seed: int) -> None:
    said = typed("probabilistic", "", "--random", str(seed), *BOTH, "--seed", "3")
    rules = Probabilistic(random_board(seed))
    perfect = PerfectBoard(random_board(seed))
    positions, actions = rules.read(said.game).positions, NOTATION.parse(said.game)
    for position, action in zip(positions, actions, strict=False):
        assert not isinstance(action, Choice) or action.square in perfect.best(position)
    assert rules.actor(positions[-1]) is None
    assert "Game over: " in said.out


@pytest.mark.parametrize("options", [[], BOTH, ["--o", "perfect"]])
def test_play_that_would_never_end(typed: Run, passing: str, options: list[str]) -> None:
    said = typed("probabilistic", "", "--board", passing, *options)
    assert "Game over: draw, because play would never end (PROB-END-3)" in said.out


def test_perfect_play_does_not_pass_a_win_away(typed: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps([[0, 1, 0], *[[1, 0, 0]] * 8]))
    said = typed("probabilistic", "1/1/1/1/1/1/1/1/1/1", "--board", str(path), "--x", "perfect", "--seed", "1")
    assert "Game over: win of X (PROB-END-1)" in said.out


def test_several_boards(qttt: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    path.write_text(json.dumps([[[1, 0, 0]] * 9] * 2))
    assert "choose one with --number" in qttt("play", "probabilistic", "--board", str(path)).line


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
        out, err = ran.communicate(timeout=60)
    assert (ran.returncode, err) == (130, "qttt: interrupted\n")
    assert out.splitlines()[-1].startswith("X1.5 ")
