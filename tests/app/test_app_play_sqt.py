"""`qttt play sqt`, with scripted input."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from qttt.fast.sqt import solve as sqt
from qttt.oracle.sqt.entry import PerfectSqt
from qttt.reference.goff.notation import NOTATION
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt

Said = Any
Play = Callable[..., Said]
"""Runs of the command; see `conftest.py`."""


@pytest.fixture
def play(typed: Play) -> Play:
    """Play sqt with these lines typed."""
    return partial(typed, "sqt")


def game(said: Said) -> str:
    """The game that was played, in notation."""
    return str(said.out.splitlines()[-1])


def favours(said: Said) -> list[str]:
    """What the System said."""
    return [line for line in said.out.splitlines() if line.startswith("The System favours")]


@pytest.mark.parametrize(("q", "player"), [("0", "X"), ("1", "O")])
def test_system_favours_one_player(play: Play, q: str, player: str) -> None:
    said = play("1-9/1-3/1-3/4-5/4-5", "--q", q)
    assert len(favours(said)) == 2
    assert all(line.startswith(f"The System favours {player} (probability 1): sel") for line in favours(said))


def test_both_values_are_printed(play: Play) -> None:
    said = play("1-9/1-3/1-3/4-5/4-5/6-8/6-8", "--q", "1/2", "--seed", "4")
    rules = Sqt(Fraction(1, 2))
    solver = Solver(rules)
    before = rules.position(" ".join(game(said).split()[:-1]))
    values = solver.values(before)
    *_, last = favours(said)
    for selection, value in values.items():
        assert f"{selection} is worth {value}" in last
    favoured = last.removeprefix("The System favours ")[0]
    best = max if favoured == "X" else min
    selected = NOTATION.parse(game(said))[-1]
    assert values[selected] == best(values.values())
    assert f": {selected}" in last


def test_chance_is_repeatable_and_fair(play: Play) -> None:
    runs = [play("1-9/1-3/1-3", "--q", "3/4", "--seed", str(seed)) for seed in range(24)]
    assert game(play("1-9/1-3/1-3", "--q", "3/4", "--seed", "7")) == game(runs[7])
    favoured = [favours(said)[0].removeprefix("The System favours ")[0] for said in runs]
    assert favoured.count("O") > favoured.count("X") > 0


def test_two_people_need_no_tablebase(play: Play, sqt_tablebase: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, options = "1-9/1-9/2-3/2-3/4-5/4-5", ("--q", "1/2", "--seed", "3")
    with_one = favours(play(lines, *options, "--tablebase", str(sqt_tablebase)))
    monkeypatch.setattr(sqt, "solve", None)
    assert favours(play(lines, *options)) == with_one


def test_undo_takes_back_the_selection(play: Play) -> None:
    assert game(play("1-9/1-9/undo/2-3", "--q", "1/2")) == "X1.1-9 O2.2-3"


def test_person_cannot_select(play: Play) -> None:
    said = play("1-9/selA", "--q", "1/2")
    assert "selA: expected a move" in said.out


@pytest.mark.parametrize("options", [[], ["--scoring", "draws-second", "--double-win"]])
def test_perfect_play_is_perfect(
    play: Play, sqt_solution: sqt.Solution, sqt_tablebase: Path, options: list[str]
) -> None:
    both = ["--x", "perfect", "--o", "perfect", "--q", "1/2", "--tablebase", str(sqt_tablebase), "--seed", "2"]
    said = play("", *both, *options)
    assert game(play("", *both, *options)) == game(said)
    rules = Sqt(Fraction(1, 2), "draws-second", True) if options else Sqt(Fraction(1, 2))
    perfect = PerfectSqt(rules, sqt_solution.tablebase)
    positions, actions = rules.read(game(said)).positions, NOTATION.parse(game(said))
    for position, action in zip(positions, actions, strict=False):
        assert position.pending or action in perfect.best(position)
    assert rules.actor(positions[-1]) is None
    assert "Game over" in said.out
