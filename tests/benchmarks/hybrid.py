"""Q3T, the hybrid game: how fast. Writes its measured part of docs/benchmarks.md.

python tests/benchmarks/hybrid.py            # print the table
python tests/benchmarks/hybrid.py --write    # and put it into the docs
"""

import numpy as np
from measuring import Row, best, mb, one_by_one, publish, stored, table, whole_process

from qttt.fast.backend import Cpu
from qttt.fast.hybrid.graph import HybridGraph
from qttt.fast.hybrid.rules import Setting
from qttt.fast.hybrid.solve import solve
from qttt.oracle.hybrid import solvable
from qttt.oracle.hybrid.translate import setting_of
from qttt.reference.hybrid import settings

CPU = Cpu()
SOLVED = [setting_of(game) for game in settings() if solvable(game)]
FIRST, _ = HybridGraph(Setting()).played(np.zeros(1, np.int64))
"""The positions after the first measurement."""


def measure() -> list[Row]:
    """All rows of the table."""
    process = whole_process("solve", "hybrid")
    solution = solve(CPU, Setting())
    peak, positions = solution.peak_bytes, sum(solution.tablebase.positions)
    of_file = stored(solution.tablebase, FIRST.tolist())
    seconds = best(lambda: solve(CPU, Setting()))
    every, peak_of_every = one_by_one(solve(CPU, setting) for setting in SOLVED)
    return [
        (
            "canonical reading",
            f"{seconds:.1f} s",
            f"{positions:,} positions up to symmetry",
        ),
        ("memory for this reading", mb(peak), "of the whole process"),
        (f"all {len(SOLVED)} settings that memory holds", f"{every:.0f} s", f"{mb(peak_of_every)} at most"),
        process,
        *of_file,
    ]


if __name__ == "__main__":
    publish("hybrid", table(measure()))
