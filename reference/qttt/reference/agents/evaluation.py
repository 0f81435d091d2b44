"""Evaluations: estimated values of the positions where a search stops."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from qttt.reference.game import Rules

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)


def ends_alone(game: Rules[P, A], even: Fraction = Fraction(0)) -> Callable[[P], Fraction]:
    """The evaluation that knows only ended games: their exact value, and `even` for any other position.

    >>> from qttt.reference.goff import Goff
    >>> ends_alone(Goff())(Goff().initial())
    Fraction(0, 1)
    """

    def evaluation(position: P) -> Fraction:
        return even if game.actor(position) else game.score(position).value

    return evaluation
