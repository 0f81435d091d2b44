"""`qttt solve`."""

from typing import Annotated

import typer

from qttt.app.command import Command, GameCommand, view
from qttt.app.errors import BadInput
from qttt.app.games import Query
from qttt.app.options import Device, Json


def solve(
    query: Query,
    device: Device = "auto",
    no_store: Annotated[
        bool, typer.Option("--no-store", help="Store nothing. Default: store the tablebase in the user's folder.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Value every position; show the game's value, its first moves and best play.

    The tablebase is stored in the user's folder, where `best` and `play` find it, and from which it is shown the next
    time.
    """
    if no_store and query.out:
        raise BadInput("--no-store and --out: leave one out")
    view(query.name).solve(query, device, not no_store).show(as_json)


COMMAND = Command(solve, GameCommand)
