"""Where the values that `qttt best` prints come from, and what `qttt solve` loads."""

import io
import sys
from fractions import Fraction
from pathlib import Path
from unittest.mock import Mock

import pytest

from qttt.app.goff.view import outcome_name
from qttt.fast.goff.outcome import OUTCOMES
from qttt.oracle import store
from qttt.reference.game import Actor, Outcome
from qttt.reference.goff import TABLE_3
from qttt.reference.goff.ending import value

from .conftest import CERTIFICATE, Run


def test_names_are_those_of_table_3() -> None:
    for name in OUTCOMES:
        how, _, winner = name.partition(" win of ")
        worth = value(Outcome(Actor(winner) if winner else None, how, ""), TABLE_3)
        assert outcome_name(Fraction(worth)) == name


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("asked", "folder"),
    [
        ("tiqtaqtoe --switch level=classic --switch both=O", "tiqtaqtoe-1.1/classic-both-O"),
        ("hybrid --switch links=single --switch both=other", "hybrid-1.0/links-single-both-other"),
    ],
)
def test_solves_and_stores_once_a_setting(
    qttt: Run, user_folder: Path, monkeypatch: pytest.MonkeyPatch, asked: str, folder: str
) -> None:
    first = qttt("best", *asked.split(), "X1.5", "--json").json
    assert [*user_folder.parent.rglob("*.tablebase")] == [user_folder.parent / f"{folder}.tablebase"]
    monkeypatch.setattr(f"qttt.fast.{asked.split(maxsplit=1)[0]}.solve.solve", None)
    assert qttt("best", *asked.split(), "X1.5", "--json").json == first


def test_unwritable_user_folder_is_reported(qttt: Run, user_folder: Path) -> None:
    user_folder.parent.write_text("a file in the way")
    said = qttt("best", "hybrid", "--switch", "links=single", "--json")
    assert said.code == 0
    assert '"value": "' in said.out
    assert said.err.startswith("qttt: the tablebase is not stored: ")
    assert said.err.count("\n") == 1


SOLVING = "networkx|pydantic"
SHIPPED = rf"{SOLVING}|numba|numpy\.ma$|qttt\.fast\.sqt\.offers|qttt\.oracle\.probabilistic"
"""Also what other games need, and the tables by which a solve finds late values."""


MOST_MODULES = 80
"""The most modules of the project that a look-up loads."""


def loaded(process: Run, command: str, modules: str) -> list[str]:
    """The modules that a command loads, of those that a regular expression matches."""
    program = (
        "import re, sys; from qttt.app.cli import main; main()\nprint('', *filter(re.compile({!r}).match, sys.modules))"
    )
    return process(*command.split(), program=program.format(modules)).out.splitlines()[-1].split()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("command", "spared"),
    [
        ("solve goff --device cpu --no-store", SOLVING),
        pytest.param("solve sqt --q 3/4 --device cpu --no-store", SOLVING, marks=pytest.mark.slow),
        ("best sqt --q 0.7353", SHIPPED),
        *((f"best goff {moves}", SHIPPED) for moves in ("", "X1.1-9", "X1.1-2 O2.2-3 X3.3-4 O4.4-5 X5.5-6")),
        *((f"check {file} --json", r"qttt\.fast|numba") for file in (CERTIFICATE, "missing")),
        ("show hybrid X1.5", "qiskit"),
    ],
)
def test_command_loads_only_what_it_needs(process: Run, command: str, spared: str) -> None:
    assert loaded(process, command, spared) == []


@pytest.mark.thorough
def test_engine_is_held_against_the_rules_without_the_fast_engine(process: Run) -> None:
    truths = {f"qttt.verification.{game}.conformance" for game in ("goff", "sqt")}
    asked = f"conform sqt --level rules -- {sys.executable} -m qttt.app serve-engine reference"
    assert {*loaded(process, asked, rf"qttt\.fast|numba|{'|'.join(truths)}")} == truths
    every = (
        "import sys; from qttt.spec import games; from qttt.verification.conform import truth_of\n"
        "truths = [*map(truth_of, games())]; engines = [each.reference(each.settings()[0]) for each in truths]\n"
        "print(len(engines), *(name for name in sys.modules if name.startswith('qttt.fast')))"
    )
    assert process(program=every).out == "5\n"


def test_best_loads_few_modules_of_the_project(process: Run) -> None:
    assert 0 < len(loaded(process, "best goff X1.1-9", r"qttt\.")) <= MOST_MODULES


@pytest.mark.thorough
def test_circuit_is_seen_to_load_qiskit(process: Run) -> None:
    assert "qiskit" in loaded(process, "show hybrid --circuit", "qiskit")


def test_lines_share_one_tablebase(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work of finding the tablebase does not grow with the lines."""
    monkeypatch.setattr(store, "find_tablebase", find := Mock(wraps=store.find_tablebase))
    monkeypatch.setattr("sys.stdin", io.StringIO("X1.1\n" * 20))
    assert qttt("best", "hybrid", "--switch", "links=single", "-").out.count("\n") == 20
    find.assert_called_once()
