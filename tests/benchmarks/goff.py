"""Goff's game: how fast, and how far from what the machine allows. Writes the measured part of docs/benchmarks.md.

    python tests/benchmarks/goff.py            # print the table
    python tests/benchmarks/goff.py --write    # and put it into docs/benchmarks.md

Everything is measured in one run; a whole process is a fresh interpreter, timed from outside. Best of five, except for
what compiles and for ply 7.
"""

import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import numba
import numpy as np
from alpha_beta import solve_root
from measuring import RUNS, Row, best, command, mb, on_gpu, process, publish, table, warm
from operations import count_operations, integer_rate, operations_of_a_game

from qttt.fast.backend import Cpu, Device
from qttt.fast.goff import games, rules, solve
from qttt.fast.goff.tablebase import Tablebase
from qttt.fast.progress import Progress

GAMES = 4_000_000
BATCH = 8_000_000
MIDDLE = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7"


def stages(on: Device) -> dict[str, float]:
    """Seconds of each stage of a solve in process: enumeration, plies 7 to 9, the way back."""
    began: dict[str, float] = {}
    ended: dict[str, float] = {}

    def note(step: Progress) -> None:
        name = "enumerate" if step.task == "enumerate" else "late" if step.ply == solve.LAST else "back"
        began.setdefault(name, time.perf_counter())
        ended[name] = time.perf_counter()

    solve.solve(on, report=note)
    return {
        "enumerate": began["late"] - began["enumerate"],
        "late": ended["late"] - began["late"],
        "back": ended["back"] - began["back"],
    }


def copy_rate() -> float:
    """Bytes read and written a second when all cores copy."""
    source = np.ones(1 << 27, np.int64)
    target = np.empty_like(source)

    @numba.njit(parallel=True)
    def copy(a, b):  # type: ignore[no-untyped-def]
        for i in numba.prange(len(a)):
            b[i] = a[i]

    copy(source, target)
    return 2 * source.nbytes / best(lambda: copy(source, target))


def measure() -> list[Row]:
    """All rows of the table."""
    cpu = Cpu()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as scratch:
        first, _ = process(
            [sys.executable, "-m", "qttt.app", "solve", "goff", "--json"],
            NUMBA_CACHE_DIR=f"{scratch}/kernels",
            XDG_CACHE_HOME=f"{scratch}/cache",
        )
        wall, peak, said = command("solve", "goff")
        folder = Path(scratch) / "table"
        solution = solve.solve(cpu)
        solution.tablebase.save(folder)
        query = [sys.executable, "-m", "qttt.app", "best", "goff", MIDDLE, "--tablebase", str(folder), "--json"]
        process(query)
        whole_query = min(process(query)[0] for _ in range(RUNS))
        in_process = slowest_query(Tablebase.open(folder))
    wall7, peak7, said7 = command("solve", "goff", "--through", "7", runs=2)
    playing = GAMES / best(lambda: games.playouts(cpu, GAMES, seed=1))
    valued, chosen = batches(solution.tablebase)
    root = {rule: (best(partial(solve_root, rule), 2), solve_root(rule)[1]) for rule in ("opponent", "self")}

    rows.append(
        (
            "`qttt solve goff`, whole process",
            "2.5 s, 700 MB",
            f"{wall:.2f} s, {mb(peak)}",
            f"{sum(said['positions']):,} positions, both rules",
        )
    )
    rows.append(
        ("both rules, every position of plies 0–6, in process", "1 s", f"{warm(partial(solve.solve, cpu)):.2f} s", "")
    )
    rows.append(("the very first `qttt solve goff`, compilation included", "12 s", f"{first:.1f} s", ""))
    rows.append(
        (
            "`qttt solve goff --through 7`, whole process",
            "6 s, 2.6 GB",
            f"{wall7:.1f} s, {mb(peak7)}",
            f"{sum(said7['positions']):,} positions",
        )
    )
    rows.append(
        (
            "one query on a stored tablebase, whole process",
            "0.6 s",
            f"{whole_query:.2f} s",
            f'`qttt best goff "{MIDDLE}"`',
        )
    )
    rows.append(
        ("the same in process, values of all actions, slowest of 1,000", "0.2 ms", f"{in_process * 1e3:.3f} ms", "")
    )
    rows.append(("values of a batch of positions, from keys", "20,000,000 /s", f"{valued:,.0f} /s", ""))
    rows.append(("sets of best actions of a batch, from keys", "500,000 /s", f"{chosen:,.0f} /s", ""))
    rows.append(("random complete games, batched", "3,000,000 /s", f"{playing:,.0f} /s", ""))
    rows.append(("on a GPU, kernels compiled, both rules", "0.1 s", *on_gpu(both_rules)))
    for rule, (seconds, nodes) in root.items():
        rows.append(
            (
                f"*beside it*: alpha-beta for only the root, {rule} selects, one core",
                "–",
                f"{seconds:.2f} s",
                f"{nodes:,} nodes, one value",
            )
        )
    return rows + limits(cpu, solution, playing)


