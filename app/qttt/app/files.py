"""Files written whole or not at all."""

import contextlib
import os
from pathlib import Path

from qttt.app.errors import BadInput, reason


def check_file(path: Path) -> None:
    """Raise BadInput if `write_bytes` would refuse the path: it, or its folder, is there and is something else."""
    _target(path)
    if not path.parent.is_dir():
        raise BadInput(f"{path}: cannot be written: there is no such folder")


def write_text(path: Path, text: str) -> None:
    """Write a file of text: see `write_bytes`."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file, replacing one that is there. Whatever interrupts this leaves the old file, or none.

    Raises BadInput if it cannot be written, or if the path is there and is no plain file.
    """
    path = _target(path)
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with scratch.open("xb") as file:
            file.write(content)
        scratch.replace(path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {reason(error)}") from error
    finally:
        with contextlib.suppress(OSError):
            scratch.unlink()


def _target(path: Path) -> Path:
    path = Path(os.path.realpath(path))
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; name a file")
    if path.exists() and not path.is_file():
        raise BadInput(f"{path}: is not a plain file; name another")
    return path
