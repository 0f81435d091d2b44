"""Files of what learners have learnt: a header and arrays, in the format of `qttt.fast.container`.

A file says which game with which options it plays, its kind and architecture, and how it was trained."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from qttt.fast import container
from qttt.reference.game import Game
from qttt.spec import rulesets
from qttt.spec.disk import PathLike, fields

Array = np.ndarray[Any, np.dtype[Any]]

FORMAT = "qttt-net-1"
HEADER = {"format": str, "ruleset": str, "options": dict, "kind": str, "architecture": dict, "record": dict}
KINDS = ("net", "table")
"""The kinds of files that agents play by."""
AGAIN = "train the net again, or fetch the file again"
"""What to do about a damaged net."""


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
        return {"format": FORMAT, **{name: its for name, its in vars(self).items() if name != "arrays"}}

    def save(self, path: PathLike) -> None:
        """Write the file, whole or not at all. Raises OSError, which names the file."""
        try:
            container.write(path, self.header(), self.arrays)
        except OSError as error:
            error.filename, error.filename2 = os.fspath(path), None
            raise

    def check_game(self, path: PathLike, game: Game[Any, Any]) -> None:
        """Raise `NetError` unless the file plays this game with these options.

        A net of an earlier version plays with the defaults of the options that the version lacked.
        """
        ruleset, options = identity(game)
        lacked = next((rules.earlier for rules in rulesets().values() if rules.id == ruleset), {}).get(self.ruleset)
        if self.ruleset != ruleset and lacked is None:
            raise NetError(f"{path}: plays {self.ruleset}, not {ruleset}; name a net of {ruleset}")
        own = {**{name: had[0] for name, had in (lacked or {}).items()}, **self.options}
        if own != options:
            there = ", ".join(f"{name}={value}" for name, value in own.items())
            here = ", ".join(f"{name}={value}" for name, value in options.items())
            raise NetError(f"{path}: plays with {there}, not with {here}; name a net of the same options")


def identity(game: Game[Any, Any]) -> tuple[str, dict[str, str]]:
    """The ruleset of a game and all its options, as texts."""
    return game.ruleset, {option.written: str(game.setting.get(option.name, option.default)) for option in game.options}


def load(path: PathLike, remedy: str = AGAIN) -> NetFile:
    """What a file holds. Raises OSError for a file that cannot be read, and `NetError` for one that is not a net, is
    truncated or has been altered; `remedy` is what its message says to do."""
    try:
        header, arrays = container.read(path, FORMAT)
        fields(header, HEADER)
    except container.OtherFile:
        raise NetError(f"{path}: is not a file that `qttt train` has written; name another file") from None
    except container.NotRead as error:
        raise NetError(f"{path}: {error}; {remedy}") from None
    except ValueError as error:
        raise NetError(f"{path}: its header is not that of a net: {error}; {remedy}") from None
    del header["format"]
    return NetFile(**header, arrays={name: array.copy() for name, array in arrays.items()})


def checked_target(path: Path, state: Path) -> None:
    """Raise `NetError` if a net cannot be written to `path`, or its state to `state`, or if another file is there.

    Raises OSError for a file that cannot be read."""
    for file in (path, state):
        target = Path(os.path.realpath(file))
        if target.is_dir():
            raise NetError(f"{file}: is a folder; " + ("name a file" if file is path else "name another file"))
        if os.path.lexists(target) and not target.is_file():
            raise NetError(f"{file}: is not a plain file; name another file")
        if not target.parent.is_dir():
            raise NetError(f"{file}: its folder does not exist; create it first")
    if path.exists() and not state.exists() and not _is_net(Path(os.path.realpath(path))):
        raise NetError(f"{path}: exists and is not a net; name another file")


def _is_net(path: Path) -> bool:
    try:
        return load(path).kind in KINDS
    except NetError:
        return False
