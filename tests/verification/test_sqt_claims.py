"""The tools of the checks of the stochastic game: what they must reject."""

from __future__ import annotations

from fractions import Fraction

import pytest

from qttt.fast.sqt.polynomial import Piecewise, Root, rational, roots
from qttt.verification import Refuted
from qttt.verification.sqt import functions, offers


def test_fronts_may_leave_out_only_what_is_undercut() -> None:
    assert offers.stands_for(((1, 0),), [(1, 0), (2, 0), (1, 1)], 1)
    assert not offers.stands_for(((1, 1),), [(1, 1), (2, 0)], 1)
    assert not offers.stands_for(((1, 0),), [(1, 0), (2, 0)], 2)
    assert not offers.stands_for(((0, 0),), [(1, 0)], 1)
    assert not offers.stands_for(((1, 0), (2, 0)), [(1, 0), (2, 0)], 1)


@pytest.mark.parametrize(("a", "left"), [((-2, 0, 1), [0]), ((-4, 0, 0, 0, 1), [0]), ((1, 1), [1, 1]), ((), [0])])
def test_remainder_of_a_polynomial(a: tuple[int, ...], left: list[int]) -> None:
    assert functions.remainder(a, (-2, 0, 1)) == left


def kind(ends: tuple[Root, ...], pieces: tuple[tuple[int, ...], ...]) -> None:
    functions.is_of_its_kind("it", Piecewise(ends, pieces))


def test_functions_of_another_kind_are_rejected() -> None:
    zero, one = rational(Fraction(0)), rational(Fraction(1))
    half, root = rational(Fraction(1, 2)), roots((-1, 0, 2))[0]
    kind((zero, half, one), ((2, -2), (1,)))
    kind((zero, root, one), ((0, 0, -2), (-1,)))
    for ends, pieces, complaint in (
        ((zero, half), ((1,),), "from 0.0 to 0.5"),
        ((zero, one, half, one), ((1,), (2,), (1,)), "do not ascend"),
        ((zero, one), ((1, 0, 0, 0, 0, -1),), "the piece"),
        ((zero, half, one), ((2, -2), (0,)), "do not meet"),
        ((zero, half, one), ((1,), (1,)), "are the same"),
        ((zero, one), ((0, -1, 1),), "increases"),
    ):
        with pytest.raises(Refuted, match=complaint):
            kind(ends, pieces)
