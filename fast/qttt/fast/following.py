"""What the actions of positions are worth, and which are best, from the values of the positions that follow."""

from abc import ABC, abstractmethod
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from qttt.fast.answers import ILLEGAL, WORD, Ints, normalised
from qttt.fast.batch import O
from qttt.fast.graph import Expanded


class ByFollowing(ABC):
    """Exact answers about the positions of a game (see `qttt.fast.answers.Answers`) from their values and from what
    follows them."""

    actions: tuple[int, ...]
    scale: Fraction
    error = 0.0

    @abstractmethod
    def values(self, keys: ArrayLike) -> Ints:
        """See `qttt.fast.answers.Values`."""

    @abstractmethod
    def follow(self, keys: Ints) -> Expanded:
        """What follows from positions, as in `qttt.fast.graph.Graph.expand`, but neither need be canonical."""

    def action_values(self, keys: ArrayLike) -> Ints:
        """See `qttt.fast.answers.Answers`: int64."""
        return self._tables(keys)[0]

    def best(self, keys: ArrayLike) -> Ints:
        """See `qttt.fast.answers.Answers`."""
        worth, actor = self._tables(keys)
        legal = worth != ILLEGAL
        gains = np.where(legal, np.where(actor == O, -1, 1)[:, None] * worth, ILLEGAL)
        chosen = legal & (gains == gains.max(1, keepdims=True))
        bits = np.arange(len(self.actions))
        masks = np.zeros((len(worth), -(-len(bits) // WORD)), np.int64)
        for word in range(masks.shape[1]):
            here = bits // WORD == word
            masks[:, word] = chosen[:, here] @ (1 << bits[here] % WORD)
        return masks[:, 0] if masks.shape[1] == 1 else masks

    def _tables(self, keys: ArrayLike) -> tuple[Ints, Ints]:
        """The values ``[position, action]`` of players' actions, `ILLEGAL` for others, and who acts."""
        self.values(keys)
        found = self.follow(normalised(keys))
        worth = np.full((len(found.actor), len(self.actions)), ILLEGAL, np.int64)
        played = found.action < len(self.actions)
        worth[found.owner[played], found.action[played]] = self.values(found.children[played])
        return worth, found.actor
