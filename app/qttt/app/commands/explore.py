"""`qttt explore`."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from qttt.app.command import Command, GameCommand, as_text
from qttt.app.extras import need
from qttt.app.games import Query, known
from qttt.app.options import Moves
from qttt.oracle.registry import games
from qttt.reference.written import is_position


def explore(
    query: Query,
    moves: Moves = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port to listen on. Default: a free one.")] = None,
    host: Annotated[
        str, typer.Option(help="Address to listen on; any but a loopback address lets other machines ask.")
    ] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address and open nothing.")] = False,
    api_only: Annotated[bool, typer.Option("--api-only", help="Serve the API without the page.")] = False,
    net: Annotated[
        list[str] | None,
        typer.Option("--net", metavar="FILE[:SIMULATIONS]", help="A net of `qttt train` to play against."),
    ] = None,
) -> None:
    """Open the explorer in the browser: look at a game, play it, and see what every move is worth.

    The page and its server run on this machine, and load nothing from elsewhere. Without --game the first game opens,
    or the one of a written position or of a link to the explorer. --api-only serves the exact values to programs;
    /api/openapi.json describes the questions.
    """
    need("the explorer", "explore", "starlette", "uvicorn")
    from qttt.app.explorer.opening import opened
    from qttt.app.explorer.serve import serve

    opening = opened(query, as_text(moves), net or [])
    serve(host, port, opening, api_only=api_only, browser=not no_browser)


def game_of_text(given: Mapping[str, Any]) -> str:
    """The game that a written position or a link names; otherwise the first one. Raises `BadInput` if it is unknown."""
    from qttt.app.explorer.opening import game_of_link, is_link

    text = as_text(given["moves"])
    if is_link(text):
        return game_of_link(text)
    named = text.partition(":")[0].split() if is_position(text) else []
    return known(named[0]) if named else games()[0]


COMMAND = Command(explore, GameCommand, "--game", game_of_text)
