"""Perfect play, given a source of best actions."""

from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)


class PerfectAgent(Generic[P, A]):
    """Chooses the first of the best actions that `best` returns for a position, such as a solver's or a tablebase's.

    >>> from qttt.reference.goff import Goff
    >>> from qttt.reference.solver import Solver
    >>> late = Goff().position("X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8")
    >>> str(PerfectAgent(Solver(Goff()).best).choose(late, Random(1)))
    '2-4'
    """

    def __init__(self, best: Callable[[P], Sequence[A]]) -> None:
        self._best = best

    def choose(self, position: P, chance: Random) -> A:
        """The first best action; `chance` is not used."""
        return self._best(position)[0]
