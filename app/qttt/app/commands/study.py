"""`qttt study probabilistic`: how the values of very many random boards are distributed."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import sqrt
from operator import itemgetter
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, TypedDict

import numpy as np
import typer
from rich.text import Text

from qttt.app import screen
from qttt.app.command import Command
from qttt.app.errors import Interrupted
from qttt.app.files import writing
from qttt.app.games import Answer, only
from qttt.app.installed import need
from qttt.app.options import Device, Json, seed_in_range
from qttt.app.plots import bars, check_plot
from qttt.app.random_boards import GENERATOR, RULESET, Folder, Sample, by_cluster, check_address, make_part
from qttt.fast.backend import device as device_called
from qttt.fast.probabilistic.positions import SQUARES
from qttt.fast.probabilistic.value import ERROR_BOUND
from qttt.oracle.progress import counting

if TYPE_CHECKING:
    import pyarrow as pa

BINS = 400
"""Bins of the distribution, equally wide, from 0 to 1."""


def study(
    ruleset: Annotated[
        str,
        typer.Argument(
            callback=only("boards of probabilities", "probabilistic"),
            metavar="GAME",
            help="The game: probabilistic.",
        ),
    ],
    *,
    boards: Annotated[int, typer.Option(metavar="N", help="Number of random boards.")],
    seed: Annotated[
        int,
        typer.Option(callback=seed_in_range, help="Seed of the generator, whose first boards are valued."),
    ],
    out: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Folder for the boards: Parquet files of 262,144 rows, one per board."),
    ],
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the distribution (.svg or .png).")] = None,
    generator: Annotated[
        str, typer.Option(metavar="NAME", help="Generator of the boards: abraham-2024 or sun-2024.")
    ] = GENERATOR,
    device: Device = "auto",
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Let the workers of this Dask scheduler solve, such as tcp://host:8786."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Value very many random boards, and show how the values are distributed.

    The rows give each board's number, its value for the first player in double precision, and its best and worst first
    squares as bits, with square 1 lowest. Data tools read the folder as one table. A part that is there is
    made again only if its digest or its content is wrong: after an interruption the same command resumes, and with more
    --boards it adds to the folder. A file in its place that is not Parquet, or answers another question, ends the
    study. Nothing in the folder is deleted. In JSON "distribution" counts the values in bins
    of equal width from 0 to 1.
    """
    check_plot(plot)
    result = run_study(Sample(boards, seed, generator=generator), out, device, scheduler)
    title = f"The first player's value on {boards:,} random boards"
    write = writing(plot, lambda suffix: bars(result.study.distribution, result.study.mean, title, suffix))
    Answer(lambda: json_object(result), lambda: display(result), write=write).show(as_json)


class Extreme(TypedDict):
    """A value, and the number of its board."""

    value: float
    board: int


@dataclass(frozen=True)
class Study:
    """What a study found of the first player's value, as JSON has it: how many boards favour the first player and the
    second, and fall into each bin from 0 to 1; and how many times each square was among the best and the worst to begin
    with."""

    mean: float
    standard_error: float
    standard_deviation: float
    minimum: Extreme
    maximum: Extreme
    favour_first: int
    favour_second: int
    distribution: list[int]
    best_first: dict[int, int]
    worst_first: dict[int, int]


@dataclass(frozen=True)
class Studied:
    """A study of a sample, the folder of the boards, and what they cost: on which device, in how many seconds, and how
    many boards were there before."""

    sample: Sample
    study: Study
    out: Path
    device: str
    seconds: float
    boards_found: int


