"""`qttt explore`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

import typer

from qttt.app import page
from qttt.app.command import Command, GameCommand, as_text
from qttt.app.errors import BadInput, meant
from qttt.app.games import Query, known
from qttt.app.options import Moves
from qttt.oracle.registry import games
from qttt.reference.written import is_position


def explore(
    query: Query,
    moves: Moves = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port to listen on. Default: a free one.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address and open nothing.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the page into this new folder, for any web host, and serve nothing."),
    ] = None,
) -> None:
    """Open the explorer in the browser: look at a game, play it, and see what every move is worth.

    The page is static files; they are served to this machine only, and load nothing from elsewhere. Without --game the
    first game opens, or the one of a written position.
    """
    if not out:
        return page.serve(port, address_of(query, as_text(moves)), not no_browser)
    if port or moves or query.typed or query.name != games()[0]:
        raise BadInput("--out writes the page of all games and serves nothing: leave out the game and --port")
    print(f"{page.write(out)} files written to {out}; to look at them: python -m http.server --directory {out}")


def address_of(query: Query, text: str) -> str:
    """The query of the page's address for a game in notation, or for a written position, which the page itself reads.

    Raises BadInput, and what reading a game raises.
    """
    chosen: dict[str, str] = {}
    if is_position(text):
        if query.typed:
            raise BadInput("the written position names its options: leave out the others")
    elif query.typed or text:
        query.game.read(text)
        defaults = {option.name: option.default for option in query.game.options}
        setting = query.game.setting.items()
        chosen = {name.replace("_", "-"): value for name, value in setting if value != defaults[name]}
    return f"?{urlencode({'game': query.name, **chosen, **({'moves': text} if text else {})})}"


def game_of_text(given: Mapping[str, Any]) -> str:
    """The game that a written position names; otherwise the first one. Raises `BadInput` if it is unknown."""
    text = as_text(given["moves"])
    if "://" in text:
        raise BadInput("a link is opened by the browser, or pasted on the page under Share")
    if not is_position(text) and (near := meant(text.partition(" ")[0], games())):
        raise BadInput(f"'{text}' is not a written game: {near}name a game by --game, such as --game {games()[0]}")
    return known(text.split()[0].rstrip(":")) if is_position(text) else games()[0]


COMMAND = Command(explore, GameCommand, "--game", game_of_text)
