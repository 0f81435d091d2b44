"""The solvers of SQT, TiqTaqToe and the hybrid game: how fast, and in how much memory. Best of five unless a row says
otherwise, on the clock."""

import random
import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from goff import slowest
from gpu import grid
from measuring import Row, best, mb, spent, timed, whole_process

from qttt.fast.backend import Cpu
from qttt.fast.hybrid.graph import HybridGraph
from qttt.fast.hybrid.setting import Setting as HybridSetting
from qttt.fast.hybrid.solve import solve as solve_hybrid
from qttt.fast.sqt.solve import solve as solve_sqt
from qttt.fast.tiqtaqtoe.setting import LEVELS
from qttt.fast.tiqtaqtoe.setting import Setting as TiqTaqToeSetting
from qttt.fast.tiqtaqtoe.solve import perft, solve_all
from qttt.fast.tiqtaqtoe.solve import solve as solve_tiqtaqtoe
from qttt.learn.measures import policies
from qttt.learn.measures.tree import tree_of
from qttt.oracle import Oracle
from qttt.oracle import hybrid as hybrid_entry
from qttt.oracle.hybrid import setting_of as hybrid_setting
from qttt.oracle.tiqtaqtoe import setting_of as tiqtaqtoe_setting
from qttt.reference import hybrid as hybrid_games
from qttt.reference import tiqtaqtoe as tiqtaqtoe_games
from qttt.reference.solver import Solver

CPU = Cpu()


def sqt() -> Iterator[Row]:
    """The rows of SQT."""
    solution, seconds = solve_sqt(CPU, grid()), best(lambda: solve_sqt(CPU, grid()), 3)
    tablebase, chance = solution.tablebase, random.Random(11)
    rows = f"{tablebase.distinct[-1]:,} different rows at ply 6, {tablebase.distinct[-2]:,} at ply 5"
    yield "84 settings in one process (21 q × 2 scorings × 2)", f"{seconds:.2f} s, {mb(solution.peak_bytes)}", rows
    query = slowest(lambda key: tablebase.answers(chance.choice(tablebase.settings)).action_values([key]))
    title = "one query of the 84-setting tablebase in process, slowest of 1,000"
    yield title, f"{query * 1e3:.2f} ms", "values of all actions, exact fractions"


def tiqtaqtoe() -> Iterator[Row]:
    """The rows of TiqTaqToe."""
    process = whole_process("solve tiqtaqtoe --switch level=high")
    solve_tiqtaqtoe(CPU, TiqTaqToeSetting("classic"))
    of_level = [best(lambda level=level: solve_tiqtaqtoe(CPU, TiqTaqToeSetting(level))) for level in LEVELS]  # type: ignore[misc]
    each = ", ".join(f"{level} {seconds:.2g} s" for level, seconds in zip(LEVELS, of_level, strict=True))
    yield "all four levels, canonical reading", f"{sum(of_level):.1f} s", each
    solution = solve_tiqtaqtoe(CPU, TiqTaqToeSetting())
    nodes = sum(counts["canonical"] for counts in solution.tablebase.states.values())
    of_high = f"{nodes:,} positions at high, up to symmetry"
    yield "memory for the four levels, at most", mb(solution.peak_bytes), of_high
    settings = map(tiqtaqtoe_setting, tiqtaqtoe_games.settings(levels=LEVELS))
    yield every("all 70 settings", solve_all(CPU, [*settings]), "14 sets of positions; ")
    yield process
    first_moves = solution.tablebase.answers.expand(np.zeros(1, np.int64)).children
    yield from stored(solution.tablebase, first_moves.tolist())
    tree = tree_of(Oracle(tiqtaqtoe_games.TiqTaqToe(), solution.tablebase), 9)
    at_random, ahead = partial(policies.chances_to_win.__wrapped__, tree), partial(policies.expecti_minimax, tree, 6)
    yield timed("the chances of random play from every position", at_random, "high", runs=3)
    yield timed("expecti-minimax of depth 6 from every position", ahead, "high", runs=3)
    yield timed("sequences of 1 to 9 plies counted", lambda: perft(CPU, TiqTaqToeSetting(), 9), "high", runs=1)
    game = tiqtaqtoe_games.TiqTaqToe("classic")
    reference = spent(lambda: Solver(game).value(game.initial()), perf_counter)
    yield "classic by the reference", f"{reference:.1f} s", f"{reference / of_level[0]:,.0f} times as long"


def hybrid() -> Iterator[Row]:
    """The rows of the hybrid game."""
    process = whole_process("solve hybrid")
    solution = solve_hybrid(CPU, HybridSetting())
    positions = f"{sum(solution.tablebase.positions):,} positions up to symmetry"
    yield timed("canonical reading", lambda: solve_hybrid(CPU, HybridSetting()), positions)
    yield "memory for this reading", mb(solution.peak_bytes), "of the whole process"
    settings = [hybrid_setting(game) for game in hybrid_games.settings() if hybrid_entry.solvable(game)]
    solutions = (solve_hybrid(CPU, setting) for setting in settings)
    yield every(f"all {len(settings)} settings that memory holds", solutions)
    yield process
    first, _ = HybridGraph(HybridSetting()).played(np.zeros(1, np.int64))  # after the first measurement
    yield from stored(solution.tablebase, first.tolist())


def every(title: str, solutions: Iterable[Any], remark: str = "") -> Row:
    """A row for some solves, each solution dropped when the next one comes."""
    began = perf_counter()
    peak = max(solution.peak_bytes for solution in solutions)
    return title, f"{perf_counter() - began:.0f} s", f"{remark}{mb(peak)} at most"


def stored(tablebase: Any, keys: list[int]) -> Iterator[Row]:
    """Rows for a stored tablebase: opened, and asked for all moves in a position."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "table")
        tablebase.save(path)
        open_again, size = partial(type(tablebase).open, path, tablebase.setting), mb(path.stat().st_size)
        yield timed("a stored tablebase opened, every checksum checked", open_again, size, "{:.0f} ms", unit=1e-3)
        answers, chosen, from_where = open_again().answers, (keys * 200)[:200], "from the stored tablebase, in Python"

        def ask() -> list[Any]:
            return [answers.action_values([key]) for key in chosen]

        yield timed("the values of all moves in a position", ask, from_where, "{:.0f} µs", unit=len(chosen) * 1e-6)
