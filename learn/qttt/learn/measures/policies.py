"""Agents as policies: what they do in every position of a tree at once.

Random play treats equivalent positions alike. The other agents make the first of equally good actions in the
documented order, which need not be the same in an image of the position, so each image has its own row. Agents have
names, and some of them, the ladder, are those against which every agent is measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.batch import CHANCE, OVER, X
from qttt.fast.graph import ends_at_once
from qttt.fast.side_by_side import chances_to_win_most
from qttt.learn.measures.measuring import TOLERANCE, Meeting, Policy, actions_of, one_action_back, sum_actions
from qttt.learn.measures.statistics import ratings
from qttt.learn.measures.tree import Array, Tree, first_of
from qttt.learn.names import DEEPEST as WHOLE
from qttt.learn.names import agent_name
from qttt.oracle.registry import entry_of


class OutOfReach(ValueError):
    """How likely an agent's actions are is not known; the message says what would be needed."""


def random(tree: Tree) -> Policy:
    """Every legal action is equally likely."""
    return _normalise(tree, np.ones(len(tree.action)))[None]


def perfect(tree: Tree) -> Policy:
    """The first best action in the documented order that ends the game (see `ends_at_once`); if there is none, the
    first one, and where play can return, the first that can lead away, if there is one, because play that only returns
    need not attain the value."""
    best = tree.loss < TOLERANCE
    several = np.flatnonzero(best & (tree.decided & (sum_actions(tree, best) > 1))[tree.parent])
    ending = np.zeros(len(best), np.bool_)
    ending[several] = ends_at_once(tree.graph, tree.keys[tree.child[several]])
    for preferred in (best & tree.leaves, ending):
        best = np.where(sum_actions(tree, preferred)[tree.parent] > 0, preferred, best)
    return first_of(tree, best)


def expecti_minimax(tree: Tree, depth: int, ends: Array | None = None, any_best: bool = False) -> Policy:
    """The first best action of a search to a depth, or any best one, each as likely. The search takes the game's
    estimates, or `ends`, where it stops and at ended games.

    The positions after an action are depth 2, as for `qttt.reference.agents.ExpectiMinimax`. Where the tree stops the
    search stops as well, so the tree must be deeper than the plies that are measured by `depth` - 1 actions."""
    values = search_values(tree, depth - 1, tree.estimates if ends is None else ends)[tree.child]
    best = largest(tree, np.where(tree.actor == X, 1, -1)[tree.parent] * values)
    return _normalise(tree, best)[None] if any_best else first_of(tree, best)


def search_values(tree: Tree, depth: int, ends: Array) -> Array:
    """float64 ``[position]``: what a search to a depth takes each position to be worth to X; at depth 1, `ends`."""
    values = ends
    for _ in range(depth - 1):
        values = one_action_back(tree, values, ends)
    return values


def monte_carlo(tree: Tree, playouts: int, where: Array | None = None) -> Policy:
    """Of `playouts` random games after each action the first action with the most won by the player who acts, as
    `qttt.reference.agents.MonteCarlo` plays: the probability of each action, in all positions or in those of `where`,
    bool ``[position, image]``, and 0 in the others.

    Raises as `chances_to_win`."""
    won = chances_to_win(tree)
    where = np.ones((len(tree.keys), tree.images), np.bool_) if where is None else where
    policy = np.zeros((tree.images, len(tree.action)))
    for image in range(tree.images):
        actions, begin = actions_of(tree, np.flatnonzero(tree.decided & where[:, image]))
        ordered = actions[np.lexsort((tree.place_of_actions(actions, image), tree.parent[actions]))]
        ends = np.append(begin, len(actions))
        policy[image, ordered] = chances_to_win_most(Cpu(), playouts, won[ordered], ends)
        policy[image] = _normalise(tree, policy[image])
    return policy


