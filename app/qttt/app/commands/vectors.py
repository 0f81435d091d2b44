"""`qttt vectors`."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from qttt.app.files import write_folder
from qttt.app.options import PlainCommand
from qttt.spec import games
from qttt.spec import vectors as vectors_of


def vectors() -> None:
    """The conformance vectors as files."""


def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="New or empty folder.")],
) -> None:
    """Write all vectors, counts, schemas, rules, the protocol and the adapter kit as plain files."""
    spec = Path(str(files("qttt.spec")))
    sources = {"protocol.md": _beside(spec, "protocol.md")}
    for piece in ("vectors", "perft", "schema", "rules", "kit"):
        top = _beside(spec, piece)
        every = (path for path in sorted(top.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)
        sources |= {path.relative_to(top.parent).as_posix(): path for path in every}
    write_folder(folder, {name: _placed(path.read_bytes()) for name, path in sources.items()})
    count = sum(len(vectors_of(game)) for game in games())
    print(f"{folder}: {count:,} vectors of {len(games())} games, with counts, schemas and pages")


def _placed(text: bytes) -> bytes:
    """A file with its links, and the names of other files, as they are in the exported folder."""
    text = re.sub(rb"\[([^]]+)\]\(\.\./docs/[^)]+\)", rb'"\1" in the documentation of qttt', text)
    return re.sub(rb"\b(spec/qttt/spec|qttt/spec|spec)/(?=vectors/|schema/|rules/|protocol)", b"", text)


def _beside(spec: Path, name: str) -> Path:
    """A file or folder of the specification: inside an installed package, or in `spec` of a source tree."""
    return next(place for place in (spec / name, spec.parents[1] / name) if place.exists())


GROUP = typer.Typer(name="vectors", rich_markup_mode=None)
GROUP.callback()(vectors)
GROUP.command(cls=PlainCommand, short_help=export.__doc__)(export)
COMMANDS = {"vectors": GROUP}
