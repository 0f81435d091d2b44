"""The published counts: their form, and the shallow part counted again."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from qttt.spec import PerftTable, games, perft_tables, rulesets, schema
from qttt.verification import Refuted
from qttt.verification import perft_tables as generator
from qttt.verification.perft_tables import by_fast_engine, by_reference, check, game_of

FEW = 1_500
"""Plies are counted again as long as there are at most so many sequences, and at least one."""
POSITIONS = 11
"""Of each game at least so many are counted, the start among them."""
VALIDATOR = jsonschema.Draft202012Validator(schema("perft"))


def count_again(name: str, table: PerftTable, count: Callable[..., Any]) -> str:
    """What is wrong in the shallow part of a table."""
    rules = game_of(name, table)
    plies = max(1, sum(1 for _ in takewhile(lambda count: count <= FEW, table.counts)))
    try:
        check(table, count(rules, plies, rules.position(table.game)))
    except Refuted as refuted:
        return f"{table}: {refuted}"
    return ""


@pytest.mark.parametrize("name", games())
def test_file_has_the_form_of_the_schema(name: str) -> None:
    text = (generator.FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert [f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(json.loads(text))] == []
    assert text == generator.file_text(name, perft_tables(name))
    assert rulesets()[name].id in text


@pytest.mark.parametrize(
    "mutant",
    [
        {"counts": []},
        {"counts": [-1]},
        {"counts": [1.5]},
        {"checked": 0},
        {"comment": ""},
        {"game": None},
        {"options": []},
        {"divide": {"1-": [1]}},
        {"divide": {"1-2": 1}},
        {"surprise": 1},
    ],
    ids=str,
)
def test_schema_rejects_mutant(mutant: dict[str, Any]) -> None:
    content = json.loads(generator.file_text("goff", perft_tables("goff")[:1]))
    content["tables"][0] |= mutant
    assert [*VALIDATOR.iter_errors(content)] != []


@pytest.mark.parametrize("name", games())
def test_tables_cover_positions_and_options(name: str) -> None:
    tables = perft_tables(name)
    assert len({table.game for table in tables}) >= POSITIONS
    counted = [game_of(name, table).setting for table in tables]
    for option in rulesets()[name].options:
        assert {*option.values} <= {setting.get(option.name) for setting in counted}
    assert any(set(table.counts) == {0} for table in tables)
    assert all(1 <= table.checked <= len(table.counts) for table in tables)


@pytest.mark.parametrize("count", [by_reference, by_fast_engine])
@pytest.mark.parametrize("name", games())
def test_shallow_counts_are_those_of_the_engine(name: str, count: Callable[..., Any]) -> None:
    assert [*filter(None, (count_again(name, table, count) for table in perft_tables(name)))] == []


def test_changed_counts_are_caught() -> None:
    table = next(table for table in perft_tables("goff") if table.game == "X1.1-2 O2.1-2")
    assert "the sums of counts" in count_again(
        "goff", replace(table, counts=(table.counts[0] + 1, *table.counts[1:])), by_reference
    )
    assert "the first actions: " in count_again("goff", replace(table, divide={"selA": table.counts}), by_reference)


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_counts_are_those_of_both_engines(name: str) -> None:
    assert [str(table) for table in perft_tables(name) if generator.recounted(name, table) != table] == []


def test_page_is_fresh() -> None:
    assert generator.PAGE.read_text(encoding="utf-8") == generator.page({name: perft_tables(name) for name in games()})


def test_generator_writes_files_and_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blank = tuple(replace(table, counts=(0,) * 3, divide={}, checked=3) for table in perft_tables("probabilistic")[:2])
    for name, value in {"FOLDER": tmp_path, "PAGE": tmp_path / "perft.md", "perft_tables": lambda _: blank}.items():
        monkeypatch.setattr(generator, name, value)
    (tmp_path / "perft.md").write_text("# Head\n\n| game | old |\n|---|---|\n| goff | 1 |\n", encoding="utf-8")
    assert generator.main(["probabilistic"]) == 0
    written = json.loads((tmp_path / "probabilistic.json").read_text(encoding="utf-8"))
    assert [table["counts"] for table in written["tables"]] == [[9, 27, 225], [3, 25, 75]]
    page = (tmp_path / "perft.md").read_text(encoding="utf-8")
    assert page.startswith("# Head\n\n| game | options")
    assert "**9**; **27**; **225**" in page
    assert "old" not in page
    monkeypatch.setattr(generator, "PAGE", tmp_path / "none" / "perft.md")
    assert generator.main([]) == 2
    assert "needs the source tree" in capsys.readouterr().err
