"""The values of the stochastic game as functions of q that ship."""

import random
from fractions import Fraction

from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import rational
from qttt.oracle.sqt import functions


def test_best_moves_have_the_greatest_value() -> None:
    found, chance = functions.known(), random.Random(5)
    for q in {Fraction(chance.randrange(1001), 1000) for _ in range(100)} | {Fraction(k, 12) for k in range(13)}:
        values = {move: function(q) for move, function in found.first_moves.items()}
        best = {move for move, value in values.items() if value == found.value(q)}
        at = rational(q)
        holding = [part.moves for part in found.best if not at < part.low and not part.high < at]
        assert {*max(holding, key=len)} == best
        assert max(values.values()) == found.value(q)


def test_zeros_include_the_ends_of_an_interval() -> None:
    flat = Piecewise.of(Fraction(0), Fraction(1), (1, -2)).max(Piecewise.of(Fraction(0), Fraction(1), ()))
    assert [root.low for root in functions.zeros(flat)] == [Fraction(1, 2), Fraction(1)]
