"""Named arrays with a description, kept in a folder: written all or nothing, checked and memory-mapped when read.

The folder holds ``manifest.json`` (the description, and size and SHA-256 of every file) and one ``.npy`` file an
array. Nothing is unpickled."""

import contextlib
import errno
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

MANIFEST = "manifest.json"
FORMAT = "qttt-arrays-1"
ATTEMPTS = 20
PAUSE = 0.01
"""How often, and after how many seconds, a folder is looked at again that another process may just be replacing."""


class StoreError(ValueError):
    """A folder that is not what it should be; the message names the file and what is wrong with it."""


def save(folder: Path, description: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write the arrays; what an earlier `save` left in the folder is replaced. A link to a folder stays a link.

    The folder changes only when everything is written: after an error, an interrupt or on a full disk it is as it was.
    A process that is killed outright may leave a hidden scratch folder beside it, never a half-written one there.
    Of several processes that save at once the last one stays.
    Raises StoreError if the folder exists and is not of this kind or is not empty, OSError if it cannot be written.
    """
    check_target(folder)
    folder = Path(os.path.realpath(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        files = {}
        for name, array in arrays.items():
            path = scratch / f"{name}.npy"
            np.save(path, array, allow_pickle=False)
            files[path.name] = {"bytes": path.stat().st_size, "sha256": _digest(path)}
        manifest = {"format": FORMAT, **description, "files": files}
        (scratch / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n")
        scratch.chmod(0o755)
        _swap(scratch, folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def check_target(folder: Path) -> None:
    """Raise StoreError if `save` would refuse the folder: it exists, is not of this kind and not empty."""
    folder = Path(os.path.realpath(folder))
    for _ in range(ATTEMPTS):
        if _may_be_replaced(folder):
            return
        time.sleep(PAUSE)
    raise StoreError(f"{folder}: exists and is not a tablebase; name another folder")


def load(folder: Path, description: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The manifest and the memory-mapped arrays of a folder, by their names.

    Raises StoreError if it is missing, of another kind, made for another description, truncated or altered.
    """
    for _ in range(ATTEMPTS):
        with contextlib.suppress(_MissingError):
            return _load(folder, description)
        time.sleep(PAUSE)
    return _load(folder, description)


def stored(folder: Path) -> dict[str, Any] | None:
    """The manifest that `save` wrote in the folder; None if it wrote none."""
    try:
        return _manifest(folder)
    except StoreError:
        return None


def _may_be_replaced(folder: Path) -> bool:
    try:
        return not folder.exists() or (folder.is_dir() and (stored(folder) is not None or not any(folder.iterdir())))
    except FileNotFoundError:
        return False


class _MissingError(StoreError):
    """A file is not there."""


def _load(folder: Path, description: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    manifest = _manifest(folder)
    for name, expected in description.items():
        if (found := manifest.get(name)) != expected:
            verb = "are" if isinstance(expected, dict) else "is"
            told = f"{name} {verb} {_told(found, expected)}, expected {_told(expected, found)}"
            raise StoreError(f"{folder / MANIFEST}: {told}")
    return manifest, {Path(name).stem: _array(folder / name, record) for name, record in manifest["files"].items()}


def _told(said: Any, other: Any) -> str:
    """What is said of something; of several things at once, those of which something else is said."""
    if isinstance(said, dict) and isinstance(other, dict):
        return ", ".join(f"{name}={value}" for name, value in said.items() if other.get(name) != value)
    return repr(said)


def _array(path: Path, record: Mapping[str, Any]) -> Any:
    try:
        size = path.stat().st_size
        if size != record["bytes"]:
            raise StoreError(f"{path}: {size} bytes, expected {record['bytes']}")
        if _digest(path) != record["sha256"]:
            raise StoreError(f"{path}: altered, its checksum is not the manifest's")
        return np.load(path, mmap_mode="r", allow_pickle=False)
    except FileNotFoundError as error:
        raise _MissingError(f"{path}: missing") from error
    except StoreError:
        raise
    except (OSError, EOFError, ValueError) as error:
        raise StoreError(f"{path}: not an array that can be read") from error


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        found = path.is_file()
        manifest = json.loads(path.read_text()) if found else None
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise StoreError(f"{path}: not the manifest of a tablebase") from error
    if not found:
        raise _MissingError(f"{folder}: no tablebase here ({MANIFEST} is missing)")
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT or not _files_are_named(manifest):
        raise StoreError(f"{path}: not the manifest of a tablebase of format {FORMAT}")
    return manifest


def _files_are_named(manifest: dict[str, Any]) -> bool:
    files = manifest.get("files")
    return isinstance(files, dict) and all(
        Path(name).name == name and isinstance(record, dict) and {"bytes", "sha256"} <= record.keys()
        for name, record in files.items()
    )


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _swap(scratch: Path, folder: Path) -> None:
    """Put `scratch` in the place of `folder`, whatever is there by now."""
    for _ in range(ATTEMPTS):
        old = Path(tempfile.mkdtemp(prefix=f".{folder.name}-old-", dir=folder.parent)) / folder.name
        try:
            with contextlib.suppress(FileNotFoundError):
                os.replace(folder, old)
            os.replace(scratch, folder)
            return
        except BaseException as error:
            if old.exists():
                with contextlib.suppress(OSError):  # another process has put its own there
                    os.replace(old, folder)
            if not (isinstance(error, OSError) and error.errno in (errno.ENOTEMPTY, errno.EEXIST)):
                raise
        finally:
            shutil.rmtree(old.parent, ignore_errors=True)
    raise StoreError(f"{folder}: other processes keep writing it; try again")
