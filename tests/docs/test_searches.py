"""The nodes of the source's searches, which docs/benchmarks.md sets beside Table 6 of Sakuta and Tomioka (2017)."""

from fractions import Fraction
from pathlib import Path

import pytest
from searches import search_qt, search_sqt

from qttt.fast.sqt.setting import Setting

PAGE = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("q", "modified", "exact", "rounded", "value"),
    [
        ("3/4", False, 140_389_750, 140_389_750, "5/2"),
        ("3/4", True, 132_011_516, 132_011_516, "5/2"),
        ("1/20", False, 344_807_171, 355_203_626, "15161/800"),
        ("1/20", True, 333_550_902, 345_901_749, "15161/800"),
    ],
)
def test_page_has_the_nodes_of_sqt(q: str, modified: bool, exact: int, rounded: int, value: str) -> None:
    assert search_sqt(Setting(Fraction(q)), modified) == (Fraction(value), exact)
    assert f"| {exact:,} | {rounded:,} |" in PAGE


@pytest.mark.slow
def test_page_has_the_nodes_of_qt() -> None:
    assert search_qt()[1] == 87_833_388
    assert "| 87,833,388 | 533 s | 87,833,388 |" in PAGE
