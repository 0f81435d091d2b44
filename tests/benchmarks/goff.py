"""Goff's game: how fast, and how far from what the machine allows. Writes the measured part of docs/benchmarks.md.

    python tests/benchmarks/goff.py            # print the table
    python tests/benchmarks/goff.py --write    # and put it into docs/benchmarks.md

Everything is measured in one run, in seconds of processors, those of all cores together: other work on the machine
disturbs these least. Best of five. `commands.py` measures whole processes.
"""

import time
from collections import defaultdict
from functools import partial

import measuring
import numba
import numpy as np
from alpha_beta import solve_root
from measuring import RUNS, Row, publish, slowest, table
from operations import count_operations, integer_rate, operations_of_a_game

from qttt.fast.backend import Cpu, Device
from qttt.fast.goff import games, solve
from qttt.fast.goff.tablebase import Tablebase
from qttt.fast.progress import Progress

GAMES = 4_000_000
BATCH = 8_000_000
best = partial(measuring.best, clock=time.process_time)


def stages(on: Device) -> dict[str, float]:
    """Seconds of each stage of a solve: enumeration, plies 7 to 9, the way back."""
    times: dict[str, list[float]] = defaultdict(list)

    def note(step: Progress) -> None:
        name = "enumerate" if step.task == "enumerate" else "late" if step.ply == solve.LAST else "back"
        times[name].append(time.process_time())

    solve.solve(on, report=note)
    times["enumerate"].append(times["late"][0])
    return {name: noted[-1] - noted[0] for name, noted in times.items()}


def copy_rate() -> float:
    """Bytes read and written per second of a core when all cores copy."""
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
    solution = solve.solve(cpu)
    answers = solution.tablebase.answers("opponent")
    in_process = slowest(lambda key: answers.action_values([key]))
    playing = GAMES / best(lambda: games.playouts(cpu, GAMES, seed=1))
    valued, chosen = batches(solution.tablebase)
    root = {rule: (best(partial(solve_root, rule), 2), solve_root(rule)[1]) for rule in ("opponent", "self")}

    found = sum(solution.tablebase.positions)
    rows = [
        (
            "both rules, every position of plies 0–6",
            f"{best(partial(solve.solve, cpu)):.2f} s",
            f"{found:,} positions",
        ),
        (
            "values of all actions of one position, slowest of 1,000",
            f"{in_process * 1e3:.3f} ms",
            "on the clock",
        ),
        ("values of a batch of positions, from keys", f"{valued:,.0f} /s", ""),
        ("sets of best actions of a batch, from keys", f"{chosen:,.0f} /s", ""),
        ("random complete games, batched", f"{playing:,.0f} /s", ""),
    ]
    for rule, (seconds, nodes) in root.items():
        title = f"alpha-beta for only the root, {rule} selects, one core"
        rows.append((title, f"{seconds:.2f} s", f"{nodes:,} nodes, one value"))
    return rows + limits(cpu, solution, playing)


def limits(cpu: Device, solution: solve.Solution, playing: float) -> list[Row]:
    """Each stage beside what arithmetic and memory would allow."""
    rate, copying = integer_rate(), copy_rate()
    rows = []
    levels = solution.tablebase.keys
    runs = [stages(cpu) for _ in range(RUNS)]
    seconds = {name: min(run[name] for run in runs) for name in runs[0]}
    for name, title in (
        ("enumerate", "enumerating plies 1–6"),
        ("late", "plies 7–9, from each position of ply 6"),
        ("back", "valuing plies 5–0"),
    ):
        operations, size = count_operations(name, levels)
        floor = max(operations / rate, size / copying)
        needed = f"{operations / 1e9:.1f} G operations ({operations / rate:.2f} s), {size / 1e6:.0f} MB"
        times = f"{needed} ({size / copying:.3f} s): {seconds[name] / floor:.1f} times the floor"
        rows.append((f"*stage*: {title}", f"{seconds[name]:.2f} s", times))
    operations = operations_of_a_game()
    times = f"{operations:,.0f} operations per game: {rate / operations / playing:.1f} times the floor"
    rows.append(("*stage*: random complete games", f"{playing:,.0f} /s", times))
    chains = "independent chains of and, or, shift, add"
    rows.append(("*machine*: integer operations, per core", f"{rate / 1e9:.1f} G/s", chains))
    rows.append(("*machine*: copying, per core", f"{copying / 1e9:.1f} GB/s", "bytes read and written"))
    return rows


def batches(table: Tablebase) -> tuple[float, float]:
    """Values a second and sets of best actions a second, of positions drawn from all stored plies."""
    keys = np.random.default_rng(1).choice(np.concatenate(table.keys), BATCH)
    answers = table.answers("opponent")
    answers.best(keys[:1])
    values = BATCH / best(lambda: answers.values(keys))
    return values, len(few := keys[: BATCH // 8]) / best(lambda: answers.best(few))


if __name__ == "__main__":
    publish("goff", table(measure()))
