"""Games between agents that are known as policies, many side by side and each to its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.batch import O, X
from qttt.learn.measures.intervals import Interval, Mean, interval, mean
from qttt.learn.measures.measuring import Policy
from qttt.learn.measures.tree import Array, Tree, graph_of, tree_from
from qttt.oracle import Oracle
from qttt.oracle.registry import entry_of

PolicyOf = Callable[[Tree], Policy]
"""What an agent does in the positions of a raw tree."""


class ResultOfGames(NamedTuple):
    """What games between two agents were worth to X, and the shares that X won, that nobody won, and that O won."""

    games: int
    value: Mean
    chances: tuple[Interval, Interval, Interval]


def played(oracle: Oracle[Any, Any], of_x: PolicyOf, of_o: PolicyOf, games: int, seed: int) -> ResultOfGames:
    """The result of games between two agents. Equal seeds give equal games; one that is not over after the longest
    that is played is a draw. Raises as `tree_from`, and what the agents raise."""
    random, start = np.random.default_rng(seed), graph_of(oracle).start
    worth, keys = entry_of(oracle.game).worth(oracle.game), np.full(games, start, np.int64)
    values, won, going = np.full(games, float(worth.draw)), np.zeros(games, np.int8), np.arange(games)
    for _ in range(entry_of(oracle.game).longest + 1):
        tree = tree_from(oracle, np.unique(keys[going]))
        order = np.argsort(tree.keys)
        at = order[np.searchsorted(tree.keys, keys[going], sorter=order)]
        over = tree.ended[at]
        values[going[over]], won[going[over]] = tree.value[at[over]], tree.won[at[over]]
        going, at = going[~over], at[~over]
        if not len(going):
            break
        keys[going] = tree.keys[tree.child[_drawn(tree, at, of_x(tree)[0], of_o(tree)[0], random)]]
    return result_of(oracle, values, won)


def _drawn(tree: Tree, at: Array, of_x: Array, of_o: Array, random: np.random.Generator) -> Array:
    """int64 ``[game]``: an action of each of some positions."""
    by = tree.actor[tree.parent]
    before = np.concatenate([[0], np.cumsum(np.select([by == X, by == O], [of_x, of_o], tree.chances[0]))])
    first, last = tree.first[at], tree.first[at + 1]
    wanted = before[first] + random.random(len(at)) * (before[last] - before[first])
    found: Array = np.clip(np.searchsorted(before, wanted, side="right") - 1, first, last - 1)
    return found


def result_of(oracle: Oracle[Any, Any], values: Array, won: Array) -> ResultOfGames:
    """The values and the winners, 1 for X and -1 for O, of games as a result."""
    worth, games = entry_of(oracle.game).worth(oracle.game), len(values)
    draw, most = float(worth.draw), float(worth.most)
    x, nobody, o = (interval(int((won == who).sum()), games) for who in (1, 0, -1))
    return ResultOfGames(games, mean(values.tolist(), 2 * draw - most, most), (x, nobody, o))
