"""The game that a learner learns, as kernels: batches of positions as keys."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu, Kernel
from qttt.fast.batch import LOOK, Games, Playing, stepping
from qttt.fast.learning import Learning, turning
from qttt.fast.net import Net, predictions
from qttt.fast.search import searching
from qttt.learn.measures.policies import first_of
from qttt.learn.measures.tree import Tree
from qttt.oracle.registry import entry_of
from qttt.reference.game import Game

Array = np.ndarray[Any, np.dtype[Any]]
PIECE = 1 << 15
"""So many positions are looked at side by side."""


class Ground:
    """A game with what a net sees of it, by the name of the features.

    Raises `ValueError` for a game that no learner plays, and for unknown features."""

    def __init__(self, game: Game[Any, Any], features: str) -> None:
        self.game = game
        found = entry_of(game).learning(game)
        if found is None:
            raise ValueError(f"{game!r}: no learner plays this game; expected goff")
        if features not in found.rules:
            raise ValueError(f"features {features!r}: expected {' or '.join(found.features)}")
        self.learning: Learning = found
        self.rules = found.rules[features]
        self.actions = self.rules.actions
        self.inputs = int(np.prod(self.rules.shape))
        self._features = features

    def setting(self, canonical: bool) -> tuple[Any, ...]:
        """The setting, with play from canonical position to canonical position or without."""
        return (*self.learning.setting[:2], int(canonical))

    @cached_property
    def searcher(self) -> Kernel:
        """The kernel of `qttt.fast.search`."""
        return _searcher(self.rules, self.learning.images)

    def seen(self, keys: Array) -> tuple[Array, Array, Array]:
        """What a net sees of positions, uint8 ``[position, input]``; the legal actions, uint8 ``[position, action]``;
        and who acts, int8 ``[position]``."""
        games = self.games(len(keys))
        games.states[:] = self.learning.state(keys)
        shown = games.step(np.full(len(keys), LOOK, np.int64))
        return shown.observation, shown.legal, shown.to_move

    def turned(self, keys: Array, by: Array, wanted: Array) -> tuple[Array, Array]:
        """The images of positions under these symmetries, int64 ``[position]``, and float32 ``[position, action]``
        numbers of their actions. Rule: RL-SYMMETRY-1"""
        states, count = self.learning.state(keys), len(keys)
        images, turned = np.zeros_like(states), np.empty((count, self.actions), np.float32)
        legal, seen = np.zeros((count, self.actions), np.uint8), np.zeros((count, self.inputs), np.uint8)
        kernel = _turner(self.rules, self.learning.images)
        Cpu().launch(kernel, count, states, by, wanted, self.setting(False), legal, seen, images, turned)
        return images[:, 0].copy(), turned

    def games(self, count: int, seed: int = 0, canonical: bool = False) -> Games:
        """So many games side by side, which do not begin anew when they end."""
        playing = Playing(self.rules, _stepper(self.rules), self.setting(canonical))
        return Games(Cpu(), playing, count, seed, restart=False)

    def greedy(self, net: Net, tree: Tree) -> Array:
        """The policy that always makes the action that a net finds most likely, the first of equal ones."""
        acts = np.flatnonzero(tree.decided)
        wanted = np.full(len(tree.keys), -1, np.int64)
        wanted[acts] = self.predictions(net, tree.keys[acts])[0].argmax(1)
        return first_of(tree, tree.action == wanted[tree.parent])

    def predictions(self, net: Net, keys: Array) -> tuple[Array, Array]:
        """What a net says of positions: float32 ``[position, action]``, the probabilities of the actions; and
        ``[position]``, the value for the player who acts."""
        policies, values = [], []
        for start in range(0, len(keys), PIECE):
            seen, legal, _ = self.seen(keys[start : start + PIECE])
            policy, value = predictions(net, seen, legal)
            policies.append(policy)
            values.append(value)
        return np.concatenate(policies), np.concatenate(values)


@cache
def _stepper(rules: Any) -> Kernel:
    return stepping(rules)


@cache
def _turner(rules: Any, images: Any) -> Kernel:
    return turning(rules, images)


@cache
def _searcher(rules: Any, images: Any) -> Kernel:
    return searching(rules, images)
