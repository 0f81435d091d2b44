"""The positions of a game as a graph of keys: what follows from many positions at once."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from qttt.fast.answers import Ints, Values

NO_ACTION = -1
"""Stands for the position after an action that is not legal, and for the number of a missing result."""


class Expanded(NamedTuple):
    """What follows from positions.

    Positions, ``[position]``:

    - actor: int8, as in `qttt.fast.batch`: X, O, CHANCE, SYSTEM, or OVER
    - won: int8, 1 where X has won, -1 where O has won, else 0
    - counts: int64, how many actions the position has

    Actions, ``[action]``, those of a position side by side in the documented order:

    - action: int64, the index in `Graph.actions`; results of chance follow these
    - children: int64, the key after the action, as play leaves it
    - chances: float64, its probability where no player acts, within one rounding of the exact one, else 0"""

    actor: Ints
    won: Ints
    counts: Ints
    action: Ints
    children: Ints
    chances: Any

    @property
    def owner(self) -> Ints:
        """int64 ``[action]``: the position in which the action is made."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    @property
    def begin(self) -> Ints:
        """int64 ``[position]``: where its actions begin."""
        return np.cumsum(self.counts) - self.counts

    @classmethod
    def of(cls, actor: Ints, won: Ints, children: Ints, chances: Any) -> "Expanded":
        """The same from tables ``[position, action]`` of the children, `NO_ACTION` where there is none, and of the
        probabilities."""
        rows, columns = np.nonzero(children != NO_ACTION)
        counts = np.bincount(rows, minlength=len(children))
        return cls(actor, won, counts, columns, children[rows, columns], chances[rows, columns])


class Graph(Protocol):
    """The positions of a game with its options. Equivalent positions have keys of their own, and one of them is
    canonical. The first symmetry leaves everything as it is."""

    @property
    def actions(self) -> Sequence[int]:
        """The engine's numbers of the actions of players and of the System, in the documented order."""

    @property
    def start(self) -> int:
        """The key of the start position."""

    @property
    def answers(self) -> Values:
        """What the positions are worth."""

    @property
    def symmetries(self) -> Ints:
        """int64 ``[symmetry, square]``: where each symmetry takes each square."""

    def plies(self, keys: Ints) -> Ints:
        """How many moves can be seen in each position: all that have been made, one that waits for its selection
        included, but for those that chance has undone."""

    def rank(self, keys: Ints) -> Ints:
        """A number for each position that every action increases, unless play can return from there."""

    def stage(self, rank: int) -> str:
        """What the positions of a rank have in common, in words."""

    def canonical(self, keys: Ints) -> tuple[Ints, Ints]:
        """int64 ``[position]`` each: the canonical key of each position, and a symmetry that leads to it."""

    def image(self, keys: Ints, symmetry: int) -> Ints:
        """The key of each position's image under a symmetry."""

    def image_of_actions(self, keys: Ints, actions: Ints, symmetry: int) -> Ints:
        """The index in `actions` of what a symmetry makes of an action of a player or of the System in each
        position."""

    def expand(self, keys: Ints) -> Expanded:
        """What follows from positions that play can reach."""
