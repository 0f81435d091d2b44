"""How time and memory grow: with boards, settings of q, denominators, plies and links. Writes docs/scaling.md and its
picture with --write; --draw draws the picture from the page, without measuring.

Times are processor seconds of all threads, kernels compiled: other work on the machine changes them less than it
changes a clock. `--cluster` measures a study in one process and on two workers instead, in turn.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from measuring import publish, where

from qttt.app.tables import markdown
from qttt.fast.backend import Cpu

PAGE = Path(__file__).parents[2] / "docs" / "scaling.md"
PICTURE = PAGE.with_suffix(".svg")
CPU = Cpu()


class Point(NamedTuple):
    """A size, and the processor seconds that it took."""

    size: float
    seconds: float
    remark: str = ""


def timed(size: float, remark: str, solve: Callable[..., Any], *arguments: Any) -> Point:
    """A size, and the processor seconds of all threads of this process for a call."""
    began = time.process_time()
    solve(*arguments)
    return Point(size, time.process_time() - began, remark)


def boards() -> Iterator[Point]:
    """Random boards of probabilistic tic-tac-toe."""
    from qttt.fast.probabilistic.boards import STEPS, generated
    from qttt.fast.probabilistic.solve import solve

    for count in (1 << 6, 1 << 10, 1 << 12, 1 << 14, 1 << 16):
        rows = generated(2024, 0, count, CPU.xp) / STEPS
        yield timed(count, "", solve, CPU, rows)


def settings() -> Iterator[Point]:
    """Settings of SQT in one pass."""
    from qttt.fast.sqt.setting import Setting
    from qttt.fast.sqt.solve import solve

    for count in (1, 32, 96):
        asked = [Setting(Fraction(k, 60), "draws-even", double) for k in range(61) for double in (False, True)][:count]
        yield timed(count, "", solve, CPU, asked)


def denominators() -> Iterator[Point]:
    """One setting of SQT, by the denominator of q."""
    from qttt.fast.sqt.setting import Setting
    from qttt.fast.sqt.solve import solve

    for d in (2, 63, 1000):
        asked = [Setting(Fraction(d // 2 + d % 2, d) if d % 2 else Fraction(d // 2 - 1, d), "draws-even", False)]
        yield timed(d, "", solve, CPU, asked)


def plies() -> Iterator[Point]:
    """Goff's game to its end, from positions of ply 6 and earlier: how many positions each ply has."""
    from qttt.fast.goff.solve import solve

    solved = solve(CPU).tablebase
    for ply, count in enumerate(solved.positions):
        yield Point(ply, float(count))


def links() -> Iterator[Point]:
    """The hybrid game, by the positions that its switches allow."""
    from qttt.fast.hybrid.count import positions
    from qttt.fast.hybrid.solve import solve
    from qttt.oracle.hybrid.translate import setting_of
    from qttt.reference.hybrid import Hybrid

    for kind, targets in (("single", "any"), ("one", "one"), ("one", "any")):
        setting = setting_of(Hybrid(kind, targets))
        yield timed(sum(positions(setting)), f"links={kind} targets={targets}", solve, CPU, setting)


REMARKS = {"links": ["switches"]}
"""The column of the remarks, in the tables that have them."""
TABLES: Sequence[tuple[str, str, str, Callable[[], Iterator[Point]]]] = (
    ("boards", "boards", "processor seconds", boards),
    ("values of q", "settings in one pass", "processor seconds", settings),
    ("denominators", "denominator of q", "processor seconds", denominators),
    ("plies", "ply of Goff's game", "positions up to symmetry", plies),
    ("links", "positions within the switches", "processor seconds", links),
)


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.2g}"


TITLE = "How time and positions grow"
FROM_ZERO = {"values of q", "denominators"}
"""Tables whose seconds differ little: their axis is linear and begins at 0. Those of the others are logarithmic."""


