"""How far a solve has come, on a terminal and nowhere else."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, Task, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from qttt.fast.goff.solve import Progress as Piece

Report = Callable[[Piece], None]


@contextmanager
def progress() -> Iterator[Report]:
    """Something to report pieces of work to: a line a level, with positions, rate and time left. Gone when done."""
    if not sys.stderr.isatty():
        yield lambda _: None
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
        levels: dict[tuple[str, int], TaskID] = {}

        def report(piece: Piece) -> None:
            level = piece.task, piece.ply
            if level not in levels:
                levels[level] = shown.add_task(f"{piece.task:9} ply {piece.ply}")
            shown.update(levels[level], completed=piece.done, total=piece.positions)

        yield report


class _Rate(TextColumn):
    """Positions a second; before the first ones, kernels may have to be compiled."""

    def __init__(self) -> None:
        super().__init__("")

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if task.finished and task.elapsed and not speed:
            speed = task.completed / task.elapsed
        waiting = "preparing" if not task.completed and (task.elapsed or 0) > 1 else ""
        return Text(f"{speed / 1e6:7.2f} M/s" if speed else f"{waiting:>11}", style="cyan")
