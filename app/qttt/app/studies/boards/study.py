"""`qttt study probabilistic`: the values of many random boards."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.text import Text

from qttt.app import screen
from qttt.app.files import suffix_of, write_bytes
from qttt.app.jobs.job import Ran
from qttt.app.studies.boards.parts import GENERATOR, Sample, written
from qttt.fast.probabilistic.positions import SQUARES
from qttt.fast.probabilistic.rounding import ERROR_BOUND

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

    sample: Sample
    mean: float
    deviation: float
    least: Extreme
    largest: Extreme
    favour_first: int
    favour_second: int
    distribution: list[int]
    best: list[int]
    worst: list[int]

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(self.sample.boards)


@dataclass(frozen=True)
class Study:
    """A summary, the file of the boards, and what they cost."""

    summary: Summary
    out: Path
    ran: Ran


def studied(sample: Sample, parts: Iterable[bytes], ran: Ran, out: Path, plot: Path | None) -> Study:
    """Write the boards of all parts to a file, and sum them up. Raises BadInput if a file cannot be written."""
    summary = summed_up(sample, written(sample, parts, out))
    if plot:
        write_bytes(plot, histogram(summary, suffix_of(plot)))
    return Study(summary, out, ran)


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
        sample,
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


def histogram(summary: Summary, suffix: str) -> bytes:
    """The distribution of the first player's value, drawn."""
    from qttt.app.plots import bars

    title = f"The first player's value on {summary.sample.boards:,} random boards"
    return bars(summary.distribution, summary.mean, title, suffix)


def json_object(study: Study) -> dict[str, Any]:
    """A study as an object for JSON."""
    summary = study.summary
    return {
        "ruleset": "probabilistic-1.0",
        "generator": GENERATOR,
        "seed": summary.sample.seed,
        "boards": summary.sample.boards,
        "mean": summary.mean,
        "standard_error": summary.standard_error,
        "standard_deviation": summary.deviation,
        "minimum": {"value": summary.least.value, "board": summary.least.board},
        "maximum": {"value": summary.largest.value, "board": summary.largest.board},
        "favour_first": summary.favour_first,
        "favour_second": summary.favour_second,
        "distribution": summary.distribution,
        "best_first": {square + 1: count for square, count in enumerate(summary.best)},
        "worst_first": {square + 1: count for square, count in enumerate(summary.worst)},
        "out": str(study.out),
        "device": study.ran.device,
        "seconds": round(study.ran.seconds, 3),
        "boards_found": study.ran.found,
    }


def print_study(study: Study) -> None:
    """Print a study: the mean, the extremes, the squares."""
    summary, out = study.summary, screen.console()
    boards = summary.sample.boards
    title = f"probabilistic-1.0: {screen.many(boards, 'board')} of {GENERATOR}, seed {summary.sample.seed}"
    out.print(Text(title, style="bold"))
    out.print()
    out.print(f"first player's value {summary.mean:.6f} ± {summary.standard_error:.6f} (mean and its standard error)")
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
    ran = study.ran
    new = boards - ran.found
    rate = f", {new / ran.seconds:,.0f} per second" if new and ran.seconds else ""
    solved = f"{screen.many(new, 'board')} solved in {ran.seconds:.1f} s"
    out.print(f"{solved} on {ran.device}{rate}; {study.out}", soft_wrap=True)
