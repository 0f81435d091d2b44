"""Classic tic-tac-toe by plain minimax, and the game in which success is certain on every square."""

from fractions import Fraction
from functools import cache

from qttt.reference.board import lines
from qttt.reference.game import Actor
from qttt.reference.probabilistic import Marks, Probabilistic
from qttt.verification import Refuted
from qttt.verification.probabilistic.engines import solver_of
from qttt.verification.probabilistic.equivalence_boards import CLASSIC
from qttt.verification.probabilistic.values import MARKS

REACHABLE = 5478
SCORES = ((Actor.X, Fraction(1)), (Actor.O, Fraction(0)))


@cache
def classic() -> dict[Marks, Fraction]:
    """Every position that games of tic-tac-toe reach, with its value by minimax; X has as many marks as O, or one
    more."""
    known: dict[Marks, Fraction] = {}

    def value(marks: Marks) -> Fraction:
        if marks not in known:
            known[marks] = decided(marks)
        return known[marks]

    def decided(marks: Marks) -> Fraction:
        for player, won in SCORES:
            if any(all(marks[square - 1] is player for square in line) for line in lines()):
                return won
        best = max if mover(marks) is Actor.X else min
        free = [at for at, mark in enumerate(marks) if not mark]
        following = [(*marks[:at], mover(marks), *marks[at + 1 :]) for at in free]
        return best(map(value, following)) if following else Fraction(1, 2)

    value(MARKS[0])
    return known


def mover(marks: Marks) -> Actor:
    return Actor.X if marks.count(Actor.X) == marks.count(Actor.O) else Actor.O


def certain_success_is_tic_tac_toe() -> str:
    """Where naming a square always marks it, positions have the values of tic-tac-toe, by the reference."""
    known, solver = classic(), solver_of(Probabilistic(CLASSIC))
    if len(known) != REACHABLE:
        raise Refuted(f"{len(known):,} positions, not {REACHABLE:,}")
    for marks, value in known.items():
        found = getattr(solver.to_move(marks), mover(marks))
        if found != value:
            raise Refuted(f"marks {marks}: {value}, and {found} with certain success")
    return f"{len(known):,} positions; the empty board is worth {known[MARKS[0]]}"
