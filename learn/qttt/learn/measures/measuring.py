"""Measures of an agent from its policy: how often it is right, what its errors cost, and what a best responder makes
of it.

An agent is a *policy* on a tree: ``[image, action]``, the probability of each action in each image of the position
that it is made in. An agent that plays equivalent positions alike has one row, which stands for all images. Where the
tree stops, everyone plays perfectly from then on. Numbers are float64: sums of at most a thousand rounded terms over at
most twenty steps, so each is within 1e-10 of the true one for games whose scores are at most 40. Where play can
return, this holds unless it does with a probability above 0.9999."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from qttt.fast.batch import O, X
from qttt.learn.measures.tree import Array, Tree

Policy = Array
"""See the module."""
TOLERANCE = 1e-9
"""A loss below it is none, and a probability below it counts as 0: rounding makes nothing larger of what is 0."""
SETTLED = 1e-14
"""Where play can return, values are backed up until none changes by more."""
MOST_MISTAKES = 3
LARGEST_RATIO = 0.9999
"""Of two steps in a row whose sum to infinity is taken."""


class OfStage(NamedTuple):
    """How an agent plays a stage of the game: in how many positions a player acts, the mean probability of an optimal
    action there, and the mean loss."""

    stage: str
    positions: int
    optimal: float
    regret: float


class Mistake(NamedTuple):
    """An action that loses: in which position, which, how much, and the best actions instead."""

    position: object
    action: object
    loss: float
    best: Sequence[object]


class Side(NamedTuple):
    """How an agent plays one of the players. On a tree that is cut to what the agent can meet as this player, what it
    does in other positions does not matter."""

    tree: Tree
    policy: Policy


@dataclass(frozen=True)
class Measures:
    """Measures of an agent.

    - everywhere, reached: by stage, over all positions up to symmetry, and over those that the agent can reach, on
      either side; an agent that plays the images of a position differently counts there with the mean over the images
      (that it can reach), and in an image with the mean over what it sees there. `everywhere` is empty if an agent was
      only asked where it can get.
    - value: of the start, under perfect play
    - as_x, as_o: what the start is worth to X if the agent is X, or O, and the other side does its best against it
    - mistakes: losing actions of the lowest ply at which its own play has any, worst first, at most `MOST_MISTAKES`
    """

    everywhere: tuple[OfStage, ...]
    reached: tuple[OfStage, ...]
    value: float
    as_x: float
    as_o: float
    mistakes: tuple[Mistake, ...]

    @property
    def exploitability(self) -> float:
        """The mean of what the agent gives away as X and as O against its best responder."""
        return (self.as_o - self.as_x) / 2


def measure(tree: Tree, policy: Policy) -> Measures:
    """All measures of an agent. Raises `ValueError` unless its probabilities are some in every position."""
    check(tree, policy)
    everywhere = by_stage(tree, policy, np.repeat(tree.decided[:, None], tree.images, 1))
    side = Side(tree, policy)
    return replace(measure_sides({X: side, O: side}), everywhere=everywhere)


def measure_sides(sides: Mapping[int, Side]) -> Measures:
    """The measures of an agent from how it plays X and how it plays O, but those over all positions."""
    of_stage: dict[str, list[OfStage]] = defaultdict(list)
    mistakes: list[tuple[int, float, Mistake]] = []
    for player, (tree, policy) in sides.items():
        where = find_reached(tree, policy, player) & (tree.actor == player)[:, None]
        for each in by_stage(tree, policy, where):
            of_stage[each.stage].append(each)
        mistakes += first_mistakes(tree, policy, where)
    order = [*dict.fromkeys(stage for side in sides.values() for stage in side.tree.stages)]
    lowest = min((ply for ply, *_ in mistakes), default=0)
    return Measures(
        (),
        tuple(_join(of_stage[stage]) for stage in order if stage in of_stage),
        float(sides[X].tree.value[0]),
        worst_case(*sides[X], X),
        worst_case(*sides[O], O),
        tuple(each for ply, _, each in sorted(mistakes, key=lambda one: one[:2]) if ply == lowest)[:MOST_MISTAKES],
    )


def _join(parts: Sequence[OfStage]) -> OfStage:
    """The same stage in different positions."""
    weights = [part.positions for part in parts]
    optimal, regret = (float(np.average(each, weights=weights)) for each in list(zip(*parts, strict=True))[2:])
    return OfStage(parts[0].stage, sum(weights), optimal, regret)


def check(tree: Tree, policy: Policy) -> None:
    """Raise `ValueError` unless a policy has non-negative numbers that add up to 1 in every position of a player."""
    shape = (len(policy), len(tree.action))
    if len(policy) not in (1, tree.images) or policy.shape != shape:
        raise ValueError("a policy has a probability for each action of the tree, in each image if images differ")
    if not np.isfinite(policy).all() or (policy < 0).any():
        raise ValueError("the probabilities of a policy are from 0 to 1")
    for image in policy:
        sums = sum_actions(tree, image)
        wrong = np.flatnonzero(tree.decided & (np.abs(sums - 1) > TOLERANCE))
        if len(wrong):
            where = tree.position(wrong[0])
            raise ValueError(f"the probabilities in '{where}' add up to {sums[wrong[0]]:.6g}, not to 1")


def by_stage(tree: Tree, policy: Policy, where: Array) -> tuple[OfStage, ...]:
    """The share of optimal actions and the regret by stage, over the classes of equivalent positions with a mark in
    `where`, bool ``[position, image]``: for each of them the mean over its marked images, each image once."""
    loss, count = tree.loss, len(tree.keys)
    lost = loss > TOLERANCE
    right = np.stack([sum_actions(tree, image * ~lost) for image in policy], 1)
    regret = np.stack([sum_actions(tree, image * loss * lost) for image in policy], 1)
    once = np.zeros_like(where)
    for image in range(tree.images):
        once[np.arange(count), tree.same[:, image]] |= where[:, image]
    marked = once.sum(1)
    right, regret = ((each * once).sum(1) / np.maximum(marked, 1) for each in (right, regret))
    for first in tree.alike:
        here = marked > 0
        marked = np.bincount(first, here, count)
        right, regret = (np.bincount(first, each * here, count) / np.maximum(marked, 1) for each in (right, regret))
    found = []
    for stage, (start, stop) in zip(tree.stages, tree.levels, strict=True):
        at = np.flatnonzero(marked[start:stop]) + start
        if len(at):
            found.append(OfStage(stage, len(at), float(right[at].mean()), float(regret[at].mean())))
    return tuple(found)


@dataclass(frozen=True)
class Meeting:
    """Two agents who play each other; the responders are players who make any action, or their best one. An action
    counts that is more likely than `negligible`."""

    tree: Tree
    of_x: Policy
    of_o: Policy
    responders: tuple[int, ...] = ()
    negligible: float = 0.0

    @property
    def images(self) -> int:
        """In how many images the agents play differently."""
        return max(len(self.of_x), len(self.of_o), len(self.tree.chances))

    def weights(self, actions: Array, actor: Array, image: Array | int) -> Array:
        """How likely each action is in an image, if its actor is no responder."""
        tables = (self.of_x, self.of_o, self.tree.chances)
        of_x, of_o, chance = (each[np.minimum(image, len(each) - 1), actions] for each in tables)
        return np.asarray(np.where(actor == X, of_x, np.where(actor == O, of_o, chance)))

    def after(self, actions: Array, image: int) -> tuple[Array, Array]:
        """The position after each action in an image, and its image."""
        turn = self.tree.turn[actions]
        return self.tree.child[actions], self.tree.then[image, turn] if self.images > 1 else np.zeros_like(turn)

    @cached_property
    def reached(self) -> Array:
        """bool ``[position, image]``: what can come up."""
        tree = self.tree
        found = np.zeros((len(tree.keys), self.images), np.bool_)
        found[0, 0] = True
        for group in tree.groups:
            before = -1
            while before < (before := int(found.sum())):
                for level, image in product(group.levels, range(self.images)):
                    start, stop = tree.levels[level]
                    actions, _ = actions_of(tree, np.flatnonzero(found[start:stop, image]) + start)
                    actor = tree.actor[tree.parent[actions]]
                    likely = self.weights(actions, actor, image) > self.negligible
                    found[self.after(actions[likely | np.isin(actor, self.responders)], image)] = True
                if not group.loops:
                    break
        return found

    @cached_property
    def mass(self) -> Array:
        """float64 ``[position, image]``: how likely each comes up, if there are no responders and play cannot
        return."""
        found = np.zeros((len(self.tree.keys), self.images))
        found[0, 0] = 1
        for start, stop in self.tree.levels:
            for actions, image, flow in self._flows(found, start, stop):
                child, after = self.after(actions, image)
                np.add.at(found.reshape(-1), child * self.images + after, flow)
        return found

    def losses(self) -> Array:
        """float64 ``[ply]``: what the moves of each ply give away on average, as `mass`."""
        tree, found = self.tree, np.zeros(int(self.tree.plies.max()) + 1)
        for actions, _, flow in self._flows(self.mass, 0, len(tree.keys)):
            found += np.bincount(tree.plies[tree.parent[actions]], flow * tree.loss[actions], len(found))
        return found

    def _flows(self, mass: Array, start: int, stop: int) -> Iterator[tuple[Array, int, Array]]:
        """The actions of some positions in each image, and how likely each is made."""
        for image in range(self.images):
            actions, _ = actions_of(self.tree, np.flatnonzero(mass[start:stop, image]) + start)
            parent = self.tree.parent[actions]
            yield actions, image, mass[parent, image] * self.weights(actions, self.tree.actor[parent], image)

    def value(self, ends: Array, everywhere: bool = False) -> Array:
        """float64 ``[position, image, ...]``: the expectation of `ends`, numbers for each position at which the tree
        ends, where the responders make the action that is best for them. It is known in what can come up, or
        `everywhere`.

        For all other positions `ends` has the numbers of play without end. Where play can return, values are backed up
        until nothing changes."""
        value = np.repeat(ends.astype(np.float64)[:, None], self.images, 1)
        where = np.ones(value.shape[:2], np.bool_) if everywhere else self.reached
        for group in reversed(self.tree.groups):
            ranges = [self.tree.levels[level] for level in reversed(group.levels)]

            def once(ranges: list[tuple[int, int]] = ranges) -> None:
                for (start, stop), image in product(ranges, range(self.images)):
                    self._back_up(np.flatnonzero(where[start:stop, image]) + start, image, value)

            once()
            if group.loops:
                _settle(value[ranges[-1][0] : ranges[0][1]], once)
        return value

    def _back_up(self, at: Array, image: int, value: Array) -> None:
        """Write what some positions are worth in an image, from what follows."""
        tree = self.tree
        at = at[tree.first[at + 1] > tree.first[at]]
        if not len(at):
            return
        actions, cuts = actions_of(tree, at)
        after = value[self.after(actions, image)]
        weights = self.weights(actions, tree.actor[tree.parent[actions]], image)
        new = np.add.reduceat(after * weights.reshape(-1, *[1] * (after.ndim - 1)), cuts)
        for player in self.responders:
            acts = np.flatnonzero(tree.actor[at] == player)
            if len(acts):
                new[acts] = (np.maximum if player == X else np.minimum).reduceat(after, cuts)[acts]
        value[at, image] = new


def actions_of(tree: Tree, at: Array) -> tuple[Array, Array]:
    """The actions of some positions, one position after the other, and where those of each begin."""
    counts = tree.first[at + 1] - tree.first[at]
    begin = np.cumsum(counts) - counts
    return np.arange(counts.sum()) + np.repeat(tree.first[at] - begin, counts), begin


def find_reached(tree: Tree, policy: Policy, player: int) -> Array:
    """bool ``[position, image]``: what can come up when the agent plays one side and the other does anything."""
    found = Meeting(tree, policy, policy, (O if player == X else X,), TOLERANCE).reached
    return np.repeat(found, tree.images // found.shape[1], 1)


def worst_case(tree: Tree, policy: Policy, player: int) -> float:
    """What the start is worth to X if the agent plays one side and the other side is its best responder."""
    return float(Meeting(tree, policy, policy, (O if player == X else X,)).value(tree.ends)[0, 0])


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
    has = np.flatnonzero(np.diff(tree.first))
    following, cuts, actor = values[tree.child], tree.first[has], tree.actor[has]
    best = np.where(actor == X, np.maximum.reduceat(following, cuts), np.minimum.reduceat(following, cuts))
    after[has] = np.where(tree.decided[has], best, np.add.reduceat(following * tree.chance, cuts))
    return after


def first_mistakes(tree: Tree, policy: Policy, where: Array) -> list[tuple[int, float, Mistake]]:
    """The losing actions with a chance to be made, of the lowest ply among the marked positions, worst first, at most
    `MOST_MISTAKES`: each with its ply and minus its loss."""
    lost = np.flatnonzero(tree.loss > TOLERANCE)
    plies, loss, parent = tree.plies[tree.parent[lost]], tree.loss[lost], tree.parent[lost]
    made = np.stack(
        [where[parent, image] & (policy[min(image, len(policy) - 1), lost] > TOLERANCE) for image in range(tree.images)]
    )
    any_image = np.flatnonzero(made.any(0))
    at = any_image[np.lexsort((-loss[any_image], plies[any_image]))][:MOST_MISTAKES]
    return [(int(plies[i]), -float(loss[i]), mistake_of(tree, int(lost[i]), int(made[:, i].argmax()))) for i in at]


def mistake_of(tree: Tree, action: int, image: int) -> Mistake:
    """An action that loses, as a mistake in an image of its position."""
    at = int(tree.parent[action])
    each = np.arange(tree.first[at], tree.first[at + 1])
    best = each[tree.loss[each] < TOLERANCE]
    best = best[np.argsort(tree.place_of_actions(best, image))]
    named = [tree.named(one, image) for one in best.tolist()]
    return Mistake(tree.position(at, image), tree.named(action, image), float(tree.loss[action]), named)


def sum_actions(tree: Tree, numbers: Array) -> Array:
    """float64 ``[position]``: the sum of a number of each of its actions."""
    found: Array = np.bincount(tree.parent, weights=numbers, minlength=len(tree.keys))
    return found