def run_study(sample: Sample, out: Path, device: str = "auto", scheduler: str | None = None) -> Studied:
    """Make the parts that a folder lacks, here or by the workers of a scheduler, and sum up all of them.

    Raises BadInput for files, folders and schedulers that cannot be used, before any work if it is seen then, and
    `Interrupted`; what is made until then stays."""
    need("a study", "sweep", "pyarrow")
    if scheduler:
        check_address(scheduler)
    folder, name, began = Folder(out, sample), device_called(device).name, perf_counter()
    missing = folder.missing()
    there = done = sample.boards - sum(sample.of_part(number)[1] for number in missing)
    try:
        with counting("boards") as report:
            report(done, sample.boards)
            if scheduler:
                parts = by_cluster(scheduler, sample, missing, device)
            else:
                tell_more = lambda more: report(done + more, sample.boards)  # noqa: E731
                parts = ((number, make_part(sample, number, device, tell_more)) for number in missing)
            for number, content in parts:
                folder.write(number, content)
                done += sample.of_part(number)[1]
                report(done, sample.boards)
        study = sum_up(sample, folder.tables())
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; {out} keeps the finished parts; run the same command to resume") from None
    return Studied(sample, study, out, "cluster" if scheduler else name, perf_counter() - began, there)


def sum_up(sample: Sample, parts: Iterable["pa.Table"]) -> Study:
    """The study of the boards of some tables.

    Differences from 1/2 are summed part by part, so rounding is negligible beside the standard error."""
    total = squares = 0.0
    distribution = np.zeros(BINS, np.int64)
    best, worst = np.zeros(SQUARES, np.int64), np.zeros(SQUARES, np.int64)
    favour_first = favour_second = 0
    least, largest = Extreme(value=2.0, board=-1), Extreme(value=-1.0, board=-1)
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
        low, high = (
            Extreme(value=float(values[at]), board=int(boards[at])) for at in (values.argmin(), values.argmax())
        )
        least, largest = min(least, low, key=itemgetter("value")), max(largest, high, key=itemgetter("value"))
    mean = total / sample.boards
    deviation = sqrt(max(0.0, squares - sample.boards * mean**2) / max(1, sample.boards - 1))
    return Study(
        0.5 + mean,
        deviation / sqrt(sample.boards),
        deviation,
        least,
        largest,
        favour_first,
        favour_second,
        distribution.tolist(),
        dict(enumerate(best.tolist(), start=1)),
        dict(enumerate(worst.tolist(), start=1)),
    )


def _counts(masks: np.ndarray) -> np.ndarray:
    return np.array([int(((masks >> square) & 1).sum()) for square in range(SQUARES)])


def json_object(studied: Studied) -> dict[str, object]:
    """A study as an object for JSON."""
    return {
        "ruleset": RULESET,
        "generator": studied.sample.generator,
        "seed": studied.sample.seed,
        "boards": studied.sample.boards,
        **asdict(studied.study),
        "out": str(studied.out),
        "device": studied.device,
        "seconds": round(studied.seconds, 3),
        "boards_found": studied.boards_found,
    }


def display(studied: Studied) -> None:
    """Print a study: the mean, the extremes, the squares."""
    study, boards, out = studied.study, studied.sample.boards, screen.console()
    title = f"{RULESET}: {screen.many(boards, 'board')} of {studied.sample.generator}, seed {studied.sample.seed}"
    out.print(Text(title, style="bold"))
    out.print()
    out.print(f"first player's value {study.mean:.6f} ± {study.standard_error:.6f} (mean and its standard error)")
    out.print(f"standard deviation   {study.standard_deviation:.6f}")
    for name, its in (("least", study.minimum), ("largest", study.maximum)):
        out.print(f"{name:20} {its['value']:.6f}, board {its['board']}")
    for name, count in (("more than 1/2", study.favour_first), ("less than 1/2", study.favour_second)):
        out.print(f"{name:20} {screen.many(count, 'board')}")
    out.print()
    table = screen.table("square", "among the best", "among the worst", right=("among the best", "among the worst"))
    for square, best in study.best_first.items():
        table.add_row(str(square), f"{best / boards:.2%}", f"{study.worst_first[square] / boards:.2%}")
    out.print(table)
    out.print()
    new = boards - studied.boards_found
    rate = f", {new / studied.seconds:,.0f} per second" if new and studied.seconds else ""
    solved = f"{screen.many(new, 'board')} solved in {studied.seconds:.1f} s"
    out.print(f"{solved} on {studied.device}{rate}; {studied.out}", soft_wrap=True)


COMMANDS = {"study": Command(study)}
