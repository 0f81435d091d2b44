"""All positions of a game up to a ply, with what follows from each and what it is worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from qttt.fast.batch import OVER, O, X
from qttt.fast.graph import NO_ACTION
from qttt.oracle.registry import entry_of

if TYPE_CHECKING:
    from qttt.fast.graph import Graph
    from qttt.oracle import Oracle

Array = np.ndarray[Any, np.dtype[Any]]
PIECE = 1 << 14
"""So many positions are expanded at a time."""


@dataclass(frozen=True, eq=False)
class Tree:
    """The canonical positions that play can reach, each once, in an order in which every action leads further.

    Positions, ``[position]``:

    - keys: int64; plies: the moves made, one that waits for its selection included
    - actor: int8, as in `qttt.fast.batch`; OVER also where the tree stops though play goes on
    - ended: bool, whether the game is over
    - value: float64, X's under perfect play, within one rounding of the exact value
    - first: int64 ``[position + 1]``, where the position's actions begin

    Actions, ``[action]``, those of a position side by side in the documented order:

    - action: the index in `actions`, the engine's numbers of all actions; child: the position after it
    - chance: float64, its probability if no player acts, else 0
    """

    oracle: Any
    keys: Array
    plies: Array
    actor: Array
    ended: Array
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

    @property
    def stops(self) -> bool:
        """Whether the tree stops at positions in which play goes on."""
        return bool(((self.actor == OVER) & ~self.ended).any())

    @property
    def loss(self) -> Array:
        """float64 ``[action]``: what the player who acts gives away, 0 for a best action and where no player acts."""
        parent = self.parent
        sign = np.select([self.actor[parent] == X, self.actor[parent] == O], [1, -1], 0)
        found: Array = sign * (self.value[parent] - self.value[self.child])
        return found

    def position(self, at: int) -> Any:
        """One of the positions, as the reference has it."""
        return entry_of(self.oracle.game).positions(self.oracle.answers, [int(self.keys[at])])[0]

    def named(self, action: int) -> Any:
        """An action, as the reference has it."""
        return entry_of(self.oracle.game).action(self.actions[self.action[action]])


def tree_of(
    oracle: Oracle[Any, Any],
    through: int,
    graph: Graph | None = None,
    canonical: Callable[[Array], Array] = np.asarray,
) -> Tree:
    """The tree of a solved game: all positions with at most `through` moves made, and those that follow from them.

    `graph` stands for that of the canonical positions, if the agent's play is not the same in equivalent positions;
    `canonical` then gives the canonical keys of its keys.

    Raises `ValueError` for a game whose positions have no graph, and unless 0 <= through.
    """
    if type(through) is not int or through < 0:
        raise ValueError(f"through {through!r}: expected an integer from 0")
    graph, answers = graph or entry_of(oracle.game).graph(oracle.game, oracle.tablebase), oracle.answers
    if graph is None or answers is None:
        raise ValueError(f"{oracle.game!r}: its positions have no graph; agents of this game are not measured")
    waiting: dict[int, list[Array]] = defaultdict(list, {0: [np.array([graph.start], np.int64)]})
    levels: list[tuple[Any, ...]] = []
    stages = []
    while waiting:
        rank = min(waiting)
        stages.append(graph.stage(rank))
        keys = once(np.concatenate(waiting.pop(rank)))
        going = graph.plies(keys) <= through
        parts = []
        for start in range(0, len(keys), PIECE):
            piece = keys[start : start + PIECE]
            expanded = graph.expand(piece)
            legal = (expanded.children != NO_ACTION) & going[start : start + PIECE, None]
            rows, columns = np.nonzero(legal)
            children = expanded.children[rows, columns]
            actor, ended = np.where(going[start : start + PIECE], expanded.actor, OVER), expanded.actor == OVER
            parts.append((actor, ended, legal.sum(1), columns, children, expanded.chances[rows, columns]))
            ranks = graph.rank(children)
            for later in np.unique(ranks).tolist():
                waiting[later].append(once(children[ranks == later]))
        levels.append((keys, *(np.concatenate(part) for part in zip(*parts, strict=True))))
    joined = (np.concatenate(part) for part in zip(*levels, strict=True))
    keys, actor, ended, counts, action, children, chance = joined
    ends = np.cumsum([len(level[0]) for level in levels]).tolist()
    order = np.argsort(keys)
    child = order[np.searchsorted(keys[order], children)]
    first = np.concatenate([[0], np.cumsum(counts)])
    value = answers.values(canonical(keys)) * float(answers.scale)
    return Tree(
        oracle,
        keys,
        graph.plies(keys),
        actor.astype(np.int8),
        ended,
        value,
        first,
        tuple(graph.actions),
        action,
        child,
        chance,
        tuple(zip([0, *ends], ends, strict=False)),
        tuple(stages),
    )


def once(keys: Array) -> Array:
    """The different keys, ascending."""
    keys = np.sort(keys)
    found: Array = keys[np.concatenate([[True], keys[1:] != keys[:-1]])]
    return found
