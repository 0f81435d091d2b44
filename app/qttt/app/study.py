"""`qttt study probabilistic`: how the values of very many random boards are distributed."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.text import Text

from qttt.app import screen
from qttt.app.errors import Interrupted
from qttt.app.extras import need
from qttt.app.files import check_file, suffix_of, write_bytes
from qttt.app.plots import bars, check_plot
from qttt.app.random_boards import GENERATOR, RULESET, Folder, Sample, by_cluster, check_address, made
from qttt.fast.backend import device as device_called
from qttt.fast.probabilistic.positions import SQUARES
from qttt.fast.probabilistic.rounding import ERROR_BOUND
from qttt.oracle.progress import counting

if TYPE_CHECKING:
    import pyarrow as pa

BINS = 400
"""Bins of the distribution, equally wide, from 0 to 1."""


@dataclass(frozen=True)
class Extreme:
    """The board with the least or the largest value."""

    value: float
    board: int


@dataclass(frozen=True)
class Summary:
    """What a study found of the first player's value: mean and standard deviation, extremes, how many boards favour
    the first player and the second, how many fall into each bin from 0 to 1; and how many times each square was among
    the best and the worst to begin with."""

    mean: float
    deviation: float
    least: Extreme
    largest: Extreme
    favour_first: int
    favour_second: int
    distribution: list[int]
    best: list[int]
    worst: list[int]


@dataclass(frozen=True)
class Study:
    """A sample, what was found, the folder of the boards, and what they cost: on which device, in how many seconds, and
    how many boards were there before."""

    sample: Sample
    summary: Summary
    out: Path
    device: str
    seconds: float
    boards_found: int

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return self.summary.deviation / sqrt(self.sample.boards)


def studied(
    sample: Sample, out: Path, plot: Path | None = None, device: str = "auto", scheduler: str | None = None
) -> Study:
    """Make the parts that a folder lacks, here or by the workers of a scheduler, and sum up all of them.

    Raises BadInput for files, folders and schedulers that cannot be used, before any work if it is seen then, and
    `Interrupted`; what is made until then stays."""
    need("a study", "sweep", "pyarrow")
    if plot:
        check_plot(plot)
        check_file(plot)
    if scheduler:
        check_address(scheduler)
    folder, name, began = Folder(out, sample), device_called(device).name, perf_counter()
    missing = folder.missing()
    found = done = sample.boards - sum(sample.of_part(number)[1] for number in missing)
    try:
        with counting("boards") as report:
            report(done, sample.boards)
            if scheduler:
                parts = by_cluster(scheduler, sample, missing, device)
            else:
                tell_more = lambda more: report(done + more, sample.boards)  # noqa: E731
                parts = ((number, made(sample, number, device, tell_more)) for number in missing)
            for number, content in parts:
                folder.write(number, content)
                done += sample.of_part(number)[1]
                report(done, sample.boards)
        summary = summed_up(sample, folder.tables())
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; {out} keeps the finished parts; run the same command to resume") from None
    if plot:
        title = f"The first player's value on {sample.boards:,} random boards"
        write_bytes(plot, bars(summary.distribution, summary.mean, title, suffix_of(plot)))
    return Study(sample, summary, out, "cluster" if scheduler else name, perf_counter() - began, found)


def summed_up(sample: Sample, parts: Iterable["pa.Table"]) -> Summary:
    """The summary of the boards of some tables.

    Differences from 1/2 are summed part by part, so rounding is negligible beside the standard error."""
    total = squares = 0.0
    distribution = np.zeros(BINS, np.int64)
    best, worst = np.zeros(SQUARES, np.int64), np.zeros(SQUARES, np.int64)
    favour_first = favour_second = 0
    least, largest = Extreme(2.0, -1), Extreme(-1.0, -1)
    for part in parts:
        values = part["value_first"].to_numpy()
        boards = part["board"].to_numpy()
        total += float((values - 0.5).sum())
        squares += float(((values - 0.5) ** 2).sum())
        favour_first += int((values > 0.5 + ERROR_BOUND).sum())
        favour_second += int((values < 0.5 - ERROR_BOUND).sum())
        distribution += np.bincount(np.clip((values * BINS).astype(np.int64), 0, BINS - 1), minlength=BINS)
        best += _counts(part["best_first"].to_numpy())
        worst += _counts(part["worst_first"].to_numpy())
        low, high = int(values.argmin()), int(values.argmax())
        least = min(least, Extreme(float(values[low]), int(boards[low])), key=lambda extreme: extreme.value)
        largest = max(largest, Extreme(float(values[high]), int(boards[high])), key=lambda extreme: extreme.value)
    mean = total / sample.boards
    variance = max(0.0, squares - sample.boards * mean**2) / max(1, sample.boards - 1)
    return Summary(
        0.5 + mean,
        sqrt(variance),
        least,
        largest,
        favour_first,
        favour_second,
        distribution.tolist(),
        best.tolist(),
        worst.tolist(),
    )


def _counts(masks: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.array([int(((masks >> square) & 1).sum()) for square in range(SQUARES)])


def json_object(study: Study) -> dict[str, Any]:
    """A study as an object for JSON."""
    summary = study.summary
    return {
        "ruleset": RULESET,
        "generator": GENERATOR,
        "seed": study.sample.seed,
        "boards": study.sample.boards,
        "mean": summary.mean,
        "standard_error": study.standard_error,
        "standard_deviation": summary.deviation,
        "minimum": {"value": summary.least.value, "board": summary.least.board},
        "maximum": {"value": summary.largest.value, "board": summary.largest.board},
        "favour_first": summary.favour_first,
        "favour_second": summary.favour_second,
        "distribution": summary.distribution,
        "best_first": {square + 1: count for square, count in enumerate(summary.best)},
        "worst_first": {square + 1: count for square, count in enumerate(summary.worst)},
        "out": str(study.out),
        "device": study.device,
        "seconds": round(study.seconds, 3),
        "boards_found": study.boards_found,
    }


def display(study: Study) -> None:
    """Print a study: the mean, the extremes, the squares."""
    summary, out = study.summary, screen.console()
    boards = study.sample.boards
    title = f"{RULESET}: {screen.many(boards, 'board')} of {GENERATOR}, seed {study.sample.seed}"
    out.print(Text(title, style="bold"))
    out.print()
    out.print(f"first player's value {summary.mean:.6f} ± {study.standard_error:.6f} (mean and its standard error)")
    out.print(f"standard deviation   {summary.deviation:.6f}")
    for name, extreme in (("least", summary.least), ("largest", summary.largest)):
        out.print(f"{name:20} {extreme.value:.6f}, board {extreme.board}")
    for name, count in (("more than 1/2", summary.favour_first), ("less than 1/2", summary.favour_second)):
        out.print(f"{name:20} {screen.many(count, 'board')}")
    out.print()
    table = screen.table("square", "among the best", "among the worst", right=("among the best", "among the worst"))
    for square, (best, worst) in enumerate(zip(summary.best, summary.worst, strict=True), start=1):
        table.add_row(str(square), f"{best / boards:.2%}", f"{worst / boards:.2%}")
    out.print(table)
    out.print()
    new = boards - study.boards_found
    rate = f", {new / study.seconds:,.0f} per second" if new and study.seconds else ""
    solved = f"{screen.many(new, 'board')} solved in {study.seconds:.1f} s"
    out.print(f"{solved} on {study.device}{rate}; {study.out}", soft_wrap=True)
