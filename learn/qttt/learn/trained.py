"""Agents that play what has been learnt, from the files of `qttt train`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from qttt.fast.learning import Net
from qttt.fast.td import Table
from qttt.learn.learners import td
from qttt.learn.learners.agents import LearntAgent, NetAgent, TableAgent
from qttt.learn.learners.learnt import LearntGame
from qttt.learn.names import agent_name
from qttt.learn.nets import NetError, NetFile, load
from qttt.reference.game import Game


def agent(name: str, game: Game[Any, Any]) -> LearntAgent:
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


def table_of(path: Path, file: NetFile, game: Game[Any, Any]) -> tuple[LearntGame, Table]:
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


def net_of(path: Path, file: NetFile, game: Game[Any, Any]) -> tuple[LearntGame, Net]:
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
