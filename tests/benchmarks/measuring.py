"""What benchmarks share: the best of some runs, whole processes timed from outside, a table with its machine."""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numba

from qttt.app.files import markdown

DOCS = Path(__file__).parents[2] / "docs"
RUNS = 5
HEAD = ("what", "measured", "")

Row = tuple[str, ...]
"""The cells of a row; under HEAD what was measured, the figure, and a remark."""


class Text(NamedTuple):
    """What a benchmark found, as a text of its own form, and how to draw the pictures that ``--write`` stores."""

    text: str
    pictures: Mapping[Path, Callable[[], bytes]] = {}


def best(run: Callable[[], Any], runs: int = RUNS, clock: Callable[[], float] = time.perf_counter) -> float:
    """The shortest of some runs, in seconds of a clock."""
    return min(spent(run, clock) for _ in range(runs))


def timed(
    what: str,
    run: Callable[[], Any],
    remark: str = "",
    form: str = "{:.2f} s",
    *,
    runs: int = RUNS,
    unit: float = 1,
    clock: Callable[[], float] = time.perf_counter,
) -> Row:
    """A row with the shortest of some runs, in this form and in units of as many seconds."""
    return what, form.format(best(run, runs, clock) / unit), remark


def spent(run: Callable[[], Any], clock: Callable[[], float] = time.process_time) -> float:
    """The seconds of one run."""
    began = clock()
    run()
    return clock() - began


class Ran(NamedTuple):
    """A process that has ended: seconds on the clock, seconds of processors, the largest resident set in bytes, and
    what it printed."""

    wall: float
    processor: float
    peak: int
    printed: str


def ran(words: Sequence[str], **environment: str) -> Ran:
    """Run Python with these words and more variables in its environment, but for PYTHONDONTWRITEBYTECODE, which doubles
    the time. Raises CalledProcessError if it fails."""
    variables = os.environ | environment
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.perf_counter()
    with subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True, env=variables) as running:
        assert running.stdout
        printed = running.stdout.read()
        _, status, usage = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, words)
    return Ran(time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, printed)


def processes(words: Sequence[str], runs: int) -> list[Ran]:
    """Runs of Python with these words, each with nothing stored; the first compiles kernels, which the others load."""
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        for run in range(runs):
            homes = {f"XDG_{name}_HOME": f"{scratch}/{name}-{run}" for name in ("CACHE", "DATA", "CONFIG")}
            found.append(ran(words, NUMBA_CACHE_DIR=f"{scratch}/kernels", **homes))
    return found


def whole_process(command: str) -> Row:
    """A row for a command as a user types it."""
    first, again = processes(["-m", "qttt.app", *command.split()], 2)
    return f"`qttt {command}`, whole process", f"{again.wall:.1f} s", f"{first.wall:.1f} s with compilation"


def mb(size: float) -> str:
    return f"{size / 1e6:,.0f} MB"


def where() -> str:
    """The day and the machine."""
    versions = f"Python {platform.python_version()}, numba {numba.__version__}"
    return f"Measured on {date.today()}: {platform.machine()}, {os.cpu_count()} cores, {versions}."


def told(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, each printed on standard error as it comes."""
    for row in rows:
        print(*row, sep=" | ", file=sys.stderr, flush=True)
        yield row


def table(rows: Iterable[Row], head: Sequence[str] = HEAD) -> str:
    """The rows as Markdown, with the day and the machine."""
    return f"{where()}\n\n{markdown(head, rows).rstrip()}"
