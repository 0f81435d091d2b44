"""Agents as policies: what they do in every position of a tree at once."""

from __future__ import annotations

import numpy as np

from qttt.fast.batch import X
from qttt.learn.measures.exact import TOLERANCE, one_action_back, summed
from qttt.learn.measures.tree import Array, Tree


def random(tree: Tree) -> Array:
    """Every legal action is equally likely."""
    return _normalised(tree, np.ones(len(tree.action)))


def perfect(tree: Tree) -> Array:
    """The first best action in the documented order."""
    return first_of(tree, tree.loss < TOLERANCE)


def expecti_minimax(tree: Tree, depth: int) -> Array:
    """The first best action of a search to a depth that knows only the values of ended games, and takes 0 elsewhere.

    The positions after an action are depth 2, as for `qttt.reference.agents.ExpectiMinimax`. Where the tree stops the
    search stops as well, so the tree must be deeper than the plies that are measured by `depth` - 1 actions. Raises
    `ValueError` for a depth below 2."""
    if depth < 2:
        raise ValueError(f"a search of depth {depth} sees no action: expected at least 2")
    ends = np.where(tree.ended, tree.value, 0)
    values = ends
    for _ in range(depth - 2):
        values = one_action_back(tree, values, ends)
    sign = np.where(tree.actor == X, 1, -1)[tree.parent]
    after = sign * values[tree.child]
    best = np.full(len(tree.keys), -np.inf)
    np.maximum.at(best, tree.parent, after)
    return first_of(tree, after == best[tree.parent])


def first_of(tree: Tree, marked: Array) -> Array:
    """The policy that makes the first marked action of each position."""
    at = np.flatnonzero(marked)
    parent = tree.parent[at]
    policy = np.zeros(len(tree.action))
    policy[at[np.concatenate([[True], parent[1:] != parent[:-1]])]] = 1
    return policy


def within(tree: Tree, deeper: Tree, policy: Array) -> Array:
    """A policy on a deeper tree of the same game, for the actions of the tree."""
    order = np.argsort(deeper.keys)
    same = order[np.searchsorted(deeper.keys[order], tree.keys)]
    counts = np.diff(tree.first)
    at = np.repeat(deeper.first[same] - tree.first[:-1], counts) + np.arange(len(tree.action))
    found: Array = policy[at]
    return found


def _normalised(tree: Tree, weights: Array) -> Array:
    found: Array = weights / summed(tree, weights)[tree.parent]
    return found
