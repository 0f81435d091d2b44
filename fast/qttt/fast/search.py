"""Tree search guided by a net (PUCT), in many games side by side: the kernel that plants, searches and moves on.

Each game has a tree. Values are X's; a node's player takes the edge with the largest sum of its mean value, seen from
that player's side, and its bonus. The rules are those of `docs/learning.md`, RL-SEARCH-1 to RL-SEARCH-3."""

from math import exp, sqrt, tanh
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.backend import Kernel
from qttt.fast.batch import BEGIN, LEAVE, LOOK, OVER, O, Rules
from qttt.fast.jit import jitable
from qttt.fast.learning import Images
from qttt.fast.net import forward
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

    states: Any
    size: Any
    actor: Any
    worth: Any
    first: Any
    action: Any
    child: Any
    visits: Any
    mean: Any
    prior: Any
    clock: Any


class Room(NamedTuple):
    """Scratch memory, a row for each game: legal actions, those of an image, what the net sees, the layers of the net,
    a path down the tree, and new numbers of nodes."""

    legal: Any
    others: Any
    seen: Any
    hidden: Any
    path: Any
    number: Any


def searching(rules: Rules, images: Images) -> Kernel:
    """The kernel that makes an action in a game, or begins it, and then searches."""
    begin, play, acts, score, look = rules.begin, rules.play, rules.actor, rules.score, rules.look
    turn, turned_action, symmetries = images.turn, images.action, images.count
    actions, numbers = rules.actions, rules.numbers

    @jitable
    def evaluate(i: int, work: Any, node: int, trees: Any, room: Any, setting: Any, net: Any, ints: Any) -> float:
        """Write the edges of a node in which a player acts; the net's value for X."""
        states, _, actor, _, first, action, child, visits, mean, prior, clock = trees
        legal, others, seen, hidden, _, _ = room
        for a in range(actions):
            legal[i, a] = 0
        for k in range(seen.shape[1]):
            seen[i, k] = 0
        g = 0
        look(states[i, node], work, setting, legal[i], seen[i])
        if ints[1] == ANY_IMAGE:
            g = (random_bits(ints[2], i, clock[i]) >> 20) % symmetries
            clock[i] += 1
            for k in range(seen.shape[1]):
                seen[i, k] = 0
            image = states[i, states.shape[1] - 1]
            turn(states[i, node], g, image)
            look(image, work, setting, others[i], seen[i])
        at = forward(seen[i], net, hidden[i])
        edge = first[i, node]
        largest = np.float32(-1e30)
        for a in range(actions):
            if legal[i, a]:
                action[i, edge] = a
                child[i, edge] = NO_CHILD
                visits[i, edge] = 0
                mean[i, edge] = 0
                prior[i, edge] = hidden[i, at + (turned_action(states[i, node], g, a) if g else a)]
                largest = max(largest, prior[i, edge])
                edge += 1
        total = np.float32(0)
        for e in range(first[i, node], edge):
            prior[i, e] = exp(prior[i, e] - largest)
            total += prior[i, e]
        for e in range(first[i, node], edge):
            prior[i, e] /= total
        first[i, node + 1] = edge
        value = tanh(hidden[i, at + actions])
        return float(-value if actor[i, node] == O else value)

    @jitable
    def add(i: int, work: Any, node: int, trees: Any, room: Any, setting: Any, net: Any, ints: Any) -> float:
        """Complete a node whose state is written; its value for X."""
        states, _, actor, worth, first = trees[:5]
        actor[i, node] = acts(states[i, node], setting)
        if actor[i, node] == OVER:
            first[i, node + 1] = first[i, node]
            worth[i, node] = score(states[i, node], setting) / ints[3]
        else:
            worth[i, node] = evaluate(i, work, node, trees, room, setting, net, ints)
        return float(worth[i, node])

    @jitable
    def chosen(i: int, node: int, trees: Any, noise: Any, bonus: Any) -> int:
        """The edge that a simulation takes. Rule: RL-SEARCH-1, RL-NOISE-1"""
        _, _, actor, _, first, action, _, visits, mean, prior, _ = trees
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
    def simulate(
        i: int, work: Any, trees: Any, room: Any, setting: Any, net: Any, noise: Any, ints: Any, bonus: Any
    ) -> None:
        """Go down a tree to a new node, evaluate it, and go back. Rule: RL-SEARCH-2"""
        states, size, actor, worth, first, action, child, visits, mean, _, _ = trees
        path = room[4]
        node = 0
        depth = 0
        value = float(worth[i, 0])
        while actor[i, node] != OVER:
            edge = chosen(i, node, trees, noise, bonus)
            path[i, depth] = edge
            depth += 1
            parent = node
            node = child[i, edge]
            if node == NO_CHILD:
                node = size[i]
                for k in range(numbers):
                    states[i, node, k] = states[i, parent, k]
                play(states[i, node], work, action[i, edge], setting)
                value = add(i, work, node, trees, room, setting, net, ints)
                fits = node + 3 < states.shape[1] and first[i, node + 1] + actions <= action.shape[1]
                if fits:
                    child[i, edge] = node
                    size[i] += 1
                break
            value = float(worth[i, node])
        for d in range(depth):
            edge = path[i, d]
            n = visits[i, edge]
            if ints[0] == MEAN:
                mean[i, edge] = (n * mean[i, edge] + value) / (n + 1)
            else:
                mean[i, edge] = (mean[i, edge] + value) * n / (n + 1)
            visits[i, edge] = n + 1

    @jitable
    def keep(i: int, trees: Any, number: Any, root: int) -> None:
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
            for k in range(numbers):
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

    @jitable
    def search(
        i: int,
        work: Any,
        moves: Any,
        simulations: int,
        trees: Any,
        room: Any,
        setting: Any,
        net: Any,
        noise: Any,
        ints: Any,
        bonus: Any,
        counts: Any,
    ) -> None:
        """Kernel: make the action `moves[i]`, or `BEGIN`, `LOOK` at a state that has been written, or `LEAVE` the game
        as it is; then search, and count the visits of each action."""
        states, size, actor, _, first, action, child, visits, _, _, _ = trees
        move = moves[i]
        if move == LEAVE:
            return
        kept = False
        if move == BEGIN:
            begin(states[i, 0])
        elif move != LOOK:
            for e in range(first[i, 0], first[i, 1]):
                if action[i, e] == move and child[i, e] != NO_CHILD and ints[4] == KEPT:
                    keep(i, trees, room[5], child[i, e])
                    kept = True
                    break
            if not kept:
                play(states[i, 0], work, move, setting)
        if not kept:
            size[i] = 1
            first[i, 0] = 0
            add(i, work, 0, trees, room, setting, net, ints)
        for a in range(actions):
            counts[i, a] = 0
        if actor[i, 0] == OVER:
            return
        if bonus[1] > 0:
            total = np.float32(0)
            for e in range(first[i, 0], first[i, 1]):
                total += noise[i, action[i, e]]
            for a in range(actions):
                noise[i, a] = noise[i, a] / total if total > 0 else np.float32(0)
        for _ in range(simulations):
            simulate(i, work, trees, room, setting, net, noise, ints, bonus)
        for e in range(first[i, 0], first[i, 1]):
            counts[i, action[i, e]] = visits[i, e]

    return Kernel(search, max(rules.work, 1), chunk=8)
