"""What ships of Q3T's largest games is held against a fresh solve: here that of the canonical game, which is small."""

from pathlib import Path

import pytest

from qttt.fast.hybrid.sets import ValueSet, value_set
from qttt.reference.hybrid import Hybrid
from qttt.verification import Refuted
from qttt.verification.hybrid.another_solver import late_values, spoilt_set


def shipped_values_are_solved_anew(value: ValueSet, folder: Path) -> None:
    assert late_values(lambda *_: {}, Hybrid(), value, 0, 0, folder) == (0, 0)


def test_only_a_right_solve_finds_the_shipped_values(tmp_path: Path) -> None:
    shipped_values_are_solved_anew(value_set, tmp_path)
    with pytest.raises(Refuted, match="a shipped value is not that of a fresh solve"):
        shipped_values_are_solved_anew(spoilt_set, tmp_path)
