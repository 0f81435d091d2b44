"""Named arrays with a description, kept in a folder: written all or nothing, checked and memory-mapped when read.

The folder holds ``manifest.json`` (the description, the size and SHA-256 of every array's file, and the SHA-256 of all
this) and one ``.npy`` file per array. Nothing is unpickled."""

import contextlib
import hashlib
import json
import math
import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BufferedIOBase, BufferedReader
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np

from qttt.fast import folders
from qttt.fast.brief import brief
from qttt.fast.files import PathLike, open_plain

MANIFEST = "manifest.json"
FORMAT = "qttt-arrays-2"
OLDER = ("qttt-arrays-1",)
"""Formats of earlier versions, whose manifests have no checksum. A tablebase of theirs is replaced, but not read."""
CHECKSUM = "sha256"
LARGEST = 4 << 20
"""Bytes of a manifest; a larger one is not read."""
ATTEMPTS, PAUSE = 20, 0.01
"""How often, and after how many seconds, a folder is opened again that another process may just be replacing."""

StoreError = folders.StoreError


class NotStored(StoreError):
    """The folder has no tablebase, or one of an older format: solve the game to get one."""


@dataclass(frozen=True)
class Stored:
    """What an intact folder holds: the manifest, and the arrays (memory-mapped, read-only) by their names."""

    folder: Path
    manifest: dict[str, Any]
    arrays: dict[str, Any]

    __repr__ = brief

    def __getitem__(self, name: str) -> Any:
        """An entry of the manifest. Raises KeyError if there is none."""
        return self.manifest[name]

    def counts(self, name: str, *shape: int) -> Any:
        """An entry of counts, nested with this shape: int64. Raises StoreError for anything else."""
        try:
            counts = np.array(self[name])
        except ValueError:  # rows of different lengths
            counts = np.empty(0)
        holds = counts.dtype == np.int64 and counts.shape == shape and bool((counts >= 0).all())
        self.check(holds, f"{name}: expected {' times '.join(map(str, shape))} counts")
        return counts

    def take(
        self,
        name: str,
        dtype: Any,
        shape: tuple[int, ...],
        least: Any = None,
        most: Any = None,
        ascending: bool = False,
    ) -> Any:
        """An array, which no longer belongs to `arrays`: of this type and shape, with values from `least` to `most`
        (numbers, or an array of them per column), and strictly ascending if asked for.

        Raises StoreError if there is no such array."""
        array = self.arrays.pop(name, None)
        self.check(array is not None, f"{name} is missing")
        if (array.dtype, array.shape) != (np.dtype(dtype), shape):
            raise self._wrong(name, f"{array.dtype} {array.shape}, expected {np.dtype(dtype)} {shape}")
        if least is not None and array.size:
            axis = 0 if np.ndim(least) else None
            if (array.min(axis) < least).any() or (array.max(axis) > most).any():
                expected = f"{np.min(least)} to {np.max(most)}"
                raise self._wrong(name, f"values from {array.min()} to {array.max()}, expected {expected}")
        if ascending and not (array[1:] > array[:-1]).all():
            raise self._wrong(name, "not in ascending order")
        return array

    def check(self, holds: bool, wrong: str) -> None:
        """Raise StoreError, which says what is `wrong` with the tablebase, unless `holds`."""
        if not holds:
            ruleset = self.manifest.get("ruleset")
            raise StoreError(f"{self.folder / MANIFEST}: does not describe a tablebase of {ruleset}: {wrong}")

    def _wrong(self, name: str, what: str) -> StoreError:
        return StoreError(f"{self.folder / _file(name)}: {what}")


