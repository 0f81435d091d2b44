"""The positions of a game up to symmetry, and which leads to which, as flat arrays.

A level has the *nodes* with equally many marks: decisions, measurements that are due, and ends. Nodes with equally
many boards form a *group*, ordered by their labels."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.answers import UnknownPosition
from qttt.fast.backend import Array
from qttt.fast.brief import brief
from qttt.fast.tiqtaqtoe.boards import CODES, LABELS, SLOT_IMAGES, SLOTS, TURNED
from qttt.fast.tiqtaqtoe.nodes import CHANCE, DECISION, END_KINDS
from qttt.fast.tiqtaqtoe.rules import State, certainly_empty, marks, written

MEASURED = 9
"""The group of single boards with a line that a measurement has just left; group k < 9 has 2^k boards per node."""
GROUPS = MEASURED + 1
PLIES = 9

KINDS = {"decision": (DECISION,), "chance": (CHANCE,), "terminal": END_KINDS}


@dataclass(frozen=True, eq=False)
class Level:
    """The nodes with some number of marks, group by group.

    `sizes`: how many nodes each group has. `boards` (uint16): the codes of all nodes, ascending within a node.
    `labels` (int64, ascending within a group) and `kinds` (uint8, see `nodes`): ``[node]``. The moves of node i are
    ``first[i]`` (int32) to ``first[i + 1] - 1``, by ascending slot: `slots` (uint8), and `links` (int32), the node of
    the next level that each leads to."""

    sizes: tuple[int, ...]
    boards: Array
    labels: Array
    kinds: Array
    first: Array
    slots: Array
    links: Array

    __repr__ = brief

    def span(self, group: int) -> slice:
        """The nodes of a group."""
        start = sum(self.sizes[:group])
        return slice(start, start + self.sizes[group])

    def rows(self, group: int) -> Array:
        """The codes of a group, ``[node, board]``."""
        start = sum(size * width(g) for g, size in enumerate(self.sizes[:group]))
        return self.boards[start : start + self.sizes[group] * width(group)].reshape(-1, width(group))

    def results(self, xp: Any) -> Array:
        """``[code]``: the node of the board when a measurement has found it (int32), -1 for none."""
        node = xp.full(CODES, -1, np.int32)
        for group in (0, MEASURED):
            span = self.span(group)
            node[xp.asarray(TURNED)[:, self.rows(group)[:, 0]]] = xp.arange(span.start, span.stop, dtype=np.int32)
        return node

    def on(self, convert: Any) -> "Level":
        """The level with every array converted, such as by `xp.asarray`."""
        return Level(self.sizes, *(convert(getattr(self, name)) for name in ARRAYS))


ARRAYS = {
    "boards": np.uint16,
    "labels": np.int64,
    "kinds": np.uint8,
    "first": np.int32,
    "slots": np.uint8,
    "links": np.int32,
}
"""The arrays of a level and their types."""


def width(group: int) -> int:
    """How many boards each node of a group has."""
    return 1 if group == MEASURED else 1 << group


class Canonical(NamedTuple):
    """A state turned so that its label is least: its group, the symmetry that turns it, its label, and its codes
    (uint16, ascending)."""

    group: int
    symmetry: int
    label: int
    row: Array


def canonical(state: State) -> Canonical:
    """The canonical form of a state. Raises UnknownPosition unless it has 2^k boards, with k = 0 or at most 8 - k
    certainly empty squares: a move that doubles the boards takes a square, and the first such move leaves at most 7."""
    boards = len(state.codes)
    group = MEASURED if state.measured else boards.bit_length() - 1
    if boards != 1 and (boards.bit_count() != 1 or group + certainly_empty(state).bit_count() >= MEASURED):
        raise unknown(state)
    codes = np.array(state.codes)
    labels = LABELS[codes].sum(0)
    symmetry = int(labels.argmin())
    return Canonical(group, symmetry, int(labels[symmetry]), np.sort(TURNED[symmetry, codes]).astype(np.uint16))


@dataclass(frozen=True, eq=False)
class Place:
    """Where a state is: its level and node, and the symmetry that turns it into the boards stored there."""

    level: int
    node: int
    symmetry: int


def unknown(state: State) -> UnknownPosition:
    """The error for a state that play does not reach."""
    return UnknownPosition(f"no game reaches the position {written(state)}")


@dataclass(frozen=True, eq=False)
class Graph:
    """All positions that play can reach in a game, or from a start, by levels, fewest marks first, as NumPy arrays.

    `counts` ``[kind, 2]`` (int64): how many nodes of each kind there are up to symmetry, and how many in all."""

    levels: tuple[Level, ...]
    counts: np.ndarray[Any, Any]

    __repr__ = brief

    @property
    def positions(self) -> tuple[int, ...]:
        """How many decision positions each ply has, up to symmetry."""
        return tuple(int((level.kinds == DECISION).sum()) for level in self.levels[:PLIES])

    @property
    def states(self) -> dict[str, dict[str, int]]:
        """How many states there are, by "decision", "chance" and "terminal": "canonical" ones, and "raw"."""
        return {
            name: {form: int(self.counts[list(kinds), i].sum()) for i, form in enumerate(("canonical", "raw"))}
            for name, kinds in KINDS.items()
        }

    def place(self, state: State) -> Place:
        """Where a state is. Raises UnknownPosition for a state that play does not reach."""
        group, symmetry, label, row = canonical(state)
        level = self.levels[marks(state)]
        span = level.span(group)
        at = int(np.searchsorted(level.labels[span], label))
        if at < level.sizes[group] and (level.rows(group)[at] == row).all():
            return Place(marks(state), span.start + at, symmetry)
        raise unknown(state)

    def moves(self, place: Place) -> dict[int, int]:
        """The node of the next level that each move leads to, in the documented order."""
        level = self.levels[place.level]
        span = slice(*level.first[place.node : place.node + 2])
        links = dict(zip(level.slots[span].tolist(), level.links[span].tolist(), strict=True))
        images = SLOT_IMAGES[place.symmetry].tolist()
        return {slot: links[images[slot]] for slot in range(SLOTS) if images[slot] in links}
