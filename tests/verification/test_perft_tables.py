"""The published counts: their form, the shallow part counted again, and errors that must be caught."""

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
PASS = "pass"
TABLES = [(name, table) for name in games() for table in perft_tables(name)]


class EndedGamesAreExtended:
    """A game in which a player may pass when it is over."""

    def __init__(self, game: Any) -> None:
        self.game, self.initial = game, game.initial

    def actions(self, position: Any) -> tuple[Any, ...]:
        return self.game.actions(position) or (PASS,)

    def play(self, position: Any, action: Any) -> Any:
        return position if action == PASS else self.game.play(position, action)

    def is_ply(self, action: Any) -> bool:
        return action == PASS or bool(self.game.is_ply(action))


def count_again(
    name: str, table: PerftTable, count: Callable[..., Any], few: int = FEW, game: Callable[[Any], Any] = lambda it: it
) -> None:
    """Check the shallow part of a table. Raises `Refuted`."""
    rules = game_of(name, table)
    plies = max(1, sum(1 for _ in takewhile(lambda count: count <= few, table.counts)))
    check(table, count(game(rules), plies, rules.position(table.game)))


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
    jsonschema.Draft202012Validator.check_schema(schema("perft"))
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


@pytest.mark.parametrize(("name", "table"), TABLES, ids=str)
def test_shallow_counts_are_those_of_both_engines(name: str, table: PerftTable) -> None:
    for count in (by_reference, by_fast_engine):
        count_again(name, table, count)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "table"), TABLES, ids=str)
def test_counts_are_those_of_both_engines(name: str, table: PerftTable) -> None:
    assert generator.recounted(name, table) == table


def test_page_is_fresh() -> None:
    assert generator.PAGE.read_text(encoding="utf-8") == generator.page({name: perft_tables(name) for name in games()})


@pytest.mark.parametrize("name", games())
def test_extended_games_are_caught(name: str) -> None:
    """By every table of a game that is over, or that can end within few plies."""
    caught = 0
    for table in perft_tables(name):
        try:
            count_again(name, table, by_reference, 40, EndedGamesAreExtended)
        except Refuted:
            caught += 1
    over = sum(not table.divide for table in perft_tables(name))
    assert caught > over >= 1


def test_changed_counts_are_caught() -> None:
    table = next(table for table in perft_tables("goff") if table.game == "X1.1-2 O2.1-2")
    sel_a = table.divide["selA"]
    wrong = (sel_a[0] + 1, *sel_a[1:])
    mutants = {
        "add up to": replace(table, counts=(table.counts[0] + 1, *table.counts[1:])),
        "first selA": replace(
            table,
            counts=(table.counts[0] + 1, *table.counts[1:]),
            divide={**table.divide, "selA": wrong},
        ),
        "first actions are": replace(table, divide={"selA": table.counts}),
    }
    count_again("goff", table, by_fast_engine)
    for told, mutant in mutants.items():
        with pytest.raises(Refuted, match=told):
            count_again("goff", mutant, by_reference)


def test_generator_writes_and_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blank = tuple(replace(table, counts=(0,) * 3, divide={}, checked=3) for table in perft_tables("probabilistic")[:2])
    for name, value in {"FOLDER": tmp_path, "PAGE": tmp_path / "perft.md", "perft_tables": lambda _: blank}.items():
        monkeypatch.setattr(generator, name, value)
    assert generator.main(["--check", "probabilistic"]) == 1
    assert [*tmp_path.iterdir()] == []
    assert generator.main(["probabilistic"]) == 0
    written = json.loads((tmp_path / "probabilistic.json").read_text(encoding="utf-8"))
    assert [table["counts"] for table in written["tables"]] == [[9, 27, 225], [3, 25, 75]]
    assert "**9** · **27** · **225**" in (tmp_path / "perft.md").read_text(encoding="utf-8")
    assert generator.main(["--check", "probabilistic"]) == 0
    monkeypatch.setattr(generator, "PAGE", tmp_path / "none" / "perft.md")
    assert generator.main([]) == 2
    assert "needs the source tree" in capsys.readouterr().err
