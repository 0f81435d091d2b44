"""`qttt best` in every game: what the command prints about a position, and where its values come from."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from qttt.app.goff.view import outcome_name
from qttt.app.stored import perfect
from qttt.fast.goff.outcome import OUTCOMES
from qttt.reference.game import Actor, Outcome
from qttt.reference.goff import TABLE_3
from qttt.reference.goff.ending import value
from qttt.reference.solver import Solver

from .conftest import Run, Stored, rules_of

LATE = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8"


def test_names_are_those_of_table_3() -> None:
    for name in OUTCOMES:
        how, _, winner = name.partition(" win of ")
        worth = value(Outcome(Actor(winner) if winner else None, how, ""), TABLE_3)
        assert outcome_name(Fraction(worth)) == name


DOUBLE = " --switch double-win=yes"
SOLVED = [
    *(f"goff --switch collapse={rule}{double_win}" for rule in ("opponent", "self") for double_win in ("", DOUBLE)),
    *(
        f"sqt --q {q} --switch scoring={scoring}{double_win}"
        for q, scoring, double_win in product(("1/2", "3/4"), ("draws-even", "draws-second"), ("", DOUBLE))
    ),
    "tiqtaqtoe --switch level=minimal",
    "tiqtaqtoe --switch level=minimal --switch lines=full-board --switch both=last-mover",
    "tiqtaqtoe --switch level=moderate",
    "hybrid --switch links=single",
    "hybrid --switch links=single --switch effect=take --switch both=other",
]
IS_LATE: dict[str, Callable[[Any], bool]] = {
    "goff": lambda position: position.ply >= 7,
    "sqt": lambda position: position.ply >= 7,
    "tiqtaqtoe": lambda position: position.plies >= 6 and len(position.boards) <= 8,
    "hybrid": lambda position: len(position.measured) >= 7,
}
"""Whether the reference solves a position quickly."""


@pytest.mark.parametrize("asked", SOLVED)
def test_agrees_with_the_reference_solver(qttt: Run, stored: Stored, asked: str) -> None:
    rules, folder = rules_of(asked), stored(asked)
    solver, truth, chance = Solver(rules), perfect(rules, folder), random.Random(11)
    is_late = IS_LATE[asked.split(maxsplit=1)[0]]
    actors = set()
    for _ in range(12):
        position, actions = rules.initial(), list[Any]()
        while rules.actor(position) and (not is_late(position) or chance.random() < 0.4):
            actions.append(chance.choice(rules.actions(position)))
            position = rules.play(position, actions[-1])
        actors.add(rules.actor(position))
        assert truth.value(position) == solver.value(position)
        assert truth.values(position) == solver.values(position)
        assert truth.best(position) == solver.best(position)
        assert truth.line(position) == solver.line(position)
        assert solver.value(truth.end(position)) == solver.value(position)
        by_chance = rules.actor(position) in (Actor.CHANCE, Actor.SYSTEM)
        assert sum(truth.probabilities(position).values()) == by_chance
        assert truth.probabilities(position) == rules.chance(position) or rules.actor(position) is Actor.SYSTEM
    assert len(actors) > 1
    assert Actor.CHANCE in actors or "hybrid" not in asked
    told = qttt("best", *asked.split(), rules.write(actions), "--tablebase", str(folder), "--json").json
    assert told["value"] == str(solver.value(position))
    assert told["actions"] == {str(action): str(value) for action, value in solver.values(position).items()}
    assert told["best"] == [*map(str, solver.best(position))]
    chances = {str(action): str(chance) for action, chance in truth.probabilities(position).items()}
    assert told.get("probabilities", {}) == chances


@pytest.mark.parametrize(
    ("asked", "again", "moves", "folder"),
    [
        ("goff", "goff --switch collapse=opponent", LATE, "goff-1.0"),
        ("sqt --q 1/2", "sqt --q 0.5", "X1.1-9 O2.1-3 X3.1-3", "sqt-1.0/q-1-2-draws-even"),
        *(
            (asked, asked, "X1.5", folder)
            for asked, folder in (
                ("tiqtaqtoe --switch level=classic --switch both=O", "tiqtaqtoe-1.0/classic-both-O"),
                ("hybrid --switch links=single --switch both=other", "hybrid-1.0/links-single-both-other"),
            )
        ),
    ],
)
def test_solves_and_stores_once_a_setting(
    qttt: Run, user_folder: Path, monkeypatch: pytest.MonkeyPatch, asked: str, again: str, moves: str, folder: str
) -> None:
    game, *options = asked.split()
    first = qttt("best", game, *options, moves, "--json").json
    assert [*user_folder.parent.rglob("*.tablebase")] == [user_folder.parent / f"{folder}.tablebase"]
    monkeypatch.setattr(f"qttt.fast.{game}.solve.solve", None)
    assert qttt("best", *again.split(), moves, "--json").json == first


def test_unwritable_user_folder_is_reported(qttt: Run, user_folder: Path) -> None:
    user_folder.parent.write_text("a file in the way")
    said = qttt("best", "goff", LATE, "--json")
    assert said.code == 0
    assert '"value": "10"' in said.out
    assert said.err.startswith("qttt: the tablebase is not stored: ")
    assert said.err.count("\n") == 1
