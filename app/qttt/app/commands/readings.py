"""The command that values a game under all of its switches. Nothing heavy is imported here: it loads what it needs."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from qttt.app.commands.options import Device, Json
from qttt.app.errors import BadInput
from qttt.app.games import only
from qttt.app.query import print_json
from qttt.oracle.registry import options
from qttt.reference.picture import listed

SWITCHED = ("tiqtaqtoe", "hybrid")
"""The games with switches; named, since to ask them takes longer than to start."""


def readings(
    ruleset: Annotated[
        str,
        typer.Argument(
            callback=only("switches", *SWITCHED), metavar="RULESET", help=f"The game: {listed(SWITCHED, 'or')}."
        ),
    ] = "tiqtaqtoe",
    level: Annotated[
        Literal["classic", "minimal", "moderate", "high"] | None,
        typer.Option(help="tiqtaqtoe: use only this level. Default: all levels."),
    ] = None,
    device: Device = "auto",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a table (.csv or .parquet).")] = None,
    as_json: Json = False,
) -> None:
    """Value a game and its first moves under every combination of switches; tiqtaqtoe at one level or at all levels.

    Takes half a minute for tiqtaqtoe, a minute for hybrid. A table has a row for each reading and first move, with an
    empty first move for the game itself; for hybrid also a row for each result, with the best moves after the result.
    JSON is a list, each object like that of `solve`. The eight games of hybrid with links=two and targets=any have too
    many positions to be solved: they are skipped, with a note on standard error.
    """
    from qttt.app.readings import check, display, found, write

    if level and all(option.name != "level" for option in options(ruleset)):
        raise BadInput(f"{ruleset} has no --level, which is only for tiqtaqtoe; leave it out")
    check(out)
    readings = found(ruleset, level, device)
    if out:
        write(readings, out)
    print_json([each.json_object() for each in readings]) if as_json else display(readings)
