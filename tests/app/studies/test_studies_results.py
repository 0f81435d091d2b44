"""The results: their IDs, the claims behind them, and that they are what the games are worth."""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qttt.app import cli
from qttt.app.commands.asked import Answer, Asked
from qttt.app.studies.results import page, values
from qttt.app.studies.results.evidence import certificates, claim, strength
from qttt.app.studies.results.values import OF_GAMES, Result, of_game, setting_of
from qttt.oracle import game, games, solve
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.verification.probabilistic.equivalence_boards import PRINTED

DOCS = Path(__file__).resolve().parents[3] / "docs"
ROWS: list[dict[str, Any]] = json.loads((DOCS / "results.json").read_text(encoding="utf-8"))


def stored() -> list[Result]:
    """The values that the files hold."""
    return [
        Result(
            row["ruleset"].rpartition("-")[0],
            row["ruleset"],
            row["options"],
            row["first_move"],
            Fraction(row["value"]),
            tuple(row["best"]),
            row["equivalent"],
        )
        for row in ROWS
    ]


def test_page_and_files_say_the_same() -> None:
    found = stored()
    assert page.json_list(found) == ROWS, "run qttt results"
    assert (DOCS / "results.md").read_text(encoding="utf-8") == page.page(found), "run qttt results"
    assert (DOCS / "results.csv").read_bytes() == page.csv(found)
    assert (DOCS / "results.bib").read_text(encoding="utf-8") == page.bibtex(found)
    rows = list(csv.DictReader(io.StringIO(page.csv(found).decode())))
    assert [(row["id"], row["value"]) for row in rows] == [(row["id"], row["value"]) for row in ROWS]


def test_every_value_has_an_id_of_its_own_and_a_claim_about_its_game() -> None:
    found = stored()
    assert len({result.id for result in found}) == len(found) > 1000
    assert {result.name for result in found} == {*games()} == {*OF_GAMES}
    assert all(claim(result).game == result.name for result in found)


def test_values_are_those_of_the_literature() -> None:
    """Sakuta and Tomioka (2017), Table 1; Abraham (2024)."""
    known = {row["id"]: Fraction(row["value"]) for row in ROWS}
    assert known["sqt-1.0:q=0"] == 20
    assert known["sqt-1.0:q=1"] == 0
    assert known["goff-1.0"] == 10
    assert known["goff-1.0:collapse=self"] == 20
    assert abs(known["probabilistic-1.0:board=printed"] - Fraction("0.5385368180873334")) < Fraction(1, 10**9)
    assert known["tiqtaqtoe-1.0:level=classic"] == 0


@pytest.fixture
def certified(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Asked, Path]]:
    """Runs `qttt certify` up to the point at which it has read its arguments, and returns them."""
    read: list[tuple[Asked, Path]] = []

    def caught(asked: Asked, moves: str, out: Path) -> Answer:
        assert moves == ""
        read.append((asked, out))
        return Answer(dict, lambda: None)

    def run(command: str) -> tuple[Asked, Path]:
        program, *args = command.split()
        assert (program, cli.main(args)) == ("qttt", 0), command
        return read[-1]

    monkeypatch.chdir(DOCS.parent)
    monkeypatch.setattr("qttt.app.games.view", lambda name, what: caught)
    return run


def test_commands_write_the_certificates_of_their_row(certified: Callable[[str], tuple[Asked, Path]]) -> None:
    for result in stored():
        commands = certificates(result)
        assert bool(commands) == (claim(result).strength == "certified"), result.id
        if result.first_move and commands == certificates(replace(result, first_move="")):
            continue
        sides = []
        for command in commands:
            asked, out = certified(command)
            assert asked.name == result.name
            if result.name == "probabilistic":
                assert asked.game == game("probabilistic", board=PRINTED)
                sides = ["X", "O"]
            else:
                assert setting_of(asked.game) == result.setting, result.id
                sides.append(asked.side)
                assert out.name == f"{asked.side}.certificate"
        assert sides == (["X", "O"] if commands else [])


def test_small_game_is_valued_anew() -> None:
    played = TiqTaqToe("classic")
    truth = solve(played, progress=False)
    found = list(of_game(played, truth.value(""), truth.values("")))
    assert found == [
        result
        for result in stored()
        if result.id.startswith("tiqtaqtoe-1.0:level=classic") and dict(result.setting) == {"level": "classic"}
    ]
    assert replace(found[0], value=Fraction(1)) not in stored()


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_values_are_fresh(name: str) -> None:
    assert list(OF_GAMES[name]("cpu")) == [result for result in stored() if result.name == name], "run qttt results"


def test_strength_says_when_a_claim_is_not_yet_established(monkeypatch: pytest.MonkeyPatch) -> None:
    first = stored()[0]
    assert strength(first) == "certified"
    weaker = replace(claim(first), established=False)
    monkeypatch.setattr("qttt.app.studies.results.evidence.claims", lambda: (weaker,))
    assert strength(first) == "certified, not yet established"
    assert values.starts([first, replace(first, first_move="1-2")]) == [first]
