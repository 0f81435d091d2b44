"""Goff's game, the stochastic game and Q3T from Python, beyond what vectors can say: readings, exceptions,
probabilities, circuits."""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qttt.reference.game import Actor, Outcome, RuleBroken
from qttt.reference.goff import (
    TABLE_2,
    TABLE_3,
    Action,
    GameOver,
    Goff,
    Move,
    OccupiedSquare,
    Position,
    RepeatedPair,
    settings,
)
from qttt.reference.goff import ending as goff_ending
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.circuit import branches, circuit
from qttt.reference.notation import NotationError
from qttt.reference.sqt import Sqt, checked, probability
from qttt.reference.sqt.variants import Thrown
from qttt.spec.text import PAGES

# X1, O2 and so on settle pairwise on 1-2, 3-4, 5-6, 7-8; nine is left, and X holds 1 and 5.
EIGHT_DEFINITE = "X1.1-2 O2.1-2 selB X3.3-4 O4.3-4 selA X5.5-6 O6.5-6 selB X7.7-8 O8.7-8 selA"


def test_scores_of_other_tables() -> None:
    """GOFF-SCORE-1, GOFF-SCORE-2: table 3 is table 2 balanced and multiplied by 40; a double win may be worth less."""
    for how in ("draw", "narrow", "complete", "double"):
        outcome = Outcome(None if how == "draw" else Actor.O, how, "")
        assert goff_ending.value(outcome, TABLE_2) * 40 == goff_ending.value(outcome, TABLE_3)
    assert goff_ending.table_2(double=Fraction(3, 2)).double.winner == Fraction(3, 2)


STUCK = "X1.1-2 O2.2-3 X3.1-3 selA O4.4-5 X5.5-6 O6.6-7 X7.4-7 selB O8.8-9"


@pytest.mark.parametrize(
    ("game", "text", "action", "error", "reading"),
    [
        (Goff(pair="forbidden"), "X1.1-9", Move(1, 9), RepeatedPair, "pair=legal"),
        (Goff(pair="forbidden", last="draw"), "X1.1-9", Move(1, 9), RepeatedPair, "pair=legal"),
        (Goff(last="draw", both="first"), EIGHT_DEFINITE, Move(9, 9), GameOver, "last=move"),
        (Goff(pair="forbidden"), STUCK, Move(8, 9), GameOver, "pair=legal"),
        (Goff(pair="forbidden", last="draw", both="draw"), STUCK, Move(8, 9), GameOver, "pair=legal"),
    ],
)
def test_message_names_the_reading_in_which_an_action_is_legal(
    game: Goff, text: str, action: Action, error: type[RuleBroken], reading: str
) -> None:
    """GOFF-SWITCH-1"""
    with pytest.raises(error, match=f"; legal under {reading}$"):
        game.play(game.position(text), action)


def test_message_names_no_reading_where_none_helps() -> None:
    """GOFF-SWITCH-1"""
    for game in settings():
        with pytest.raises(OccupiedSquare) as broken:
            game.play(Position.of("X1@1 O2@2"), Move(1, 3))
        assert "legal under" not in str(broken.value)


def test_every_reading_is_there_once_the_canonical_one_first() -> None:
    """GOFF-SWITCH-1: 2 · 2 · 2 · 2 · 3."""
    every = [*settings()]
    assert every[0] == Goff()
    assert len({str(game.setting) for game in every}) == len(every) == 48
    assert {*Goff.of(**every[-1].setting).setting.items()} == {*every[-1].setting.items()}


def test_unknown_values_of_switches_are_rejected() -> None:
    """GOFF-SWITCH-1"""
    for name, value, expected in (("pair", "never", "legal or forbidden"), ("last", "", "move or draw")):
        with pytest.raises(ValueError, match=f"switch {name}: unknown value {value!r}: expected {expected}"):
            replace(Goff(), **dict[str, Any]({name: value}))
    with pytest.raises(ValueError, match="pair cannot be 'never': expected legal or forbidden"):
        Goff.of(pair="never")


def test_position_of_an_earlier_version_is_read_as_what_it_was() -> None:
    """NOTATION-POSITION-1"""
    text = "goff-1.0 collapse=self double-win=no: X1.1-2"
    assert Goff("self").position(text) == Goff().position("X1.1-2")
    for game in (Goff(), Goff("self", pair="forbidden"), Goff("self", last="draw"), Goff("self", both="draw")):
        with pytest.raises(NotationError, match="NOTATION-POSITION-1"):
            game.position(text)


# The stochastic game


HALF = Fraction(1, 2)


def test_long_probability_is_read_only_as_it_is_printed() -> None:
    """SQT-PROBABILITY-1: a setting is read back, though its q is printed with more characters than it was given."""
    game = Sqt(probability("0." + "0" * 97 + "1"))
    assert len(game.setting["q"]) == 101
    assert Sqt.of(**game.setting) == game
    for text in ("0." + "3" * 99, "2/2" + "0" * 98, "1" + "0" * 97 + "1/1" + "0" * 98, "9" * 5000):
        with pytest.raises(ValueError, match=r"^'.{20}…' is not a probability: write it with at most 100 characters$"):
            probability(text)


@pytest.mark.parametrize("q", [0.75, "3/4", 1, None])
def test_invalid_fraction_is_rejected(q: Any) -> None:
    with pytest.raises(ValueError, match="q must be an exact Fraction"):
        Sqt(q)


def test_probabilities_must_be_probabilities() -> None:
    assert checked(HALF, HALF) == HALF
    assert Sqt(Fraction(1, 3)).p == Fraction(2, 3)
    assert Sqt(Fraction(0)).p == 1
    with pytest.raises(ValueError, match="q must be a probability from 0 to 1: found 5/4"):
        Sqt(Fraction(5, 4))
    with pytest.raises(ValueError, match="p must be a probability from 0 to 1: found -1/2"):
        checked(Fraction(3, 2), Fraction(-1, 2))
    with pytest.raises(ValueError, match=r"p \+ q must be 1: 1/2 \+ 1/3 is 5/6"):
        checked(Fraction(1, 3), HALF)
    with pytest.raises(ValueError, match="unknown scoring 'draws-first': expected 'draws-even' or 'draws-second'"):
        replace(Sqt(HALF), **dict[str, Any](scoring="draws-first"))
    with pytest.raises(ValueError, match="unknown double_win 'no': expected True or False"):
        replace(Sqt(HALF), **dict[str, Any](double_win="no"))


def test_position_after_a_throw_names_who_selects() -> None:
    assert "O selects" in str(Thrown(Goff().position("X1.1-2 O2.1-2"), Actor.O))


# Q3T


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
