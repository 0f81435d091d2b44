"""SQT: how fast. Writes its measured part of docs/benchmarks.md.

    python tests/benchmarks/sqt.py            # print the table
    python tests/benchmarks/sqt.py --write    # and put it into docs/benchmarks.md

A whole process is a fresh interpreter, timed from outside; best of three, the curves once.
"""

import random
import sys
import tempfile
import time
from fractions import Fraction

from measuring import Row, best, command, mb, on_gpu, process, publish, table, warm

from qttt.fast.backend import Cpu, Device
from qttt.fast.goff import games, rules
from qttt.fast.sqt.curve import curves
from qttt.fast.sqt.setting import SCORES, Setting
from qttt.fast.sqt.solve import solve

RUNS = 3
GRID = 20


def grid() -> list[Setting]:
    """The source's 21 probabilities in all four combinations of the options."""
    return [
        Setting(Fraction(k, GRID), scoring, double)
        for k in range(GRID + 1)
        for scoring in SCORES
        for double in (False, True)
    ]


def every_setting(gpu: Device) -> tuple[str, str]:
    """The time of a solve on the GPU, in process, kernels compiled."""
    return f"{warm(lambda: solve(gpu, grid())):.3f} s", ""


def measure() -> list[Row]:
    """All rows of the table."""
    with tempfile.TemporaryDirectory() as scratch:
        words = [sys.executable, "-m", "qttt.app", "solve", "sqt", "--q", "3/4", "--json"]
        first, _ = process(words, NUMBA_CACHE_DIR=f"{scratch}/kernels", XDG_CACHE_HOME=f"{scratch}/cache")
    wall, peak, _ = command("solve", "sqt", "--step", "1/20", runs=RUNS)
    single, single_peak, _ = command("solve", "sqt", "--q", "3/4", runs=RUNS)
    wide, wide_peak, _ = command("solve", "sqt", "--q", "16383/32767", runs=RUNS)
    cpu = Cpu()
    settings = grid()
    distinct = solve(cpu, settings).tablebase.distinct
    began = time.perf_counter()
    found = curves(cpu, "draws-second")
    drawn = time.perf_counter() - began
    pieces = len(found.value.pieces) + sum(len(move.pieces) for move in found.first_moves.values())
    classes = f"{distinct[-1]:,} different rows at ply 6, {distinct[-2]:,} at ply 5"
    return [
        (
            "`qttt solve sqt --step 1/20`: 21 values of q, whole process",
            "4 s, 2.5 GB",
            f"{wall:.2f} s, {mb(peak)}",
            classes,
        ),
        ("`qttt solve sqt --q 3/4`, whole process", "2.5 s", f"{single:.2f} s, {mb(single_peak)}", "values in 32 bits"),
        ("`--q 16383/32767`, whole process", "4 s", f"{wide:.2f} s, {mb(wide_peak)}", "values in 64 bits"),
        ("the very first `qttt solve sqt`, compilation included", "12 s", f"{first:.1f} s", ""),
        (
            "the exact functions of one scoring, in process",
            "20 s",
            f"{drawn:.0f} s",
            f"{pieces} pieces, nine functions",
        ),
        ("one query of the 84-setting tablebase in process, slowest of 1,000", "–", *query(cpu)),
        ("on a GPU, kernels compiled, 84 settings", "0.5 s", *on_gpu(every_setting)),
    ]


def query(cpu: Cpu) -> tuple[str, str]:
    """The slowest query, and what it is."""
    tablebase = solve(cpu, grid()).tablebase
    generator = random.Random(11)
    keys = []
    for row in games.playouts(cpu, 150, seed=11, record=True).actions:
        position = rules.INITIAL
        for action in row[row > 0].tolist():
            keys.append(position)
            position = rules.play(position, action)
    slowest = 0.0
    for key in keys[:1000]:
        setting = generator.choice(tablebase.settings)
        tablebase.actions(key, setting)
        slowest = max(slowest, best(lambda: tablebase.actions(key, setting), 3))  # noqa: B023
    return f"{slowest * 1e3:.2f} ms", "values of all actions, exact fractions"


if __name__ == "__main__":
    publish("sqt", table(measure()))
