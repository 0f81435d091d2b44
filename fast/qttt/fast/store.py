"""Named arrays with a description, kept in a folder: written all or nothing, checked and memory-mapped when read.

The folder holds ``manifest.json`` (the description, and size and SHA-256 of every file) and one ``.npy`` file an
array. Nothing is unpickled."""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

MANIFEST = "manifest.json"
FORMAT = "qttt-arrays-1"


class StoreError(ValueError):
    """A folder that is not what it should be; the message names the file and what is wrong with it."""


def save(folder: Path, description: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write the arrays; what an earlier `save` left in the folder is replaced.

    The folder appears, or changes, only when everything is written: a crash, an interrupt or a full disk leaves
    it as it was. Raises StoreError if the folder exists and is not of this kind or is not empty, OSError if it
    cannot be written."""
    check_target(folder)
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
    if folder.exists() and not (folder.is_dir() and (is_store(folder) or not any(folder.iterdir()))):
        raise StoreError(f"{folder}: exists and is not a tablebase; name another folder")


def load(folder: Path, description: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The manifest and the memory-mapped arrays of a folder.

    Raises StoreError if it is missing, of another kind, made for another description, truncated or altered.
    """
    manifest = _manifest(folder)
    for name, expected in description.items():
        if manifest.get(name) != expected:
            raise StoreError(f"{folder / MANIFEST}: {name} is {manifest.get(name)!r}, expected {expected!r}")
    arrays = {}
    for name, record in manifest["files"].items():
        path = folder / name
        try:
            if path.stat().st_size != record["bytes"]:
                raise StoreError(f"{path}: {path.stat().st_size} bytes, expected {record['bytes']}")
            if _digest(path) != record["sha256"]:
                raise StoreError(f"{path}: altered, its checksum is not the manifest's")
            arrays[path.stem] = np.load(path, mmap_mode="r", allow_pickle=False)
        except FileNotFoundError as error:
            raise StoreError(f"{path}: missing") from error
    return manifest, arrays


def is_store(folder: Path) -> bool:
    """Whether `save` wrote the folder."""
    try:
        _manifest(folder)
    except StoreError:
        return False
    return True


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text())
    except FileNotFoundError as error:
        raise StoreError(f"{folder}: no tablebase here ({MANIFEST} is missing)") from error
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise StoreError(f"{path}: cannot be read ({error})") from error
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
    """Put `scratch` in the place of `folder`."""
    if not folder.exists():
        os.replace(scratch, folder)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{folder.name}-old-", dir=folder.parent))
    try:
        os.replace(folder, old / folder.name)
        try:
            os.replace(scratch, folder)
        except OSError:
            os.replace(old / folder.name, folder)
            raise
    finally:
        shutil.rmtree(old, ignore_errors=True)
