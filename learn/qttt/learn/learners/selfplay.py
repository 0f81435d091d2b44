"""Games of a searching net against itself, and against another net."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from qttt.fast.batch import BEGIN, LEAVE, LOOK, OVER, O, X
from qttt.fast.learning import Net
from qttt.fast.search import ANY_IMAGE, AS_PRINTED, FRESH, KEPT, MEAN, PLAIN, Search
from qttt.learn.learners.learnt import LearntGame, at_random, within
from qttt.learn.measures.tree import Array


@dataclass(frozen=True)
class Playing:
    """How games are played.

    - simulations, c, kept_tree: of the search (RL-SEARCH-1, RL-SEARCH-3)
    - mean_backup: Q is the mean of the values; if not, it follows the formula that the source prints (RL-SEARCH-2)
    - canonical: the net sees the canonical form of a position; if not, one of its images at random (RL-SYMMETRY-2)
    - noise, noise_share: the parameter of the Dirichlet noise at the root, and its weight; noise_at_start: the empty
      board has it, too (RL-NOISE-1)
    - sampled_from, sampled_to: in turns with these numbers, counted from where the net begins to play, the action is
      drawn from the visits; in all others the most visited one is played (RL-POLICY-1)
    - openings: the net begins to play after 0 to so many random actions
    - greedy_as_one: where the most visited action is played, the policy of the sample is 1 for it (RL-SAMPLE-1)
    - sign_only: a narrow win counts as a win (RL-REWARD-1)"""

    simulations: int = within(64, 1, 100_000)
    c: float = within(1.5, 0, 100)
    kept_tree: bool = True
    mean_backup: bool = True
    canonical: bool = True
    noise: float = within(0.3, 0, 100)
    noise_share: float = within(0.25, 0, 1)
    noise_at_start: bool = True
    sampled_from: int = within(0, 0, 1000)
    sampled_to: int = within(4, 0, 1000)
    openings: int = within(6, 0, 100)
    greedy_as_one: bool = False
    sign_only: bool = False


class Samples(NamedTuple):
    """What games give: keys of positions; the shares of the visits of each action; for the player who acts, the result
    of the game and the mean value of the search."""

    keys: Array
    policies: Array
    results: Array
    values: Array

    @classmethod
    def join(cls, parts: list[Samples]) -> Samples:
        """All of them."""
        return cls(*(np.concatenate(part) for part in zip(*parts, strict=True)))

    def taken(self, at: Array | slice) -> Samples:
        """Some of them."""
        return Samples(*(part[at] for part in self))


def games(learnt: LearntGame, net: Net, count: int, options: Playing, random: np.random.Generator) -> Samples:
    """Play so many games of a net against itself. Rules: RL-NOISE-1, RL-POLICY-1, RL-SAMPLE-1"""
    search = _search(learnt, count, options, random)
    moves = _openings(learnt, search, count, options, random)
    parts: list[Samples] = []
    whose: list[Array] = []
    turn = 0
    while True:
        noise = random.gamma(options.noise, size=(count, learnt.actions)).astype(np.float32)
        if not options.noise_at_start:
            noise[(moves == BEGIN) | ((moves == LOOK) & (search.states[:, 0] == 0))] = 0
        visits = search.search(net, moves, noise)
        live = np.flatnonzero(search.actor != OVER)
        if not len(live):
            break
        shares = visits[live] / visits[live].sum(1, keepdims=True)
        sign = np.where(search.actor[live] == O, -1.0, 1.0)
        moves = np.full(count, LEAVE, np.int64)
        if options.sampled_from <= turn < options.sampled_to:
            moves[live] = _drawn(shares, random)
        else:
            moves[live] = _most(shares, random)
            if options.greedy_as_one:
                shares = (np.arange(learnt.actions) == moves[live, None]).astype(np.float64)
        keys, values = search.states[live, 0].copy(), sign * search.values()[live]
        parts.append(Samples(keys, shares.astype(np.float16), sign, values))
        whose.append(live)
        turn += 1
    found, worth = Samples.join(parts), search.worth
    if options.sign_only:
        worth = np.sign(worth)
    return found._replace(results=found.results * worth[np.concatenate(whose)])


def points(
    learnt: LearntGame, one: Net, other: Net, count: int, options: Playing, random: np.random.Generator
) -> float:
    """The share of the points that a net wins against another one in so many games, half of them as X. Rules:
    RL-GATE-1, RL-POLICY-2"""
    searches = [_search(learnt, count, options, random) for _ in range(2)]
    first = np.arange(count) % 2
    moves = np.full(count, BEGIN, np.int64)
    while True:
        visits = [search.search(net, moves) for search, net in zip(searches, (one, other), strict=True)]
        actor = searches[0].actor
        live = np.flatnonzero(actor != OVER)
        if not len(live):
            break
        ones = ((actor[live] == X) == (first[live] == 0))[:, None]
        moves = np.full(count, LEAVE, np.int64)
        moves[live] = _most(np.where(ones, visits[0][live], visits[1][live]).astype(np.float64), random)
    result = np.sign(searches[0].worth) * np.where(first == 0, 1, -1)
    return float((result + 1).mean() / 2)


def _search(learnt: LearntGame, count: int, options: Playing, random: np.random.Generator) -> Search:
    return Search(
        learnt.rules,
        learnt.searcher,
        learnt.setting(options.canonical),
        learnt.learning.most,
        count,
        options.simulations,
        seed=int(random.integers(1 << 62)),
        c=options.c,
        noise_share=options.noise_share,
        backup=MEAN if options.mean_backup else AS_PRINTED,
        image=PLAIN if options.canonical else ANY_IMAGE,
        reuse=KEPT if options.kept_tree else FRESH,
    )


def _openings(learnt: LearntGame, search: Search, count: int, options: Playing, random: np.random.Generator) -> Array:
    """Write positions after random actions to the roots; the moves that begin the games."""
    games = learnt.games(count, int(random.integers(1 << 62)), options.canonical)
    actions = random.integers(0, options.openings + 1, count)
    shown = at_random(games, games.begin(), actions)
    search.states[:] = games.states[:, : search.states.shape[1]]
    return np.where(shown.to_move == OVER, BEGIN, LOOK).astype(np.int64)


def _drawn(shares: Array, random: np.random.Generator) -> Array:
    """An action, drawn by the shares."""
    last = shares.shape[1] - 1 - (shares[:, ::-1] > 0).argmax(1)
    found: Array = np.minimum((shares.cumsum(1) <= random.random((len(shares), 1))).sum(1), last)
    return found


def _most(shares: Array, random: np.random.Generator) -> Array:
    """The action with the largest share, any of equal ones."""
    best = shares == shares.max(1, keepdims=True)
    found: Array = (best * (1 + random.random(shares.shape))).argmax(1)
    return found
