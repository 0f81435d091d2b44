"""Probabilistic tic-tac-toe: how fast, beside a bisection; and a study of many boards.

The yardstick and the engine solve boards of the same generator in one run, turn by turn.
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import bisection
from measuring import DOCS, Row, Text, best, ran, timed, whole_process

from qttt.app.files import markdown
from qttt.fast.backend import Cpu
from qttt.fast.probabilistic.boards import STEPS, generate
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import CODES
from qttt.fast.probabilistic.solve import solve, tables
from qttt.fast.probabilistic.value import ERROR_BOUND
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import random_board
from qttt.reference.probabilistic.solver import LoopSolver

SEED = 2024
TURNS = 5
BOARDS = 1 << 17
STUDY = 10_000_000


def side_by_side() -> tuple[float, float, float]:
    """Boards a second of the yardstick (one core: it is plain Python) and of the engine, the best of some turns each;
    and the largest difference of their values."""
    rows = generate(SEED, 0, BOARDS) / STEPS
    found, slow, fast, values = solve(Cpu(), rows).values, [], [], []
    for turn in range(TURNS):
        board = [(float(s), float(n), float(f)) for s, n, f in random_board(SEED, turn)]
        began = perf_counter()
        values.append(bisection.solve(board)[0])
        slow.append(perf_counter() - began)
        fast.append(best(lambda: solve(Cpu(), rows), 1))
    return 1 / min(slow), BOARDS / min(fast), abs(found[:TURNS] - values).max()


def boards() -> Iterator[Row]:
    """All rows of the table."""
    process = whole_process("solve probabilistic --random 1")
    slow, fast, difference = side_by_side()
    yield "memoised bisection, plain Python, one core", f"{slow:.2f} boards/s", f"off by up to {difference:.0e}"
    error = f"error below {ERROR_BOUND:.1e}"
    yield "the engine, two cores: values of the empty board and its squares", f"{fast:,.0f} boards/s", error
    yield "ratio, in one run", f"{fast / slow:,.0f}", ""
    rows = generate(SEED, 0, 1 << 10) / STEPS
    kept = len(rows) / best(lambda: tables(Cpu(), rows), 4)  # the first run compiles
    each = f"{CODES:,} values per board"
    yield "the engine, every value of every board of marks kept", f"{kept:,.0f} boards/s", each
    one, exact, solver = (
        random_board(SEED, 1),
        Exact(random_board(SEED, 2)),
        LoopSolver(Probabilistic(random_board(SEED, 2))),
    )
    title = "one board exactly: its value and best first squares, one core"
    yield timed(title, lambda: Exact(one).best(0), "fractions", "{:.1f} ms", unit=1e-3)
    title = f"one board exactly: all {CODES:,} boards of marks, one core"
    yield timed(title, lambda: [*map(exact.value, range(CODES))], "fractions", runs=1)
    start = solver.game.initial()
    yield timed("the same by the reference", lambda: solver.value(start), "strategy iteration", runs=1)
    yield process


HEADING = (
    "{boards:,} boards of `{generator}`, seed {seed}: {minutes:.1f} minutes on two cores, {rate:,.0f} boards per "
    "second, {megabytes:,.0f} MB of Parquet.\n"
)
VALUES = (
    ("mean", "{mean:.6f} ± {standard_error:.6f} (standard error)"),
    ("standard deviation", "{standard_deviation:.6f}"),
    ("least", "{minimum[value]:.6f}, board {minimum[board]:,}"),
    ("largest", "{maximum[value]:.6f}, board {maximum[board]:,}"),
    ("more than 1/2", "{favour_first:,} boards"),
    ("less than 1/2", "{favour_second:,} boards"),
)


def study() -> Text:
    """The population study, from a whole run of the command, with its histogram."""
    with tempfile.TemporaryDirectory() as scratch:
        out, plot = Path(scratch, "boards"), Path(scratch, "study.svg")
        options = f"--boards {STUDY} --seed {SEED} --out {out} --plot {plot} --json"
        wall, _, _, printed = ran(["-m", "qttt.app", "study", "probabilistic", *options.split()])
        size = sum(file.stat().st_size for file in out.iterdir())
        picture = plot.read_bytes()
    found = json.loads(printed)
    count, best_first, worst_first = found["boards"], found["best_first"], found["worst_first"]
    heading = HEADING.format(**found, minutes=wall / 60, rate=count / found["seconds"], megabytes=size / 1e6)
    values = markdown(["the first player's value", ""], [(name, form.format(**found)) for name, form in VALUES])
    squares = [(each, f"{best_first[each] / count:.2%}", f"{worst_first[each] / count:.2%}") for each in best_first]
    of_squares = markdown(["square", "among the best first squares", "among the worst"], squares)
    return Text("\n".join([heading, values, of_squares.rstrip()]), {DOCS / "study.svg": lambda: picture})
