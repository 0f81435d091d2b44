"""The source's Table 6 beside the same searches here, with their times. Writes its part of docs/benchmarks.md.

    python tests/benchmarks/table_6.py            # print the table
    python tests/benchmarks/table_6.py --write    # and put it into docs/benchmarks.md

Each search is run once, on one core, with its kernels compiled.
"""

import time

from measuring import publish, where

from qttt.app.studies.sqt.searches import TABLE_6, Printed, rounded_nodes, searched
from qttt.fast.sqt.search import search_qt

HEAD = [
    "| search | nodes printed | time printed | nodes, exact | nodes, floating point | time, exact | value |",
    "|---|---|---|---|---|---|---|",
]


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
