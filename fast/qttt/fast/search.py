"""Tree search guided by a net (PUCT), in many games side by side: the kernel that plants, searches and moves on.

Each game has a tree. Values are X's; a node's player takes the edge with the largest sum of its mean value, seen from
that player's side, and its bonus. The rules are those of `docs/learning.md`, RL-SEARCH-1 to RL-SEARCH-3."""

from collections.abc import Callable
from math import exp, sqrt, tanh
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Floats, Ints
from qttt.fast.backend import Cpu, Kernel, Work
from qttt.fast.batch import BEGIN, LEAVE, LOOK, OVER, O, Rules, Setting, random_bits
from qttt.fast.jit import jitable
from qttt.fast.learning import Array, Images, Net, forward, width

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


class Options(NamedTuple):
    """How values are backed up, which image the net sees, the seed, the largest score of a game, what is kept after a
    turn, and the number of simulations."""

    backup: int
    image: int
    seed: int
    most: int
    reuse: int
    simulations: int


class Arguments(NamedTuple):
    """All that a search needs besides the actions: `bonus` has the weight of the bonus, and that of the `noise` in the
    priors of the root, at `C` and `NOISE`."""

    trees: Trees
    room: Room
    setting: Setting
    net: Net
    noise: Floats
    options: Options
    bonus: Floats


C, NOISE = range(2)


@jitable
def write_edges(i: int, node: int, at: int, actions: int, trees: Trees, room: Room) -> None:
    """Write the edges of a node, an action each that is legal, with the outputs from `at` on as priors, the actions'
    places in which are in the row of those of the image."""
    first, prior = trees.first, trees.prior
    edge = first[i, node]
    largest = np.float32(-1e30)
    for a in range(actions):
        if room.legal[i, a]:
            trees.action[i, edge] = a
            trees.child[i, edge] = NO_CHILD
            trees.visits[i, edge] = 0
            trees.mean[i, edge] = 0
            prior[i, edge] = room.hidden[i, at + room.others[i, a]]
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
def take_edge(i: int, node: int, given: Arguments) -> int:
    """The edge that a simulation takes. Rule: RL-SEARCH-1, RL-NOISE-1"""
    first, visits, bonus = given.trees.first, given.trees.visits, given.bonus
    total = 0
    for e in range(first[i, node], first[i, node + 1]):
        total += visits[i, e]
    root = sqrt(float(total))
    sign = -1 if given.trees.actor[i, node] == O else 1
    best = first[i, node]
    most = -np.inf
    for e in range(first[i, node], first[i, node + 1]):
        p = float(given.trees.prior[i, e])
        if node == 0:
            p = (1 - bonus[NOISE]) * p + bonus[NOISE] * given.noise[i, given.trees.action[i, e]]
        worth = sign * given.trees.mean[i, e] + bonus[C] * p * root / (1 + visits[i, e]) if total else p
        if worth > most:
            most = worth
            best = e
    return int(best)


@jitable
def back_up(i: int, depth: int, value: float, given: Arguments) -> None:
    """Count a simulation on the edges of its path. Rule: RL-SEARCH-2"""
    visits, mean = given.trees.visits, given.trees.mean
    for d in range(depth):
        edge = given.room.path[i, d]
        n = visits[i, edge]
        if given.options.backup == MEAN:
            mean[i, edge] = (n * mean[i, edge] + value) / (n + 1)
        else:
            mean[i, edge] = (mean[i, edge] + value) * n / (n + 1)
        visits[i, edge] = n + 1


@jitable
def keep(i: int, trees: Trees, number: Ints, root: int) -> None:
    """Move the part of a tree below a node to its beginning."""
    states, size, first, child = trees.states, trees.size, trees.first, trees.child
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
        trees.actor[i, count] = trees.actor[i, node]
        trees.worth[i, count] = trees.worth[i, node]
        first[i, count] = edge
        for e in range(start, stop):
            trees.action[i, edge] = trees.action[i, e]
            trees.visits[i, edge] = trees.visits[i, e]
            trees.mean[i, edge] = trees.mean[i, e]
            trees.prior[i, edge] = trees.prior[i, e]
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


@jitable
def share_noise(i: int, actions: int, given: Arguments) -> None:
    """Bring the noise of a game to the sum 1 over the legal actions of its root."""
    noise, first = given.noise, given.trees.first
    total = np.float32(0)
    for e in range(first[i, 0], first[i, 1]):
        total += noise[i, given.trees.action[i, e]]
    for a in range(actions):
        noise[i, a] = noise[i, a] / total if total > 0 else np.float32(0)


Add = Callable[[int, Work, int, Arguments], float]
Descend = Callable[[int, Work, int, Arguments], bool]


