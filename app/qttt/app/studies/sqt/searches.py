"""The source's Tables 5 and 6, from its searches as implemented here."""

from dataclasses import fields
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from qttt.app.tables import markdown
from qttt.fast.progress import Progress
from qttt.fast.sqt.search import MODIFIED, NAIVE, Nodes, again, search_qt, search_root, search_sqt
from qttt.fast.sqt.setting import Setting
from qttt.oracle.progress import Report

LOW, INSIDE, HIGH = 0, 5, 10
"""Values below, in and above a window, for which `again` is asked."""
WHERE = {LOW: "v{} ≤ a", INSIDE: "a < v{} < b", HIGH: "v{} ≥ b"}
ASKED = {(LOW, INSIDE, HIGH): "", (INSIDE, HIGH): "if v₀ > a: ", (LOW, INSIDE): "if v₀ < b: "}
"""The provisional values at which a child is searched again, and the condition in words."""


class Printed(NamedTuple):
    """A pair of the source's Table 6, nodes and seconds of a search: of QT, or of SQT at a probability."""

    name: str
    nodes: int
    seconds: int
    q: Fraction | None = None
    modified: bool = False


TABLE_6 = (
    Printed("QT", 87_833_388, 533),
    Printed("SQT, q = 0.75, naive", 140_389_750, 505, Fraction(3, 4)),
    Printed("SQT, q = 0.75, modified", 137_103_153, 377, Fraction(3, 4), modified=True),
    Printed("SQT, q = 0.05, naive", 355_203_626, 1_307, Fraction(1, 20)),
    Printed("SQT, q = 0.05, modified", 357_285_830, 1_007, Fraction(1, 20), modified=True),
)


def table_5() -> str:
    """Table 5, from what the modified search does: what is searched again, by where the values v₁ and v₂ of the
    children lie relative to the window from a to b."""
    columns = [WHERE[first].format("₁") for first in WHERE]
    return markdown(
        ["", *columns],
        ([WHERE[second].format("₂"), *(searched_again(first, second) for first in WHERE)] for second in WHERE),
    )


def searched_again(first: int, second: int) -> str:
    """A cell of Table 5, for values of the children at, between or at the bounds of the window.

    >>> searched_again(LOW, INSIDE), searched_again(LOW, LOW)
    ('if v₀ > a: v₁ ← search(s₁, LB, v₁)', '–')
    """
    steps = [_step("₁", first, second), _step("₂", second, first)]
    return "<br>".join(step for step in steps if step) or "–"


def _step(child: str, value: int, other: int) -> str:
    sides = {mean: again(value, other, LOW, HIGH, mean, 1) for mean in WHERE}
    asked = tuple(mean for mean, side in sides.items() if side)
    if not asked:
        return ""
    window = f"LB, v{child}" if sides[asked[0]] < 0 else f"v{child}, UB"
    return f"{ASKED[asked]}v{child} ← search(s{child}, {window})"


def table_6(report: Report) -> str:
    """Table 6, with the nodes counted again, which takes minutes; as the source did in floating point, too. What a
    search takes is on the page of benchmarks."""
    rows = []
    for done, printed in enumerate(TABLE_6):
        report(Progress("searches", 0, done, len(TABLE_6)))
        value, nodes = searched(printed)
        rounded = "–" if printed.q is None else f"{rounded_nodes(printed.q, printed.modified):,}"
        rows.append((printed.name, f"{printed.nodes:,}", f"{printed.seconds:,}", f"{nodes:,}", rounded, value))
    report(Progress("searches", 0, len(TABLE_6), len(TABLE_6)))
    return markdown(
        ["search", "nodes printed", "seconds printed", "nodes, exact", "nodes, floating point", "value"], rows
    )


def searched(printed: Printed) -> tuple[Fraction, int]:
    """The value of a search and its nodes, exactly."""
    if printed.q is None:
        value, nodes = search_qt()
        return Fraction(value), nodes.total
    exact, nodes = search_sqt(Setting(printed.q), printed.modified)
    return exact, nodes.total


def rounded_nodes(q: Fraction, modified: bool) -> int:
    """The nodes of a search of SQT in 64-bit floating point. No value is taken from this search: rounding can make
    equal values differ, which changes what is cut off."""
    counts = np.zeros(len(fields(Nodes)), np.int64)
    scores: Any = np.array(Setting(q).scores, np.float64)
    search_root(MODIFIED if modified else NAIVE, 1 - float(q), float(q), 0, scores, counts)
    return Nodes(*counts.tolist()).total
