"""Files that a user names: read only if they are plain and not too large, and written whole or not at all."""

import os
from errno import EACCES
from pathlib import Path

from qttt.app.errors import BadInput, reason
from qttt.reference.picture import any_of
from qttt.spec import disk


def suffix_of(path: Path, *expected: str) -> str:
    """The suffix of a file's name in small letters. Raises BadInput unless it is one of `expected`, if any are given.

    >>> suffix_of(Path("board.SVG"), ".svg", ".png")
    '.svg'
    """
    suffix = path.suffix.lower()
    if expected and suffix not in expected:
        raise BadInput(f"{path}: expected a name that ends in {any_of(expected)}")
    return suffix


def read_text(path: Path) -> str:
    """The text of a file, as `qttt.spec.disk` reads it. Raises BadInput if it cannot be read."""
    try:
        return disk.read_text(path)
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: is not UTF-8 at byte {error.start + 1}; save it as UTF-8") from error
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {reason(error)}") from error


def check_file(path: Path) -> None:
    """Raise BadInput if `write_bytes` would reject the path: it is not a plain file, or its folder is missing
    or does not let files be written."""
    folder = _target(path).parent
    if not folder.is_dir():
        raise BadInput(f"{path}: cannot be written: the folder does not exist; create it first")
    if not os.access(folder, os.W_OK):
        raise BadInput(f"{path}: cannot be written: {os.strerror(EACCES)}")


def write_text(path: Path, text: str) -> None:
    """Write a file of text: see `write_bytes`."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file, or replace it, as `qttt.spec.disk.write_whole` does.

    Raises BadInput if the file cannot be written, or if the path exists and is not a plain file."""
    path = _target(path)
    try:
        disk.write_whole(path, content)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {reason(error)}") from error


def _target(path: Path) -> Path:
    path = Path(os.path.realpath(path))
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; name a file")
    if path.exists() and not path.is_file():
        raise BadInput(f"{path}: is not a plain file; name another file")
    return path
