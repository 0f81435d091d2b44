"""Files of what learners have learnt, a header and arrays in the format of `qttt.fast.container`; and agents that play
by them.

A file says which game with which options it plays, its kind and architecture, and how it was trained."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from qttt.fast import container
from qttt.fast.learning import Net
from qttt.fast.td import Table
from qttt.learn.learners import td
from qttt.learn.learners.agents import LearntAgent, NetAgent, TableAgent
from qttt.learn.learners.learnt import LearntGame
from qttt.learn.names import agent_name
from qttt.oracle.perfect import A, P
from qttt.reference.game import Game
from qttt.spec import rulesets
from qttt.spec.disk import PathLike, fields, mode_of

Array = np.ndarray

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

    def header(self) -> dict[str, object]:
        """All but the arrays, as a JSON object."""
        return {"format": FORMAT, **{name: its for name, its in vars(self).items() if name != "arrays"}}

    def save(self, path: PathLike) -> None:
        """Write the file, whole or not at all. Raises OSError, which names the file."""
        try:
            container.write(path, self.header(), self.arrays)
        except OSError as error:
            error.filename, error.filename2 = os.fspath(path), None
            raise

    def check_game(self, path: PathLike, game: Game[P, A]) -> None:
        """Raise `NetError` unless the file plays this game with these options.

        A net of an earlier version plays with the defaults of the options that the version lacked.
        """
        ruleset, options = identity(game)
        lacked = next((rules.earlier for rules in rulesets().values() if rules.id == ruleset), {}).get(self.ruleset)
        if self.ruleset != ruleset and lacked is None:
            named = self.ruleset.rpartition("-")[0]
            raise NetError(f"{path}: plays {self.ruleset}, not {ruleset}; nets play the game they learnt: name {named}")
        own = {**{name: had[0] for name, had in (lacked or {}).items()}, **self.options}
        if own != options:
            there = ", ".join(f"{name}={value}" for name, value in own.items())
            here = ", ".join(f"{name}={value}" for name, value in options.items())
            raise NetError(f"{path}: plays with {there}, not with {here}; name a net of the same options")


def identity(game: Game[P, A]) -> tuple[str, dict[str, str]]:
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


def check_target(path: Path, state: Path) -> None:
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
        try:
            mode_of(target)
        except PermissionError as error:
            raise NetError(f"{file}: cannot be written: {error.strerror}") from None
    if path.exists() and not state.exists() and not _is_net(Path(os.path.realpath(path))):
        raise NetError(f"{path}: exists and is not a net; name another file")


def _is_net(path: Path) -> bool:
    try:
        return load(path).kind in KINDS
    except NetError:
        return False


def agent(name: str, game: Game[P, A]) -> LearntAgent:
    """The agent ``net:FILE`` or ``net:FILE:SIMULATIONS``.

    Raises OSError for a file that cannot be read, `NetError` for one that is not of this game and its options or that
    cannot be used, and `ValueError` as `qttt.learn.names.agent_name`."""
    _, simulations, file_name = agent_name(name)
    path = Path(file_name)
    file = load(path)
    file.check_game(path, game)
    if file.kind == "net":
        return NetAgent(*net_of(path, file, game), simulations)
    if file.kind == "state":
        raise NetError(f"{path}: is the state of a training; name the file without .state")
    if simulations:
        raise NetError(f"{path}: is a table, which no search can use; leave out :{simulations}")
    return TableAgent(*table_of(path, file, game))


def table_of(path: Path, file: NetFile, game: Game[P, A]) -> tuple[LearntGame, Table]:
    """The table in a file. Raises `NetError` unless it has values of canonical positions."""
    if file.kind != "table" or not {"keys", "values"} <= set(file.arrays):
        raise NetError(f"{path}: has another architecture than the tables of this version; train it again")
    if file.architecture.get("canonical") is not True:
        raise NetError(
            f"{path}: has values of positions that are not canonical; they are measured while the table is trained, "
            f"and played by no agent"
        )
    if not np.isfinite(file.arrays["values"]).all():
        raise NetError(f"{path}: has values that are not finite; train it again")
    learnt = LearntGame(game, td.FEATURES)
    table = td.table_of(learnt, td.Options())
    try:
        table.fill(np.asarray(file.arrays["keys"], np.int64), np.asarray(file.arrays["values"], np.float64))
    except ValueError:
        raise NetError(f"{path}: has another architecture than the tables of this version; train it again") from None
    return learnt, table


def net_of(path: Path, file: NetFile, game: Game[P, A]) -> tuple[LearntGame, Net]:
    """The net in a file, and what it sees. Raises `NetError` unless its architecture can be used for the game."""
    shape = file.architecture
    other = NetError(f"{path}: has another architecture than the nets of this version; train the net again")
    if file.kind != "net" or not isinstance(shape.get("sizes"), list) or "weights" not in file.arrays:
        raise other
    try:
        sizes, weights = np.array(shape["sizes"], np.int64), file.arrays["weights"]
        learnt = LearntGame(game, str(shape.get("features")))
    except (ValueError, TypeError, OverflowError):
        raise other from None
    layered = sizes.ndim == 1 and len(sizes) >= 2 and bool(((sizes > 0) & (sizes < 1 << 20)).all())
    if not layered or (sizes[0], sizes[-1]) != (learnt.inputs, learnt.actions + 1):
        raise other
    if weights.dtype != np.float32 or weights.shape != (int(((sizes[:-1] + 1) * sizes[1:]).sum()),):
        raise other
    if not np.isfinite(weights).all():
        raise NetError(f"{path}: has weights that are not finite; train the net again")
    return learnt, (sizes, np.array(weights))
