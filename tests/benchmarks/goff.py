"""Goff's game: how fast, and how far from what the machine allows. Writes the measured part of docs/benchmarks.md.

    python tests/benchmarks/goff.py            # print the table
    python tests/benchmarks/goff.py --write    # and put it into docs/benchmarks.md

Everything is measured in one run; a whole process is a fresh interpreter, timed from outside. Best of five, except for
what compiles and for ply 7.
"""

import tempfile
import time
from functools import partial
from pathlib import Path

import numba
import numpy as np
from alpha_beta import solve_root
from measuring import RUNS, Row, best, mb, on_gpu, publish, slowest, table, warm, whole
from operations import count_operations, integer_rate, operations_of_a_game

from qttt.fast.backend import Cpu, Device
from qttt.fast.goff import games, solve
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
    six, through_7 = whole("solve", "goff"), whole("solve", "goff", "--through", "7", runs=2)
    solution = solve.solve(cpu)
    with tempfile.TemporaryDirectory() as scratch:
        solution.tablebase.save(folder := Path(scratch) / "table")
        query = whole("best", "goff", MIDDLE, "--tablebase", str(folder)).again
        answers = Tablebase.open(folder).answers("opponent")
        in_process = slowest(lambda key: answers.action_values([key]))
    playing = GAMES / best(lambda: games.playouts(cpu, GAMES, seed=1))
    valued, chosen = batches(solution.tablebase)
    root = {rule: (best(partial(solve_root, rule), 2), solve_root(rule)[1]) for rule in ("opponent", "self")}

    found, found_7 = sum(six.said["positions"]), sum(through_7.said["positions"])
    size, size_7 = mb(six.peak), mb(through_7.peak)
    again, again_7 = f"{six.again:.2f} s, {size}", f"{through_7.again:.1f} s, {size_7}"
    rows = [
        ("`qttt solve goff`, whole process", "2.5 s, 700 MB", again, f"{found:,} positions, both rules"),
        ("both rules, every position of plies 0–6, in process", "1 s", f"{warm(partial(solve.solve, cpu)):.2f} s", ""),
        ("the very first `qttt solve goff`, compilation included", "12 s", f"{six.first:.1f} s", ""),
        ("`qttt solve goff --through 7`, whole process", "6 s, 2.6 GB", again_7, f"{found_7:,} positions"),
        ("one query on a stored tablebase, whole process", "0.6 s", f"{query:.2f} s", f'`qttt best goff "{MIDDLE}"`'),
        ("the same in process, values of all actions, slowest of 1,000", "0.2 ms", f"{in_process * 1e3:.3f} ms", ""),
        ("values of a batch of positions, from keys", "20,000,000 /s", f"{valued:,.0f} /s", ""),
        ("sets of best actions of a batch, from keys", "500,000 /s", f"{chosen:,.0f} /s", ""),
        ("random complete games, batched", "3,000,000 /s", f"{playing:,.0f} /s", ""),
        ("on a GPU, kernels compiled, both rules", "0.1 s", *on_gpu(both_rules)),
    ]
    for rule, (seconds, nodes) in root.items():
        title = f"*beside it*: alpha-beta for only the root, {rule} selects, one core"
        rows.append((title, "–", f"{seconds:.2f} s", f"{nodes:,} nodes, one value"))
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
        needed = f"{operations / 1e9:.1f} G operations ({operations / rate:.2f} s), {size / 1e6:.0f} MB"
        times = f"{needed} ({size / copying:.3f} s): {seconds[name] / floor:.1f} times the floor"
        rows.append((f"*stage*: {title}", "–", f"{seconds[name]:.2f} s", times))
    operations = operations_of_a_game()
    times = f"{operations:,.0f} operations per game: {rate / operations / playing:.1f} times the floor"
    rows.append(("*stage*: random complete games", "–", f"{playing:,.0f} /s", times))
    chains = "independent chains of and, or, shift, add"
    rows.append(("*machine*: integer operations, all cores", "–", f"{rate / 1e9:.1f} G/s", chains))
    rows.append(("*machine*: copying, all cores", "–", f"{copying / 1e9:.1f} GB/s", "bytes read and written"))
    return rows


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
