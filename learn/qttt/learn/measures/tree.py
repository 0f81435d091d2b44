"""All positions of a game up to a ply, with what follows from each and what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from qttt.fast.batch import CHANCE, OVER, SYSTEM, O, X
from qttt.fast.graph import Graph, Kept, Parts, parts_of
from qttt.oracle.perfect import A, P
from qttt.oracle.registry import entry_of

if TYPE_CHECKING:
    from qttt.oracle import Oracle

Array = np.ndarray


class Group(NamedTuple):
    """Levels that follow each other. Play that `loops` can return to earlier ones of the same group."""

    levels: range
    loops: bool


@dataclass(frozen=True, eq=False)
class Tree:
    """The canonical positions that play can reach, or all of them if a tree is `raw`, each once, in an order in which
    every action leads further, except within a `Group` that loops.

    A canonical position stands for its images under the symmetries of the game, see `images`: the image of a position
    under a symmetry s has the image of its actions, and the one after an action is the child's under ``then[s, turn]``.

    Positions, ``[position]``:

    - keys: int64; plies: the moves made that can be seen, one that waits for its selection included
    - actor: int8, as in `qttt.fast.batch`; OVER also where the tree stops though play goes on
    - ended: bool, whether the game is over
    - won: int8, 1 if X has won, -1 if O has, else 0
    - value: float64, X's under perfect play, within one rounding of the exact value, or within the error of the game's
      answers
    - first: int64 ``[position + 1]``, where the position's actions begin

    Actions, ``[action]``, those of a position side by side in the documented order:

    - action: the index in `actions`, the engine's numbers of all actions; results of chance follow these
    - child: int64, the position after it; turn: int8, the symmetry that leads from this position to the one that play
      reaches
    - chance: float64, its probability if no player acts, else 0
    """

    oracle: Any
    graph: Graph
    keys: Array
    plies: Array
    actor: Array
    ended: Array
    won: Array
    value: Array
    first: Array
    actions: tuple[int, ...]
    action: Array
    child: Array
    turn: Array
    chance: Array
    raw: bool
    deeper: Callable[[int], Tree]
    """The tree of the same positions that goes on for some more actions where this one stops though play goes on."""
    levels: tuple[tuple[int, int], ...]
    """Ranges of positions, in order, such that no action leads to a position of its own range."""
    stages: tuple[str, ...]
    """Of each range, what its positions have in common."""
    seen: Array | None = None
    """int64 ``[position]`` of a raw tree: equal numbers where a player sees the same; None if that is never so."""

    def __repr__(self) -> str:
        return f"<tree of {self.oracle.game!r}: {len(self.keys):,} positions, {len(self.action):,} actions>"

    @cached_property
    def parent(self) -> Array:
        """int64 ``[action]``: the position that an action is made in."""
        return np.repeat(np.arange(len(self.keys)), np.diff(self.first))

    @property
    def decided(self) -> Array:
        """bool ``[position]``: whether a player acts."""
        found: Array = (self.actor == X) | (self.actor == O)
        return found

    @cached_property
    def stops(self) -> bool:
        """Whether the tree stops at positions in which play goes on."""
        return bool(((self.actor == OVER) & ~self.ended).any())

    @cached_property
    def draw(self) -> float:
        """What a draw is worth to X, and play without end."""
        return float(entry_of(self.oracle.game).worth(self.oracle.game).draw)

    @cached_property
    def estimates(self) -> Array:
        """float64 ``[position]``: what expecti-minimax takes a position to be worth where its search stops."""
        known = entry_of(self.oracle.game).estimates(self.graph, self.keys)
        return np.where(self.ended, self.value, self.draw) if known is None else known

    @property
    def ends(self) -> Array:
        """float64 ``[position]``: the value where the tree ends, and elsewhere that of play without end."""
        return np.where(self.actor == OVER, self.value, self.draw)

    @cached_property
    def loss(self) -> Array:
        """float64 ``[action]``: what the player who acts gives away, 0 for a best action and where no player acts."""
        parent = self.parent
        sign = np.select([self.actor[parent] == X, self.actor[parent] == O], [1, -1], 0)
        found: Array = sign * (self.value[parent] - self.value[self.child])
        return found

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The levels, those together among which play can return."""
        ends = np.array([stop for _, stop in self.levels])
        into = np.searchsorted(ends, self.child, side="right")
        actions = [slice(self.first[start], self.first[stop]) for start, stop in self.levels]
        lowest = [int(into[each].min(initial=len(ends))) for each in actions]
        found, last = [], len(ends) - 1
        while last >= 0:
            first = last
            while (lower := min(lowest[first : last + 1])) < first:
                first = lower
            loops = any(low <= level for level, low in enumerate(lowest[first : last + 1], first))
            found.append(Group(range(first, last + 1), loops))
            last = first - 1
        return tuple(reversed(found))

    @cached_property
    def chances(self) -> Array:
        """float64 ``[image, action]``: the probability of each action in each image if no player acts, in one row if
        it is the same in all. Of equally good selections the first one in an image counts for X, and the second for
        O. Rule: SQT-EQUAL-1"""
        by_system = self.actor[self.parent] == SYSTEM
        values = self.value[self.child]
        better = by_system & (values != self.value[self.child[self.first[self.parent]]])
        even = by_system & ~np.isin(self.parent, self.parent[better])
        if self.images == 1 or not even.any():
            return self.chance[None]
        first, second = (self.chance[at] for at in (self.first[self.parent], self.first[self.parent + 1] - 1))
        return np.where(even, np.where(first_of(self, even), first, second), self.chance)

    @property
    def leaves(self) -> Array:
        """bool ``[action]``: whether play can leave its group by this action, or by a result of chance after it."""
        if not any(group.loops for group in self.groups):
            return np.ones(len(self.action), np.bool_)
        sizes = [self.levels[group.levels[-1]][1] - self.levels[group.levels[0]][0] for group in self.groups]
        group, parent = np.repeat(np.arange(len(sizes)), sizes), self.parent
        direct = group[self.child] != group[parent]
        by_chance = ~self.decided & (np.bincount(parent, weights=direct, minlength=len(self.keys)) > 0)
        found: Array = direct | by_chance[self.child]
        return found

    @cached_property
    def _order(self) -> Array:
        return np.argsort(self.keys)

    def at(self, keys: Array) -> Array:
        """int64: the positions with these keys, which the tree has."""
        found: Array = self._order[np.searchsorted(self.keys, keys, sorter=self._order)]
        return found

    @property
    def images(self) -> int:
        """How many images a position has; 1 for those of a raw tree, which stand for themselves."""
        return 1 if self.raw else len(self.graph.symmetries)

    @cached_property
    def then(self) -> Array:
        """int64 ``[second, first]``: the symmetry that has the effect of two."""
        squares = self.graph.symmetries
        number = {tuple(each): at for at, each in enumerate(squares.tolist())}
        return np.array([[number[tuple(second[first])] for first in squares.tolist()] for second in squares])

    @cached_property
    def same(self) -> Array:
        """int8 ``[position, image]``: the first image that is the same position."""
        keys = np.stack([self.graph.image(self.keys, image) for image in range(self.images)], 1)
        return np.stack([(keys == each[:, None]).argmax(1).astype(np.int8) for each in keys.T], 1)

    @cached_property
    def alike(self) -> tuple[Array, ...]:
        """int64 ``[position]`` each, of a raw tree: the first position in which a player sees the same; the first that
        is the same but for what its value does not depend on, such as the order of moves; and the first that is
        equivalent. Nothing for other trees."""
        merged = [] if self.seen is None else [self.seen]
        if self.raw:
            merged += [self.graph.image(self.keys, 0), self.graph.canonical(self.keys)[0]]
        found = [np.unique(keys, return_index=True, return_inverse=True)[1:] for keys in merged]
        return tuple(first[at] for first, at in found)

    def place_of_actions(self, actions: Array, image: Array | int) -> Array:
        """int64 ``[action]``: where in the documented order an action of a player or of the System comes in an image
        of its position, one for all or one for each action."""
        found: Array = self.action[actions].astype(np.int64)
        for each in np.unique(image).tolist():
            if each:
                here = np.flatnonzero(np.broadcast_to(image, found.shape) == each)
                found[here] = self.graph.image_of_actions(self.keys[self.parent[actions[here]]], found[here], each)
        return found

    def position(self, at: int, image: int = 0) -> Any:
        """An image of one of the positions, as the reference has it."""
        keys = self.keys[at : at + 1]
        keys = self.graph.image(keys, image) if image else keys
        return entry_of(self.oracle.game).positions(self.graph.answers, keys.tolist())[0]

    def named(self, action: int, image: int = 0) -> Any:
        """An action of a player or of the System, in an image of its position, as the reference has it."""
        place = self.place_of_actions(np.array([action]), image)[0]
        return entry_of(self.oracle.game).action(self.actions[place])


