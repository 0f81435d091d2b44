"""A description and named arrays in one file of the safetensors format, mapped into memory when it is read.

The file's metadata has two texts: `qttt`, the description as JSON, which names the format and its version, and
`digest`, the SHA-256 of the description and of every array with its name, type and shape. Nothing is unpickled."""

import hashlib
import json
import math
import mmap
import os
from collections.abc import Callable, Mapping
from io import BytesIO
from itertools import pairwise
from typing import Any, BinaryIO

import numpy as np

from qttt.spec.disk import Part, PathLike, fields, open_plain, read_json, write_whole

Array = np.ndarray[Any, np.dtype[Any]]
Arrays = Mapping[str, Array]

LARGEST, LARGEST_HEADER = 1 << 33, 1 << 22
"""The most bytes of a file, and of its header."""
UNIT = 8
"""A header fills a multiple of so many bytes, and no number has more of them."""
TYPES = {"BOOL": np.dtype("?")} | {
    f"{kind}{8 * size}": np.dtype(f"<{letter}{size}")
    for kind, letter, sizes in (("U", "u", (1, 2, 4, 8)), ("I", "i", (1, 2, 4, 8)), ("F", "f", (2, 4, 8)))
    for size in sizes
}
ENTRY = {"dtype": str, "shape": list, "data_offsets": list}
MOST_DIMENSIONS = 8
_NAMES = {kind: name for name, kind in TYPES.items()}


class NotRead(ValueError):
    """A file whose arrays are not read; the message says why, without the file's name."""


class OtherFile(NotRead):
    """A file that is not one of descriptions and arrays."""


class OtherFormat(NotRead):
    """A file of another format, or of another version of this one."""


def write(
    path: PathLike, description: Mapping[str, object], arrays: Arrays, check: Callable[[], None] = lambda: None
) -> None:
    """Write a file, whole or not at all; `check` is that of `write_whole`.

    Raises OSError if the file cannot be written, and ValueError for a description that is too large."""
    write_whole(path, *parts(description, arrays), check=check)


def parts(description: Mapping[str, object], arrays: Arrays) -> list[Part]:
    """The content of such a file, in parts. Raises ValueError for a description that is too large."""
    kept = {name: np.asarray(arrays[name], order="C") for name in sorted(arrays)}
    ordered = sorted(kept, key=lambda name: -kept[name].itemsize)
    ends = np.cumsum([0, *(kept[name].nbytes for name in ordered)]).tolist()
    metadata = {"qttt": json.dumps(description, separators=(",", ":")), "digest": digest(description, kept)}
    header: dict[str, Any] = {"__metadata__": metadata}
    for name, between in zip(ordered, pairwise(ends), strict=True):
        header[name] = {"dtype": _NAMES[kept[name].dtype], "shape": kept[name].shape, "data_offsets": between}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % UNIT)
    if len(text) > LARGEST_HEADER:
        raise ValueError(f"the header would have {len(text)} bytes, expected at most {LARGEST_HEADER}")
    return [len(text).to_bytes(8, "little"), text, *(_bytes(kept[name]) for name in ordered)]


def read(path: PathLike, form: str) -> tuple[dict[str, Any], dict[str, Array]]:
    """The description in a file of this format, and the arrays, read-only.

    Raises OSError for a file that cannot be read, and `NotRead` for one that is not of this format, is truncated or
    altered."""
    with open_plain(path, LARGEST) as file:
        empty = not os.fstat(file.fileno()).st_size
        return unpack(b"" if empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), form)


def unpack(content: bytes | mmap.mmap, form: str) -> tuple[dict[str, Any], dict[str, Array]]:
    """What `read` returns, for the content of a file. Raises `NotRead` as it does."""
    header, description, end = _header(BytesIO(content) if isinstance(content, bytes) else content)
    if description["format"] != form:
        raise OtherFormat(f"has the format {description['format'][:40]}, expected {form}")
    try:
        places = _places(header, end, len(content))
    except (ValueError, TypeError):
        raise NotRead("is truncated or damaged") from None
    arrays = {
        name: np.frombuffer(content, kind, math.prod(shape), at).reshape(shape)
        for name, (kind, shape, at) in places.items()
    }
    if digest(description, arrays) != header["__metadata__"]["digest"]:
        raise NotRead("is altered: it does not match its digest")
    return description, arrays


def description_of(path: PathLike) -> dict[str, Any]:
    """The description in a file, of any format and altered or not. Raises OSError, and `OtherFile`."""
    with open_plain(path, LARGEST) as file:
        return _header(file)[1]


def digest(description: Mapping[str, object], arrays: Arrays) -> str:
    """SHA-256, in hexadecimal, of a description and of every array with its name, type and shape."""
    found = hashlib.sha256(_written(description).encode())
    for name in sorted(arrays):
        array = np.asarray(arrays[name], order="C")
        found.update(_written([name, array.dtype.str, [*array.shape]]).encode())
        found.update(_bytes(array))
    return found.hexdigest()


def _header(file: BinaryIO | mmap.mmap) -> tuple[dict[str, Any], dict[str, Any], int]:
    """The header, the description in it, and where the header ends."""
    size = int.from_bytes(file.read(8), "little")
    try:
        if not 2 <= size <= LARGEST_HEADER:
            raise ValueError
        header = read_json(file.read(size).decode())
        texts = fields(header["__metadata__"], {"qttt": str, "digest": str})
        description = read_json(texts["qttt"])
        if not isinstance(description["format"], str):
            raise TypeError
    except (ValueError, TypeError, KeyError):
        raise OtherFile("is not a file of this program") from None
    return header, description, 8 + size


def _places(header: Mapping[str, Any], end: int, size: int) -> dict[str, tuple[np.dtype[Any], tuple[int, ...], int]]:
    """The type, the shape and the place of each array, which fill the file. Raises ValueError and TypeError."""
    places: dict[str, tuple[np.dtype[Any], tuple[int, ...], int]] = {}
    at = end
    entries = [(name, fields(entry, ENTRY)) for name, entry in header.items() if name != "__metadata__"]
    for name, entry in sorted(entries, key=lambda each: (each[1]["data_offsets"], each[0])):
        kind, shape = TYPES.get(entry["dtype"]), tuple(entry["shape"])
        if kind is None or any(type(n) is not int or n < 0 for n in shape) or math.prod(filter(None, shape)) > size:
            raise ValueError
        places[name] = kind, shape, at
        start, at = at, at + kind.itemsize * math.prod(shape)
        if entry["data_offsets"] != [start - end, at - end] or start % kind.itemsize or len(shape) > MOST_DIMENSIONS:
            raise ValueError
    if at != size:
        raise ValueError
    return places


def _bytes(array: Array) -> memoryview:
    """The content of an array that is contiguous, not copied."""
    return array.reshape(-1).view(np.uint8).data


def _written(content: object) -> str:
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
