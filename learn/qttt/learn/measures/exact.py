"""Exact measures of an agent: how often it is right, what its errors cost, and what a best responder makes of it.

An agent is a *policy* on a tree: float64 ``[action]``, the probability of each action in the position that it is made
in. Where the tree stops, everyone plays perfectly from then on. Numbers are float64: sums of at most a thousand rounded
terms over at most twenty steps, so each is within 1e-10 of the exact one for games whose scores are at most 40. Where
play can return, this holds unless it does with a probability above 0.9999."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from qttt.fast.batch import O, X
from qttt.learn.measures.tree import Array, Tree

TOLERANCE = 1e-9
"""A loss below it is none, and a probability below it counts as 0: rounding makes nothing larger of what is 0."""
SETTLED = 1e-14
"""Where play can return, values are backed up until none changes by more."""
LARGEST_RATIO = 0.9999
"""Of two steps in a row whose sum to infinity is taken."""


class OfStage(NamedTuple):
    """How an agent plays a stage of the game: in how many positions a player acts, the mean probability of an optimal
    action there, and the mean loss."""

    stage: str
    positions: int
    optimal: float
    regret: float


@dataclass(frozen=True)
class Measures:
    """Measures of an agent.

    - everywhere, reached: by stage, over all positions, and over those that the agent can reach, on either side
    - value: of the start, under perfect play
    - as_x, as_o: what the start is worth to X if the agent is X, or O, and the other side does its best against it
    - first_errors: the actions of the agent that lose, of the lowest ply that its own play can reach, worst first
    """

    everywhere: tuple[OfStage, ...]
    reached: tuple[OfStage, ...]
    value: float
    as_x: float
    as_o: float
    first_errors: tuple[int, ...]

    @property
    def exploitability(self) -> float:
        """The mean of what the agent gives away as X and as O against its best responder."""
        return (self.as_o - self.as_x) / 2


def measured(tree: Tree, policy: Array) -> Measures:
    """All measures of an agent. Raises `ValueError` unless its probabilities are some in every position."""
    check(tree, policy)
    reached_as = {player: reached(tree, policy, player) for player in (X, O)}
    both = (reached_as[X] & (tree.actor == X)) | (reached_as[O] & (tree.actor == O))
    return Measures(
        by_stage(tree, policy, tree.decided),
        by_stage(tree, policy, both),
        float(tree.value[0]),
        worst_case(tree, policy, X),
        worst_case(tree, policy, O),
        first_errors(tree, policy, both),
    )


def check(tree: Tree, policy: Array) -> None:
    """Raise `ValueError` unless a policy has non-negative numbers that add up to 1 in every position of a player."""
    if policy.shape != tree.action.shape or not np.isfinite(policy).all() or (policy < 0).any():
        raise ValueError("a policy has a probability for each action of the tree")
    sums = summed(tree, policy)
    wrong = np.flatnonzero(tree.decided & (np.abs(sums - 1) > TOLERANCE))
    if len(wrong):
        raise ValueError(f"the probabilities in '{tree.position(wrong[0])}' add up to {sums[wrong[0]]:.6g}, not to 1")


def by_stage(tree: Tree, policy: Array, where: Array) -> tuple[OfStage, ...]:
    """The share of optimal actions and the regret by stage, over the positions marked in `where`."""
    loss = tree.loss
    lost = loss > TOLERANCE
    right, regret = summed(tree, policy * ~lost), summed(tree, policy * loss * lost)
    found = []
    for stage, (start, stop) in zip(tree.stages, tree.levels, strict=True):
        at = np.flatnonzero(where[start:stop]) + start
        if len(at):
            found.append(OfStage(stage, len(at), float(right[at].mean()), float(regret[at].mean())))
    return tuple(found)


def reached(tree: Tree, policy: Array, player: int) -> Array:
    """bool ``[position]``: the positions that can come up when the agent plays one side and the other does anything."""
    found = np.zeros(len(tree.keys), np.bool_)
    found[0] = True
    own = tree.actor == player
    for group in tree.groups:
        before = -1
        while before < (before := int(found.sum())):
            for start, stop in (tree.levels[level] for level in group.levels):
                actions = slice(tree.first[start], tree.first[stop])
                parent = np.repeat(np.arange(start, stop), np.diff(tree.first[start : stop + 1]))
                taken = found[parent] & (~own[parent] | (policy[actions] > TOLERANCE))
                found[tree.child[actions][taken]] = True
            if not group.loops:
                break
    return found


def worst_case(tree: Tree, policy: Array, player: int) -> float:
    """What the start is worth to X if the agent plays one side and the other side is its best responder."""
    return float(backward(tree, tree.ends, policy, (O if player == X else X,))[0])


def against(tree: Tree, of_x: Array, of_o: Array, ends: Array) -> Array:
    """The expectation of `ends`, a number for each position at which the tree ends, if two agents play each other.

    For all other positions it has the number of play without end. `ends` ``[position, ...]`` may have several numbers
    for each position."""
    return backward(tree, ends, np.where(tree.actor[tree.parent] == X, of_x, of_o))


def backward(tree: Tree, ends: Array, policy: Array, responders: tuple[int, ...] = ()) -> Array:
    """Values backed up from the ends: expectations under the policy, or under chance, and the best of the responders,
    the players who choose for themselves.

    Where play can return, this is repeated until nothing changes; `ends` has what play without end is worth."""
    value = ends.astype(np.float64)
    weights = np.where(tree.decided[tree.parent], policy, tree.chance)
    for group in reversed(tree.groups):
        ranges = [tree.levels[level] for level in reversed(group.levels)]

        def once(ranges: list[tuple[int, int]] = ranges) -> None:
            for each in ranges:
                _back_up(tree, *each, value, value, weights, responders)

        once()
        if group.loops:
            _settle(value[ranges[-1][0] : ranges[0][1]], once)
    return value


def _settle(values: Array, once: Callable[[], None]) -> None:
    """Repeat what changes the values until it does so no more. Steps that shrink in proportion, as here they do once
    every choice is settled, are summed up at once (Aitken 1926)."""
    last: Array | None = None
    while True:
        before = values.copy()
        once()
        step = values - before
        if np.abs(step).max() <= SETTLED:
            return
        if last is None:
            last = step
        else:
            ratio = step / np.where(np.abs(last) > TOLERANCE, last, np.inf)
            ratio = np.where((ratio > 0) & (ratio < LARGEST_RATIO), ratio, 0)
            values += step * ratio / (1 - ratio)
            last = None


def one_action_back(tree: Tree, values: Array, ends: Array) -> Array:
    """The best, or under chance the expected, value after one action; that of `ends` in a position without any."""
    after = ends.astype(np.float64)
    _back_up(tree, 0, len(tree.keys), values, after, tree.chance, (X, O))
    return after


def _back_up(
    tree: Tree, start: int, stop: int, values: Array, into: Array, weights: Array, responders: tuple[int, ...]
) -> None:
    """Write what a range of positions is worth if those that follow are worth `values`."""
    has = np.flatnonzero(np.diff(tree.first[start : stop + 1])) + start
    if not len(has):
        return
    actions = slice(tree.first[start], tree.first[stop])
    after, cuts = values[tree.child[actions]], tree.first[has] - tree.first[start]
    own = weights[actions].reshape(-1, *[1] * (after.ndim - 1))
    new, actor = np.add.reduceat(after * own, cuts), tree.actor[has]
    for player in responders:
        at = np.flatnonzero(actor == player)
        if len(at):
            new[at] = (np.maximum if player == X else np.minimum).reduceat(after, cuts)[at]
    into[has] = new


def first_errors(tree: Tree, policy: Array, where: Array) -> tuple[int, ...]:
    """The losing actions with a chance to be made, of the lowest ply among the marked positions, worst first."""
    parent = tree.parent
    wrong = np.flatnonzero(where[parent] & (policy > TOLERANCE) & (tree.loss > TOLERANCE))
    if not len(wrong):
        return ()
    plies = tree.plies[parent[wrong]]
    wrong = wrong[plies == plies.min()]
    return tuple(wrong[np.argsort(-tree.loss[wrong], kind="stable")].tolist())


def summed(tree: Tree, numbers: Array) -> Array:
    """float64 ``[position]``: the sum of a number of each of its actions."""
    found: Array = np.bincount(tree.parent, weights=numbers, minlength=len(tree.keys))
    return found