def save(folder: PathLike, description: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write the arrays; what an earlier `save` left in the folder is replaced. A link to a folder stays a link.

    The folder changes only when everything is written and on the disk: after an error, an interrupt, a crash or on a
    full disk the folder is as it was. Of several processes that save at once the last one wins.
    Raises StoreError if the folder is of another kind or holds other files, OSError if it cannot be written.
    """
    check_target(folder)
    with folders.replacing(_place(folder), _own) as new:
        files = {}
        for name, array in arrays.items():
            path = new / _file(name)
            np.save(path, array, allow_pickle=False)
            with path.open("rb+") as file:
                os.fsync(file.fileno())
                files[path.name] = {"bytes": path.stat().st_size, CHECKSUM: _digest(file)}
        text = json.dumps(sealed({"format": FORMAT, **description, "files": files}), indent=1) + "\n"
        if len(text) > LARGEST:
            raise StoreError(f"{folder}: the manifest would have {len(text)} bytes, expected at most {LARGEST}")
        with (new / MANIFEST).open("w") as written:
            written.write(text)
            written.flush()
            os.fsync(written.fileno())


def check_target(folder: PathLike) -> None:
    """Raise StoreError if `save` would reject the folder: it is of another kind and not empty, or holds other files."""
    place = _place(folder)
    folders.restore(place)
    for attempt in range(ATTEMPTS):
        try:
            return folders.check_replaceable(place, _own)
        except StoreError:  # of a folder that another process has just replaced, the names may be of both
            if attempt == ATTEMPTS - 1 or not folders.left_behind(place):
                raise
        time.sleep(PAUSE)


def manifest_of(folder: PathLike) -> dict[str, Any] | None:
    """The manifest in a folder, of this format or an older one, altered or not; None if there is none."""
    try:
        with _opened(Path(folder)) as descriptor:
            return _parsed(Path(folder), descriptor)
    except StoreError:
        return None


def sealed(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """A manifest with the checksum of everything else in it."""
    rest = {name: value for name, value in manifest.items() if name != CHECKSUM}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return {**rest, CHECKSUM: hashlib.sha256(text.encode()).hexdigest()}


@contextlib.contextmanager
def reading(folder: PathLike, description: Mapping[str, Any]) -> Iterator[Stored]:
    """What a folder holds whose manifest says what the description says. The block must take every array.

    Raises NotStored if there is nothing or an older format; StoreError for a folder that is of another kind, made for
    another description, truncated, altered, or rejected by the block: by `Stored`, a KeyError, TypeError or ValueError.
    """
    found = load(folder, description)
    try:
        yield found
    except StoreError:
        raise
    except KeyError as error:
        found.check(False, f"{error.args[0]} is missing")
    except ValueError as error:
        found.check(False, str(error))
    except (TypeError, ArithmeticError):
        found.check(False, "entries of another type")
    found.check(not found.arrays, f"expected no {', '.join(found.arrays)}")


def load(folder: PathLike, description: Mapping[str, Any]) -> Stored:
    """What `reading` yields, with arrays that have not been checked."""
    folder = Path(folder)
    for attempt in range(ATTEMPTS):
        folders.restore(_place(folder))
        try:
            return _load(folder, description)
        except (NotStored, _Missing):
            if attempt > 1 and not folders.left_behind(_place(folder)):
                raise
        time.sleep(PAUSE)
    return _load(folder, description)


class _Missing(StoreError):
    """An array is not there, perhaps because another process is replacing the folder."""


def _load(folder: Path, description: Mapping[str, Any]) -> Stored:
    with _opened(folder) as descriptor:
        found = _parsed(folder, descriptor)
        path = folder / MANIFEST
        if found["format"] != FORMAT:
            raise NotStored(f"{path}: has the older format {found['format']}, expected {FORMAT}; solve the game again")
        if not _is_sealed(found):
            raise StoreError(f"{path}: is altered: the checksum does not match")
        for name, expected in description.items():
            if (entry := found.get(name)) != expected:
                verb = "are" if isinstance(expected, dict) else "is"
                raise StoreError(
                    f"{path}: {name} {verb} {_unlike(entry, expected)}, expected {_unlike(expected, entry)}"
                )
        arrays = {Path(name).stem: _array(folder, name, descriptor, record) for name, record in found["files"].items()}
        return Stored(folder, found, arrays)


def _is_sealed(manifest: Mapping[str, Any]) -> bool:
    try:
        return bool(sealed(manifest)[CHECKSUM] == manifest.get(CHECKSUM))
    except RecursionError:  # read with less nesting than writing needs
        return False


def _unlike(entry: Any, other: Any) -> str:
    """An entry as a text; of several switches, only those that differ from the other entry."""
    if isinstance(entry, dict) and isinstance(other, dict):
        return ", ".join(f"{name}={value}" for name, value in entry.items() if other.get(name) != value)
    return repr(entry)


def _array(folder: Path, name: str, descriptor: int | None, record: Mapping[str, Any]) -> Any:
    path = folder / name
    try:
        with _open(folder, name, descriptor) as file:
            size = os.fstat(file.fileno()).st_size
            if size != record["bytes"]:
                raise StoreError(f"{path}: has {size} bytes, expected {record['bytes']}")
            if _digest(file) != record[CHECKSUM]:
                raise StoreError(f"{path}: is altered: the checksum does not match")
            return _mapped(file, size)
    except StoreError:
        raise
    except FileNotFoundError as error:
        raise _Missing(f"{path}: is missing") from error
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror}") from error
    except (EOFError, SyntaxError, TokenError, ValueError) as error:
        raise StoreError(f"{path}: is not a readable array") from error


def _mapped(file: BufferedReader, size: int) -> Any:
    """The array in a file, mapped into memory. Raises EOFError, ValueError or an error of Python's
    parser unless it fills exactly `size` bytes."""
    file.seek(0)
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError("another version of the format")
    shape, by_columns, dtype = np.lib.format.read_array_header_1_0(file)
    if dtype.hasobject or file.tell() + math.prod(shape) * dtype.itemsize != size:
        raise ValueError("another size")
    mapped = np.memmap(file, dtype, "r", file.tell(), shape, "F" if by_columns else "C")
    return np.asarray(mapped)  # the same memory; slices of a memmap are slow


@contextlib.contextmanager
def _opened(folder: Path) -> Iterator[int | None]:
    """A descriptor of the folder, so that all files are of one tablebase even while another replaces it; None where the
    system cannot open files by it. Raises NotStored for a folder that cannot be opened."""
    if os.open not in os.supports_dir_fd:
        yield None
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except FileNotFoundError as error:
        raise _nothing(folder) from error
    except OSError as error:
        raise NotStored(f"{folder}: cannot be read: {error.strerror}") from error
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _parsed(folder: Path, descriptor: int | None) -> dict[str, Any]:
    """The manifest in a folder, which has a format and a record per file. Does not verify its checksum."""
    path = folder / MANIFEST
    try:
        with _open(folder, MANIFEST, descriptor) as file:
            if (size := os.fstat(file.fileno()).st_size) > LARGEST:
                raise StoreError(f"{path}: has {size} bytes, expected at most {LARGEST} in a manifest")
            found = json.loads(file.read(LARGEST).decode())
    except StoreError:
        raise
    except FileNotFoundError as error:
        raise _nothing(folder) from error
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise StoreError(f"{path}: is not the manifest of a tablebase") from error
    if not isinstance(found, dict) or found.get("format") not in (FORMAT, *OLDER) or not _has_files(found):
        raise StoreError(f"{path}: is not the manifest of a tablebase of format {FORMAT}")
    return found


def _nothing(folder: Path) -> NotStored:
    return NotStored(f"{folder}: holds no tablebase ({MANIFEST} is missing)")


def _has_files(manifest: dict[str, Any]) -> bool:
    files = manifest.get("files")
    return isinstance(files, dict) and all(
        Path(name).name == name
        and name.endswith(".npy")
        and isinstance(record, dict)
        and {"bytes", CHECKSUM} <= record.keys()
        for name, record in files.items()
    )


def _own(folder: Path) -> frozenset[str] | None:
    """The names of the files of the tablebase in a folder; None if there is no manifest."""
    found = manifest_of(folder)
    return None if found is None else frozenset([MANIFEST, *found["files"]])


def _open(folder: Path, name: str, descriptor: int | None) -> BufferedReader:
    return open_plain(folder / name) if descriptor is None else open_plain(name, descriptor)


def _digest(file: BufferedIOBase) -> str:
    return hashlib.file_digest(file, "sha256").hexdigest()


def _file(array: str) -> str:
    return f"{array}.npy"


def _place(folder: PathLike) -> Path:
    """The folder itself, if a link to one is named."""
    return Path(os.path.realpath(folder))
