"""The command that values very many random boards. Nothing heavy is imported here: it loads what it needs."""

from pathlib import Path
from typing import Annotated

import typer

from qttt.app.commands.options import Device, Json, seed_in_range
from qttt.app.games import only
from qttt.app.query import print_json


def study(
    ruleset: Annotated[
        str,
        typer.Argument(
            callback=only("boards of probabilities", "probabilistic"),
            metavar="RULESET",
            help="The game: probabilistic.",
        ),
    ],
    *,
    boards: Annotated[int, typer.Option(metavar="N", help="Number of random boards.")],
    seed: Annotated[
        int,
        typer.Option(callback=seed_in_range, help="Seed of the generator abraham-2024, whose first boards are valued."),
    ],
    out: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Folder for the boards: Parquet files of 262,144 rows, one per board."),
    ],
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the distribution (.svg or .png).")] = None,
    device: Device = "auto",
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Let the workers of this Dask scheduler solve, such as tcp://host:8786."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Value very many random boards, and show how the values are distributed.

    The rows give each board's number, its value for the first player in double precision, and its best and worst first
    squares as bits, with square 1 lowest. Data tools read the folder as one table. A file that is there is not made
    again: after an interruption the same command resumes, and with more --boards it adds to the folder. Nothing in the
    folder is deleted. In JSON "distribution" counts the values in bins of equal width from 0 to 1.
    """
    from qttt.app.random_boards import Sample
    from qttt.app.study import display, json_object, studied

    found = studied(Sample(boards, seed), out, plot, device, scheduler)
    print_json(json_object(found)) if as_json else display(found)
