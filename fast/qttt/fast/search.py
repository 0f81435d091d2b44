"""Tree search guided by a net (PUCT), in many games side by side: the kernel that plants, searches and moves on.

Each game has a tree. Values are X's; a node's player takes the edge with the largest sum of its mean value, seen from
that player's side, and its bonus. The rules are those of `docs/learning.md`, RL-SEARCH-1 to RL-SEARCH-3."""

from math import exp, sqrt, tanh
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.answers import Floats, Ints
from qttt.fast.backend import Cpu, Kernel, Work
from qttt.fast.batch import BEGIN, LEAVE, LOOK, OVER, O, Rules
from qttt.fast.jit import jitable
from qttt.fast.learning import Images
from qttt.fast.net import Array, Net, forward, width
from qttt.fast.random_bits import random_bits

DEEPEST = 32
"""No game has more actions."""
ROOM = 4
"""A tree has room for so many times the simulations of a turn; a leaf beyond it is evaluated and not kept."""
EDGES = 24
"""Edges of a node, on average, that there is room for."""
NO_CHILD = -1

MEAN, AS_PRINTED = 0, 1
"""How values are backed up: Q is the mean of the values, or (Q + v) N / (N + 1) as the source prints it."""
PLAIN, ANY_IMAGE = 0, 1
"""What the net sees of a leaf: the position itself, or one of its images at random (RL-SYMMETRY-2)."""
FRESH, KEPT = 0, 1
"""What is left of a tree after a turn: nothing, or the part that follows from the action (RL-SEARCH-3)."""


class Trees(NamedTuple):
    """The trees of many games, arrays ``[game, ...]``. Nodes have the numbers in the order in which they are made, the
    root is 0, and the edges of node k are ``first[k]`` to ``first[k + 1] - 1``. `worth` is the value of an ended node,
    and of a root; `clock` counts what has been drawn."""

    states: Ints
    size: Ints
    actor: Ints
    worth: Floats
    first: Ints
    action: Ints
    child: Ints
    visits: Ints
    mean: Floats
    prior: Floats
    clock: Ints


class Room(NamedTuple):
    """Scratch memory, a row for each game: legal actions, those of an image, what the net sees, the layers of the net,
    a path down the tree, and new numbers of nodes."""

    legal: Ints
    others: Ints
    seen: Ints
    hidden: Floats
    path: Ints
    number: Ints


class Arguments(NamedTuple):
    """All that a search needs besides the actions: `ints` are the backup, the image, the seed, the largest score, what
    is kept, and the number of simulations; `bonus` the weight of the bonus, and of the `noise` in the priors of the
    root."""

    trees: Trees
    room: Room
    setting: tuple[Any, ...]
    net: Net
    noise: Floats
    ints: Ints
    bonus: Floats


@jitable
def write_edges(i: int, node: int, at: int, actions: int, trees: Trees, room: Room) -> None:
    """Write the edges of a node, an action each that is legal, with the outputs from `at` on as priors, the actions'
    places in which are in the row of those of the image."""
    first, action, child, visits, mean, prior = trees[4:10]
    legal, places, _, hidden = room[:4]
    edge = first[i, node]
    largest = np.float32(-1e30)
    for a in range(actions):
        if legal[i, a]:
            action[i, edge] = a
            child[i, edge] = NO_CHILD
            visits[i, edge] = 0
            mean[i, edge] = 0
            prior[i, edge] = hidden[i, at + places[i, a]]
            largest = max(largest, prior[i, edge])
            edge += 1
    total = np.float32(0)
    for e in range(first[i, node], edge):
        prior[i, e] = exp(prior[i, e] - largest)
        total += prior[i, e]
    for e in range(first[i, node], edge):
        prior[i, e] /= total
    first[i, node + 1] = edge


@jitable
def chosen(i: int, node: int, given: Arguments) -> int:
    """The edge that a simulation takes. Rule: RL-SEARCH-1, RL-NOISE-1"""
    _, _, actor, _, first, action, _, visits, mean, prior, _ = given[0]
    noise, bonus = given[4], given[6]
    total = 0
    for e in range(first[i, node], first[i, node + 1]):
        total += visits[i, e]
    root = sqrt(float(total))
    sign = -1 if actor[i, node] == O else 1
    best = first[i, node]
    most = -np.inf
    for e in range(first[i, node], first[i, node + 1]):
        p = float(prior[i, e])
        if node == 0:
            p = (1 - bonus[1]) * p + bonus[1] * noise[i, action[i, e]]
        found = sign * mean[i, e] + bonus[0] * p * root / (1 + visits[i, e]) if total else p
        if found > most:
            most = found
            best = e
    return int(best)


