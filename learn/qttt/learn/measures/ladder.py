"""The agents that are measured by name, and the exact results of one against another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np

from qttt.learn.measures import policies
from qttt.learn.measures.exact import against
from qttt.learn.measures.tree import Array, Tree, tree_of
from qttt.oracle.registry import entry_of

LADDER = ("random", "expecti-minimax:2", "perfect")
"""From weak to strong."""
DEEPEST = 6
"""Of a search."""


def policy_of(agent: str, tree: Tree, through: int) -> Array:
    """The policy of an agent by its name: random, perfect, expecti-minimax:DEPTH, or net:FILE[:SIMULATIONS].

    `tree` is ``tree_of(oracle, through)``. Raises `ValueError` for another name or depth, and what
    `qttt.learn.trained.agent` raises.
    """
    if agent.startswith("net:"):
        from qttt.learn.trained import agent as trained

        return trained(agent, tree.oracle.game).policy(tree)
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
    value = float(expected(tree.value)[0])
    if tree.stops and bool(tree.chance.any()):
        return Result(value, None)
    draw = float(entry_of(tree.oracle.game).worth(tree.oracle.game).draw)
    won = [expected(np.where(mark, 1.0, 0.0))[0] for mark in (tree.value > draw, tree.value == draw, tree.value < draw)]
    return Result(value, (float(won[0]), float(won[1]), float(won[2])))
