"""The positions of a game up to symmetry, and which leads to which, as flat arrays.

A level has the *nodes* with equally many marks: decisions, measurements that are due, and ends. Nodes with equally
many boards form a *group*, ordered by their labels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from types import ModuleType
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints, UnknownPosition
from qttt.fast.backend import Array
from qttt.fast.brief import brief
from qttt.fast.jit import converted
from qttt.fast.tiqtaqtoe.boards import CODES, LABELS, TURNED
from qttt.fast.tiqtaqtoe.setting import (
    DECISION,
    END_KINDS,
    MEASUREMENT,
    Setting,
    State,
    certainly_empty,
    marks,
    written,
)

MEASURED = 9
"""The group of single boards with a line that a measurement has just left; group k < 9 has 2^k boards per node."""
GROUPS = MEASURED + 1
PLIES = 9
WIDTHS = np.array([*(1 << group for group in range(MEASURED)), 1])
"""``[group]``: how many boards each node has."""
KINDS = {"decision": (DECISION,), "chance": (MEASUREMENT,), "terminal": END_KINDS}


def begins(sizes: Ints) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where the nodes of each group begin, and their boards; last the ends."""
    nodes, boards = (np.append(0, np.cumsum(each)).tolist() for each in (sizes, sizes * WIDTHS))
    return tuple(nodes), tuple(boards)


class Level(NamedTuple):
    """The nodes with some number of marks, group by group.

    `sizes`: how many nodes each group has. `boards` (uint16): the codes of all nodes, ascending within a node.
    `labels` (int64, ascending within a group) and `kinds` (uint8, see `setting`): ``[node]``. The moves of node i are
    ``first[i]`` (int32) to ``first[i + 1] - 1``, by ascending slot: `slots` (uint8), and `links` (int32), the node of
    the next level that each leads to."""

    sizes: Ints
    boards: Array
    labels: Array
    kinds: Array
    first: Array
    slots: Array
    links: Array

    def span(self, group: int) -> slice:
        """The nodes of a group."""
        start, stop = int(self.sizes[:group].sum()), int(self.sizes[: group + 1].sum())
        return slice(start, stop)

    def rows(self, group: int) -> Array:
        """The codes of a group, ``[node, board]``."""
        start, stop = (int(self.sizes[:end] @ WIDTHS[:end]) for end in (group, group + 1))
        return self.boards[start:stop].reshape(-1, WIDTHS[group])

    def results(self, xp: ModuleType) -> Array:
        """``[code]``: the node of the board when a measurement has found it (int32), -1 for none."""
        node = xp.full(CODES, -1, np.int32)
        for group in (0, MEASURED):
            span = self.span(group)
            node[xp.asarray(TURNED)[:, self.rows(group)[:, 0]]] = xp.arange(span.start, span.stop, dtype=np.int32)
        return node

    def on(self, convert: Callable[[Array], Array]) -> "Level":
        """The level with every array converted, such as by `xp.asarray`."""
        return converted(self, convert, type(self.boards))._replace(sizes=self.sizes)


ARRAYS = {
    "boards": np.uint16,
    "labels": np.int64,
    "kinds": np.uint8,
    "first": np.int32,
    "slots": np.uint8,
    "links": np.int32,
}
"""The arrays of a level and their types."""


@dataclass(frozen=True, eq=False)
class Graph:
    """All positions that play can reach in a game, or from a start, as NumPy arrays: those of the levels one after the
    other, fewest marks first (see `Level`).

    `sizes` ``[level, group]`` (int64). `counts` ``[kind, 2]`` (int64): how many nodes of each kind there are up to
    symmetry, and how many in all. The switch `both` of the setting has no effect."""

    setting: Setting
    sizes: Ints
    boards: Ints
    labels: Ints
    kinds: Ints
    first: Ints
    slots: Ints
    links: Ints
    counts: Ints

    __repr__ = brief

    @classmethod
    def of(cls, setting: Setting, levels: Sequence[Level], counts: Ints) -> "Graph":
        """The graph that has these levels."""
        arrays = {name: np.concatenate([getattr(level, name) for level in levels]) for name in ARRAYS}
        return cls(setting, np.array([level.sizes for level in levels]), counts=counts, **arrays)

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The levels, as views."""
        nodes = self.sizes.sum(1)
        first, moves = split(self.first, nodes + 1), self.moves
        split_at = {"boards": self.sizes @ WIDTHS, "labels": nodes, "kinds": nodes, "slots": moves, "links": moves}
        parts = {name: split(getattr(self, name), each) for name, each in split_at.items()} | {"first": first}
        return tuple(Level(*arrays) for arrays in zip(self.sizes, *(parts[name] for name in ARRAYS), strict=True))

    @cached_property
    def starts(self) -> Ints:
        """Where the nodes of each level begin, and the end."""
        return np.append(0, np.cumsum(self.sizes.sum(1)))

    @property
    def moves(self) -> Ints:
        """How many moves each level has."""
        found: Ints = self.first[np.cumsum(self.sizes.sum(1) + 1) - 1].astype(np.int64)
        return found

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

    def place(self, state: State) -> tuple[int, int]:
        """The node of a state, those of all levels counted together, and the symmetry that turns the state into the
        boards stored there. Raises UnknownPosition for a state that play does not reach."""
        group, symmetry, label, row = canonical(state)
        level = self.levels[marks(state)]
        span = level.span(group)
        at = int(np.searchsorted(level.labels[span], label))
        if span.start + at < span.stop and (level.rows(group)[at] == row).all():
            return int(self.starts[marks(state)]) + span.start + at, symmetry
        raise unknown(state)


def split(array: Ints, lengths: Ints) -> list[Ints]:
    """An array in pieces of given lengths."""
    return [array[start:stop] for start, stop in pairwise([0, *np.cumsum(lengths).tolist()])]


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


def unknown(state: State) -> UnknownPosition:
    """The error for a state that play does not reach."""
    return UnknownPosition(f"no game reaches the position {written(state)}")