def tree_of(oracle: Oracle[P, A], through: int, *, raw: bool = False, kept: Kept | None = None) -> Tree:
    """The tree of a solved game: all positions with at most `through` moves made, and those that follow from them. A
    tree that is not `raw` has the canonical ones. With `kept` a tree has some of the actions only, and what follows
    from these.

    Raises `ValueError` for a game whose positions have no graph, unless 0 <= through, and for a tree of more than
    `MOST` actions.
    """
    if type(through) is not int or through < 0:
        raise ValueError(f"through {through!r}: expected an integer from 0")
    graph = graph_of(oracle)

    def goes_on(keys: Array) -> Array:
        return np.asarray(graph.plies(keys) <= through)

    parts = parts_of(graph, np.array([graph.start]), goes_on, raw, kept)
    return _assemble(oracle, graph, parts, raw, lambda more: tree_of(oracle, through + more, raw=raw))


def tree_from(oracle: Oracle[P, A], keys: Array, actions: int = 1) -> Tree:
    """The raw tree of some positions and what follows from each by at most some actions. Raises as `tree_of`."""
    graph, left = graph_of(oracle), actions
    known = [keys]
    while (left := left - 1) > 0:
        known.append(np.setdiff1d(graph.expand(known[-1]).children, np.concatenate(known)))
    inside = np.unique(np.concatenate(known))
    parts = parts_of(graph, inside, lambda keys: np.isin(keys, inside), raw=True)
    return _assemble(oracle, graph, parts, True, lambda more: tree_from(oracle, keys, actions + more))


