"""What the actions of positions are worth, and which are best, from the values of the positions that follow."""

from collections.abc import Callable

import numpy as np

from qttt.fast.answers import ILLEGAL, WORD, Ints
from qttt.fast.batch import O
from qttt.fast.graph import Expanded

Follow = Callable[[Ints], Expanded]
"""What follows from positions, as in `qttt.fast.graph.Graph.expand`, except that no position need be canonical."""
Values = Callable[[Ints], Ints]
"""The values of positions, as in `qttt.fast.answers.Values.values`."""


def action_values(values: Values, follow: Follow, actions: int, keys: Ints) -> Ints:
    """See `qttt.fast.answers.Answers.action_values`; the keys are positions, and there are so many actions."""
    return _tables(values, follow, actions, keys)[0]


def best(values: Values, follow: Follow, actions: int, keys: Ints) -> Ints:
    """See `qttt.fast.answers.Answers.best`; the keys are positions, and there are so many actions."""
    worth, actor = _tables(values, follow, actions, keys)
    legal = worth != ILLEGAL
    gains = np.where(legal, np.where(actor == O, -1, 1)[:, None] * worth, ILLEGAL)
    chosen = legal & (gains == gains.max(1, keepdims=True))
    bits = np.arange(actions)
    masks = np.zeros((len(keys), -(-actions // WORD)), np.int64)
    for word in range(masks.shape[1]):
        here = bits // WORD == word
        masks[:, word] = chosen[:, here] @ (1 << bits[here] % WORD)
    return masks[:, 0] if masks.shape[1] == 1 else masks


def _tables(values: Values, follow: Follow, actions: int, keys: Ints) -> tuple[Ints, Ints]:
    """The values ``[position, action]`` of players' actions, `ILLEGAL` for others, and who acts."""
    found = follow(keys)
    worth = np.full((len(keys), actions), ILLEGAL, np.int64)
    owner = np.repeat(np.arange(len(keys)), found.counts)
    played = found.action < actions
    worth[owner[played], found.action[played]] = values(found.children[played])
    return worth, found.actor
