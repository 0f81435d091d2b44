"""Lemma: the values where a square that always passes is open, proved over the real numbers."""

from fractions import Fraction

import z3

from qttt.reference.probabilistic.solver import Line, Values, values_of
from qttt.verification.probabilistic import loops
from qttt.verification.probabilistic.loops import HALF, nearest_half
from qttt.verification.proof import LINEAR, REALS, Term, prove

PASSING = Line(0, Fraction(0), Fraction(0), Fraction(1))
"""A square that always passes, for both players."""

PASS = loops.Choice(z3.RealVal(0), z3.RealVal(1))


def passing_is_understood() -> str:
    """For a the largest x / (1 - n) and b the smallest x' / (1 - n') of the other lines. Proofs need the lines that
    attain a, b, V or V', and any other: two on each side.

    *Order*: if a <= b, the solutions with passing are V = V' = v for all v in [a, b], and no other values. *Below*: if
    a > b, V > V' in every solution, with passing and without. *Same*: so the solutions with and without are the same.
    *Guarantees*: if a <= b, X gets at least the number from a to b nearest to 1/2 by always passing or always naming
    the square of a, for any answer of O, and O holds X to this number by passing or with the square of b. *Solutions*:
    without passing, and if a > b with it, the lines that attain a solution guarantee it to both players.
    """
    now, mine, theirs = loops.values("v"), loops.choices("x", 2), loops.choices("o", 2)
    ([a, less], are_a), ([b, more], are_b) = loops.by_themselves(mine, "a"), loops.by_themselves(theirs, "b")
    proper = [*map(loops.proper, (*mine, *theirs))]
    with_it = loops.solves(now, [*mine, PASS], [*theirs, PASS])
    ordered = [*proper, *are_a, *are_b, a >= less, b <= more, a <= b]
    prove("Order", ordered, with_it == z3.And(now.X == now.O, a <= now.X, b >= now.X), REALS)
    prove("Same", [*proper, now.X > now.O], with_it == loops.solves(now, mine, theirs), REALS)
    _below(now)
    _guarantees(a, b)
    _solutions_are_guaranteed(now)
    return "all real n in [0, 1) and x in [0, 1 - n], any lines"


def _below(now: Values) -> None:
    """Any two lines with a > b are enough: a solution is at least X's line, and at most O's."""
    [mine], [theirs] = loops.choices("x", 1), loops.choices("o", 1)
    [a, b], are_worth = loops.by_themselves([mine, theirs], "alone")
    lines = [loops.proper(mine), loops.proper(theirs), *are_worth, a > b]
    solution = [mine.against(now.O) <= now.X, theirs.against(now.X) >= now.O]
    prove("Below", [*lines, *solution], now.X > now.O, REALS)


def _guarantees(a: Term, b: Term) -> None:
    """X's lines are that of a and passing, O's are that of b and passing; the opponent answers with any line."""
    best, any_line = loops.lines_of(2)
    v = nearest_half(a, b)

    def guaranteed(first: Line, sign: int) -> Term:
        """For X, who names the line's square, at least v against every answer; if the sign is -1, for O at most v."""
        found = (values_of(*(first, answer)[::sign]) for answer in (any_line, PASSING))
        return z3.And(*(sign * value >= sign * v for values in found for value in values))

    for name, square, reply, sign in (
        ("X", loops.Choice(best.x, best.n), loops.Choice(any_line.x_dash, any_line.n), 1),
        ("O", loops.Choice(best.x_dash, best.n), loops.Choice(any_line.x, any_line.n), -1),
    ):
        its, limit = (a, b)[::sign]
        [own, alone], are_worth = loops.by_themselves([square, reply], "alone")
        ordered = [a <= b, loops.proper(square), loops.proper(reply), *are_worth, own == its]
        ordered.append(sign * alone >= sign * limit)
        needs = sign * v > sign * HALF
        prove(f"Guarantees, {name} passes", [*ordered, z3.Not(needs)], guaranteed(PASSING, sign), REALS)
        prove(f"Guarantees, {name} names a square", [*ordered, needs], guaranteed(best, sign), REALS)
    prove("from a to b", [a <= b], z3.And(a <= v, v <= b), LINEAR)


def _solutions_are_guaranteed(now: Values) -> None:
    """V = x + n V' for the line of X, and V' is at most the worth of O's answer; and the same for O."""
    mine, answer = loops.lines_of(2)
    neutral = [mine.n >= 0, mine.n < 1, answer.n >= 0, answer.n <= 1]
    found = values_of(mine, answer)
    solution = [mine.x + mine.n * now.O == now.X, answer.x_dash + answer.n * now.X >= now.O]
    prove("Solutions, X", [*neutral, *solution], z3.And(found.X >= now.X, found.O >= now.O), REALS)
    found = values_of(answer, mine)
    solution = [mine.x_dash + mine.n * now.X == now.O, answer.x + answer.n * now.O <= now.X]
    prove("Solutions, O", [*neutral, *solution], z3.And(found.X <= now.X, found.O <= now.O), REALS)
