"""`qttt play` in every game, with scripted input."""

from pathlib import Path

import pytest

from qttt.app.stored import perfect
from qttt.reference.game import Actor

from .conftest import Run, Stored, rules_of

DUE = "1-2/3-4/5-6/7-8/9"
"""After these moves of TiqTaqToe the board is measured."""


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ("sqt --q 1/2", "1-9/1-3/1-3"),
        ("probabilistic --random 2", "5/1/9"),
        ("tiqtaqtoe --switch level=minimal", DUE),
        ("hybrid --switch links=single", "7/5>7/X3.3/9 > 3/5/9"),
    ],
)
def test_chance_is_repeatable(typed: Run, asked: str, lines: str) -> None:
    first, again = ([typed(asked, lines, "--seed", str(seed)).game for seed in range(4)] for _ in range(2))
    assert first == again
    assert len({*first}) > 1


PERFECT = [
    "goff --switch collapse=self",
    "sqt --q 1/2 --switch scoring=draws-second --switch double-win=yes",
    "tiqtaqtoe --switch level=minimal",
    "hybrid --switch links=single",
]


@pytest.mark.parametrize("asked", PERFECT)
def test_perfect_play_is_perfect_and_repeatable(typed: Run, stored: Stored, asked: str) -> None:
    options = ("--x", "perfect", "--o", "perfect", "--tablebase", str(stored(asked)))
    said = typed(asked, "", *options, "--seed", "5")
    runs = [typed(asked, "", *options, "--seed", str(seed)).game for seed in range(2, 6)]
    assert runs[-1] == said.game
    assert len({*runs}) > 1
    rules = rules_of(asked)
    best = perfect(rules, stored(asked)).best
    record = rules.read(said.game)
    for position, action in zip(record.positions, record.actions, strict=False):
        assert rules.actor(position) in (Actor.CHANCE, Actor.SYSTEM) or action in best(position)
    assert rules.actor(record.positions[-1]) is None
    assert f"X plays {said.game.split()[0]}" in said.out
    assert "Game over" in said.out


def test_undo_takes_back_the_answer_too(typed: Run, stored: Stored) -> None:
    folder = str(stored("goff"))
    said = typed("goff --o perfect --seed 1", "1-2/undo/1-9", "--tablebase", folder)
    assert said.game.startswith("X1.1-9 O2.")
    assert "no action to take back" not in said.out
    assert "no action to take back" in typed("goff --x perfect", "undo", "--tablebase", folder).out


def test_input_that_is_not_text(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = tmp_path / "typed"
    typed.write_bytes(b"\xff\n1-9\n")
    with typed.open(encoding="utf-8") as file:
        monkeypatch.setattr("sys.stdin", file)
        said = qttt("play", "goff")
    assert (said.code, said.err) == (0, "")
    assert said.game == "X1.1-9"
