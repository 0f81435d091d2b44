"""Agents as policies: what they do in every position of a tree at once.

Random play treats equivalent positions alike. The other agents make the first of equally good actions in the
documented order, which need not be the same in an image of the position, so each image has its own row."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.batch import CHANCE, X
from qttt.fast.most_won import chances_to_win_most
from qttt.learn.measures.measuring import TOLERANCE, Meeting, Policy, one_action_back, summed
from qttt.learn.measures.tree import Array, Tree, first_of


class OutOfReach(ValueError):
    """How likely an agent's actions are is not known; the message says what would be needed."""


def random(tree: Tree) -> Policy:
    """Every legal action is equally likely."""
    return _normalised(tree, np.ones(len(tree.action)))[None]


def perfect(tree: Tree) -> Policy:
    """The first best action in the documented order; where play can return, the first that can lead away, if there is
    one, because play that only returns need not attain the value."""
    best = tree.loss < TOLERANCE
    away = best & tree.leaves
    return first_of(tree, np.where(summed(tree, away)[tree.parent] > 0, away, best))


def expecti_minimax(tree: Tree, depth: int) -> Policy:
    """The first best action of a search to a depth, which takes the game's estimates where it stops and at ended games.

    The positions after an action are depth 2, as for `qttt.reference.agents.ExpectiMinimax`. Where the tree stops the
    search stops as well, so the tree must be deeper than the plies that are measured by `depth` - 1 actions."""
    ends = tree.estimates
    values = ends
    for _ in range(depth - 2):
        values = one_action_back(tree, values, ends)
    sign = np.where(tree.actor == X, 1, -1)[tree.parent]
    return first_of(tree, largest(tree, sign * values[tree.child]))


def monte_carlo(tree: Tree, playouts: int) -> Policy:
    """Of `playouts` random games after each action the first action with the most won by the player who acts, as
    `qttt.reference.agents.MonteCarlo` plays: the probability of each action.

    The System plays at random as well. Raises `OutOfReach` for a tree that stops, in which the games cannot be played
    to their end."""
    if tree.stops:
        raise OutOfReach("monte-carlo is known only where whole games are measured: measure more moves")
    uniform = _normalised(tree, np.where(tree.actor[tree.parent] == CHANCE, tree.chance, 1))
    everybody = replace(tree, chance=uniform, raw=True)
    meeting = Meeting(everybody, uniform[None], uniform[None])
    chances = [meeting.value(np.where(tree.won == won, 1, 0), everywhere=True)[:, 0] for won in (1, -1)]
    parent = tree.parent
    of_mover = np.where(tree.actor[parent] == X, chances[0][tree.child], chances[1][tree.child])
    decided = tree.decided
    at = np.flatnonzero(decided[parent])
    ends = np.concatenate([[0], np.cumsum(np.diff(tree.first)[decided])])
    policy = np.zeros((tree.images, len(tree.action)))
    for image in range(tree.images):
        ordered = at[np.lexsort((tree.place_of_actions(at, image), parent[at]))]
        policy[image, ordered] = chances_to_win_most(Cpu(), playouts, of_mover[ordered], ends)
        policy[image] = _normalised(tree, policy[image])
    return policy


def largest(tree: Tree, numbers: Array) -> Array:
    """bool ``[action]``: whether an action has the largest number of those of its position, but for rounding."""
    best = np.full(len(tree.keys), -np.inf)
    np.maximum.at(best, tree.parent, numbers)
    found: Array = numbers > best[tree.parent] - TOLERANCE
    return found


def within(tree: Tree, deeper: Tree, policy: Policy) -> Policy:
    """A policy on a deeper tree of the same game, for the actions of the tree."""
    order = np.argsort(deeper.keys)
    same = order[np.searchsorted(deeper.keys[order], tree.keys)]
    counts = np.diff(tree.first)
    at = np.repeat(deeper.first[same] - tree.first[:-1], counts) + np.arange(len(tree.action))
    found: Policy = policy[:, at]
    return found


def _normalised(tree: Tree, weights: Array) -> Array:
    """The weights divided by their sum in each position; 0 where that is 0."""
    sums = summed(tree, weights)
    found: Array = weights / np.where(sums > 0, sums, 1)[tree.parent]
    return found
