"""`qttt explore`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import typer

from qttt.app import page
from qttt.app.command import Command, GameCommand, as_text
from qttt.app.errors import BadInput
from qttt.app.games import Query, known
from qttt.app.options import Moves
from qttt.oracle.registry import entry, games
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
    first game opens, or the one of a written position or of a link to the explorer.
    """
    address = address_of(query, as_text(moves))
    if not out:
        page.serve(port, address, not no_browser)
    elif port:
        raise BadInput("--out serves nothing: leave out --port")
    elif moves or query.typed or query.name != games()[0]:
        raise BadInput("--out writes the page of all games: leave out the game and its options")
    else:
        print(f"{page.write(out)} files written to {out}; to look at them: python -m http.server --directory {out}")


def address_of(query: Query, text: str) -> str:
    """The query of the page's address for a game in notation, a written position, or a link to the explorer; the last
    two name their options themselves.

    Raises BadInput, and what reading a game raises.
    """
    if is_link(text):
        if query.typed or query.name != game_of_link(text):
            raise BadInput("the link names its game and its options: leave out the others")
        asked = [(name, value) for name, value in parse_qsl(urlsplit(text).query) if name != "game"]
        return _written(query.name, *asked)
    if is_position(text):
        if query.typed:
            raise BadInput("the written position names its options: leave out the others")
        named = [
            (name, value) for name, _, value in (each.partition("=") for each in text.partition(":")[0].split()[1:])
        ]
        try:
            game = entry(query.name).make(**{name.replace("-", "_"): value for name, value in named})
        except ValueError as error:
            raise BadInput(f"the written position: {error}") from error
        game.read(text)
        return _written(query.name, *named, ("position", text))
    if not (query.typed or text):
        return _written(query.name)
    query.game.read(text)
    setting, defaults = query.game.setting, {option.name: option.default for option in query.game.options}
    turned = ((name.replace("_", "-"), value) for name, value in setting.items() if value != defaults[name])
    return _written(query.name, *turned, *([("moves", text)] if text else []))


def _written(game: str, *parameters: tuple[str, str]) -> str:
    return f"?{urlencode([('game', game), *parameters])}"


def is_link(text: str) -> bool:
    """Whether a text is meant as an address.

    >>> is_link("http://127.0.0.1:8000/page/?game=goff"), is_link("goff-1.0: X1@9 O2@3 X3@1")
    (True, False)
    """
    return text.startswith(("http://", "https://"))


def game_of_link(text: str) -> str:
    """The game that a link to the explorer opens, also one of an earlier version, with the game in its path. Raises
    BadInput for another link.

    >>> game_of_link("https://example.org/play/page/?game=sqt&moves=X1.1-9"), game_of_link("http://127.0.0.1:8000/goff")
    ('sqt', 'goff')
    """
    try:
        parts = urlsplit(text)
        last = parts.path.strip("/").rpartition("/")[2]
        name = dict(parse_qsl(parts.query)).get("game") or (
            last if last not in ("", "page", "index.html") else games()[0]
        )
    except ValueError:
        name = ""
    if name not in games():
        expected = f"http://127.0.0.1:8000/{page.PAGE}?game={games()[0]}, a game or a written position"
        raise BadInput(f"this link is not of the explorer: expected an address such as {expected}")
    return name


def game_of_text(given: Mapping[str, Any]) -> str:
    """The game that a written position or a link names; otherwise the first one. Raises `BadInput` if it is unknown."""
    text = as_text(given["moves"])
    if is_link(text):
        return game_of_link(text)
    named = text.partition(":")[0].split() if is_position(text) else []
    return known(named[0]) if named else games()[0]


COMMAND = Command(explore, GameCommand, "--game", game_of_text)
