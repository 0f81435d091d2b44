"""`qttt best` and `qttt show`: what the commands print about a position."""

import random
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from qttt.app.goff.names import outcome_name
from qttt.fast.goff.outcome import OUTCOMES
from qttt.fast.goff.tablebase import Tablebase
from qttt.oracle.goff.entry import PerfectGoff
from qttt.reference.game import Actor, Outcome
from qttt.reference.goff import TABLE_3, CollapseRule, Goff
from qttt.reference.goff.ending import value
from qttt.reference.solver import Solver

from .conftest import Run

KEYS = ["ruleset", "collapse", "double_win", "value", "outcome", "actor", "actions", "best", "principal_variation"]
OVER = "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.3-6 O6.3-6 selB"
LATE = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8"


def test_names_are_those_of_table_3() -> None:
    for name in OUTCOMES:
        how, _, winner = name.partition(" win of ")
        worth = value(Outcome(Actor(winner) if winner else None, how, ""), TABLE_3)
        assert outcome_name(Fraction(worth)) == name


@pytest.mark.parametrize(("collapse", "double_win"), [*product(("opponent", "self"), (False, True))])
def test_agrees_with_the_reference_solver(tablebase: Path, collapse: CollapseRule, double_win: bool) -> None:
    game = Goff(collapse, double_win)
    solver, play = Solver(game), PerfectGoff(game, Tablebase.open(tablebase))
    chance = random.Random(2)
    for _ in range(12):
        position = game.initial()
        while game.actor(position) and (position.ply < 7 or chance.random() < 0.4):
            position = game.play(position, chance.choice(game.actions(position)))
        assert play.value(position) == solver.value(position)
        assert play.values(position) == solver.values(position)
        assert play.best(position) == solver.best(position)
        variation, end = play.line(position), play.end(position)
        assert variation == solver.line(position)
        assert game.score(end).value == solver.value(position)


def test_json(qttt: Run, tablebase: Path) -> None:
    told = qttt("best", "goff", LATE, "--tablebase", str(tablebase), "--json").json
    assert list(told) == KEYS
    assert (told["value"], told["outcome"], told["actor"]) == ("10", "narrow win of X", "X")
    assert told["principal_variation"] == "X7.2-4 O8.2-4 selA"
    assert told["best"] == [move for move, worth in told["actions"].items() if worth == "10"]
    assert set(told["actions"]) == {f"{a}-{b}" for a in (2, 4, 6, 8) for b in (2, 4, 6, 8) if a < b}


@pytest.mark.parametrize("collapse", ["opponent", "self"])
def test_selection(qttt: Run, tablebase: Path, collapse: str) -> None:
    moves = ("X1.1-9", "O2.1-3", "X3.1-3")  # without quotation marks
    told = qttt("best", "goff", *moves, "--collapse", collapse, "--tablebase", str(tablebase), "--json").json
    assert told["actor"] == {"opponent": "O", "self": "X"}[collapse]
    assert list(told["actions"]) == ["selA", "selB"]
    assert told["principal_variation"].startswith(told["best"][0])


def test_game_that_is_over(qttt: Run, tablebase: Path) -> None:
    told = qttt("best", "goff", OVER, "--tablebase", str(tablebase), "--json").json
    assert told == {
        "ruleset": "goff-1.0",
        "collapse": "opponent",
        "double_win": False,
        "value": "10",
        "outcome": "narrow win of X",
        "actor": None,
        "actions": {},
        "best": [],
        "principal_variation": "",
    }
    assert "Game over" in qttt("best", "goff", OVER, "--tablebase", str(tablebase)).out


def test_table_shows_every_action(qttt: Run, tablebase: Path) -> None:
    said = qttt("best", "goff", "X1.1-9 O2.1-3", "--tablebase", str(tablebase))
    assert (said.code, said.err) == (0, "")
    for a, b in product(range(1, 10), repeat=2):
        assert (f" {a}-{b} " in said.out.replace("\n", " \n")) == (a < b)
    assert max(map(len, said.out.splitlines())) <= 80


def test_solves_and_stores_once(qttt: Run, user_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = qttt("best", "goff", LATE, "--json").json
    assert Tablebase.open(user_folder).positions[0] == 1
    monkeypatch.setattr("qttt.fast.goff.solve.solve", None)
    assert qttt("best", "goff", LATE, "--json").json == first


def test_unwritable_user_folder_is_reported(qttt: Run, user_folder: Path) -> None:
    user_folder.parent.write_text("a file in the way")
    said = qttt("best", "goff", LATE, "--json")
    assert said.code == 0
    assert '"value": "10"' in said.out
    assert said.err.startswith("qttt: the tablebase is not stored: ")
    assert said.err.count("\n") == 1
