"""Goff's game from Python, beyond what vectors can say: readings, exceptions, tables of scores."""

from __future__ import annotations

from fractions import Fraction

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
from qttt.reference.notation import NotationError

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
            Goff(**{name: value})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="pair cannot be 'never': expected legal or forbidden"):
        Goff.of(pair="never")


def test_position_of_an_earlier_version_is_read_as_what_it_was() -> None:
    """NOTATION-POSITION-1"""
    text = "goff-1.0 collapse=self double-win=no: X1.1-2"
    assert Goff("self").position(text) == Goff().position("X1.1-2")
    for game in (Goff(), Goff("self", pair="forbidden"), Goff("self", last="draw"), Goff("self", both="draw")):
        with pytest.raises(NotationError, match="NOTATION-POSITION-1"):
            game.position(text)
