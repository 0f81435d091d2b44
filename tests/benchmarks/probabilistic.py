"""Probabilistic tic-tac-toe: how fast. Writes its measured parts of docs/benchmarks.md and docs/study.md.

    python tests/benchmarks/probabilistic.py            # print the tables
    python tests/benchmarks/probabilistic.py --write    # and put them into the docs, with the histogram

The yardstick and the engine solve boards of the same generator in one run, turn by turn.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

import bisection
import numpy as np
from measuring import PAGE, Row, best, publish, ran, table, whole_process

from qttt.app.tables import markdown
from qttt.fast.backend import Cpu
from qttt.fast.probabilistic.boards import STEPS, generated
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import CODES
from qttt.fast.probabilistic.rounding import ERROR_BOUND
from qttt.fast.probabilistic.solve import solve, tables
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import random_board
from qttt.reference.probabilistic.solver import LoopSolver

SEED = 2024
TURNS = 5
BOARDS = 1 << 17
STUDY = 10_000_000
HISTOGRAM = PAGE.parent / "study.svg"


def side_by_side() -> tuple[float, float, float]:
    """Boards a second of the yardstick (one core: it is plain Python) and of the engine, the best of some turns each;
    and the largest difference of their values."""
    cpu = Cpu()
    rows = generated(SEED, 0, BOARDS) / STEPS
    found = solve(cpu, rows).values
    slow = fast = float("inf")
    difference = 0.0
    for turn in range(TURNS):
        board = [(float(s), float(n), float(f)) for s, n, f in random_board(SEED, turn)]
        began = time.perf_counter()
        value, _ = bisection.solve(board)
        slow = min(slow, time.perf_counter() - began)
        difference = max(difference, abs(value - found[turn]))
        fast = min(fast, best(lambda: solve(cpu, rows), 1))
    return 1 / slow, BOARDS / fast, difference


def exactly() -> tuple[float, float, float]:
    """Seconds a board: the best first squares; all 19,683 boards of marks; and all of them by the reference."""
    Exact(random_board(SEED)).best(0)
    first = best(lambda: Exact(random_board(SEED, 1)).best(0))
    engine = Exact(random_board(SEED, 2))
    every = best(lambda: [engine.value(code) for code in range(CODES)], 1)
    solver = LoopSolver(Probabilistic(random_board(SEED, 2)))
    return first, every, best(lambda: solver.value(solver.game.initial()), 1)


def measure() -> list[Row]:
    """All rows of the table."""
    process = whole_process("solve", "probabilistic", "--random", "1")
    slow, fast, difference = side_by_side()
    empty, every, reference = exactly()
    error = f"error below {ERROR_BOUND:.1e}"
    rows = generated(SEED, 0, 1 << 10) / STEPS
    kept = f"{len(rows) / best(lambda: tables(Cpu(), rows), 4):,.0f} boards/s"  # the first run compiles
    return [
        ("memoised bisection, plain Python, one core", f"{slow:.2f} boards/s", f"off by up to {difference:.0e}"),
        ("the engine, two cores: values of the empty board and its squares", f"{fast:,.0f} boards/s", error),
        ("ratio, in one run", f"{fast / slow:,.0f}", ""),
        ("the engine, every value of every board of marks kept", kept, f"{CODES:,} values per board"),
        ("one board exactly: its value and best first squares, one core", f"{empty * 1e3:.1f} ms", "fractions"),
        ("one board exactly: all 19,683 boards of marks, one core", f"{every:.2f} s", "fractions"),
        ("the same by the reference", f"{reference:.2f} s", "strategy iteration"),
        process,
    ]


def study() -> str:
    """The population study as a text, from a whole run of the command."""
    with tempfile.TemporaryDirectory() as scratch:
        out, plot = Path(scratch, "boards"), Path(scratch, "study.svg")
        options = ["--boards", str(STUDY), "--seed", str(SEED), "--out", str(out), "--plot", str(plot), "--json"]
        wall, _, _, printed = ran([sys.executable, "-m", "qttt.app", "study", "probabilistic", *options])
        size = sum(file.stat().st_size for file in out.iterdir())
        if "--write" in sys.argv:
            HISTOGRAM.write_bytes(plot.read_bytes())
    found = json.loads(printed)
    boards = found["boards"]
    least, largest = found["minimum"], found["maximum"]
    said = (
        f"{boards:,} boards of `{found['generator']}`, seed {found['seed']}: {wall / 60:.1f} minutes on two cores, "
        f"{boards / found['seconds']:,.0f} boards per second, {size / 1e6:,.0f} MB of Parquet.\n"
    )
    values = [
        ("mean", f"{found['mean']:.6f} ± {found['standard_error']:.6f} (standard error)"),
        ("standard deviation", f"{found['standard_deviation']:.6f}"),
        ("least", f"{least['value']:.6f}, board {least['board']:,}"),
        ("largest", f"{largest['value']:.6f}, board {largest['board']:,}"),
        ("more than 1/2", f"{found['favour_first']:,} boards"),
        ("less than 1/2", f"{found['favour_second']:,} boards"),
    ]
    squares = [
        (square, *(f"{found[which][square] / boards:.2%}" for which in ("best_first", "worst_first")))
        for square in found["best_first"]
    ]
    of_squares = markdown(["square", "among the best first squares", "among the worst"], squares)
    return "\n".join([said, markdown(["the first player's value", ""], values), of_squares.rstrip()])


if __name__ == "__main__":
    np.seterr(all="raise")
    publish("probabilistic", table(measure()))
    publish("study", study(), PAGE.parent / "study.md")
