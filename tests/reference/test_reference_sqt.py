"""The stochastic game from Python, beyond what vectors can say: probabilities, and a position in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from qttt.reference.game import Actor
from qttt.reference.goff import Goff
from qttt.reference.sqt import Sqt, checked, probability
from qttt.reference.sqt.variants import Thrown

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
        Sqt(HALF, "draws-first")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown double_win 'no': expected True or False"):
        Sqt(HALF, double_win="no")  # type: ignore[arg-type]


def test_position_after_a_throw_names_who_selects() -> None:
    assert "O selects" in str(Thrown(Goff().position("X1.1-2 O2.1-2"), Actor.O))
