"""Batches of answers as arrays and columns: exact, and rounded once, also where numbers need more than 64 bits."""

from fractions import Fraction

import numpy as np
import pytest
from pyarrow import types

from qttt.oracle.many import Many, columns

SQT = Fraction(5, 30001**4)
"""The scale of SQT at a q of denominator 30001: 5 times the largest number needs more than 64 bits."""
WIDE = [2979983765143354418, -2979983765143354419, 3 * 30001**4, 7, 0]


@pytest.mark.parametrize(
    ("numbers", "scale", "wide"),
    [
        (np.array([3, -8, 0], np.int64), Fraction(1, 8), ()),
        (np.array([], np.int64), Fraction(1, 8), ()),
        (np.array([2**53 + 1, -(2**53) - 3], np.int64), Fraction(1, 3), ()),
        (np.array(WIDE[3:], np.int64), SQT, ()),
        (np.array(WIDE, np.int64), SQT, ("numerator",)),
        (np.array([2**62, -(2**62)], np.int64), Fraction(2), ("numerator",)),
        (np.array([-(2**62)], np.int64), Fraction(2), ()),
        (np.array([-(2**62) - 1], np.int64), Fraction(2), ("numerator",)),
        (np.array([1], np.int64), Fraction(1, 2**63), ("denominator",)),
        (np.array([3**90, 2**200], object), Fraction(1, 7**80), ("numerator", "denominator")),
        (np.array([], object), Fraction(1), ()),
    ],
)
def test_batch_is_exact_and_rounded_once(numbers: np.ndarray, scale: Fraction, wide: tuple[str, ...]) -> None:
    exact = [int(number) * scale for number in numbers]
    best = np.zeros((len(numbers), 2), np.bool_)
    best[::2, 1] = best[1::2, 0] = True
    found = Many(numbers, scale, best, ("a", "b"))
    assert [found.value(at) for at in range(len(found))] == exact
    assert found.values.dtype == np.float64
    assert found.values.tolist() == [*map(float, exact)]  # Python rounds a fraction to the nearest double
    table = columns(["position"] * len(numbers), ["X"] * len(numbers), found)
    assert [*table] == ["position", "actor", "numerator", "denominator", "value", "best"]
    assert {name for name in ("numerator", "denominator") if types.is_string(table[name].type)} == {*wide}
    assert [
        Fraction(int(a), int(b))
        for a, b in zip(*(table[name].to_pylist() for name in ("numerator", "denominator")), strict=True)
    ] == exact
    assert [int(each) for each in table["denominator"].to_pylist()] == [each.denominator for each in exact]
    assert table["value"].to_pylist() == found.values.tolist()
    assert table["best"].to_pylist() == [[*found.best_of(at)] for at in range(len(found))]
