"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from qttt.app.errors import BadInput
from qttt.app.files import suffix_of


def svg_file(path: Path | None) -> Path | None:
    """The picture file, if one is named. Raises BadInput unless its name ends in .svg."""
    if path:
        suffix_of(path, ".svg")
    return path


def seed_in_range(seed: int | None) -> int | None:
    """The seed, if there is one. Raises BadInput unless 0 <= seed < 2**64."""
    if seed is not None and not 0 <= seed < 1 << 64:
        raise BadInput(f"--seed: {seed} is out of range: expected 0 to 2^64 - 1")
    return seed


Moves = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME",
        help='The game so far, such as "X1.1-9 O2.1-3", or a written position. Default: the start of the game.',
    ),
]
Device = Annotated[
    Literal["auto", "cpu", "gpu"], typer.Option(help="Where to compute; auto uses a GPU if there is one.")
]
Svg = Annotated[
    Path | None,
    typer.Option(callback=svg_file, metavar="FILE", help="Also write the picture to this file (.svg)."),
]
Json = Annotated[bool, typer.Option("--json", help="Print only JSON, on one line.")]
Timeout = Annotated[
    float,
    typer.Option(min=0.01, max=3600, help="Seconds that an engine has for an answer; five times as many to start."),
]