@jitable
def back_up(i: int, depth: int, value: float, given: Arguments) -> None:
    """Count a simulation on the edges of its path. Rule: RL-SEARCH-2"""
    trees, room = given[:2]
    visits, mean, path = trees[7], trees[8], room[4]
    for d in range(depth):
        edge = path[i, d]
        n = visits[i, edge]
        if given[5][0] == MEAN:
            mean[i, edge] = (n * mean[i, edge] + value) / (n + 1)
        else:
            mean[i, edge] = (mean[i, edge] + value) * n / (n + 1)
        visits[i, edge] = n + 1


@jitable
def keep(i: int, trees: Trees, number: Ints, root: int) -> None:
    """Move the part of a tree below a node to its beginning."""
    states, size, actor, worth, first, action, child, visits, mean, prior, _ = trees
    for node in range(size[i]):
        number[i, node] = NO_CHILD
    number[i, root] = 0
    count = 0
    edge = 0
    for node in range(root, size[i]):
        if number[i, node] == NO_CHILD:
            continue
        start, stop = first[i, node], first[i, node + 1]
        number[i, node] = count
        for k in range(states.shape[2]):
            states[i, count, k] = states[i, node, k]
        actor[i, count] = actor[i, node]
        worth[i, count] = worth[i, node]
        first[i, count] = edge
        for e in range(start, stop):
            action[i, edge] = action[i, e]
            visits[i, edge] = visits[i, e]
            mean[i, edge] = mean[i, e]
            prior[i, edge] = prior[i, e]
            child[i, edge] = child[i, e]
            if child[i, e] != NO_CHILD:
                number[i, child[i, e]] = 0
            edge += 1
        count += 1
    size[i] = count
    first[i, count] = edge
    for e in range(edge):
        if child[i, e] != NO_CHILD:
            child[i, e] = number[i, child[i, e]]


def searching(rules: Rules, images: Images) -> Kernel:
    """The kernel that makes an action in a game, or begins it, and then searches."""
    begin, play, acts, score, look = rules.begin, rules.play, rules.actor, rules.score, rules.look
    turn, turned_action, symmetries = images.turn, images.action, images.count
    actions = rules.actions

    @jitable
    def add(i: int, work: Work, node: int, given: Arguments) -> float:
        """Complete a node whose state is written; its value for X, by the net where a player acts."""
        trees, room, setting, net, _, ints, _ = given
        states, _, actor, worth, first = trees[:5]
        legal, others, seen, hidden = room[:4]
        state = states[i, node]
        actor[i, node] = acts(state, setting)
        if actor[i, node] == OVER:
            first[i, node + 1] = first[i, node]
            worth[i, node] = score(state, setting) / ints[3]
            return float(worth[i, node])
        for a in range(actions):
            legal[i, a] = 0
        seen[i, :] = 0
        look(state, work, setting, legal[i], seen[i])
        g = 0
        if ints[1] == ANY_IMAGE:
            clock = trees[10]
            g = (random_bits(ints[2], i, clock[i]) >> 20) % symmetries
            clock[i] += 1
            seen[i, :] = 0
            image = states[i, states.shape[1] - 1]
            turn(state, g, image)
            look(image, work, setting, others[i], seen[i])
        at = forward(seen[i], net, hidden[i])
        for a in range(actions):
            others[i, a] = turned_action(state, g, a) if g and legal[i, a] else a
        write_edges(i, node, at, actions, trees, room)
        value = tanh(hidden[i, at + actions])
        worth[i, node] = -value if actor[i, node] == O else value
        return float(worth[i, node])

    @jitable
    def simulate(i: int, work: Work, given: Arguments) -> None:
        """Go down a tree to a new node, evaluate it, and go back. Rule: RL-SEARCH-2"""
        states, size, actor, worth, first, action, child = given[0][:7]
        path = given[1][4]
        node = 0
        depth = 0
        value = float(worth[i, 0])
        while actor[i, node] != OVER:
            edge = chosen(i, node, given)
            path[i, depth] = edge
            depth += 1
            parent = node
            node = child[i, edge]
            if node == NO_CHILD:
                node = size[i]
                for k in range(states.shape[2]):
                    states[i, node, k] = states[i, parent, k]
                play(states[i, node], work, action[i, edge], given[2])
                value = add(i, work, node, given)
                if node + 3 < states.shape[1] and first[i, node + 1] + actions <= action.shape[1]:
                    child[i, edge] = node
                    size[i] += 1
                break
            value = float(worth[i, node])
        back_up(i, depth, value, given)

    @jitable
    def descend(i: int, work: Work, move: int, given: Arguments) -> bool:
        """Make an action at the root, or begin the game; whether the tree below the action is kept."""
        trees, room, setting, _, _, ints, _ = given
        states, _, _, _, first, action, child = trees[:7]
        if move == BEGIN:
            begin(states[i, 0], setting)
        elif move != LOOK:
            for e in range(first[i, 0], first[i, 1]):
                if action[i, e] == move and child[i, e] != NO_CHILD and ints[4] == KEPT:
                    keep(i, trees, room[5], child[i, e])
                    return True
            play(states[i, 0], work, move, setting)
        return False

    @jitable
    def search(i: int, work: Work, moves: Ints, given: Arguments, counts: Ints) -> None:
        """Kernel: make the action `moves[i]`, or `BEGIN`, `LOOK` at a state that has been written, or `LEAVE` the game
        as it is; then search, and count the visits of each action."""
        trees, _, _, _, noise, ints, bonus = given
        _, size, actor, _, first, action, _, visits = trees[:8]
        if moves[i] == LEAVE:
            return
        if not descend(i, work, moves[i], given):
            size[i] = 1
            first[i, 0] = 0
            add(i, work, 0, given)
        counts[i, :] = 0
        if actor[i, 0] == OVER:
            return
        if bonus[1] > 0:
            total = np.float32(0)
            for e in range(first[i, 0], first[i, 1]):
                total += noise[i, action[i, e]]
            for a in range(actions):
                noise[i, a] = noise[i, a] / total if total > 0 else np.float32(0)
        for _ in range(ints[5]):
            simulate(i, work, given)
        for e in range(first[i, 0], first[i, 1]):
            counts[i, action[i, e]] = visits[i, e]

    return Kernel(search, max(rules.work, 1), chunk=8)


