"""How time and memory grow: with boards, settings of q, denominators, plies and links; a study on a cluster.

Times are processor seconds of all threads, kernels compiled: other work on the machine changes them less than it
changes a clock.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from measuring import DOCS, Row, Text, best, where

from qttt.app.files import markdown
from qttt.fast.backend import Cpu
from qttt.fast.goff.solve import solve as solve_goff
from qttt.fast.hybrid.count import positions
from qttt.fast.hybrid.solve import solve as solve_hybrid
from qttt.fast.probabilistic.boards import STEPS, generate
from qttt.fast.probabilistic.solve import solve as solve_boards
from qttt.fast.sqt.setting import Setting
from qttt.fast.sqt.solve import solve as solve_sqt
from qttt.oracle.hybrid import setting_of
from qttt.reference.hybrid import Hybrid

CPU = Cpu()
PAGE = DOCS / "scaling.txt"
Point = tuple[float, float, str]
"""A size, the processor seconds that it took or the positions that there are, and a remark."""


def timed(size: float, solve: Callable[..., Any], asked: Any, remark: str = "") -> Point:
    """The better of two runs, of which the first may compile."""
    return size, best(partial(solve, CPU, asked), 2, time.process_time), remark


def boards() -> Iterator[Point]:
    """Random boards of probabilistic tic-tac-toe."""
    for count in (1 << 6, 1 << 10, 1 << 12, 1 << 14, 1 << 16):
        yield timed(count, solve_boards, generate(2024, 0, count) / STEPS)


def settings() -> Iterator[Point]:
    """Settings of SQT in one pass."""
    every = [Setting(Fraction(k, 60), "draws-even", double) for k in range(61) for double in (False, True)]
    for count in (1, 32, 96):
        yield timed(count, solve_sqt, every[:count])


def denominators() -> Iterator[Point]:
    """One setting of SQT, by the denominator of q."""
    for q in (Fraction(1, 2), Fraction(32, 63), Fraction(499, 1000)):
        yield timed(q.denominator, solve_sqt, [Setting(q, "draws-even", False)])


def plies() -> Iterator[Point]:
    """Goff's game to its end, from positions of ply 6 and earlier: how many positions each ply has."""
    for ply, count in enumerate(solve_goff(CPU).tablebase.positions):
        yield ply, count, ""


def links() -> Iterator[Point]:
    """The hybrid game, by the positions that its switches allow."""
    for kind, targets in (("single", "any"), ("one", "one"), ("one", "any")):
        setting = setting_of(Hybrid(kind, targets))
        yield timed(sum(positions(setting)), solve_hybrid, setting, f"links={kind} targets={targets}")


class Growth(NamedTuple):
    """A table and its curve: what grows, what is measured, the points, what remarks say, and whether the axis of a
    measure that hardly differs is linear and begins at 0; those of the others are logarithmic."""

    name: str
    across: str
    points: Callable[[], Iterator[Point]]
    up: str = "processor seconds"
    remark: str = ""
    from_zero: bool = False


GROWTHS = (
    Growth("boards", "boards", boards),
    Growth("values of q", "settings in one pass", settings, from_zero=True),
    Growth("denominators", "denominator of q", denominators, from_zero=True),
    Growth("plies", "ply of Goff's game", plies, up="positions up to symmetry"),
    Growth("links", "positions within the switches", links, remark="switches"),
)


def scaling(draw: str = "") -> Text:
    """The tables and their picture; with the word `draw` the picture of what the page says."""
    if draw:
        text = PAGE.read_text(encoding="utf-8").partition("begin -->\n")[2].partition("\n<!-- scaling: end")[0]
    else:
        text = "\n\n".join([where(), *map(section, GROWTHS)])
    return Text(text, {PAGE.with_suffix(".svg"): lambda: picture(text)})


def section(growth: Growth) -> str:
    """The table of one growth."""
    head = [growth.across, growth.up, *filter(None, [growth.remark])]
    rows = [[f"{size:,.0f}", short(number), remark][: len(head)] for size, number, remark in growth.points()]
    return f"**{growth.name.capitalize()}**\n\n{markdown(head, rows).rstrip()}"


def short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.2g}"


def recorded(growth: Growth, text: str) -> list[list[float]]:
    """The sizes and the numbers of a table."""
    lines = text.partition(f"**{growth.name.capitalize()}**")[2].partition("**")[0].strip().splitlines()[2:]
    rows = [line.replace(",", "").split("|")[1:3] for line in lines]
    return [[float(row[column]) for row in rows] for column in (0, 1)]


def picture(text: str) -> bytes:
    """All tables as curves, and in words the first and the last point of each."""
    from qttt.app.plots import line_style, picture_bytes, sheet

    parts = []
    with sheet((9, 5.6)) as figure:
        for axes, growth in zip(figure.subplots(2, 3).flat, GROWTHS, strict=False):
            sizes, numbers = recorded(growth, text)
            axes.plot(sizes, numbers, **line_style(0))
            xscale, yscale = "linear" if growth.name == "plies" else "log", "linear" if growth.from_zero else "log"
            axes.set(title=growth.name, xlabel=growth.across, ylabel=growth.up, xscale=xscale, yscale=yscale)
            if growth.from_zero:
                axes.set_ylim(0, 1.1 * max(numbers))
            axes.grid(True)
            ends = ", ".join(f"{short(numbers[end])} at {sizes[end]:,.0f}" for end in (0, -1))
            parts.append(f"{growth.name}, {growth.up} by {growth.across}: {ends}.")
        figure.axes[-1].set_visible(False)
        return picture_bytes(figure, ".svg", "How time and positions grow", " ".join(parts))


def cluster() -> Iterator[Row]:
    """A study in one process with one thread, and on two workers with one thread each, in turn: by the clock, and by
    the processor seconds of all processes that take part."""
    import distributed

    from qttt.app.commands.study import run_study
    from qttt.app.random_boards import Sample

    dask: Any = distributed
    sample = Sample(1 << 20, 2024, 1 << 15)
    numba.set_num_threads(1)
    local = dask.LocalCluster(2, threads_per_worker=1, dashboard_address=None, env={"NUMBA_NUM_THREADS": "1"})
    with tempfile.TemporaryDirectory() as scratch, local as two, dask.Client(two) as client:

        def clocks() -> Any:
            return np.array([time.perf_counter(), time.process_time() + sum(client.run(time.process_time).values())])

        efficiency = []
        for turn in range(4):
            took: list[Any] = []
            parts = []
            for scheduler in (None, two.scheduler_address):
                folder, began = Path(scratch, f"{turn}-{len(took)}"), clocks()
                run_study(sample, folder, "cpu", scheduler)
                took.append(clocks() - began)
                parts.append([file.read_bytes() for file in sorted(folder.iterdir())])
            wall, used = (f"{one:.2f} s and {both:.2f} s" for one, both in zip(*took, strict=True))
            yield f"turn {turn}", wall, f"{used} of processors; same bytes: {parts[0] == parts[1]}"
            efficiency.append(took[0] / took[1] / (2, 1))
    by_clock, by_processor = np.median(efficiency[1:], axis=0)
    yield "efficiency, median of the later turns", f"{by_clock:.0%}", f"{by_processor:.0%} by processor seconds"
