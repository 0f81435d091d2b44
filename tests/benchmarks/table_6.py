"""Table 6 of the source beside the same searches here. Writes its part of docs/benchmarks.md.

    python tests/benchmarks/table_6.py            # print the table
    python tests/benchmarks/table_6.py --write    # and put it into docs/benchmarks.md

Each search is run once, on one core, with its kernels compiled. The source computed with 64-bit floating-point numbers,
and equal expectations that are rounded differently are no longer equal; so the searches of SQT are counted that way
too. No value is taken from there.
"""

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from measuring import told, where

from qttt.fast.sqt.search import MODIFIED, NAIVE, Nodes, search_qt, search_root, search_sqt
from qttt.fast.sqt.setting import Setting


@dataclass(frozen=True)
class Printed:
    """A pair of Table 6: nodes and seconds of a search, at a probability unless it is QT."""

    name: str
    nodes: int
    seconds: int
    q: Fraction | None = None
    modified: bool = False


TABLE = (
    Printed("QT", 87_833_388, 533),
    Printed("SQT, q = 0.75, naive", 140_389_750, 505, Fraction(3, 4)),
    Printed("SQT, q = 0.75, modified", 137_103_153, 377, Fraction(3, 4), modified=True),
    Printed("SQT, q = 0.05, naive", 355_203_626, 1307, Fraction(1, 20)),
    Printed("SQT, q = 0.05, modified", 357_285_830, 1007, Fraction(1, 20), modified=True),
)


def measured(printed: Printed) -> tuple[Fraction, Nodes, float]:
    """The value, the nodes and the seconds of an exact search."""
    began = time.perf_counter()
    if printed.q is None:
        value, nodes = search_qt()
        return Fraction(value), nodes, time.perf_counter() - began
    exact, nodes = search_sqt(Setting(printed.q), printed.modified)
    return exact, nodes, time.perf_counter() - began


def rounded_nodes(printed: Printed) -> Nodes | None:
    """The nodes of the same search in 64-bit floating point."""
    if printed.q is None:
        return None
    q = float(printed.q)
    counts = np.zeros(5, np.int64)
    scores: Any = np.array(Setting(printed.q).scores, np.float64)
    search_root(MODIFIED if printed.modified else NAIVE, 1 - q, q, 0, scores, counts)
    return Nodes(*counts.tolist())


def row(printed: Printed) -> str:
    """A row of the table."""
    value, nodes, seconds = measured(printed)
    rounded = rounded_nodes(printed)
    cells = [
        printed.name,
        f"{printed.nodes:,}",
        f"{printed.seconds:,} s",
        f"{nodes.total:,}",
        f"{rounded.total:,}" if rounded else "–",
        f"{seconds:.1f} s",
        str(value),
    ]
    return "| " + " | ".join(cells) + " |"


def table() -> str:
    """The table as Markdown."""
    search_qt()  # compiles the kernels
    lines = [
        "| search | nodes printed | time printed | nodes, exact | nodes, floating point | time, exact | value |",
        "|---|---|---|---|---|---|---|",
    ]
    return "\n".join(lines + [row(printed) for printed in TABLE])


def main() -> None:
    told("table-6", "\n".join([where(), "", table()]))


if __name__ == "__main__":
    main()