class Search:
    """The trees of `count` games.

    - states: int64 ``[game, number]``, where the games are
    - actor: int8 ``[game]``, who acts there, OVER if the game is over
    - worth: float32 ``[game]``, of an ended game its score for X divided by `most`
    - visits: int32 ``[game, action]``, what the last search has counted, earlier visits of a kept tree included"""

    def __init__(
        self,
        rules: Rules,
        kernel: Kernel,
        setting: tuple[Any, ...],
        most: int,
        count: int,
        simulations: int,
        *,
        seed: int = 0,
        c: float = 1.0,
        noise_share: float = 0.0,
        backup: int = MEAN,
        image: int = PLAIN,
        reuse: int = KEPT,
    ) -> None:
        nodes = ROOM * simulations + 4
        edges = max(nodes * EDGES, 2 * rules.actions)
        self._rules, self._kernel, self._setting = rules, kernel, setting
        self._count = count
        self._trees = Trees(
            np.zeros((count, nodes + 2, rules.numbers), np.int64),
            np.zeros(count, np.int64),
            np.zeros((count, nodes + 2), np.int8),
            np.zeros((count, nodes + 2), np.float32),
            np.zeros((count, nodes + 3), np.int32),
            np.zeros((count, edges), np.int16),
            np.zeros((count, edges), np.int32),
            np.zeros((count, edges), np.int32),
            np.zeros((count, edges), np.float32),
            np.zeros((count, edges), np.float32),
            np.zeros(count, np.int64),
        )
        self._ints = np.array([backup, image, seed, most, reuse, simulations], np.int64)
        self._bonus = np.array([c, noise_share], np.float64)
        self._none = np.zeros((count, rules.actions), np.float32)
        self.states = self._trees.states[:, 0]
        self.actor = self._trees.actor[:, 0]
        self.worth = self._trees.worth[:, 0]
        self.visits = np.zeros((count, rules.actions), np.int32)

    def search(self, net: Net, moves: Array, noise: Array | None = None) -> Array:
        """Make an action in each game, int64 ``[game]`` in which `BEGIN`, `LOOK` and `LEAVE` may be, search with a net,
        and return `visits`. `noise`, non-negative float32 ``[game, action]``, is brought to the sum 1 over the legal
        actions of each root, in place, and mixed into the priors there."""
        rules = self._rules
        room = Room(
            np.zeros((self._count, rules.actions), np.uint8),
            np.zeros((self._count, rules.actions), np.uint8),
            np.zeros((self._count, *rules.shape), np.uint8),
            np.zeros((self._count, width(net)), np.float32),
            np.zeros((self._count, DEEPEST), np.int32),
            np.zeros((self._count, self._trees.states.shape[1]), np.int32),
        )
        bonus = self._bonus if noise is not None else self._bonus * (1, 0)
        noise = self._none if noise is None else noise
        Cpu().launch(
            self._kernel,
            self._count,
            moves,
            (tuple(self._trees), tuple(room), self._setting, net, noise, self._ints, bonus),
            self.visits,
        )
        return self.visits

    def values(self) -> Array:
        """float64 ``[game]``: the mean value for X that the last search has found for each root, 0 without visits."""
        tree, edges = self._trees, self._rules.actions
        counts = np.where(np.arange(edges) < tree.first[:, 1:2], tree.visits[:, :edges], 0).astype(np.float64)
        found: Array = (counts * tree.mean[:, :edges]).sum(1) / np.maximum(counts.sum(1), 1)
        return found
