"""Q3T from Python, beyond what vectors can say: circuits, and a table of the page."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest

from qttt.reference.game import RuleBroken
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.circuit import branches, circuit
from qttt.reference.notation import NotationError
from qttt.spec.text import PAGES

# Circuits: a claim compares them with the game, and vectors list their gates


FIGURE_3 = "X1.7 O2.5>7 X3.3 O4.9>3 X5.5 O6.9"


def test_circuit_of_an_invalid_game_is_rejected() -> None:
    with pytest.raises(NotationError, match=r"token 2 'O2\.1-9'"):
        circuit(Hybrid(), "X1.5 O2.1-9")
    for play in (branches, circuit):
        with pytest.raises(RuleBroken, match=r"token 3 '=O': HYB-RESULT-1: "):
            play(Hybrid(), "X1.5 =X =O")


def test_ways_are_known_without_qiskit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "qiskit", None)
    assert len(branches(Hybrid(), FIGURE_3)) > 1
    with pytest.raises(ImportError):
        circuit(Hybrid(), FIGURE_3)


def test_source_game_stands_on_the_page() -> None:
    """The table of Figure 3 has the marks that the game leads to."""
    lines = (PAGES / "hybrid.md").read_text(encoding="utf-8").splitlines()
    rows = [row.split("|")[1:4] for row in lines if row.startswith("| `")]
    steps = [
        (action.replace("`", "").strip(), marks.strip(" `"))
        for action, _, marks in rows
        if ">" in action or "=" in action
    ]
    game = ""
    for action, marks in steps[:6]:
        game = f"{game} {action}"
        last = Hybrid().read(game).positions[-1]
        assert last.marks == marks.replace(" ", "")
    assert Hybrid().score(last).value == Fraction(-1)
