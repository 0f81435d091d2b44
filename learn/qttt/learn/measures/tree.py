"""All positions of a game up to a ply, with what follows from each and what it is worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from qttt.fast.batch import OVER, O, X
from qttt.fast.graph import Graph
from qttt.oracle.registry import entry_of

if TYPE_CHECKING:
    from qttt.oracle import Oracle

Array = np.ndarray[Any, np.dtype[Any]]
PIECE = 1 << 14
"""So many positions are expanded at a time."""
MOST = 1 << 25
"""The most actions of a tree, so that it takes a few gigabytes at most."""


class Group(NamedTuple):
    """Levels that follow each other. Play that `loops` can return to earlier ones of the same group."""

    levels: range
    loops: bool


@dataclass(frozen=True, eq=False)
class Tree:
    """The canonical positions that play can reach, each once, in an order in which every action leads further, except
    within a `Group` that loops.

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
    - child: int64, the position after it
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
    chance: Array
    levels: tuple[tuple[int, int], ...]
    """Ranges of positions, in order, such that no action leads to a position of its own range."""
    stages: tuple[str, ...]
    """Of each range, what its positions have in common."""

    def __repr__(self) -> str:
        return f"<tree of {self.oracle.game!r}: {len(self.keys):,} positions, {len(self.action):,} actions>"

    @property
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

    @property
    def ends(self) -> Array:
        """float64 ``[position]``: the value where the tree ends, and elsewhere that of play without end."""
        return np.where(self.actor == OVER, self.value, self.draw)

    @property
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

    def position(self, at: int) -> Any:
        """One of the positions, as the reference has it."""
        return entry_of(self.oracle.game).positions(self.graph.answers, [int(self.keys[at])])[0]

    def named(self, action: int) -> Any:
        """An action of a player or of the System, as the reference has it."""
        return entry_of(self.oracle.game).action(self.actions[self.action[action]])


def tree_of(oracle: Oracle[Any, Any], through: int, graph: Graph | None = None) -> Tree:
    """The tree of a solved game: all positions with at most `through` moves made, and those that follow from them.

    `graph` stands for that of the canonical positions, if an agent plays differently in equivalent positions.

    Raises `ValueError` for a game whose positions have no graph, unless 0 <= through, and for a tree of more than
    `MOST` actions.
    """
    if type(through) is not int or through < 0:
        raise ValueError(f"through {through!r}: expected an integer from 0")
    graph = graph or graph_of(oracle)
    parts = _parts(graph, through)
    ranks = sorted(parts)
    levels = [[np.concatenate(part) for part in zip(*parts[rank], strict=True)] for rank in ranks]
    keys, actor, ended, won, counts, action, children, chance = map(np.concatenate, zip(*levels, strict=True))
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
        chance,
        tuple(zip([0, *ends], ends, strict=False)),
        tuple(map(graph.stage, ranks)),
    )


def graph_of(oracle: Oracle[Any, Any]) -> Graph:
    """The canonical positions of a solved game as a graph. Raises `ValueError` for a game that has none."""
    graph = entry_of(oracle.game).graph(oracle.game, oracle.tablebase)
    if graph is None:
        raise ValueError(f"{oracle.game!r}: its positions have no graph; agents of this game are not measured")
    return graph


def _parts(graph: Graph, through: int) -> dict[int, list[tuple[Array, ...]]]:
    """The positions by rank, in parts: keys, actor, ended, won, counts, action, children, chance."""
    parts: dict[int, list[tuple[Array, ...]]] = defaultdict(list)
    actions = 0

    def expand(rank: int, keys: Array) -> Array:
        nonlocal actions
        going = graph.plies(keys) <= through
        expanded = graph.expand(keys)
        kept = np.repeat(going, expanded.counts)
        action, children, chance = (each[kept] for each in (expanded.action, expanded.children, expanded.chances))
        actions += len(action)
        if actions > MOST:
            raise ValueError(
                f"through {through}: these positions have more than {MOST:,} actions; choose a smaller number"
            )
        actor = np.where(going, expanded.actor, OVER).astype(np.int8)
        counts = np.where(going, expanded.counts, 0)
        parts[rank].append((keys, actor, expanded.actor == OVER, expanded.won, counts, action, children, chance))
        return children

    walk(graph, expand)
    return parts


def walk(
    graph: Graph, expand: Callable[[int, Array], Array], choose: Callable[[Array], Array] = lambda keys: keys
) -> None:
    """Go through the positions of a graph, each once, from the start and in the order of their ranks.

    `expand` takes a rank and some keys of it, and returns the keys that follow. Of the keys of a rank only those are
    expanded that `choose` returns."""
    waiting: dict[int, list[Array]] = defaultdict(list, {0: [np.array([graph.start], np.int64)]})
    known: dict[int, Array] = {}
    while waiting:
        rank = min(waiting)
        keys = once(np.concatenate(waiting.pop(rank)))
        if len(before := known.get(rank, keys[:0])):
            keys = keys[before[np.minimum(np.searchsorted(before, keys), len(before) - 1)] != keys]
        known[rank] = np.sort(np.concatenate([before, keys]))
        keys = choose(keys)
        for start in range(0, len(keys), PIECE):
            children = expand(rank, keys[start : start + PIECE])
            ranks = graph.rank(children)
            for later in np.unique(ranks).tolist():
                waiting[later].append(once(children[ranks == later]))


def once(keys: Array) -> Array:
    """The different keys, ascending."""
    keys = np.sort(keys)
    found: Array = keys[np.concatenate([np.ones(min(len(keys), 1), np.bool_), keys[1:] != keys[:-1]])]
    return found
