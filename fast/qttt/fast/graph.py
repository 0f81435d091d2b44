"""The positions of a game as a graph of keys: what follows from many positions at once."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from qttt.fast.answers import Ints

NO_ACTION = -1
"""Stands for the position after an action that is not legal."""


class Expanded(NamedTuple):
    """What follows from positions.

    - actor: int8 ``[position]``, as in `qttt.fast.batch`: X, O, CHANCE, SYSTEM, or OVER
    - children: int64 ``[position, action]``, the canonical key after each action, `NO_ACTION` if it is not legal
    - chances: float64 ``[position, action]``, the probability of each action where no player acts, else 0; each within
      one rounding of the exact one"""

    actor: Ints
    children: Ints
    chances: Any


class Graph(Protocol):
    """The canonical positions of a game with its options."""

    @property
    def actions(self) -> Sequence[int]:
        """The engine's numbers of all actions, in the documented order."""

    @property
    def start(self) -> int:
        """The key of the start position."""

    def plies(self, keys: Ints) -> Ints:
        """How many moves have been made in each position; one that waits for its selection counts."""

    def rank(self, keys: Ints) -> Ints:
        """A number for each position that grows with every action."""

    def stage(self, rank: int) -> str:
        """What the positions of a rank have in common, in words."""

    def expand(self, keys: Ints) -> Expanded:
        """What follows from canonical positions that play can reach."""
