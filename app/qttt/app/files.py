"""Files written whole or not at all."""

import contextlib
import os
from pathlib import Path

from qttt.app.errors import BadInput, reason


def write_text(path: Path, text: str) -> None:
    """Write a file, replacing one that is there. Whatever interrupts this leaves the old file, or none.

    Raises BadInput if it cannot be written, or if the path is there and is no plain file.
    """
    path = Path(os.path.realpath(path))
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; name a file")
    if path.exists() and not path.is_file():
        raise BadInput(f"{path}: is not a plain file; name another")
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with scratch.open("x", encoding="utf-8") as file:
            file.write(text)
        scratch.replace(path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {reason(error)}") from error
    finally:
        with contextlib.suppress(OSError):
            scratch.unlink()
