"""`qttt readings`, and the page of values in the docs."""

import csv
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qttt.app.tiqtaqtoe.readings import found_in
from qttt.app.tiqtaqtoe.readings_page import canonical, page
from qttt.reference.tiqtaqtoe import LEVELS, TiqTaqToe

Run = Callable[..., Any]
"""A run of the command; see `conftest.py`."""

DOCS = Path(__file__).resolve().parents[2] / "docs"
EXAMPLE = "X1.1-2 O2.2-6 X3.5 O4.7-9 X5.3-7"
"""The game whose position the docs show."""


def test_page_has_the_values_of_the_canonical_readings() -> None:
    """And a page with one number changed has not."""
    made = canonical([*found_in([TiqTaqToe(level) for level in LEVELS], "cpu")])
    written = (DOCS / "tiqtaqtoe.md").read_text(encoding="utf-8")
    assert f"\n{made}\n" in written
    assert f"\n{made}\n" not in written.replace("5/32", "3/32")


def test_picture_of_the_docs(qttt: Run, tmp_path: Path) -> None:
    qttt("show", "tiqtaqtoe", EXAMPLE, "--svg", str(tmp_path / "a.svg"))
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == (DOCS / "tiqtaqtoe.svg").read_text(encoding="utf-8")


def test_readings_say_what_solve_says(qttt: Run) -> None:
    """Those of classic are the value 0, but where lines count on a full board alone: there both may have one."""
    rows = qttt("readings", "--level", "classic", "--device", "cpu", "--json").rows
    assert [row["switches"] for row in rows] == [
        {"lines": lines, "both": both}
        for lines in ("every-move", "full-board")
        for both in ("even", "X", "O", "last-mover", "other")
    ]
    assert [row["value"] for row in rows[:5]] == ["0"] * 5
    for row in (rows[0], rows[6]):
        options = [f"--switch={name}={value}" for name, value in row["switches"].items()]
        solved = qttt("solve", "tiqtaqtoe", "--level", "classic", *options, "--json").json
        assert row == {key: solved[key] for key in row}


def test_all_levels_are_the_default(qttt: Run) -> None:
    said = qttt("readings", "--help").out
    assert "tiqtaqtoe: this level alone" in said
    assert "Else high" not in said


def test_tables(qttt: Run, tmp_path: Path) -> None:
    from pyarrow import parquet

    for name in ("a.csv", "a.parquet"):
        rows = qttt("readings", "--level", "classic", "--out", str(tmp_path / name), "--json").rows
    expected = {
        (*row["switches"].values(), move): value
        for row in rows
        for move, value in {"": row["value"], **row["first_moves"]}.items()
    }
    with (tmp_path / "a.csv").open(newline="") as file:
        written = [*csv.DictReader(file)]
    assert {(row["lines"], row["both"], row["first_move"]): row["value"] for row in written} == expected
    assert {(row["level"], row["target"], row["pair"]) for row in written} == {("classic", "", "")}
    assert all(
        Fraction(int(r["value_numerator"]), int(r["value_denominator"])) == Fraction(r["value"]) for r in written
    )
    table = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert {(row["lines"], row["both"], row["first_move"]): row["value"] for row in table} == expected
    said = qttt("readings", "--level", "classic").out
    assert ["classic", "full-board", "X", "1", "1", "5"] in [line.split() for line in said.splitlines()]


def test_page_of_some_readings() -> None:
    """A level has a row a reading, the values of first moves in it, and no column for a switch that it lacks."""
    switched = {"lines": "full-board", "both": "X"}
    games = [TiqTaqToe("classic", **turned) for turned in ({}, {"lines": "full-board"}, switched)]
    found = [*found_in(games, "cpu")]
    assert "| classic | 0 | 0 | 0 | 0 | 1 | 1, 2, 5 |" in page(found[:1])
    text = page(found)
    assert "| none | 0 |\n| `target=unentangled` |  |\n" in text
    assert "| `lines=full-board` | 0 |\n" in text
    assert "| lines | both | value |" in text
    assert "| full-board | X | 1 | 1 | 0 | 0 | 0 | 1 | 0 | 1 |" in text


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("--out a.txt", "a.txt: expected a name that ends in .md, .csv or .parquet"),
        ("--out a.md --level high", "a.md: a page is about every level: leave out --level, or write a table"),
        ("--out no-such-folder/a.md", "there is no such folder"),
        ("--out .", "expected a name that ends in"),
        ("--level low", "'low' is not one of 'classic', 'minimal', 'moderate', 'high'"),
    ],
)
def test_what_cannot_be_asked(qttt: Run, args: str, words: str) -> None:
    assert words in qttt("readings", *args.split()).line
