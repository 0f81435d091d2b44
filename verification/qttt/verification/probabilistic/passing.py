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


def passing_is_understood() -> None:
    """For a the largest x / (1 - n) and b the smallest x' / (1 - n') of the other lines, up to six on each side.

    *Order*: if a <= b, the solutions with passing are V = V' = v for all v in [a, b], and no other values. *Below*: if
    a > b, V > V' in every solution, with passing and without. *Same*: so the solutions with and without are the same.
    *Guarantees*: if a <= b, X gets at least the number from a to b nearest to 1/2 by always passing or always naming
    the square of a, for any answer of O, and O holds X to this number by passing or with the square of b. *Solutions*:
    without passing, and if a > b with it, the lines that attain a solution guarantee it to both players.
    """
    a, b, now = z3.Real("a"), z3.Real("b"), loops.values("v")
    _towards()
    for count in range(1, loops.MOST + 1):
        _order(count, a, b, now)
        mine, theirs = loops.choices("x", count), loops.choices("o", count)
        with_it = loops.solves(now, [*mine, PASS], [*theirs, PASS])
        same = with_it == loops.solves(now, mine, theirs)
        prove(f"Same, {count} lines", [*map(loops.proper, (*mine, *theirs)), now.X > now.O], same, REALS)
    _below(now)
    _guarantees(a, b)
    _solutions_are_guaranteed(now)


def _lies_between(worth: Term, value: Term, alone: Term) -> Term:
    """The worth lies between a value and the choice's worth by itself, and equals the value only if the latter does."""
    below = z3.And(z3.Implies(value <= alone, worth <= alone), z3.Implies(value < alone, worth > value))
    above = z3.And(z3.Implies(value >= alone, worth >= alone), z3.Implies(value > alone, worth < value))
    return z3.And(below, above)


def _towards() -> None:
    """The part of *Order* on a line: against a value, its worth lies between the value and its worth by itself."""
    [choice] = loops.choices("x", 1)
    value, alone = z3.Reals("value alone")
    found = _lies_between(choice.against(value), value, alone)
    prove("Towards", [loops.proper(choice), alone * (1 - choice.neutral) == choice.gain], found, REALS)


def _order(count: int, a: Term, b: Term, now: Values) -> None:
    """Each line has its worth by itself and its worth now, which are related by *Towards*."""
    alone_of_x, alone_of_o, worth_to_x, worth_to_o = (
        [z3.Real(f"{name}_{i}") for i in range(count)] for name in ("a", "b", "x", "o")
    )
    lines = [_lies_between(worth, now.O, alone) for worth, alone in zip(worth_to_x, alone_of_x, strict=True)]
    lines += [_lies_between(worth, now.X, alone) for worth, alone in zip(worth_to_o, alone_of_o, strict=True)]
    hypotheses = [*lines, loops.is_largest(a, alone_of_x), loops.is_smallest(b, alone_of_o), a <= b]
    solved = z3.And(loops.is_largest(now.X, [*worth_to_x, now.O]), loops.is_smallest(now.O, [*worth_to_o, now.X]))
    prove(f"Order, {count} lines", hypotheses, solved == z3.And(now.X == now.O, a <= now.X, b >= now.X), LINEAR)


def _below(now: Values) -> None:
    """Any two lines with a > b are enough: a solution is at least X's line, and at most O's."""
    [mine], [theirs] = loops.choices("x", 1), loops.choices("o", 1)
    [a, b], are_worth = loops.by_themselves([mine, theirs], "alone")
    lines = [loops.proper(mine), loops.proper(theirs), *are_worth, a > b]
    solution = [mine.against(now.O) <= now.X, theirs.against(now.X) >= now.O]
    prove("Below", [*lines, *solution], now.X > now.O, REALS)


def _guarantees(a: Term, b: Term) -> None:
    """X's lines are that of a and passing, O's are that of b and passing; the opponent answers with any line."""
    any_line = Line(2, *z3.Reals("x x_dash n"))
    best = Line(1, *z3.Reals("best_x best_x_dash best_n"))
    of_x, of_o = loops.Choice(best.x, best.n), loops.Choice(best.x_dash, best.n)
    v = nearest_half(a, b)
    for name, square, against, sign in (("X", of_x, any_line.x_dash, 1), ("O", of_o, any_line.x, -1)):
        its, limit = (a, b) if sign == 1 else (b, a)
        reply = loops.Choice(against, any_line.n)
        [own, alone], are_worth = loops.by_themselves([square, reply], "alone")
        ordered = [a <= b, loops.proper(square), loops.proper(reply), *are_worth, own == its]
        no_better = sign * alone >= sign * limit

        def worth(line: Line, answer: Line, of_first: bool = sign == 1) -> Values:
            return values_of(line, answer) if of_first else values_of(answer, line)

        def holds(found: Values, to: Term = v, sign: int = sign) -> Term:
            return z3.And(sign * found.X >= sign * to, sign * found.O >= sign * to)

        passes = z3.And(holds(worth(PASSING, any_line)), holds(worth(PASSING, PASSING)))
        names = z3.And(holds(worth(best, any_line)), holds(worth(best, PASSING)))
        needs = sign * v > sign * HALF
        prove(f"Guarantees, {name} passes", [*ordered, no_better, z3.Not(needs)], passes, REALS)
        prove(f"Guarantees, {name} names a square", [*ordered, no_better, needs], names, REALS)
    prove("from a to b", [a <= b], z3.And(a <= v, v <= b), LINEAR)


def _solutions_are_guaranteed(now: Values) -> None:
    """V = x + n V' for the line of X, and V' is at most the worth of O's answer; and the same for O."""
    mine, answer = (Line(i, *z3.Reals(f"x_{i} x_dash_{i} n_{i}")) for i in range(2))
    neutral = [mine.n >= 0, mine.n < 1, answer.n >= 0, answer.n <= 1]
    found = values_of(mine, answer)
    solution = [mine.x + mine.n * now.O == now.X, answer.x_dash + answer.n * now.X >= now.O]
    prove("Solutions, X", [*neutral, *solution], z3.And(found.X >= now.X, found.O >= now.O), REALS)
    found = values_of(answer, mine)
    solution = [mine.x_dash + mine.n * now.X == now.O, answer.x + answer.n * now.O <= now.X]
    prove("Solutions, O", [*neutral, *solution], z3.And(found.X <= now.X, found.O <= now.O), REALS)
