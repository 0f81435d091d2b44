"""`qttt show`."""

from typing import Annotated, Literal

import typer

from qttt.app.command import Command, GameCommand, as_text, each_line, view
from qttt.app.errors import BadInput
from qttt.app.games import Query
from qttt.app.options import Json, Moves, Svg


def show(
    query: Query,
    moves: Moves = None,
    svg: Svg = None,
    engine: Annotated[
        Literal["reference", "formal"], typer.Option(help="The rules: the reference, or the formal text of the page.")
    ] = "reference",
    as_json: Json = False,
) -> None:
    """Show a position, and whose turn it is or how the game ended.

    With - for the game, read games from standard input, one per line, and print one JSON object per line.
    """
    if moves != ["-"]:
        view(query.name).show(query.by(engine), as_text(moves), svg).show(as_json)
    elif svg:
        raise BadInput("--svg is for only one position; give a game instead of -")
    else:
        each_line(lambda text: view(query.name).show(query.by(engine), text, None))


COMMAND = Command(show, GameCommand)