def _assemble(oracle: Oracle[P, A], graph: Graph, parts: Parts, raw: bool, deeper: Callable[[int], Tree]) -> Tree:
    """The tree of the parts of `parts_of`."""
    ranks = sorted(parts)
    levels = [[np.concatenate(part) for part in zip(*parts[rank], strict=True)] for rank in ranks]
    keys, actor, ended, won, counts, action, children, turn, chance = map(np.concatenate, zip(*levels, strict=True))
    ends = np.cumsum([len(level[0]) for level in levels]).tolist()
    order = np.argsort(keys)
    return Tree(
        oracle,
        graph,
        keys,
        graph.plies(keys),
        actor,
        ended,
        won,
        graph.answers.values(keys) * float(graph.answers.scale),
        np.concatenate([[0], np.cumsum(counts)]),
        tuple(graph.actions),
        action,
        order[np.searchsorted(keys, children, sorter=order)],
        turn,
        chance,
        raw,
        deeper,
        tuple(zip([0, *ends], ends, strict=False)),
        tuple(map(graph.stage, ranks)),
    )


def graph_of(oracle: Oracle[P, A]) -> Graph:
    """The positions of a solved game as a graph. Raises `ValueError` for a game that has none."""
    graph = entry_of(oracle.game).graph(oracle.game, oracle.tablebase)
    if graph is None:
        raise ValueError(f"{oracle.game!r}: its positions have no graph; agents of this game are not measured")
    return graph


def first_of(tree: Tree, marked: Array) -> Array:
    """bool ``[image, action]``: the first marked action of each position, but for those of chance, in the documented
    order of each image."""
    at = np.flatnonzero(marked & (tree.actor[tree.parent] != CHANCE))
    parent = tree.parent[at]
    begin = np.flatnonzero(np.concatenate([[True], parent[1:] != parent[:-1]]))[: len(at)]
    found = np.zeros((tree.images, len(tree.action)), np.bool_)
    for image in range(tree.images if len(at) else 0):
        place = tree.place_of_actions(at, image)
        found[image, at] = place == np.repeat(np.minimum.reduceat(place, begin), np.diff([*begin, len(at)]))
    return found
