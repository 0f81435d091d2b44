"""The progress of long work: lines that disappear on a terminal; elsewhere a line every 30 seconds."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from threading import Event, Thread, Timer
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

if TYPE_CHECKING:
    from qttt.fast.progress import Progress as Piece

Report = Callable[["Piece"], None]
Count = Callable[[int, int | None], None]
NO_PLIES = ("functions", "searches", "count")
"""Tasks that are not done ply by ply."""
LONG = 2.0
"""Seconds after which a wait is announced."""
EVERY = 30.0
"""Seconds between two lines where there is no terminal."""
SLOW = 5e3
"""Rates below it are not shown."""


@contextmanager
def progress(level: str = "ply") -> Iterator[Report]:
    """A reporter for pieces of work: one line per ply, or per `level`, with positions, rate and time left. The lines
    disappear when the work is done."""
    if not sys.stderr.isatty():
        now = ["starting"]

        def note(piece: "Piece") -> None:
            now[0] = f"{_name(piece, level)}: {piece.done:,} of {piece.positions:,}"

        with telling(lambda: now[0]):
            yield note
        return
    columns = (
        SpinnerColumn(finished_text="[green]✓[/]"),
        TextColumn("{task.description}"),
        BarColumn(24),
        TextColumn("{task.completed:>10,.0f} / {task.total:>10,.0f}"),
        _Rate(),
        TimeRemainingColumn(compact=True, elapsed_when_finished=True),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        tasks: dict[tuple[str, int], TaskID] = {}

        def report(piece: "Piece") -> None:
            task = piece.task, piece.ply
            if task not in tasks:
                tasks[task] = shown.add_task(_name(piece, level), total=piece.positions)
            shown.update(tasks[task], completed=piece.done, total=piece.positions)

        with _compiling(shown):
            yield report


@contextmanager
def counting(what: str, kernels: bool = True) -> Iterator[Count]:
    """A reporter for a count, and for its total if known. The line disappears when the work is done. Work without
    `kernels` does not load the fast engine."""
    if not sys.stderr.isatty():
        now: list[tuple[int, int | None]] = [(0, None)]
        with telling(lambda: f"{what}: {now[0][0]:,}" + (f" of {now[0][1]:,}" if now[0][1] else "")):
            yield lambda done, total: now.__setitem__(0, (done, total))
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(24), TextColumn("{task.completed:>10,.0f}"))
    times = (TimeElapsedColumn(), TimeRemainingColumn(compact=True))
    with Progress(*columns, *times, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(what, total=None)
        with _compiling(shown) if kernels else nullcontext():
            yield lambda done, total: shown.update(task, completed=done, total=total)


@contextmanager
def telling(now: Callable[[], object]) -> Iterator[None]:
    """Print what is done now, and the time so far, on standard error every `EVERY` seconds until the block ends."""
    ended, began = Event(), time.monotonic()

    def repeat() -> None:
        while not ended.wait(EVERY):
            with suppress(OSError):
                print(f"qttt: {now()}, after {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)

    Thread(target=repeat, daemon=True).start()
    try:
        yield
    finally:
        ended.set()


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Announce work that is usually instant but may be slow at first, when kernels have to be compiled."""
    if not sys.stderr.isatty():
        yield
        return
    with Console(stderr=True).status(what):
        yield


@contextmanager
def announced(what: str) -> Iterator[None]:
    """Print a line on a terminal if the block takes long."""
    if not sys.stderr.isatty():
        yield
        return
    timer = Timer(LONG, lambda: print(what, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _name(piece: "Piece", level: str) -> str:
    """A piece of work in words."""
    return f"{piece.task:9}" + ("" if piece.task in NO_PLIES else f" {level} {piece.ply}")


@contextmanager
def _compiling(shown: Progress) -> Iterator[None]:
    """Show a line that says that kernels are compiled, how many have been, and for how long, from the first one on.
    This happens once on a machine."""
    from qttt.fast.jit import watch_compilation

    tasks, begun = list[TaskID](), list[bool]()

    def hear(begins: bool) -> None:
        begun.append(begins)
        if not tasks:
            tasks.append(shown.add_task("compile   once", total=1))
        count = len(begun) - sum(begun)
        shown.update(tasks[0], completed=count, total=count + begins)

    with watch_compilation(hear):
        yield


class _Rate(TextColumn):
    """Positions per second; before the first ones the time so far, as kernels may have to be compiled."""

    def __init__(self) -> None:
        super().__init__("")

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if task.finished and task.elapsed and not speed:
            speed = task.completed / task.elapsed
        waiting = f"{task.elapsed:.0f} s" if not task.finished and (task.elapsed or 0) > 1 else ""
        return Text(f"{speed / 1e6:7.2f} M/s" if speed and speed > SLOW else f"{waiting:>11}", style="cyan")
