"""A reading: a game under its switches, and what its tablebase says about the start."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from qttt.app.first_moves import symmetry_classes
from qttt.reference.written import WrittenGame

G = TypeVar("G", bound=WrittenGame[Any, Any])
A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True)
class Reading(ABC, Generic[G, A]):
    """A game, its value, the values of its first moves in the documented order, and its numbers of positions."""

    game: G
    value: Fraction
    first_moves: Mapping[A, Fraction]
    positions: tuple[int, ...]

    @property
    def classes(self) -> list[tuple[A, list[A]]]:
        """The first move of each symmetry class with the whole class, in the documented order."""
        return [(moves[0], moves) for moves in symmetry_classes(self.game, self.first_moves)]

    @property
    def best(self) -> list[A]:
        """The first moves that keep the value, one of each symmetry class."""
        return [move for move, _ in self.classes if self.first_moves[move] == self.value]

    @abstractmethod
    def rows(self) -> Iterator[dict[str, str]]:
        """What a table of readings has: a row for the game itself, with an empty first move, and one for each first
        move; each has the columns `first_move` and `value`."""

    @abstractmethod
    def json_object(self) -> dict[str, Any]:
        """The reading as an object for JSON: the game, its value and all that is known of the start."""
