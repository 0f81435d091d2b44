"""The value of a position of SQT as a function of q: exact at every q, and described by its pieces and zeros."""

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from qttt.oracle import Oracle, game, solve
from qttt.oracle.sqt import ENTRY, ValueOfQ
from qttt.reference.sqt import Sqt

GAMES: tuple[dict[str, Any], ...] = ({}, {"scoring": "draws-second", "double_win": True})
PROBABILITIES = (0, 1, Fraction(1, 3), Fraction(3, 20), Fraction(7, 10), Fraction(123456, 1000003))


def oracle(**options: Any) -> Oracle[Any, Any]:
    return solve(game("sqt", **options), progress=False)


def positions(rules: Any, games: int) -> list[Any]:
    """Every position of some random games, also where the System is to act and at the end."""
    chance, found = Random(5), [rules.initial()]
    for _ in range(games):
        position = rules.initial()
        while actions := rules.actions(position):
            position = rules.play(position, chance.choice(actions))
            found.append(position)
    return found


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_function_has_the_value_of_the_oracle_at_each_q(options: dict[str, Any]) -> None:
    truths = {q: oracle(q=q, **options) for q in PROBABILITIES}
    for position in positions(truths[0].game, 6):
        function = truths[0].value_of_q(position)
        assert {q: truth.value(position) for q, truth in truths.items()} == {q: function(q) for q in truths}


def test_pieces_make_up_the_function_and_meet_exactly() -> None:
    truth = oracle(q=0)
    for position in positions(truth.game, 2):
        function = truth.value_of_q(position)
        pieces = function.pieces
        assert [float(pieces[0].low), float(pieces[-1].high)] == [0, 1]
        for before, after in pairwise(pieces):
            assert before.high == after.low
            here = before.high.low
            gap = at(before.coefficients, here) - at(after.coefficients, here)
            assert gap == 0 if here == before.high.high else abs(gap) < 1e-9
        for low, high, coefficients in pieces:
            middle = (low.high + high.low) / 2
            assert function(middle) == at(coefficients, middle)


def at(coefficients: Any, q: Fraction) -> Fraction:
    return sum((each * q**power for power, each in enumerate(coefficients)), Fraction(0))


def test_zeros_are_isolated_changes_of_sign() -> None:
    function = oracle(q=0, scoring="draws-second").value_of_q("")
    (zero,) = function.zeros
    for _ in range(20):
        assert function(zero.low) > 0 > function(zero.high)
        zero = zero.refined()
    assert round(float(zero), 12) == 0.735384187830


def test_function_says_what_is_wrong() -> None:
    truth = oracle(q=0)
    for q in (2, "x", None, float("nan")):
        with pytest.raises(ValueError, match=r"probability from 0 to 1|not a probability|exact Fraction"):
            truth.value_of_q("")(q)
    with pytest.raises(ValueError, match="goff has no q"):
        solve(game("goff")).value_of_q("")
    with pytest.raises(ValueError, match="known for pair=legal, last=move and both=narrow only"):
        ENTRY.value_of_q(rules := Sqt(Fraction(0), last="draw"), rules.initial())


def test_plot_shows_curve_breaks_and_zeros() -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    function: ValueOfQ = oracle(q=0, scoring="draws-second").value_of_q("")
    axes = Figure().add_subplot()
    assert function.plot(axes) is axes
    curve, breaks, zeros = (line.get_xydata().tolist() for line in axes.lines)
    assert curve[0] == [0, float(function(0))]
    assert curve[-1] == [1, float(function(1))]
    assert len(breaks) == len(function.pieces) + 1
    assert zeros == [[float(function.zeros[0]), 0]]
