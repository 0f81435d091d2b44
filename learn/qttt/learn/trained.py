"""Agents that play what has been learnt, from the files of `qttt train`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from qttt.fast.batch import LEAVE, LOOK
from qttt.fast.td import Table
from qttt.fast.trees import Search
from qttt.learn.learners import td
from qttt.learn.learners.ground import Array, Ground
from qttt.learn.measures.tree import Tree
from qttt.learn.nets import NetError, NetFile, load
from qttt.oracle.registry import entry_of
from qttt.reference.game import Game

PREFIX = "net:"
MOST_SIMULATIONS = 100_000
LONGEST = 30
"""The most digits of a number of simulations that is read."""
SIDE_BY_SIDE = 1 << 14
"""Trees that are searched side by side have at most this number of nodes together, times the room of each."""


def named(agent: str) -> tuple[Path, int]:
    """The file and the simulations of an agent ``net:FILE`` or ``net:FILE:SIMULATIONS``.

    Raises `ValueError` for a number of simulations that is out of range, and for no file.

    >>> named("net:a.qttt:64")[1], named("net:a.qttt")[1]
    (64, 0)
    """
    file, colon, number = agent.removeprefix(PREFIX).rpartition(":")
    if not (colon and number.isascii() and number.isdecimal()):
        file, number = agent.removeprefix(PREFIX), "0"
    number = number.lstrip("0") or "0"
    if not file:
        raise ValueError(f"agent {agent!r}: expected net:FILE or net:FILE:SIMULATIONS")
    if len(number) > LONGEST or int(number) > MOST_SIMULATIONS:
        many = f"{int(number):,}" if len(number) <= LONGEST else number
        raise ValueError(f"agent {agent!r}: {many} simulations are too many: expected 1 to {MOST_SIMULATIONS:,}")
    return Path(file), int(number)


class Trained(ABC):
    """An agent from a file. What it plays depends on the canonical form of a position only."""

    def __init__(self, game: Game[Any, Any], ground: Ground) -> None:
        self.game, self.ground = game, ground

    @abstractmethod
    def probabilities(self, keys: Array) -> Array:
        """``[position, action]``: how likely each action is in canonical positions of a player."""

    def policy(self, tree: Tree) -> Array:
        """The agent as a policy of `qttt.learn.measures`."""
        acts = np.flatnonzero(tree.decided)
        found = np.zeros((len(tree.keys), self.ground.actions))
        found[acts] = self.probabilities(tree.keys[acts])
        policy: Array = found[tree.parent, tree.action]
        return policy

    def choose(self, position: Any, chance: Random) -> Any:
        """An action for a position of the game."""
        entry, learning = entry_of(self.game), self.ground.learning
        keys = np.array(entry.keys(None, [position]), np.int64)
        canonical, by = learning.canonical(keys)
        likely = self.probabilities(canonical)[0]
        wanted = chance.choices(range(len(likely)), likely.tolist())[0]
        legal = np.flatnonzero(self.ground.seen(keys)[1][0]).tolist()
        key, g = int(keys[0]), int(by[0])
        return self._named[next(a for a in legal if learning.action(key, g, a) == wanted)]

    @cached_property
    def _named(self) -> Any:
        return entry_of(self.game).numbered(self.game)


class NetAgent(Trained):
    """Plays the action that a net finds most likely; or, with simulations, the one that a search visits most. The
    first of equal ones in the documented order."""

    def __init__(self, game: Game[Any, Any], ground: Ground, net: tuple[Array, Array], simulations: int = 0) -> None:
        super().__init__(game, ground)
        self.net, self.simulations = net, simulations

    def probabilities(self, keys: Array) -> Array:
        """See `Trained`."""
        found = np.zeros((len(keys), self.ground.actions), np.float32)
        found[np.arange(len(keys)), self._actions(keys)] = 1
        return found

    def _actions(self, keys: Array) -> Array:
        if not self.simulations:
            found: Array = self.ground.predictions(self.net, keys)[0].argmax(1)
            return found
        at_once = max(1, min(len(keys), SIDE_BY_SIDE // self.simulations))
        ground = self.ground
        setting, most = ground.setting(canonical=True), ground.learning.most
        search = Search(ground.rules, ground.searcher, setting, most, at_once, self.simulations)
        parts = []
        for start in range(0, len(keys), at_once):
            piece = keys[start : start + at_once]
            search.states[: len(piece)] = ground.learning.state(piece)[:, :-1]
            moves = np.full(at_once, LEAVE, np.int64)
            moves[: len(piece)] = LOOK
            parts.append(search.search(self.net, moves)[: len(piece)].argmax(1))
        return np.concatenate(parts)


class TableAgent(Trained):
    """Takes one of the turns after which the table's value is best, each as likely as the others."""

    def __init__(self, game: Game[Any, Any], ground: Ground, table: Table) -> None:
        super().__init__(game, ground)
        self._table = table

    def probabilities(self, keys: Array) -> Array:
        """See `Trained`."""
        return self._table.decide(self.ground.learning.state(keys))


def agent(name: str, game: Game[Any, Any]) -> Trained:
    """The agent ``net:FILE`` or ``net:FILE:SIMULATIONS``.

    Raises OSError for a file that cannot be read, `NetError` for one that is not of this game and its options or that
    cannot be used, and `ValueError` as `named`."""
    path, simulations = named(name)
    file = load(path)
    file.check_game(path, game)
    if file.kind == "net":
        return NetAgent(game, *net_of(path, file, game), simulations)
    if file.kind == "state":
        raise NetError(f"{path}: is the state of a training; name the file without .state")
    if simulations:
        raise NetError(f"{path}: is a table, which no search can use; leave out :{simulations}")
    return TableAgent(game, *table_of(path, file, game))


def table_of(path: Path, file: NetFile, game: Game[Any, Any]) -> tuple[Ground, Table]:
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
    ground = td.ground_of(game)
    table = td.table_of(ground, td.Options())
    try:
        table.fill(np.asarray(file.arrays["keys"], np.int64), np.asarray(file.arrays["values"], np.float64))
    except ValueError:
        raise NetError(f"{path}: has another architecture than the tables of this version; train it again") from None
    return ground, table


def net_of(path: Path, file: NetFile, game: Game[Any, Any]) -> tuple[Ground, tuple[Array, Array]]:
    """The net in a file, and what it sees. Raises `NetError` unless its architecture can be used for the game."""
    shape = file.architecture
    other = NetError(f"{path}: has another architecture than the nets of this version; train the net again")
    if file.kind != "net" or not isinstance(shape.get("sizes"), list) or "weights" not in file.arrays:
        raise other
    try:
        sizes, weights = np.array(shape["sizes"], np.int64), file.arrays["weights"]
        ground = Ground(game, str(shape.get("features")))
    except (ValueError, TypeError, OverflowError):
        raise other from None
    layered = sizes.ndim == 1 and len(sizes) >= 2 and bool(((sizes > 0) & (sizes < 1 << 20)).all())
    if not layered or weights.dtype != np.float32 or weights.ndim != 1:
        raise other
    if (sizes[0], sizes[-1]) != (ground.inputs, ground.actions + 1):
        raise other
    if len(weights) != int(((sizes[:-1] + 1) * sizes[1:]).sum()):
        raise other
    if not np.isfinite(weights).all():
        raise NetError(f"{path}: has weights that are not finite; train the net again")
    return ground, (sizes, np.array(weights))
