"""The values of the stochastic game as functions of q: those that ship, and what the command shows of them."""

import random
from fractions import Fraction

import pytest

from qttt.app.sqt.along_q import display, json_object
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import rational
from qttt.oracle.sqt import functions
from qttt.reference.sqt import Sqt

Q = Fraction(0)
ROOT = {"polynomial": ["-4", "2", "1", "5"], "decimal": "0.735384187830"}
"""Where the value is zero if draws count for O, as Sakuta and Tomioka (2017) found to two digits."""


def test_json_has_each_end_as_a_root() -> None:
    said = json_object(Sqt(Q, "draws-second"), functions.known("draws-second"))
    (zero,) = said["zeros"]
    assert {name: zero[name] for name in ROOT} == ROOT
    low, high = Fraction(zero["low"]), Fraction(zero["high"])
    assert low < high
    assert low**3 * 5 + low**2 + 2 * low < 4 < high**3 * 5 + high**2 + 2 * high
    assert {*said["first_moves"]} == {*functions.FIRST_MOVES}


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


def test_functions_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    found = functions.known("draws-second")
    display(Sqt(Q, "draws-second"), found)
    said = capsys.readouterr().out
    assert "sqt-1.1: draws-second" in said
    assert "20 − 10q − 5q² − 25q³" in said
    assert "The value is zero at q = 0.735384187830, a root of −4 + 2q + q² + 5q³." in said