@lru_cache(maxsize=1)
def chances_to_win(tree: Tree) -> Array:
    """float64 ``[action]``: how likely the player who acts wins a game in which everything after the action is random.

    The System plays at random as well. Raises `OutOfReach` for a tree that stops, in which the games cannot be played
    to their end."""
    if tree.stops:
        raise OutOfReach("monte-carlo is known only where whole games are measured: measure more moves")
    uniform = _normalise(tree, np.where(tree.actor[tree.parent] == CHANCE, tree.chance, 1))
    everybody = replace(tree, chance=uniform, raw=True)
    meeting = Meeting(everybody, uniform[None], uniform[None])
    chances = [meeting.value(np.where(tree.won == won, 1, 0), everywhere=True)[:, 0] for won in (1, -1)]
    won = np.where(tree.actor[tree.parent] == X, chances[0][tree.child], chances[1][tree.child])
    return np.asarray(np.clip(won, 0, 1))


def largest(tree: Tree, numbers: Array) -> Array:
    """bool ``[action]``: whether an action has the largest number of those of its position, but for rounding."""
    best = np.full(len(tree.keys), -np.inf)
    np.maximum.at(best, tree.parent, numbers)
    found: Array = numbers > best[tree.parent] - TOLERANCE
    return found


def restrict(tree: Tree, deeper: Tree, policy: Policy) -> Policy:
    """A policy on a deeper tree of the same game, for the actions of the tree."""
    same = deeper.at(tree.keys)
    counts = np.diff(tree.first)
    at = np.repeat(deeper.first[same] - tree.first[:-1], counts) + np.arange(len(tree.action))
    found: Policy = policy[:, at]
    return found


def _normalise(tree: Tree, weights: Array) -> Array:
    """The weights divided by their sum in each position; 0 where that is 0."""
    sums = sum_actions(tree, weights)
    found: Array = weights / np.where(sums > 0, sums, 1)[tree.parent]
    return found


LADDER = ("random", "expecti-minimax:2", "perfect")
"""From weak to strong."""
ANCHOR = LADDER[0]
"""The agent whose Elo rating is 0."""
DEEPEST = 6
"""The greatest depth of expecti-minimax that is measured where the tree stops."""


def policy_of(agent: str, tree: Tree) -> Policy:
    """The policy of an agent by its name.

    Raises `ValueError` as `qttt.learn.names.agent_name`, and what `monte_carlo` and
    `qttt.learn.nets.agent` raise.
    """
    kind, number, _ = agent_name(agent, DEEPEST if tree.stops else WHOLE)
    if kind == "net":
        from qttt.learn.nets import agent as trained

        return trained(agent, tree.oracle.game).policy(tree)
    if kind == "random":
        return random(tree)
    if kind == "perfect":
        return perfect(tree)
    if kind == "monte-carlo":
        return monte_carlo(tree, number)
    deeper = tree.deeper(number - 2) if number > 2 and tree.stops else tree
    return restrict(tree, deeper, expecti_minimax(deeper, number))


class Result(NamedTuple):
    """What X can expect when two agents play, and how likely X wins, nobody wins, and O wins.

    The chances are None where the tree stops in a game with chance: perfect play does not decide how that ends."""

    value: float
    chances: tuple[float, float, float] | None


def result(tree: Tree, of_x: Policy, of_o: Policy) -> Result:
    """The result of one agent as X against another as O; where the tree stops, both play perfectly."""
    if tree.stops and entry_of(tree.oracle.game).has_chance:
        return Result(float(Meeting(tree, of_x, of_o).value(tree.ends)[0, 0]), None)
    won = np.where(tree.ended | (tree.actor != OVER), tree.won, np.sign(tree.value - tree.draw))
    ends = np.stack([tree.ends, *(won == who for who in (1, 0, -1))], 1)
    value, x_wins, draw, o_wins = Meeting(tree, of_x, of_o).value(ends)[0, 0].tolist()
    return Result(value, (x_wins, draw, o_wins))


Results = Mapping[tuple[str, str], Result]
"""By the names of X and O."""


def elo(found: Results) -> dict[str, float | None] | None:
    """The Elo ratings of agents from all of their results against each other (see `qttt.learn.measures.statistics`).

    None where results have no chances.
    """
    names = [*dict.fromkeys(x for x, _ in found)]
    score = {}
    for pair, each in found.items():
        if each.chances is None:
            return None
        win, draw, _ = each.chances
        score[pair] = win + draw / 2
    scores = {(a, b): (score[a, b] + 1 - score[b, a]) / 2 for a in names for b in names}
    return ratings(names, scores, ANCHOR)
