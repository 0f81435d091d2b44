"""`qttt readings`: a game under every combination of its switches."""

import csv
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qttt.app.commands import readings
from qttt.app.commands.readings import SWITCHED
from qttt.oracle import games
from qttt.oracle.registry import options
from qttt.reference.hybrid import Hybrid

from .conftest import Run

SMALL = [Hybrid("single", "one", effect, both) for effect in ("reverse", "take") for both in ("draw", "X")]
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
    moves = {"": (row["value"], best)} | {move: (value, "") for move, value in row["first_moves"].items()}
    for move, (value, of_player) in moves.items():
        if "replies" not in row:
            yield {"first_move": move, "value": value}
            continue
        yield {"first_move": move, "result": "", "value": value, "best": of_player}
        for result, replies in row["replies"].get(move, {}).items():
            yield {"first_move": move, "result": result, "value": replies["value"], "best": " ".join(replies["best"])}


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
        assert Fraction(int(row["value_numerator"]), int(row["value_denominator"])) == Fraction(row["value"])
    written = [
        {name: str(cell) for name, cell in row.items()}
        for row in parquet.read_table(tmp_path / "a.parquet").to_pylist()
    ]
    assert written == kept
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
