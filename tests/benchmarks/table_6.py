"""The source's Table 6 beside the same searches here, with their times. Writes its part of docs/benchmarks.md.

    python tests/benchmarks/table_6.py            # print the table
    python tests/benchmarks/table_6.py --write    # and put it into docs/benchmarks.md

Each search is run once, on one core, with its kernels compiled.
"""

import time
from fractions import Fraction
from typing import NamedTuple

from measuring import publish, where

from qttt.fast.sqt.search import rounded_nodes, search_qt, search_sqt
from qttt.fast.sqt.setting import Setting

HEAD = [
    "| search | nodes printed | time printed | nodes, exact | nodes, floating point | time, exact | value |",
    "|---|---|---|---|---|---|---|",
]


class Printed(NamedTuple):
    """A row of the source's Table 6, nodes and seconds of a search: of QT, or of SQT at a probability."""

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


def searched(printed: Printed) -> tuple[Fraction, int]:
    """The value of a search and its nodes, exactly."""
    value, nodes = search_qt() if printed.q is None else search_sqt(Setting(printed.q), printed.modified)
    return Fraction(value), nodes.total


def row(printed: Printed) -> str:
    """A row of the table."""
    began = time.perf_counter()
    value, nodes = searched(printed)
    seconds = time.perf_counter() - began
    rounded = "–" if printed.q is None else f"{rounded_nodes(printed.q, printed.modified):,}"
    cells = [f"{printed.nodes:,}", f"{printed.seconds:,} s", f"{nodes:,}", rounded, f"{seconds:.1f} s", str(value)]
    return f"| {printed.name} | {' | '.join(cells)} |"


if __name__ == "__main__":
    search_qt()  # compiles the kernels
    publish("table-6", "\n".join([where(), "", *HEAD, *map(row, TABLE_6)]))
