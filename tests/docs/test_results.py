"""The results: files that agree, the claims behind the values, and the commands that certify them."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pictures
import pytest
import results

from qttt.app import cli
from qttt.app.games import Answer, Query
from qttt.oracle import game, games, solve
from qttt.verification.records import Record

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_page_and_files_say_the_same() -> None:
    made = results.files(results.read())
    for name, content in made.items():
        assert (DOCS / name).read_bytes() == content, "run python docs/results.py"
    rows = csv.DictReader(io.StringIO(made["results.csv"].decode()))
    assert [(row["id"], row["value"]) for row in rows] == [
        (row["id"], row["value"]) for row in json.loads(made["results.json"])
    ]


def test_pictures_and_the_tables_beside_them_are_fresh() -> None:
    for place, content in pictures.files().items():
        assert place.read_text(encoding="utf-8") == content, "run python docs/pictures.py"
    assert len({*DOCS.glob("games/*.svg")}) == len(pictures.files()) - 1


def test_longest_line_is_best_play() -> None:
    truth = solve(game("goff"))
    read = truth.game.read(pictures.LONGEST)
    assert all(action in truth.best(at) for at, action in zip(read.positions, read.actions, strict=False))
    assert truth.game.actor(read.positions[-1]) is None


def test_boards_have_the_colours_of_the_explorer() -> None:
    style = (DOCS.parent / "web" / "page" / "style.css").read_text(encoding="utf-8")
    drawn = (DOCS / "games" / "tiqtaqtoe-start.svg").read_text(encoding="utf-8")
    for root, own in ((":root {", drawn), (':root[data-theme="dark"] {', drawn.rpartition("@media")[2])):
        block = style.partition(root)[2].partition("}")[0]
        named = re.findall(r"--(heat-[0-5]|good): (#[0-9a-f]{6})", block)
        assert len(named) == 7
        assert [f".{name}" if name != "good" else ".end" for name, to in named if to not in own] == []
        for name, to in named:
            assert f"{'.end' if name == 'good' else f'.{name}'} {{ fill: {to} }}" in own


def test_settings_on_the_page_or_below_it_have_anchors() -> None:
    page = (DOCS / "results.md").read_text(encoding="utf-8")
    assert all(page.count(f'<a id="{each.id}"></a>') == (not each.first_move) for each in results.read())


def test_every_value_has_an_id_of_its_own_and_a_claim_about_its_game() -> None:
    found = results.read()
    assert len({result.id for result in found}) == len(found) > 1000
    assert {result.name for result in found} == {*games()} == {*results.EVIDENCE}
    assert all(results.claim(result).game == result.name for result in found)


@pytest.fixture
def certified(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Query, Path]]:
    """Runs `qttt certify` up to the point at which it has read its arguments, and returns them."""
    read: list[tuple[Query, Path]] = []

    def caught(query: Query, moves: str, out: Path) -> Answer:
        assert moves == ""
        read.append((query, out))
        return Answer(dict, lambda: None)

    def run(command: str) -> tuple[Query, Path]:
        program, *args = command.split()
        assert (program, cli.main(args)) == ("qttt", 0), command
        return read[-1]

    monkeypatch.chdir(DOCS.parent)
    monkeypatch.setattr("qttt.app.commands.certify.write_certificate", caught)
    return run


def test_commands_write_the_certificates_of_their_row(certified: Callable[[str], tuple[Query, Path]]) -> None:
    for result in results.read():
        commands = results.certificates(result)
        if result.first_move and commands == results.certificates(replace(result, first_move="")):
            continue
        sides = []
        for command in commands:
            asked, out = certified(command)
            assert asked.name == result.name
            if result.name == "probabilistic":
                assert asked.game == game("probabilistic", board=results.printed_board())
                sides = ["X", "O"]
            else:
                assert results.setting_in_words(asked.game) == result.setting, result.id
                sides.append(asked.get("player"))
                assert out.name == f"{asked.get('player')}.certificate"
        assert sides == (["X", "O"] if commands else [])


def test_small_game_is_valued_anew() -> None:
    setting = {"level": "classic"}
    found = list(results.of_game(solve(game("tiqtaqtoe", level="classic"), progress=False), "tiqtaqtoe"))
    assert found == [each for each in results.read() if (each.name, each.setting) == ("tiqtaqtoe", setting)]
    assert replace(found[0], value=Fraction(1)) not in results.read()


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_values_are_fresh(name: str) -> None:
    assert list(results.results(name)) == [each for each in results.read() if each.name == name]


def test_strength_is_that_of_the_last_whole_run(monkeypatch: pytest.MonkeyPatch) -> None:
    first = results.read()[0]
    run = Record("", "2026-11-05", "0.2.0", "4 cores")
    for bounds, strength, established in (
        ({"whole": run}, "certified", "2026-11-05, version 0.2.0"),
        ({"sample": run}, "certified, not yet run", ""),
    ):
        monkeypatch.setattr("qttt.verification.records.read_shipped", lambda found=bounds: {"goff-certified": found})
        assert (results.strength(first), results.established(first)) == (strength, established)