def node_adder(rules: Rules, images: Images) -> Add:
    """The function that completes a node whose state is written, and returns its value for X, by the net where a player
    acts."""
    acts, score, look, actions = rules.actor, rules.score, rules.look, rules.actions
    turn, turned_action, symmetries = images.turn, images.action, images.count

    @jitable
    def seen_by_net(i: int, work: Work, state: Ints, given: Arguments) -> int:
        """Write what the net sees of a position, and what is legal; the symmetry of the image that it sees."""
        trees, room = given.trees, given.room
        for a in range(actions):
            room.legal[i, a] = 0
        room.seen[i, :] = 0
        look(state, work, given.setting, room.legal[i], room.seen[i])
        g = 0
        if given.options.image == ANY_IMAGE:
            g = (random_bits(given.options.seed, i, trees.clock[i]) >> 20) % symmetries
            trees.clock[i] += 1
            room.seen[i, :] = 0
            image = trees.states[i, trees.states.shape[1] - 1]
            turn(state, g, image)
            look(image, work, given.setting, room.others[i], room.seen[i])
        return g

    @jitable
    def add(i: int, work: Work, node: int, given: Arguments) -> float:
        trees, room = given.trees, given.room
        state, worth = trees.states[i, node], trees.worth
        trees.actor[i, node] = acts(state, given.setting)
        if trees.actor[i, node] == OVER:
            trees.first[i, node + 1] = trees.first[i, node]
            worth[i, node] = score(state, given.setting) / given.options.most
            return float(worth[i, node])
        g = seen_by_net(i, work, state, given)
        at = forward(room.seen[i], given.net, room.hidden[i])
        for a in range(actions):
            room.others[i, a] = turned_action(state, g, a) if g and room.legal[i, a] else a
        write_edges(i, node, at, actions, trees, room)
        value = tanh(room.hidden[i, at + actions])
        worth[i, node] = -value if trees.actor[i, node] == O else value
        return float(worth[i, node])

    return add


def simulator(rules: Rules, add: Add) -> Callable[[int, Work, Arguments], None]:
    """The function that goes down a tree to a new node, evaluates it, and goes back. Rule: RL-SEARCH-2"""
    play, actions = rules.play, rules.actions

    @jitable
    def simulate(i: int, work: Work, given: Arguments) -> None:
        trees = given.trees
        states, size, action, child = trees.states, trees.size, trees.action, trees.child
        node = 0
        depth = 0
        value = float(trees.worth[i, 0])
        while trees.actor[i, node] != OVER:
            edge = take_edge(i, node, given)
            given.room.path[i, depth] = edge
            depth += 1
            parent = node
            node = child[i, edge]
            if node == NO_CHILD:
                node = size[i]
                for k in range(states.shape[2]):
                    states[i, node, k] = states[i, parent, k]
                play(states[i, node], work, action[i, edge], given.setting)
                value = add(i, work, node, given)
                if node + 3 < states.shape[1] and trees.first[i, node + 1] + actions <= action.shape[1]:
                    child[i, edge] = node
                    size[i] += 1
                break
            value = float(trees.worth[i, node])
        back_up(i, depth, value, given)

    return simulate


def descender(rules: Rules) -> Descend:
    """The function that makes an action at the root, or begins the game, and returns whether the tree below the action
    is kept."""
    begin, play = rules.begin, rules.play

    @jitable
    def descend(i: int, work: Work, move: int, given: Arguments) -> bool:
        trees = given.trees
        if move == BEGIN:
            begin(trees.states[i, 0], given.setting)
        elif move != LOOK:
            for e in range(trees.first[i, 0], trees.first[i, 1]):
                child = trees.child[i, e]
                if trees.action[i, e] == move and child != NO_CHILD and given.options.reuse == KEPT:
                    keep(i, trees, given.room.number, child)
                    return True
            play(trees.states[i, 0], work, move, given.setting)
        return False

    return descend


def search_kernel(rules: Rules, images: Images) -> Kernel:
    """The kernel that makes an action in a game, or begins it, and then searches."""
    add, descend, actions = node_adder(rules, images), descender(rules), rules.actions
    simulate = simulator(rules, add)

    @jitable
    def search(i: int, work: Work, moves: Ints, given: Arguments, counts: Ints) -> None:
        """Kernel: make the action `moves[i]`, or `BEGIN`, `LOOK` at a state that has been written, or `LEAVE` the game
        as it is; then search, and count the visits of each action."""
        trees = given.trees
        if moves[i] == LEAVE:
            return
        if not descend(i, work, moves[i], given):
            trees.size[i] = 1
            trees.first[i, 0] = 0
            add(i, work, 0, given)
        counts[i, :] = 0
        if trees.actor[i, 0] == OVER:
            return
        if given.bonus[NOISE] > 0:
            share_noise(i, actions, given)
        for _ in range(given.options.simulations):
            simulate(i, work, given)
        for e in range(trees.first[i, 0], trees.first[i, 1]):
            counts[i, trees.action[i, e]] = trees.visits[i, e]

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
        setting: Setting,
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
        self._options = Options(backup, image, seed, most, reuse, simulations)
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
        given = Arguments(self._trees, room, self._setting, net, noise, self._options, bonus)
        Cpu().launch(self._kernel, self._count, moves, given, self.visits)
        return self.visits

    def values(self) -> Array:
        """float64 ``[game]``: the mean value for X that the last search has found for each root, 0 without visits."""
        tree, edges = self._trees, self._rules.actions
        counts = np.where(np.arange(edges) < tree.first[:, 1:2], tree.visits[:, :edges], 0).astype(np.float64)
        found: Array = (counts * tree.mean[:, :edges]).sum(1) / np.maximum(counts.sum(1), 1)
        return found
