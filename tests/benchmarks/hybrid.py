"""Q3T, the hybrid game: how fast. Writes its measured part of docs/benchmarks.md.

python tests/benchmarks/hybrid.py            # print the table
python tests/benchmarks/hybrid.py --write    # and put it into the docs
"""

import time

import numpy as np
from measuring import Row, best, mb, publish, stored, table, whole

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


def every_setting() -> tuple[float, int]:
    """Seconds for all settings that are solved, each solution dropped when the next one comes, and the peak memory in
    bytes."""
    began = time.perf_counter()
    peak = max(solve(CPU, setting).peak_bytes for setting in SOLVED)
    return time.perf_counter() - began, peak


def measure() -> list[Row]:
    """All rows of the table."""
    first, again, *_ = whole("solve", "hybrid", runs=1)
    solution = solve(CPU, Setting())
    peak, positions = solution.peak_bytes, sum(solution.tablebase.positions)
    opened, asked, size = stored(solution.tablebase, FIRST.tolist())
    seconds = best(lambda: solve(CPU, Setting()))
    every, peak_of_every = every_setting()
    return [
        (
            "canonical reading",
            "40 s (ambition 10 s)",
            f"**{seconds:.1f} s**",
            f"{positions:,} positions up to symmetry",
        ),
        ("memory for this reading", "3 GB", f"**{mb(peak)}**", "of the whole process"),
        (f"all {len(SOLVED)} settings that memory holds", "–", f"{every:.0f} s", f"{mb(peak_of_every)} at most"),
        ("`qttt solve hybrid`, whole process", "–", f"{again:.1f} s", f"{first:.1f} s with compilation"),
        ("a stored tablebase opened, every checksum checked", "–", f"{opened * 1e3:.0f} ms", mb(size)),
        ("the values of all moves in a position", "–", f"{asked * 1e6:.0f} µs", "from the stored tablebase, in Python"),
    ]


if __name__ == "__main__":
    publish("hybrid", table(measure()))
