"""TiqTaqToe: how fast. Writes its measured part of docs/benchmarks.md.

python tests/benchmarks/tiqtaqtoe.py            # print the table
python tests/benchmarks/tiqtaqtoe.py --write    # and put it into the docs
"""

import numpy as np
from measuring import Row, best, mb, one_by_one, publish, stored, table, whole_process

from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe.perft import perft
from qttt.fast.tiqtaqtoe.rules import LEVELS, Setting
from qttt.fast.tiqtaqtoe.solve import solve, solve_all
from qttt.learn.measures import policies
from qttt.learn.measures.tree import tree_of
from qttt.oracle import Oracle
from qttt.oracle.tiqtaqtoe.translate import setting_of
from qttt.reference.solver import Solver
from qttt.reference.tiqtaqtoe import TiqTaqToe, settings

CPU = Cpu()
DEPTH = 6
EVERY = [setting_of(game) for game in settings(levels=LEVELS)]
"""All settings, those with the same positions side by side."""


def measure() -> list[Row]:
    """All rows of the table."""
    process = whole_process("solve", "tiqtaqtoe", "--switch", "level=high")
    solve(CPU, Setting("classic"))
    levels = {level: best(lambda level=level: solve(CPU, Setting(level))) for level in LEVELS}  # type: ignore[misc]
    solution = solve(CPU, Setting())
    peak = solution.peak_bytes
    first_moves = solution.tablebase.answers.expand(np.zeros(1, np.int64)).children
    of_file = stored(solution.tablebase, first_moves.tolist())
    tree = tree_of(Oracle(TiqTaqToe(), solution.tablebase), 9)
    random_play = best(lambda: policies.chances_to_win.__wrapped__(tree), 3)
    sight = best(lambda: policies.expecti_minimax(tree, DEPTH), 3)
    counted = best(lambda: perft(CPU, Setting(), 9), 1)
    every, peak_of_every = one_by_one(solve_all(CPU, EVERY))
    reference = best(lambda: Solver(TiqTaqToe("classic")).value(TiqTaqToe("classic").initial()), 1)
    each = ", ".join(f"{level} {seconds:.2g} s" for level, seconds in levels.items())
    nodes = sum(counts["canonical"] for counts in solution.tablebase.states.values())
    return [
        ("all four levels, canonical reading", f"{sum(levels.values()):.1f} s", each),
        ("memory for the four levels, at most", mb(peak), f"{nodes:,} positions at high, up to symmetry"),
        ("all 70 settings", f"{every:.0f} s", f"14 sets of positions; {mb(peak_of_every)} at most"),
        process,
        *of_file,
        ("the chances of random play from every position", f"{random_play:.2f} s", "high"),
        (f"expecti-minimax of depth {DEPTH} from every position", f"{sight:.2f} s", "high"),
        ("sequences of 1 to 9 plies counted", f"{counted:.1f} s", "high"),
        ("classic by the reference", f"{reference:.1f} s", f"{reference / levels['classic']:,.0f} times as long"),
    ]


if __name__ == "__main__":
    publish("tiqtaqtoe", table(measure()))
