"""Agents that play what has been learnt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from qttt.fast.batch import LEAVE, LOOK
from qttt.fast.learning import Net
from qttt.fast.search import Search
from qttt.fast.td import Table
from qttt.learn.learners.learnt import LearntGame
from qttt.learn.measures.tree import Array, Tree
from qttt.oracle.registry import entry_of

SIDE_BY_SIDE = 1 << 14
"""Trees that are searched side by side have at most this number of nodes together, times the room of each."""


class LearntAgent(ABC):
    """An agent that has learnt a game. What it plays depends on the canonical form of a position only, or on the
    position as it is, for a table of all positions."""

    canonical = True

    def __init__(self, learnt: LearntGame) -> None:
        self.game, self.learnt = learnt.game, learnt

    @abstractmethod
    def probabilities(self, keys: Array) -> Array:
        """``[position, action]``: how likely each action is in canonical positions of a player."""

    def policy(self, tree: Tree) -> Array:
        """The agent as a policy of `qttt.learn.measures`, the same in all images of a position."""
        acts = np.flatnonzero(tree.decided)
        keys, by = tree.keys[acts], np.zeros(len(tree.keys), np.int64)
        if tree.raw and self.canonical:
            keys, by[acts] = tree.graph.canonical(keys)
        likely = np.zeros((len(tree.keys), self.learnt.actions))
        likely[acts] = self.probabilities(keys)
        action = tree.action.copy()
        for symmetry in np.unique(by).tolist():
            at = np.flatnonzero(by[tree.parent] == symmetry)
            action[at] = tree.place_of_actions(at, symmetry)
        policy: Array = likely[tree.parent, action]
        return policy[None]

    def choose(self, position: Any, chance: Random) -> Any:
        """An action for a position of the game."""
        learning = self.learnt.learning
        keys = np.array(entry_of(self.game).keys(None, [position]), np.int64)
        canonical, by = learning.canonical(keys)
        likely = self.probabilities(canonical)[0]
        wanted = chance.choices(range(len(likely)), likely.tolist())[0]
        legal = np.flatnonzero(self.learnt.seen(keys)[1][0]).tolist()
        key, g = int(keys[0]), int(by[0])
        return self._named[next(a for a in legal if learning.action(key, g, a) == wanted)]

    @cached_property
    def _named(self) -> Any:
        return entry_of(self.game).numbered(self.game)


class NetAgent(LearntAgent):
    """Plays the action that a net finds most likely; or, with simulations, the one that a search visits most. The
    first of equal ones in the documented order."""

    def __init__(self, learnt: LearntGame, net: Net, simulations: int = 0) -> None:
        super().__init__(learnt)
        self.net, self.simulations = net, simulations

    def probabilities(self, keys: Array) -> Array:
        one_hot: Array = (np.arange(self.learnt.actions) == self.actions(keys)[:, None]).astype(np.float32)
        return one_hot

    def actions(self, keys: Array) -> Array:
        """The action in each of some canonical positions of a player."""
        learnt = self.learnt
        if not self.simulations:
            likeliest: Array = learnt.predictions(self.net, keys)[0].argmax(1)
            return likeliest
        at_once = max(1, min(len(keys), SIDE_BY_SIDE // self.simulations))
        setting, most = learnt.setting(canonical=True), learnt.learning.most
        search = Search(learnt.rules, learnt.searcher, setting, most, at_once, self.simulations)
        parts = []
        for start in range(0, len(keys), at_once):
            piece = keys[start : start + at_once]
            search.states[: len(piece)] = learnt.learning.state(piece)[:, :-1]
            moves = np.full(at_once, LEAVE, np.int64)
            moves[: len(piece)] = LOOK
            parts.append(search.search(self.net, moves)[: len(piece)].argmax(1))
        return np.concatenate(parts)


class TableAgent(LearntAgent):
    """Takes one of the turns after which the table's value is best, each as likely as the others."""

    def __init__(self, learnt: LearntGame, table: Table, canonical: bool = True) -> None:
        super().__init__(learnt)
        self._table, self.canonical = table, canonical

    def probabilities(self, keys: Array) -> Array:
        return self._table.decide(self.learnt.learning.state(keys))
