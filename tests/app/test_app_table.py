"""The values of a whole game as a Parquet file, and `qttt readings`, a game under every combination of its switches:
every game of the registry, and what is rejected in one line. Other programs read every table that is exported."""

import csv
import json
import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby, takewhile
from pathlib import Path
from typing import Any

import pandas
import polars
import pyarrow as pa
import pytest
from pyarrow import parquet

from qttt.app.commands import readings
from qttt.app.commands.readings import SWITCHED
from qttt.app.files import Column, fraction_columns, table_bytes
from qttt.app.solved import GAME
from qttt.fast.tiqtaqtoe.answers import Answers
from qttt.oracle import Oracle, entry, game, games, solve
from qttt.oracle.many import pieces, schema
from qttt.oracle.registry import options
from qttt.reference.hybrid import Hybrid

from ..solved import OPTIONS
from .conftest import Run

EARLY = 4
"""Parts of a large game that are looked at: plies, or numbers of measured boxes."""
SAMPLED = 40
STORED = [name for name in games() if entry(name).stored]
ASKED = ["tiqtaqtoe", "--switch", "level=minimal"]
TRAIN = "train goff --learner td --steps 1 --seed 1"


def undecided(truth: Oracle[Any, Any]) -> list[int]:
    """The positions of each part as `solve` counts them: those of Q3T up to the exchange of colours, too."""
    counts = getattr(truth.tablebase, "undecided", truth.tablebase.positions)
    return [count * (2 if truth.game.ruleset.startswith("hybrid") else 1) for count in counts]


