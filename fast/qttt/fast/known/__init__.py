"""What is known ships: tables that were solved once, in the files `NAME.xz` beside this one.

A file is one of `qttt.fast.container`, packed; `python -m qttt.fast.known` makes the files anew, from a solve."""

import lzma
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from qttt.fast import container
from qttt.fast.container import Array
from qttt.spec.disk import read_bytes

Table = tuple[dict[str, Any], dict[str, Array]]
"""A description, and arrays by their names."""

FORMAT = "qttt-known-1"
LARGEST = 1 << 26
"""The most bytes of a table, unpacked."""
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 23}]


class Damaged(ValueError):
    """A file of this folder that is missing, damaged or altered. The message names it, what is wrong, and a remedy."""


class NotKnown(Exception):
    """What ships does not answer a question: a solved game does."""


def path(name: str) -> Path:
    """The file of a table."""
    return Path(__file__).with_name(f"{name}.xz")


@cache
def load(name: str) -> Table:
    """A table that ships; its arrays are read-only, and its description has its name as `table`. Raises `Damaged`."""
    file = path(name)
    try:
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ)
        content = unpacker.decompress(read_bytes(file, LARGEST), LARGEST)
        if not unpacker.eof or unpacker.unused_data:
            raise container.NotRead("is truncated, or has bytes too many")
        description, arrays = container.unpack(content, FORMAT)
        if description.get("table") != name:
            raise container.NotRead(f"holds the table {str(description.get('table'))[:40]}, expected {name}")
    except (OSError, lzma.LZMAError, container.NotRead) as error:
        wrong = f"cannot be read: {error.strerror}" if isinstance(error, OSError) else error
        raise Damaged(f"{file}: {wrong}; install qttt again") from error
    return description, arrays


def pack(description: Mapping[str, object], arrays: Mapping[str, Array]) -> bytes:
    """The content of a file, the same for the same description and arrays under one version of the packer."""
    content = b"".join(container.parts({"format": FORMAT, **description}, arrays))
    return lzma.compress(content, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=FILTERS)
