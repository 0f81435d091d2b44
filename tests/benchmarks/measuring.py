"""What every benchmark needs: the best of some runs, a process timed from outside, a table, its place in docs."""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numba

from qttt.app.tables import between, markdown
from qttt.fast.backend import Cpu
from qttt.fast.goff import games, rules

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
RUNS = 5
QUERIES = 200

Row = tuple[str, str, str]
"""What was measured, the figure, and a remark."""


def best(run: Callable[[], Any], runs: int = RUNS, clock: Callable[[], float] = time.perf_counter) -> float:
    """The shortest of some runs, in seconds of a clock."""
    times = []
    for _ in range(runs):
        began = clock()
        run()
        times.append(clock() - began)
    return min(times)


class Ran(NamedTuple):
    """A process that has ended: seconds on the clock, seconds of processors, the largest resident set in bytes, and
    what it printed."""

    wall: float
    spent: float
    peak: int
    said: str


def ran(words: list[str], **environment: str) -> Ran:
    """Run a process with more variables in its environment. Raises CalledProcessError if it fails."""
    began = time.perf_counter()
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=os.environ | environment) as running:
        assert running.stdout
        said = running.stdout.read()
        _, status, usage = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, words)
    return Ran(time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, said)


class Whole(NamedTuple):
    """Whole processes of a command: seconds of the first one, compilation included, and of the best one with kernels
    compiled, and the largest resident set in bytes."""

    first: float
    again: float
    peak: int


def whole(*arguments: str, runs: int = RUNS) -> Whole:
    """A command as a user types it, with nothing stored; `runs` times with kernels compiled."""
    words = [sys.executable, "-m", "qttt.app", *arguments, "--json"]
    with tempfile.TemporaryDirectory() as scratch:
        homes = [f"{scratch}/{run}" for run in range(runs + 1)]
        first, *again = [ran(words, NUMBA_CACHE_DIR=f"{scratch}/kernels", XDG_CACHE_HOME=home) for home in homes]
    return Whole(first.wall, min(each.wall for each in again), max(each.peak for each in again))


def whole_process(*arguments: str) -> Row:
    """A row for a command as a user types it."""
    first, again, _ = whole(*arguments, runs=1)
    return f"`qttt {' '.join(arguments)}`, whole process", f"{again:.1f} s", f"{first:.1f} s with compilation"


def one_by_one(solutions: Iterable[Any]) -> tuple[float, int]:
    """Seconds for some solves, each solution dropped when the next one comes, and the peak memory in bytes."""
    began = time.perf_counter()
    peak = max(solution.peak_bytes for solution in solutions)
    return time.perf_counter() - began, peak


def slowest(ask: Callable[[int], Any]) -> float:
    """The median of three times that the slowest of 1,000 positions of Goff's game takes, of all plies, in seconds."""
    keys: list[int] = []
    for row in games.playouts(Cpu(), 200, seed=11, record=True).actions:
        position = rules.INITIAL
        for action in row[row > 0].tolist():
            keys.append(position)
            position = rules.play(position, action)
    for key in keys[:1000]:
        ask(key)
    return max(sorted(best(lambda: ask(key), 1) for _ in range(3))[1] for key in keys[:1000])  # noqa: B023


def stored(tablebase: Any, keys: Sequence[int]) -> list[Row]:
    """Rows for a stored tablebase: opened, and asked for all moves in a position."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "table")
        tablebase.save(path)
        size = path.stat().st_size
        opened = best(lambda: type(tablebase).open(path, tablebase.setting))
        answers = type(tablebase).open(path, tablebase.setting).answers
        asked = best(lambda: [answers.action_values([keys[i % len(keys)]]) for i in range(QUERIES)]) / QUERIES
    return [
        ("a stored tablebase opened, every checksum checked", f"{opened * 1e3:.0f} ms", mb(size)),
        ("the values of all moves in a position", f"{asked * 1e6:.0f} µs", "from the stored tablebase, in Python"),
    ]


def mb(size: float) -> str:
    return f"{size / 1e6:,.0f} MB"


def where() -> str:
    """The day and the machine."""
    versions = f"Python {platform.python_version()}, numba {numba.__version__}"
    return f"Measured on {date.today()}: {platform.machine()}, {os.cpu_count()} cores, {versions}."


def table(rows: Iterable[Sequence[str]], head: Sequence[str] = ("what", "measured", "")) -> str:
    """The rows as Markdown, with the day and the machine."""
    return f"{where()}\n\n{markdown(head, rows).rstrip()}"


def print_rows(rows: Iterable[Sequence[str]]) -> None:
    """Print a table, of which the first row is the head, as its rows come."""
    for number, row in enumerate(rows):
        print(f"| {' | '.join(row)} |", *[f"|{'---|' * len(row)}"] * (number == 0), sep="\n", flush=True)


def publish(name: str, text: str, page: Path = PAGE) -> None:
    """Print a text, and with ``--write`` put it into the page, between the markers with this name."""
    print(text)
    if "--write" in sys.argv:
        page.write_text(between(page.read_text(encoding="utf-8"), name, f"{text}\n"), encoding="utf-8")
