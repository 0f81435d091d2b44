"""Goff's game: how fast, and what the same machine does beside it; the source's searches of it and of SQT.

All but the searches is measured in seconds of processors, those of all cores together: other work on the machine
disturbs these least.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from random import Random
from time import perf_counter, process_time
from typing import Any

import measuring
import numba
import numpy as np
from alpha_beta import solve_root
from measuring import RUNS, Row, spent, timed
from searches import search_qt, search_rounded, search_sqt

from qttt.fast.backend import Cpu
from qttt.fast.goff import graph, solve
from qttt.fast.progress import Progress
from qttt.fast.sqt.setting import Setting

BATCH = 8_000_000
best = partial(measuring.best, clock=process_time)
CPU = Cpu()
STAGES = ("enumerating plies 1–6", "plies 7–9, from each position of ply 6", "valuing plies 5–0")


def goff() -> Iterator[Row]:
    """The rows of Goff's game."""
    tablebase = solve.solve(CPU).tablebase
    positions = f"{sum(tablebase.positions):,} positions"
    yield timed("both rules, every position of plies 0–6", lambda: solve.solve(CPU), positions, clock=process_time)
    runs = zip(*(stages() for _ in range(RUNS)), strict=True)
    for stage, seconds in zip(STAGES, runs, strict=True):
        yield f"*stage*: {stage}", f"{min(seconds):.2f} s", ""
    answers = tablebase.answers("opponent")
    keys = np.random.default_rng(1).choice(np.concatenate(tablebase.keys), BATCH)
    few = keys[: BATCH // 8]
    answers.best(few[:1])
    yield "values of a batch of positions, from keys", rate(len(keys), lambda: answers.values(keys)), ""
    yield "sets of best actions of a batch, from keys", rate(len(few), lambda: answers.best(few)), ""
    for rule in ("opponent", "self"):
        _, nodes = solve_root(rule)
        title, remark = f"alpha-beta for only the root, {rule} selects, one core", f"{nodes:,} nodes, one value"
        yield timed(title, partial(solve_root, rule), remark, runs=2, clock=process_time)
    yield from machine()


def rate(count: int, run: Callable[[], Any]) -> str:
    """How many a second."""
    return f"{count / best(run):,.0f} /s"


def stages() -> list[float]:
    """Seconds of each stage of a solve."""
    times: dict[str, list[float]] = defaultdict(list)

    def note(step: Progress) -> None:
        times["last" if step.task == "value" and step.ply == solve.LAST else step.task].append(process_time())

    solve.solve(CPU, report=note)
    began, ended = [noted[0] for noted in times.values()], times["value"][-1]
    return [end - start for start, end in pairwise([*began, ended])]


def slowest(ask: Callable[[int], Any]) -> float:
    """The median of three times that the slowest of 1,000 positions of Goff's game takes, of all plies, in seconds."""
    keys, chance = list[int](), Random(11)
    while len(keys) < 1000:
        position = graph.INITIAL
        while actions := graph.actions(position):
            keys.append(position)
            position = graph.play(position, chance.choice(actions))
    for key in keys[:1000]:
        ask(key)
    return max(sorted(spent(partial(ask, key), perf_counter) for _ in range(3))[1] for key in keys[:1000])


@numba.njit(parallel=True)
def copy(source: Any, target: Any) -> None:
    """Copy on all cores."""
    for i in numba.prange(len(source)):
        target[i] = source[i]


@numba.njit(parallel=True)
def chains(seeds: Any, rounds: int) -> None:
    """Eight independent chains of and, or, shift and add on each core."""
    for core in numba.prange(len(seeds)):
        a = b = c = d = e = f = g = h = seeds[core]
        for i in range(rounds):
            a, b = ((a << 1) | i) & 0xFFFFF, ((b >> 1) + i) & 0xFFFFF
            c, d = ((c << 1) | i) & 0xFFFFF, ((d >> 1) + i) & 0xFFFFF
            e, f = ((e << 1) | i) & 0xFFFFF, ((f >> 1) + i) & 0xFFFFF
            g, h = ((g << 1) | i) & 0xFFFFF, ((h >> 1) + i) & 0xFFFFF
        seeds[core] = a + b + c + d + e + f + g + h


def machine() -> Iterator[Row]:
    """What a core can do when all are busy: integer operations, and bytes read and written."""
    seeds, rounds = np.arange(numba.get_num_threads()), 20_000_000
    operations = 24 * rounds * len(seeds) / best(lambda: chains(seeds, rounds))
    remark = "independent chains of and, or, shift, add"
    yield "*machine*: integer operations, per core", f"{operations / 1e9:.1f} G/s", remark
    source = np.ones(1 << 27, np.int64)
    target = np.empty_like(source)
    copied = 2 * source.nbytes / best(lambda: copy(source, target))
    yield "*machine*: copying, per core", f"{copied / 1e9:.1f} GB/s", "bytes read and written"


TABLE_6: tuple[tuple[str, int, int, Fraction | None, bool], ...] = (
    ("QT", 87_833_388, 533, None, False),
    ("SQT, q = 0.75, naive", 140_389_750, 505, Fraction(3, 4), False),
    ("SQT, q = 0.75, modified", 137_103_153, 377, Fraction(3, 4), True),
    ("SQT, q = 0.05, naive", 355_203_626, 1_307, Fraction(1, 20), False),
    ("SQT, q = 0.05, modified", 357_285_830, 1_007, Fraction(1, 20), True),
)
"""The source's searches, of QT or of SQT at a probability: nodes, seconds, the probability, and whether modified."""


def searches() -> Iterator[Row]:
    """Table 6 beside the same searches here: each once, on one core, with compiled kernels."""
    search_qt()  # compiles
    for name, printed, seconds, q, modified in TABLE_6:
        began = perf_counter()
        value, nodes = search_qt() if q is None else search_sqt(Setting(q), modified)
        took = f"{perf_counter() - began:.1f} s"
        rounded = "–" if q is None else f"{search_rounded(q, modified)[1]:,}"
        yield name, f"{printed:,}", f"{seconds:,} s", f"{nodes:,}", rounded, took, str(Fraction(value))
