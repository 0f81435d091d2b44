"""The search trees of many games side by side: see `qttt.fast.search`."""

from typing import Any

import numpy as np

from qttt.fast.backend import Cpu, Kernel
from qttt.fast.batch import Rules
from qttt.fast.net import Array, Net, width
from qttt.fast.search import DEEPEST, EDGES, KEPT, MEAN, PLAIN, ROOM, Room, Trees


class Search:
    """The trees of `count` games.

    - states: int64 ``[game, number]``, where the games are
    - actor: int8 ``[game]``, who acts there, OVER if the game is over
    - worth: float32 ``[game]``, of an ended game its score for X divided by `most`
    - visits: int32 ``[game, action]``, what the last search has counted, earlier visits of a kept tree included"""

    def __init__(
        self,
        rules: Rules,
        kernel: Kernel,
        setting: tuple[Any, ...],
        most: int,
        count: int,
        simulations: int,
        *,
        seed: int = 0,
        c: float = 1.0,
        noise_share: float = 0.0,
        backup: int = MEAN,
        image: int = PLAIN,
        reuse: int = KEPT,
    ) -> None:
        nodes = ROOM * simulations + 4
        edges = max(nodes * EDGES, 2 * rules.actions)
        self._rules, self._kernel, self._setting = rules, kernel, setting
        self._count = count
        self._trees = Trees(
            np.zeros((count, nodes + 2, rules.numbers), np.int64),
            np.zeros(count, np.int64),
            np.zeros((count, nodes + 2), np.int8),
            np.zeros((count, nodes + 2), np.float32),
            np.zeros((count, nodes + 3), np.int32),
            np.zeros((count, edges), np.int16),
            np.zeros((count, edges), np.int32),
            np.zeros((count, edges), np.int32),
            np.zeros((count, edges), np.float32),
            np.zeros((count, edges), np.float32),
            np.zeros(count, np.int64),
        )
        self._ints = np.array([backup, image, seed, most, reuse, simulations], np.int64)
        self._bonus = np.array([c, noise_share], np.float64)
        self._none = np.zeros((count, rules.actions), np.float32)
        self.states = self._trees.states[:, 0]
        self.actor = self._trees.actor[:, 0]
        self.worth = self._trees.worth[:, 0]
        self.visits = np.zeros((count, rules.actions), np.int32)

    def search(self, net: Net, moves: Array, noise: Array | None = None) -> Array:
        """Make an action in each game, int64 ``[game]`` in which `BEGIN`, `LOOK` and `LEAVE` may be, search with a net,
        and return `visits`. `noise`, non-negative float32 ``[game, action]``, is brought to the sum 1 over the legal
        actions of each root, in place, and mixed into the priors there."""
        rules = self._rules
        room = Room(
            np.zeros((self._count, rules.actions), np.uint8),
            np.zeros((self._count, rules.actions), np.uint8),
            np.zeros((self._count, *rules.shape), np.uint8),
            np.zeros((self._count, width(net)), np.float32),
            np.zeros((self._count, DEEPEST), np.int32),
            np.zeros((self._count, self._trees.states.shape[1]), np.int32),
        )
        bonus = self._bonus if noise is not None else self._bonus * (1, 0)
        noise = self._none if noise is None else noise
        Cpu().launch(
            self._kernel,
            self._count,
            moves,
            (tuple(self._trees), tuple(room), self._setting, net, noise, self._ints, bonus),
            self.visits,
        )
        return self.visits

    def values(self) -> Array:
        """float64 ``[game]``: the mean value for X that the last search has found for each root, 0 without visits."""
        tree, edges = self._trees, self._rules.actions
        counts = np.where(np.arange(edges) < tree.first[:, 1:2], tree.visits[:, :edges], 0).astype(np.float64)
        found: Array = (counts * tree.mean[:, :edges]).sum(1) / np.maximum(counts.sum(1), 1)
        return found
