"""SQT: how fast, and the source's Table 6. Writes its measured parts of docs/benchmarks.md.

    python tests/benchmarks/sqt.py            # print the tables
    python tests/benchmarks/sqt.py --write    # and put them into docs/benchmarks.md

A whole process is a fresh interpreter, timed from outside; best of three, the pass over all functions once.
"""

import random
import time
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from measuring import Row, mb, publish, slowest, table, whole

from qttt.fast.backend import Cpu
from qttt.fast.sqt import every_q
from qttt.fast.sqt.search import search_qt, search_rounded, search_sqt
from qttt.fast.sqt.setting import SCORES, Setting
from qttt.fast.sqt.solve import solve

RUNS = 3
GRID = 20


def grid() -> list[Setting]:
    """The source's 21 probabilities in all four combinations of the options."""
    switches = [*product(SCORES, (False, True))]
    return [Setting(Fraction(k, GRID), *chosen) for k in range(GRID + 1) for chosen in switches]


def measure() -> list[Row]:
    """All rows of the table."""
    steps, one, wide = (
        whole("solve", "sqt", *words, runs=RUNS)
        for words in (("--step", "1/20"), ("--q", "3/4", "--device", "cpu"), ("--q", "16383/32767", "--device", "cpu"))
    )
    known = whole("best", "sqt", "--q", "0.7353", runs=RUNS)
    cpu = Cpu()
    settings = grid()
    distinct = solve(cpu, settings).tablebase.distinct
    classes = f"{distinct[-1]:,} different rows at ply 6, {distinct[-2]:,} at ply 5"
    of_steps, of_one, of_wide = (f"{each.again:.2f} s, {mb(each.peak)}" for each in (steps, one, wide))
    return [
        ("`qttt solve sqt --step 1/20`: 21 values of q, whole process", of_steps, classes),
        ("`qttt solve sqt --q 3/4 --device cpu`, whole process", of_one, "values in 32 bits"),
        ("`--q 16383/32767`, whole process", of_wide, "values in 64 bits"),
        ("the very first of these, compilation included", f"{one.first:.1f} s", ""),
        ("`qttt best sqt --q 0.7353`, looked up, whole process", f"{known.first:.2f} s", ""),
        ("the table of all functions of q made anew, in process", *made()),
        ("one query of the 84-setting tablebase in process, slowest of 1,000", *query(cpu)),
    ]


def made() -> tuple[str, str]:
    """The time of the pass that makes the table that ships, and what it finds."""
    began = time.perf_counter()
    algebra = every_q.solve().classes.algebra
    found = f"{len(algebra.functions.all):,} functions, {len(algebra.polynomials.all):,} polynomials"
    return f"{time.perf_counter() - began:.0f} s", found


def query(cpu: Cpu) -> tuple[str, str]:
    """The slowest query, and what it is."""
    tablebase, generator = solve(cpu, grid()).tablebase, random.Random(11)
    seconds = slowest(lambda key: tablebase.answers(generator.choice(tablebase.settings)).action_values([key]))
    return f"{seconds * 1e3:.2f} ms", "values of all actions"


# The source's Table 6 beside the same searches here: each search once, on one core, with its kernels compiled


HEAD = ("search", "nodes printed", "time printed", "nodes, exact", "nodes, floating point", "time, exact", "value")


class Printed(NamedTuple):
    """A row of the source's Table 6, nodes and seconds of a search: of QT, or of SQT at a probability."""

    name: str
    nodes: int
    seconds: int
    q: Fraction | None = None
    modified: bool = False


TABLE_6 = (
    Printed("QT", 87_833_388, 533),
    Printed("SQT, q = 0.75, naive", 140_389_750, 505, Fraction(3, 4)),
    Printed("SQT, q = 0.75, modified", 137_103_153, 377, Fraction(3, 4), modified=True),
    Printed("SQT, q = 0.05, naive", 355_203_626, 1_307, Fraction(1, 20)),
    Printed("SQT, q = 0.05, modified", 357_285_830, 1_007, Fraction(1, 20), modified=True),
)


def row(printed: Printed) -> tuple[str, ...]:
    """A row of the table."""
    began = time.perf_counter()
    value, nodes = search_qt() if printed.q is None else search_sqt(Setting(printed.q), printed.modified)
    seconds = f"{time.perf_counter() - began:.1f} s"
    rounded = "–" if printed.q is None else f"{search_rounded(printed.q, printed.modified)[1]:,}"
    of_source = (printed.name, f"{printed.nodes:,}", f"{printed.seconds:,} s")
    return *of_source, f"{nodes:,}", rounded, seconds, str(Fraction(value))


if __name__ == "__main__":
    publish("sqt", table(measure()))
    search_qt()  # compiles the kernels
    publish("table-6", table(map(row, TABLE_6), HEAD))