@pytest.mark.thorough
@pytest.mark.parametrize("name", STORED)
def test_table_has_every_position_with_its_exact_value(name: str) -> None:
    truth = solve(game(name, **OPTIONS.get(name, {})), progress=False)
    early = takewhile(lambda piece: piece[0][0].as_py() <= EARLY, pieces(truth))
    written = json.loads(schema(truth.game).metadata[b"qttt"])["game"]
    for level, found in groupby(early, lambda piece: piece[0][0].as_py()):
        table = pa.Table.from_batches(found)
        assert table.num_rows == undecided(truth)[level]
        assert len({*table["position"].to_pylist()}) == table.num_rows
        for row in table.take([*range(0, table.num_rows, -(-table.num_rows // SAMPLED))]).to_pylist():
            position = truth.game.position(f"{written} {row['position']}")
            assert row["position"] == str(position)
            assert Fraction(row["numerator"], row["denominator"]) == truth.value(position)
            assert row["value"] == float(truth.value(position))
            assert row["best"] == [*map(str, truth.optimal(position))]
            assert row["actor"] == truth.game.actor(position)


@pytest.mark.thorough
def test_command_writes_the_whole_game(qttt: Run, tmp_path: Path) -> None:
    path = tmp_path / "values.parquet"
    path.write_bytes(b"an older file")
    said = qttt("solve", *ASKED, "--out", str(path), "--json").json
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    with parquet.ParquetFile(path) as file:
        table = file.read()
    assert table.column_names == ["ply", "position", "actor", "numerator", "denominator", "value", "best"]
    plies = table["ply"].value_counts().to_pylist()
    assert [each["counts"] for each in plies] == said["undecided"]
    assert table.slice(0, 1).to_pylist()[0]["value"] == float(Fraction(said["value"]))
    about = json.loads(table.schema.metadata[b"qttt"])
    assert (about["format"], about["ruleset"], about["options"]["level"]) == (
        "qttt-values-1",
        said["ruleset"],
        "minimal",
    )
    assert about["game"] == "tiqtaqtoe-1.1 level=minimal lines=every-move both=even:"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["probabilistic", "--random", "1"], "probabilistic has no --out, which is only for"),
        (["classic"], "classic has no tablebase whose values could be written; leave out --out"),
        (["tiqtaqtoe", "--switch", "level=full"], "is not solved, because infinitely many positions"),
        (["hybrid", "--switch", "links=two"], "the tablebase of this game is too large"),
    ],
)
@pytest.mark.usefixtures("classic")
def test_game_without_a_table_is_rejected(asked: list[str], words: str, qttt: Run, tmp_path: Path) -> None:
    assert words in qttt("solve", *asked, "--out", str(tmp_path / "x.parquet")).line
    assert [*tmp_path.iterdir()] == []


def test_other_format_is_rejected(qttt: Run, tmp_path: Path) -> None:
    line = qttt("solve", *ASKED, "--out", str(tmp_path / "x.csv")).line
    assert line == f"{tmp_path}/x.csv: a table of all values is written as Parquet; name it {tmp_path}/x.parquet"


@pytest.mark.parametrize("bad", ["folder.parquet", "missing/x.parquet"])
def test_file_that_cannot_be_written_is_rejected_before_the_solve(bad: str, qttt: Run, tmp_path: Path) -> None:
    (tmp_path / "folder.parquet").mkdir()
    line = qttt("solve", "hybrid", "--out", str(tmp_path / bad)).line
    assert ("is a folder" in line) or ("the folder does not exist" in line)


@pytest.mark.parametrize(
    "words", ["solve hybrid --out {}/x.parquet", "solve hybrid --out {}/new/x", f"{TRAIN} --out {{}}/x"]
)
def test_folder_that_cannot_be_written_is_rejected_before_the_solve(
    words: str, qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write anywhere
    for name in ("goff", "hybrid"):
        monkeypatch.setattr(type(entry(name)), "solve", lambda *_: pytest.fail("solved"))
    assert "cannot be written: Permission denied" in qttt(*words.format(tmp_path).split()).line


@pytest.mark.thorough
def test_failed_table_leaves_the_older_file(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "values.parquet"
    path.write_bytes(b"an older file")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left" in qttt("solve", *ASKED, "--out", str(path)).after_results
    assert [(each, each.read_bytes()) for each in tmp_path.iterdir()] == [(path, b"an older file")]


def test_value_beyond_64_bits_is_rejected(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "values.parquet"
    monkeypatch.setattr(Answers, "scale", Fraction(1 << 62, 3))
    for older in ([], [b"an older file"]):
        for content in older:
            path.write_bytes(content)
        line = qttt("solve", *ASKED, "--out", str(path)).after_results
        assert line == (
            f"{path}: a value of this game needs numbers of more than 64 bits, which the columns of the table cannot "
            f"hold; store the tablebase instead: --out {path.with_suffix('.tablebase')}"
        )
        assert [each.read_bytes() for each in tmp_path.iterdir()] == older


SMALL = [Hybrid("single", "one", "reverse", "draw"), Hybrid("single", "one", "take", "X")]
LINES, BOTH = ("every-move", "full-board"), ("even", "X", "O", "last-mover", "other")
CLASSIC = [{"lines": lines, "both": both} for lines in LINES for both in BOTH]


def rows(qttt: Run, ruleset: str, *words: str) -> list[dict[str, Any]]:
    said = qttt("readings", ruleset, "--device", "cpu", "--json", *words)
    assert said.err == ""
    found: list[dict[str, Any]] = said.rows
    return found


def cells(row: dict[str, Any]) -> Iterator[dict[str, str]]:
    """The cells of the table that belong to one object of the JSON list, without the values' numerators."""
    best = " ".join(move for move, value in row["first_moves"].items() if value == row["value"])
    moves = {"-": (row["value"], best)} | {move: (value, "") for move, value in row["first_moves"].items()}
    for move, (value, of_player) in moves.items():
        if "replies" not in row:
            yield {"first_move": move, "value": value}
            continue
        yield {"first_move": move, "result": "", "value": value, "best": of_player}
        for result, replies in row["replies"].get(move, {}).items():
            yield {"first_move": move, "result": result, "value": replies["value"], "best": " ".join(replies["best"])}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("ruleset", "blank", "words"),
    [
        ("tiqtaqtoe", {"level": "classic", "target": "", "pair": "", "gate": ""}, ["--level", "classic"]),
        ("hybrid", {}, []),
    ],
)
def test_tables_hold_the_json(
    qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ruleset: str, blank: dict[str, str], words: list[str]
) -> None:
    from pyarrow import parquet

    if ruleset == "hybrid":
        monkeypatch.setattr(readings, "games_of", lambda name, level: (SMALL, 0))
    for name in ("a.CSV", "a.parquet"):
        found = rows(qttt, ruleset, "--out", str(tmp_path / name), *words)
    switches = CLASSIC if ruleset == "tiqtaqtoe" else [game.switches for game in SMALL]
    assert [row["switches"] for row in found] == switches
    with (tmp_path / "a.CSV").open(newline="") as file:
        kept = [*csv.DictReader(file)]
    for row in kept:
        exact = Fraction(int(row["value_numerator"]), int(row["value_denominator"]))
        assert float(exact) == float(row["value"])
        row["value"] = str(exact)
    written = [
        {name: str(cell) for name, cell in row.items()}
        for row in parquet.read_table(tmp_path / "a.parquet").to_pylist()
    ]
    with (tmp_path / "a.CSV").open(newline="") as file:
        assert written == [*csv.DictReader(file)]
    assert [{k: v for k, v in row.items() if k not in ("value_numerator", "value_denominator")} for row in kept] == [
        {**blank, **row["switches"], **each} for row in found for each in cells(row)
    ]


@pytest.mark.parametrize(
    ("ruleset", "level", "count", "others"),
    [("goff", None, 48, 0), ("tiqtaqtoe", None, 70, 20), ("tiqtaqtoe", "classic", 10, 0), ("hybrid", None, 48, 0)],
)
def test_every_combination_that_is_solved_is_a_reading(
    ruleset: str, level: str | None, count: int, others: int
) -> None:
    games, skipped = readings.games_of(ruleset, level)
    assert len({*games}) == count
    assert skipped == others


def test_readings_are_of_every_game_with_switches() -> None:
    without = {"sqt", "probabilistic"}  # which need a q or a board as well
    assert {*SWITCHED} | without == {name for name in games() if any(option.switch for option in options(name))}


ROOT = Path(__file__).parents[2]
TABLES = {
    "docs/results.csv": 2033,
    "docs/figures/grid.csv": 3108,
    "docs/figures/functions.csv": 269,
    "docs/experiments/figures-13-24.csv": 36,
    "docs/learning/curves.csv": 75,
    "readings goff .csv": 48 * 37,
    "readings goff .parquet": 48 * 37,
    "solve sqt --step 1/2 .csv": 3 * 37,
    "solve sqt --step 1/2 .parquet": 3 * 37,
    "solve tiqtaqtoe --level classic .parquet": 627,
    "study probabilistic --boards 100 .parquet": 100,
    "table": 8,
}
"""Every kind of table that the project exports: a file, or the command that writes it; and the rows."""
OF_PROGRAMS: dict[Any, Any] = {
    pandas: (pandas.read_csv, pandas.read_parquet),
    polars: (polars.read_csv, polars.read_parquet),
}


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Run], Path]:
    """The file of a table, written once."""
    folder, made = tmp_path_factory.mktemp("tables"), dict[str, Path]()

    def file(name: str, qttt: Run) -> Path:
        words, path = name.split(), folder / f"{len(made)}.parquet"
        if name == "table":
            parquet.write_table(solve(game("goff"), progress=False).table(1), path)
        elif words[0] == "study":
            assert qttt(*words[:-1], "--seed", "1", "--out", str(folder / "parts")).code == 0
            [path] = (folder / "parts").glob("*.parquet")
        elif len(words) > 1:
            path = path.with_suffix(words[-1])
            assert qttt(*words[:-1], "--out", str(path)).code == 0
        else:
            path = ROOT / name
        return made.setdefault(name, path)

    return lambda name, qttt: made.get(name) or file(name, qttt)


@pytest.mark.parametrize("program", OF_PROGRAMS, ids=lambda program: program.__name__)
@pytest.mark.parametrize("name", TABLES)
def test_table_is_read_without_options_and_says_nothing_in_every_row(
    name: str, program: Any, exported: Callable[[str, Run], Path], qttt: Run
) -> None:
    path = exported(name, qttt)
    table = OF_PROGRAMS[program][path.suffix == ".parquet"](path)
    assert len(table) == TABLES[name]
    for column in table.columns:
        cells = [cell for cell in table[column] if isinstance(cell, str)]
        assert len({cell[:40] for cell in cells if len(cell) > 40}) != 1, column


def test_text_behind_numbers_is_read_as_text(tmp_path: Path) -> None:
    """Programs look at the first rows: of a table of readings they find the text of the game itself there."""
    moves = [GAME, *["1"] * 200, "1-2"]
    values = [Fraction(0)] * 201 + [Fraction(1, 3)]
    path = tmp_path / "a.csv"
    path.write_bytes(table_bytes([Column("first_move", moves), *fraction_columns("value", values)], ".csv"))
    for read, _ in OF_PROGRAMS.values():
        table = read(path)
        assert list(table["first_move"]) == moves
        assert list(table["value"]) == [*map(float, values)]
