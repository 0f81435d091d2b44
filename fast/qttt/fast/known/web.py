"""What ships, in files that browsers unpack: `web/data`, whose README says what each table holds."""

import json
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from qttt.fast.container import Array
from qttt.fast.known import LARGEST, Table
from qttt.spec.disk import read_bytes

HERE = Path(__file__).resolve()
DATA = next(filter(Path.is_dir, (HERE.parents[2] / "app/web/data", HERE.parents[4] / "web/data")), Path("web/data"))
"""The folder: inside an installed package, or in a source tree."""
FIRST, LATER = 2, "-later"
"""Some tables are in two files, so that a page has little to load before its first values: `NAME` has the positions up
to this ply, and `NAME-later` the others."""
KINDS = ("uint8", "uint16", "int16", "uint32", "int32")
GZIP = 16 + zlib.MAX_WBITS


def holds(name: str, ply: int) -> bool:
    """Whether the positions of a ply are in this file of a table that is in two."""
    return (ply > FIRST) == name.endswith(LATER)


def path(name: str) -> Path:
    """The file of a table."""
    return DATA / f"{name}.gz"


def pack(description: Mapping[str, object], arrays: Mapping[str, Array]) -> bytes:
    """The content of a file, the same for the same description and arrays under one version of the packer."""
    named: list[tuple[str, str, int]] = [(name, array.dtype.name, array.size) for name, array in arrays.items()]
    if other := {kind for _, kind, _ in named} - {*KINDS}:
        raise ValueError(f"an array of {min(other)}: expected {', '.join(KINDS)}")
    about = {name: value for name, value in description.items() if name != "format"}
    first = json.dumps({**about, "arrays": named}, ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, wbits=GZIP)
    parts = [
        first.encode() + b"\n",
        *(array.astype(array.dtype.newbyteorder("<")).tobytes() for array in arrays.values()),
    ]
    return packer.compress(b"".join(parts)) + packer.flush()


def load(name: str) -> Table:
    """The description and the arrays in the file of a table. Raises OSError and ValueError for a file that is none."""
    unpacker = zlib.decompressobj(wbits=GZIP)
    try:
        content = unpacker.decompress(read_bytes(path(name), LARGEST), LARGEST)
    except zlib.error as error:
        raise ValueError(f"{path(name)}: {error}") from error
    first, _, rest = content.partition(b"\n")
    description = json.loads(first)
    arrays, at = dict[str, Array](), 0
    for each, kind, length in description.pop("arrays"):
        content = rest[at : at + length * np.dtype(kind).itemsize]
        arrays[each] = np.frombuffer(content, np.dtype(kind).newbyteorder("<"))
        at += length * arrays[each].itemsize
    if at != len(rest) or not unpacker.eof or unpacker.unused_data:
        raise ValueError(f"{path(name)}: is truncated, or has bytes too many")
    return description, arrays
