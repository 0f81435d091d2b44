"""The values of the stochastic game as functions of q: those that ship, and what the command shows of them."""

import json
import random
from fractions import Fraction
from importlib.resources import files

import pytest

from qttt.app.sqt.along_q import display, json_object
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import rational
from qttt.oracle.sqt import functions
from qttt.reference.sqt import Sqt

ROWS = json.loads(files("qttt.oracle.sqt").joinpath(functions.SHIPPED).read_text(encoding="utf-8"))
Q = Fraction(0)


def test_json_of_the_shipped_functions_is_the_shipped_file() -> None:
    for row in ROWS:
        found = functions.known(row["scoring"], row["double_win"])
        assert found is not None
        assert json_object(Sqt(Q, row["scoring"], row["double_win"]), found) == row
    assert functions.known("draws-second", True) is None


def test_best_moves_have_the_greatest_value() -> None:
    found, chance = functions.known(), random.Random(5)
    assert found is not None
    for q in {Fraction(chance.randrange(1001), 1000) for _ in range(100)} | {Fraction(k, 12) for k in range(13)}:
        values = {move: function(q) for move, function in found.first_moves.items()}
        best = {move for move, value in values.items() if value == found.value(q)}
        holding = [moves for low, high, moves in found.best if not rational(q) < low and not high < rational(q)]
        assert {*max(holding, key=len)} == best
        assert max(values.values()) == found.value(q)


def test_zeros_include_the_ends_of_an_interval() -> None:
    flat = Piecewise.of(Fraction(0), Fraction(1), (1, -2)).max(Piecewise.of(Fraction(0), Fraction(1), ()))
    assert [root.low for root in functions.zeros(flat)] == [Fraction(1, 2), Fraction(1)]


def test_first_moves_have_the_names_of_the_source() -> None:
    assert {*functions.first_move_names().values()} == {*ROWS[0]["first_moves"]}


def test_functions_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    found = functions.known("draws-second")
    assert found is not None
    display(Sqt(Q, "draws-second"), found)
    said = capsys.readouterr().out
    assert "sqt-1.1: draws-second" in said
    assert "20 − 10q − 5q² − 25q³" in said
    assert "The value is zero at q = 0.735384187830, a root of −4 + 2q + q² + 5q³." in said