def limits(cpu: Device, solution: solve.Solution, playing: float) -> list[Row]:
    """Each stage beside what arithmetic and memory would allow."""
    rate, copying = integer_rate(), copy_rate()
    rows = []
    levels = solution.tablebase.keys
    seconds: dict[str, float] = {}
    for _ in range(RUNS):
        for name, value in stages(cpu).items():
            seconds[name] = min(value, seconds.get(name, value))
    for name, title in (
        ("enumerate", "enumerating plies 1–6"),
        ("late", "plies 7–9, from each position of ply 6"),
        ("back", "valuing plies 5–0"),
    ):
        operations, size = count_operations(name, levels)
        floor = max(operations / rate, size / copying)
        rows.append(
            (
                f"*stage*: {title}",
                "–",
                f"{seconds[name]:.2f} s",
                f"{operations / 1e9:.1f} G operations ({operations / rate:.2f} s), {size / 1e6:.0f} MB "
                f"({size / copying:.3f} s): {seconds[name] / floor:.1f} times the floor",
            )
        )
    operations = operations_of_a_game()
    times = f"{operations:,.0f} operations per game: {rate / operations / playing:.1f} times the floor"
    rows.append(("*stage*: random complete games", "–", f"{playing:,.0f} /s", times))
    rows.append(
        (
            "*machine*: integer operations, all cores",
            "–",
            f"{rate / 1e9:.1f} G/s",
            "independent chains of and, or, shift, add",
        )
    )
    rows.append(("*machine*: copying, all cores", "–", f"{copying / 1e9:.1f} GB/s", "bytes read and written"))
    return rows


def slowest_query(table: Tablebase) -> float:
    """The median of three times the slowest of 1,000 positions of all plies takes, in seconds."""
    played = games.playouts(Cpu(), 200, seed=11, record=True).actions
    keys = []
    for row in played:
        position = rules.INITIAL
        for action in row[row > 0].tolist():
            keys.append(position)
            position = rules.play(position, action)
    keys = keys[:1000]
    for key in keys:
        table.actions(key, "opponent")
    slowest = 0.0
    for key in keys:
        times = []
        for _ in range(3):
            began = time.perf_counter()
            table.actions(key, "opponent")
            times.append(time.perf_counter() - began)
        slowest = max(slowest, sorted(times)[1])
    return slowest


def batches(table: Tablebase) -> tuple[float, float]:
    """Values a second and sets of best actions a second, of positions drawn from all stored plies."""
    keys = np.random.default_rng(1).choice(np.concatenate(table.keys), BATCH)
    answers = table.answers("opponent")
    answers.best(keys[:1])
    values = BATCH / best(lambda: answers.values(keys))
    return values, len(few := keys[: BATCH // 8]) / best(lambda: answers.best(few))


def both_rules(gpu: Device) -> tuple[str, str]:
    """The time of a solve on the GPU, in process, kernels compiled."""
    return f"{warm(lambda: solve.solve(gpu)):.3f} s", ""


def main() -> None:
    publish("goff", table(measure()))


if __name__ == "__main__":
    main()
