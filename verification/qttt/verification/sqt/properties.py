"""Properties of the stochastic game: those of play, and what a cycle is worth by reference and kernel. Its texts are
read as those of Goff's game."""

from fractions import Fraction
from functools import partial
from types import SimpleNamespace

from hypothesis import strategies as st

from qttt.fast.sqt.pairs import worth_of_cycle
from qttt.reference.game import Actor
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt
from qttt.verification.goff.properties import ACTIONS, STATES
from qttt.verification.properties import of_play, searched, stated

WORTH = st.integers(-40, 40)


@stated(one=WORTH, other=WORTH, q=st.sampled_from((Fraction(0), Fraction(1, 3), Fraction(3, 4), Fraction(1))))
def the_kernel_knows_what_a_cycle_is_worth(one: int, other: int, q: Fraction) -> None:
    """p max + q min by the solver of the reference on a game of one cycle."""
    worth = one, other
    cycle = SimpleNamespace(
        actions=lambda position: (0, 1) if position == 2 else (),
        actor=lambda position: Actor.SYSTEM if position == 2 else None,
        play=lambda position, action: action,
        score=lambda position: SimpleNamespace(value=Fraction(worth[position])),
        system=lambda position: {Actor.X: 1 - q, Actor.O: q},
    )
    assert worth_of_cycle(one, other, q.denominator, q.numerator) == q.denominator * Solver(cycle).value(2)


PROPERTIES = (*of_play(Sqt(Fraction(1, 3)), ACTIONS, STATES), the_kernel_knows_what_a_cycle_is_worth)
search = partial(searched, PROPERTIES)
