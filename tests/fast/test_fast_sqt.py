"""SQT's engine: settings, rows and lanes."""

from fractions import Fraction

import numpy as np
import pytest

from qttt.fast.backend import Cpu
from qttt.fast.sqt.lanes import WIDTH, Lanes
from qttt.fast.sqt.setting import LARGEST_DENOMINATOR, SCORES, Setting
from qttt.fast.sqt.solve import Classes, find_class, solve
from qttt.fast.sqt.tablebase import Tablebase


def settings(*probabilities: Fraction) -> list[Setting]:
    return [Setting(q, scoring, double) for q in probabilities for scoring in SCORES for double in (False, True)]


def test_unsolved_setting_is_not_found() -> None:
    solved = Tablebase(tuple(settings(Fraction(1, 2))), (), (), ())
    with pytest.raises(KeyError, match="not solved with"):
        solved.value(0, Setting(Fraction(1, 3)))


def test_rows_are_exact_whatever_the_hash() -> None:
    values = np.array([[1, 2], [2, 1], [1, 2], [0, 3], [2, 1]], np.int32)
    for weights in (None, np.zeros(2, np.int64), np.ones(2, np.int64)):
        rows = Classes(Cpu(), 2, np.int32)
        if weights is not None:
            rows._weights = weights
            rows.known = rows._published()
        for _ in range(2):
            found = np.full(5, 7, np.int32)
            for i in range(5):
                find_class(i, [], values, *rows.known, found)
            rows.learn(values, found)
            assert (rows.rows[found] == values).all()
        assert len(rows.rows) == 3


def test_lanes_fill_registers() -> None:
    lanes = Lanes.of(settings(Fraction(1, 20)))
    assert lanes.count == WIDTH
    assert (lanes.scores[:, 4:] == lanes.scores[:, 3:4]).all()


@pytest.mark.parametrize(
    ("q", "scoring", "named"),
    [
        (Fraction(-1, 7), "draws-even", "from 0 to 1"),
        (Fraction(8, 7), "draws-even", "from 0 to 1"),
        (Fraction(1, LARGEST_DENOMINATOR + 1), "draws-even", "denominator"),
        (0.5, "draws-even", "a Fraction"),
        (True, "draws-even", "a Fraction"),
        (Fraction(1, 2), "draws-odd", "draws-even or draws-second"),
    ],
)
def test_invalid_setting_is_rejected(q: Fraction, scoring: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        Setting(q, scoring)  # type: ignore[arg-type]


def test_double_win_is_on_or_off() -> None:
    with pytest.raises(ValueError, match="True or False"):
        Setting(Fraction(1, 2), "draws-even", "no")  # type: ignore[arg-type]


def test_empty_settings_are_rejected() -> None:
    with pytest.raises(ValueError, match="no setting"):
        solve(Cpu(), [])