def drawn(found: Mapping[str, Sequence[Point]]) -> bytes:
    """All tables as curves."""
    from qttt.app.plots import line_style, picture_bytes, sheet

    with sheet((9, 5.6)) as figure:
        for axes, (name, across, up, _) in zip(figure.subplots(2, 3).flat, TABLES, strict=False):
            points = found[name]
            axes.plot([point.size for point in points], [point.seconds for point in points], **line_style(0))
            axes.set(title=name, xlabel=across, ylabel=up, xscale="linear" if name == "plies" else "log")
            if name in FROM_ZERO:
                axes.set_ylim(0, 1.1 * max(point.seconds for point in points))
            else:
                axes.set_yscale("log")
            axes.grid(True)
        figure.axes[-1].set_visible(False)
        return picture_bytes(figure, ".svg", TITLE, described(found))


def described(found: Mapping[str, Sequence[Point]]) -> str:
    """The curves in words: their first and last points."""
    parts = []
    for name, across, up, _ in TABLES:
        first, last = (f"{_short(point.seconds)} at {point.size:,.0f}" for point in (found[name][0], found[name][-1]))
        parts.append(f"{name}, {up} by {across}: {first}, {last}.")
    return " ".join(parts)


def recorded(page: str) -> dict[str, list[Point]]:
    """The points of the tables on the page."""
    found = {}
    for name, *_ in TABLES:
        section = page.partition(f"**{name.capitalize()}**")[2].partition("**")[0]
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if "|" in line]
        found[name] = [Point(float(row[0].replace(",", "")), float(row[1].replace(",", ""))) for row in rows[2:]]
    return found


def cluster() -> None:
    """A study in one process with one thread, and on two workers with one thread each, in turn: by the clock, and by
    the processor seconds of all processes that take part."""
    import distributed
    import numba

    from qttt.app.commands.study import studied
    from qttt.app.random_boards import Sample

    dask: Any = distributed
    sample = Sample(1 << 20, 2024, 1 << 15)
    numba.set_num_threads(1)
    local = dask.LocalCluster(2, threads_per_worker=1, dashboard_address=None, env={"NUMBA_NUM_THREADS": "1"})
    with tempfile.TemporaryDirectory() as folder, local as two, dask.Client(two) as client:

        def processors() -> float:
            return time.process_time() + float(sum(client.run(time.process_time).values()))

        clocks, used = [], []
        for turn in range(4):
            took = []
            for name, scheduler in (("one", None), ("two", two.scheduler_address)):
                began, before = time.perf_counter(), processors()
                studied(sample, Path(folder, f"{name}-{turn}"), None, "cpu", scheduler)
                took.append((time.perf_counter() - began, processors() - before))
            parts = [
                [file.read_bytes() for file in sorted(Path(folder, f"{name}-{turn}").iterdir())]
                for name in ("one", "two")
            ]
            same = parts[0] == parts[1]
            (one, one_used), (both, both_used) = took
            said = f"{one:.2f} s and {both:.2f} s by the clock, {one_used:.2f} s and {both_used:.2f} s of processors"
            print(f"turn {turn}: {said}; same bytes: {same}", flush=True)
            clocks.append(one / both / 2)
            used.append(one_used / both_used)
    for name, shares in (("by the clock", clocks), ("by processor seconds", used)):
        print(f"efficiency {name}, median of the later turns: {sorted(shares[1:])[1]:.0%}")


def main() -> None:
    for _, _, _, measured in TABLES:
        next(measured())  # compiles
    found = {name: [*measured()] for name, _, _, measured in TABLES}
    sections = [where()]
    for name, across, up, _ in TABLES:
        head = [across, up, *REMARKS.get(name, [])]
        rows = [[f"{point.size:,.0f}", _short(point.seconds), point.remark][: len(head)] for point in found[name]]
        sections.append(f"**{name.capitalize()}**\n\n{markdown(head, rows).rstrip()}")
    publish("scaling", "\n\n".join(sections), PAGE)
    if "--write" in sys.argv:
        PICTURE.write_bytes(drawn(found))


if __name__ == "__main__":
    if "--draw" in sys.argv:
        PICTURE.write_bytes(drawn(recorded(PAGE.read_text(encoding="utf-8"))))
    else:
        cluster() if "--cluster" in sys.argv else main()
