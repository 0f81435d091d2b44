"""Files of what learners have learnt: a header and arrays, in the safetensors format.

A file says which game with which options it plays, its kind and architecture, and how it was trained. A digest in the
header covers all of that and the arrays. Nothing is ever unpickled."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import safetensors
from safetensors import numpy as arrays_of

from qttt.fast.files import PathLike, open_plain, write_whole
from qttt.reference.game import Game

Array = np.ndarray[Any, np.dtype[Any]]

FORMAT = "qttt-net-1"
HEADER, DIGEST = "qttt", "digest"
LARGEST_HEADER = 1 << 20


class NetError(ValueError):
    """A file is not a net that can be used; the message says why."""


@dataclass(frozen=True)
class NetFile:
    """What a file holds.

    - ruleset, options: the game, as the JSON object of the command writes them
    - kind: "net", or "table" for values of positions
    - architecture: what is needed to use the arrays
    - record: how they were trained
    - arrays: by name"""

    ruleset: str
    options: Mapping[str, str]
    kind: str
    architecture: Mapping[str, Any]
    record: Mapping[str, Any]
    arrays: Mapping[str, Array] = field(repr=False)

    def header(self) -> dict[str, Any]:
        """All but the arrays, as a JSON object."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "kind": self.kind,
            "architecture": dict(self.architecture),
            "record": dict(self.record),
        }

    def digest(self) -> str:
        """SHA-256, in hexadecimal, of the header and of every array with its name, type and shape."""
        found = hashlib.sha256(_written(self.header()).encode())
        for name in sorted(self.arrays):
            array = self.arrays[name]
            found.update(_written([name, array.dtype.str, [*array.shape]]).encode())
            found.update(array.tobytes())
        return found.hexdigest()

    def save(self, path: PathLike) -> None:
        """Write the file, whole or not at all. Raises OSError."""
        kept = {name: np.asarray(array, order="C") for name, array in self.arrays.items()}
        write_whole(path, arrays_of.save(kept, {HEADER: _written(self.header()), DIGEST: self.digest()}))

    def check_game(self, path: PathLike, game: Game[Any, Any]) -> None:
        """Raise `NetError` unless the file plays this game with these options."""
        ruleset, options = identity(game)
        if self.ruleset != ruleset:
            raise NetError(f"{path}: plays {self.ruleset}, not {ruleset}; name a net of {ruleset}")
        wrong = [name for name in options if self.options.get(name) != options[name]]
        if wrong or set(self.options) != set(options):
            there = ", ".join(f"{name}={value}" for name, value in self.options.items())
            here = ", ".join(f"{name}={value}" for name, value in options.items())
            raise NetError(f"{path}: plays with {there}, not with {here}; name a net of the same options")


def identity(game: Game[Any, Any]) -> tuple[str, dict[str, str]]:
    """The ruleset of a game and all its options, as texts."""
    return game.ruleset, {option.written: str(game.setting.get(option.name, option.default)) for option in game.options}


def load(path: PathLike) -> NetFile:
    """What a file holds. Raises OSError for a file that cannot be read, and `NetError` for one that is not a net, is
    truncated or has been altered."""
    with open_plain(path) as file:
        content = file.read()
    size = int.from_bytes(content[:8], "little")
    try:
        if size > min(len(content), LARGEST_HEADER):
            raise ValueError
        metadata = json.loads(content[8 : 8 + size]).get("__metadata__", {})
        header = json.loads(metadata[HEADER])
        digest = metadata[DIGEST]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise NetError(f"{path}: is not a file that `qttt train` has written") from None
    try:
        if header.pop("format") != FORMAT:
            raise NetError(f"{path}: has another format than {FORMAT}; train the net again")
        found = NetFile(**header, arrays=arrays_of.load(content))
    except safetensors.SafetensorError:
        raise NetError(f"{path}: is truncated or damaged; train the net again, or fetch the file again") from None
    except (KeyError, TypeError, AttributeError):
        raise NetError(f"{path}: its header is incomplete; train the net again") from None
    if found.digest() != digest:
        raise NetError(f"{path}: does not match its digest, so it has been altered; train the net again")
    return found


def checked_target(path: Path) -> None:
    """Raise `NetError` if a net cannot be written to this path."""
    if path.is_dir():
        raise NetError(f"{path}: is a folder; name a file")
    if not path.parent.is_dir():
        raise NetError(f"{path}: its folder does not exist; create it first")


def _written(content: Any) -> str:
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
