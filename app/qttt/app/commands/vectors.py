"""`qttt vectors`."""

import shutil
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from qttt.app.errors import BadInput
from qttt.app.options import PlainCommand
from qttt.spec import games
from qttt.spec import vectors as vectors_of


def vectors() -> None:
    """The conformance vectors as files."""


def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="New or empty folder.")],
) -> None:
    """Write all vectors, counts, schemas, rules, the protocol and the adapter kit as plain files."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder}: expected a new or an empty folder; name another one")
    spec = Path(str(files("qttt.spec")))
    pieces = {
        "vectors": spec / "vectors",
        "perft": spec / "perft",
        "schema": _beside(spec, "schema"),
        "rules": _beside(spec, "rules"),
        "kit": _beside(spec, "kit"),
    }
    try:
        with TemporaryDirectory(dir=folder.parent, ignore_cleanup_errors=True) as scratch:
            for name, source in pieces.items():
                shutil.copytree(source, Path(scratch) / name, ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copy(_beside(spec, "protocol.md"), scratch)
            Path(scratch).chmod(0o755)
            Path(scratch).replace(folder)
    except (OSError, shutil.Error) as error:
        raise BadInput(f"{folder}: cannot be written: {getattr(error, 'strerror', None) or error}") from error
    count = sum(len(vectors_of(game)) for game in games())
    print(f"{folder}: {count:,} vectors of {len(games())} games, with counts, schemas and pages")


def _beside(spec: Path, name: str) -> Path:
    """A file or folder of the specification: inside an installed package, or in `spec` of a source tree."""
    return next(place for place in (spec / name, spec.parents[1] / name) if place.exists())


GROUP = typer.Typer(name="vectors", rich_markup_mode=None)
GROUP.callback()(vectors)
GROUP.command(cls=PlainCommand, short_help=export.__doc__)(export)
COMMANDS = {"vectors": GROUP}
