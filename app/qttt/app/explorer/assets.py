"""The files of the page, read once: no part of a request is ever taken as the name of a file."""

import hashlib
from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

from qttt.app.explorer.shown import files_of
from qttt.oracle.registry import games

KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
PAGE = "index.html"
PLAIN = "plain.js"
"""The view of a game that has none of its own."""
VIEW = "view.js"


class Asset(NamedTuple):
    """A file of the page: its content, its media type, and a tag that changes with its content."""

    content: bytes
    kind: str
    tag: str


def assets() -> Mapping[str, Asset]:
    """All files of the page by their paths on the server.

    The view of a game is `/views/<game>.js`, other modules beside it are in `/views/<game>/`, and the styles of all
    games are `/views.css`.
    """
    folder = files(__package__).joinpath("static")
    found = {each.name: each.read_bytes() for each in folder.iterdir() if _suffix(each.name) in KINDS}
    own = {name: {VIEW: found[PLAIN], **files_of(name, ".js")} for name in games()}
    views = {
        f"/views/{name}.js" if script == VIEW else f"/views/{name}/{script}": content
        for name, scripts in own.items()
        for script, content in scripts.items()
    }
    styles = b"\n".join(content for name in games() for content in files_of(name, ".css").values())
    every = {f"/{name}": content for name, content in found.items()} | views | {"/views.css": styles}
    return {path: asset(path, content) for path, content in every.items()}


def asset(path: str, content: bytes) -> Asset:
    """A file with its media type and tag."""
    return Asset(content, f"{KINDS[_suffix(path)]}; charset=utf-8", f'"{hashlib.sha256(content).hexdigest()[:16]}"')


def _suffix(name: str) -> str:
    return f".{name.rpartition('.')[2]}"
