"""The agents that are measured by name, and the exact results of one against another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np

from qttt.fast.batch import OVER
from qttt.learn.measures import policies
from qttt.learn.measures.exact import against
from qttt.learn.measures.tree import Array, Tree, tree_of
from qttt.oracle.registry import entry_of

LADDER = ("random", "expecti-minimax:2", "perfect")
"""From weak to strong."""
DEEPEST = 6
"""Of a search."""


def policy_of(agent: str, tree: Tree, through: int) -> Array:
    """The policy of an agent by its name: random, perfect, or expecti-minimax:DEPTH.

    `tree` is ``tree_of(oracle, through)``. Raises `ValueError` for another name or depth.
    """
    plain: Mapping[str, Callable[[Tree], Array]] = {"random": policies.random, "perfect": policies.perfect}
    if agent in plain:
        return plain[agent](tree)
    kind, _, number = agent.partition(":")
    if kind != "expecti-minimax" or not (number.isascii() and number.isdecimal() and 2 <= int(number[:9]) <= DEEPEST):
        raise ValueError(
            f"agent {agent!r}: expected random, perfect, or expecti-minimax:DEPTH with a depth from 2 to {DEEPEST}"
        )
    depth = int(number)
    deeper = tree if depth == 2 else tree_of(tree.oracle, through + depth - 2)
    return policies.within(tree, deeper, policies.expecti_minimax(deeper, depth))


class Result(NamedTuple):
    """What X can expect when two agents play, and how likely X wins, the game is drawn, and O wins.

    The chances are None where the tree stops in a game with chance: perfect play does not decide how that ends."""

    value: float
    chances: tuple[float, float, float] | None


def result(tree: Tree, of_x: Array, of_o: Array) -> Result:
    """The exact result of one agent as X against another as O; where the tree stops, both play perfectly."""
    expected = partial(against, tree, of_x, of_o)
    value = float(expected(tree.ends)[0])
    if tree.stops and entry_of(tree.oracle.game).has_chance:
        return Result(value, None)
    won = np.where(tree.ended | (tree.actor != OVER), tree.won, np.sign(tree.value - tree.draw))
    x_wins, draw, o_wins = (float(expected(np.where(won == who, 1, 0))[0]) for who in (1, 0, -1))
    return Result(value, (x_wins, draw, o_wins))
