"""Lemmas on the loop of two equations, proved over the real numbers: V is the largest value of X's lines against V',
and V' the smallest value of O's lines against V."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import z3

from qttt.reference.probabilistic.board import SQUARES
from qttt.reference.probabilistic.solver import Line, Values
from qttt.spec.vocabulary import Map
from qttt.verification.formal.symbols import Symbols
from qttt.verification.probabilistic.formal import PAGE
from qttt.verification.proof import LINEAR, REALS, Term, prove

MOST = 6
"""Lines of each side in the proofs about loops of any lines."""


class Choice(NamedTuple):
    """A line of one side: worth `gain` + `neutral` times the value with the other player to move.

    Its names are separate: in a loop of choices the neutral probabilities of the two sides are unrelated.
    """

    gain: Term
    neutral: Term

    def against(self, other: Term) -> Term:
        return self.gain + self.neutral * other


def is_largest(value: Term, among: Sequence[Term]) -> Term:
    return z3.And(*(value >= term for term in among), z3.Or(*(value == term for term in among)))


def is_smallest(value: Term, among: Sequence[Term]) -> Term:
    return z3.And(*(value <= term for term in among), z3.Or(*(value == term for term in among)))


def solves(values: Values, of_x: Sequence[Choice], of_o: Sequence[Choice]) -> Term:
    """The condition that V = max (x + n V') and V' = min (x' + n' V)."""
    return z3.And(
        is_largest(values.X, [choice.against(values.O) for choice in of_x]),
        is_smallest(values.O, [choice.against(values.X) for choice in of_o]),
    )


def proper(choice: Choice) -> Term:
    """A square that does not always pass: 0 <= n < 1, and a mark contributes a value from 0 to 1 - n."""
    return z3.And(choice.neutral >= 0, choice.neutral < 1, choice.gain >= 0, choice.gain <= 1 - choice.neutral)


def possible(choice: Choice) -> Term:
    """Any square: 0 <= n <= 1, and a mark contributes a value from 0 to 1 - n."""
    return z3.And(choice.neutral >= 0, choice.neutral <= 1, choice.gain >= 0, choice.gain <= 1 - choice.neutral)


def choices(name: str, count: int) -> list[Choice]:
    """The given number of choices, made of variables."""
    return [Choice(*z3.Reals(f"{name}_{i} n_{name}_{i}")) for i in range(count)]


def by_themselves(of: Sequence[Choice], name: str) -> tuple[list[Term], list[Term]]:
    """What each choice is worth if it is named again and again and the opponent passes; and that it is so."""
    worth = [z3.Real(f"{name}_{i}") for i in range(len(of))]
    return worth, [term * (1 - choice.neutral) == choice.gain for term, choice in zip(worth, of, strict=True)]


def is_pair(value: Term, mine: Choice, reply: Choice) -> Term:
    """The condition that a value is (x' + n' x) / (1 - n n'): V' if X keeps to one line, and O to another."""
    return value * (1 - mine.neutral * reply.neutral) == reply.against(mine.gain)


def values(name: str) -> Values:
    return Values(*z3.Reals(f"{name} {name}_dash"))


# One solution


def two_solutions_are_the_same() -> None:
    """For every number of lines up to six on each side."""
    one, other = values("v"), values("w")
    for i, j in product(range(1, MOST + 1), repeat=2):
        of_x, of_o = choices("x", i), choices("o", j)
        hypotheses = [*map(proper, (*of_x, *of_o)), solves(one, of_x, of_o), solves(other, of_x, of_o)]
        prove(f"{i} x {j} lines", hypotheses, equal(one, other), REALS)


# From the rules to the loop


def line_of(probabilities: Sequence[Term], with_x: Values, with_o: Values) -> Line:
    """The line of a square, from its probabilities and the values of the marks with X and with O on it, by the formal
    text of the page. Rule: PROB-LOOP-1"""
    after = {Map({1: "X"}): with_x, Map({1: "O"}): with_o}
    page = Symbols(
        PAGE.text,
        probability=lambda c: Map(zip(("success", "neutral", "failure"), probabilities, strict=True)),
        value=lambda position: getattr(after[position.s], position.P),
    )
    return Line(1, page.part(Map(), "X", 1), page.part(Map(), "O", 1), page.neutral(1))


class Step:
    """A square that follows from the rules: any probabilities, any values after each mark, and its line."""

    def __init__(self, name: str = "") -> None:
        self.probabilities = z3.Reals("success neutral failure")
        self.with_x, self.with_o = values(f"with_x{name}"), values(f"with_o{name}")
        self.line = line_of(self.probabilities, self.with_x, self.with_o)
        self.possible = [z3.And(*(p >= 0 for p in self.probabilities)), sum(self.probabilities) == 1]
        self.later = (*self.with_x, *self.with_o)


def of_x(lines: Sequence[Line]) -> list[Choice]:
    return [Choice(line.x, line.n) for line in lines]


def of_o(lines: Sequence[Line]) -> list[Choice]:
    return [Choice(line.x_dash, line.n) for line in lines]


def values_are_from_0_to_1() -> None:
    """The step of the induction: values from 0 to 1 after every mark give lines with x and x' from 0 to 1 - n, and up
    to nine such lines have only solutions from 0 to 1. With squares that pass, a solution is the same where they do
    not matter, and otherwise between the solutions x / (1 - n) of two lines and 1/2, which are also from 0 to 1."""
    step = Step()
    within = [z3.And(value >= 0, value <= 1) for value in step.later]
    for x in (step.line.x, step.line.x_dash):
        prove("a line", [*step.possible, *within], z3.And(x >= 0, x <= 1 - step.line.n), REALS)
    solution, alone = values("v"), z3.Real("alone")
    for count in SQUARES:
        mine, theirs = choices("x", count), choices("o", count)
        hypotheses = [*map(proper, (*mine, *theirs)), solves(solution, mine, theirs)]
        prove(f"{count} squares", hypotheses, z3.And(*(z3.And(value >= 0, value <= 1) for value in solution)), REALS)
    hypotheses = [proper(mine[0]), alone * (1 - mine[0].neutral) == mine[0].gain]
    prove("a square that is named again and again", hypotheses, z3.And(alone >= 0, alone <= 1), REALS)


# The players exchanged

HALF = z3.RealVal("1/2")


def exchanged(values: Values) -> Values:
    """The values of the exchanged marks: V is 1 - V' of the original marks, and V' is 1 - V."""
    return Values(1 - values.O, 1 - values.X)


def exchanging_the_marks_exchanges_the_players() -> None:
    """The step of the induction, for up to nine open squares: if all values after a mark are exchanged, so are lines,
    and then each solution of the loop. At the end a win of X becomes one of O, and a draw stays a draw. The solution
    with squares that pass is also exchanged: the number from a to b nearest to 1/2 becomes that from 1 - b to 1 - a."""
    for value in map(z3.RealVal, ("0", "1/2", "1")):
        prove("endings", [], equal(exchanged(Values(value, value)), Values(1 - value, 1 - value)), LINEAR)
    step = Step()
    before, after = step.line, line_of(step.probabilities, exchanged(step.with_o), exchanged(step.with_x))
    lines_are = z3.And(after.x == 1 - before.n - before.x_dash, after.x_dash == 1 - before.n - before.x)
    prove("lines", step.possible, lines_are, REALS)
    solution = values("v")
    for count in SQUARES:
        lines = [Line(i, *z3.Reals(f"x_{i} x_dash_{i} n_{i}")) for i in range(count)]
        others = [Line(i, 1 - n - x_dash, 1 - n - x, n) for i, x, x_dash, n in lines]
        hypotheses = [solves(solution, of_x(lines), of_o(lines))]
        prove(f"{count} squares", hypotheses, solves(exchanged(solution), of_x(others), of_o(others)), REALS)
    a, b = z3.Reals("a b")
    prove("passes", [a <= b], nearest_half(1 - b, 1 - a) == 1 - nearest_half(a, b), LINEAR)


def equal(one: Values, other: Values) -> Term:
    """That two pairs of values are the same."""
    return z3.And(one.X == other.X, one.O == other.O)


def nearest_half(a: Term, b: Term) -> Term:
    """The median of a, 1/2 and b. Rule: PROB-END-3"""
    return z3.If(a > HALF, a, z3.If(b < HALF, b, HALF))


# The empty board


def worth_first(x: Term, n: Term) -> Term:
    """The empty board's value to X if a square with this x and n were the best: v = x + n (1 - v)."""
    return (x + n) / (1 + n)


def the_empty_board_has_a_formula() -> None:
    """Exchanging marks leaves the empty board unchanged, so x' = 1 - n - x. There exactly V = max (x + n) / (1 + n) and
    V' = 1 - V solve the loop, for up to nine squares. A square that always passes makes V at least 1/2; another square
    makes V more than 1/2 if and only if x / (1 - n) is, as the value with such squares needs."""
    v = z3.Real("v")
    for count in SQUARES:
        mine = choices("x", count)
        theirs = [Choice(1 - choice.neutral - choice.gain, choice.neutral) for choice in mine]
        hypotheses = [*map(proper, mine), is_largest(v, [worth_first(*choice) for choice in mine])]
        prove(f"{count} squares", hypotheses, solves(Values(v, 1 - v), mine, theirs), REALS)
    only = mine[0]
    alone = z3.Real("alone")
    hypotheses = [proper(only), alone * (1 - only.neutral) == only.gain]
    prove("a square that always passes", [], worth_first(z3.RealVal(0), z3.RealVal(1)) == HALF, REALS)
    prove("more than passing", hypotheses, (worth_first(*only) > HALF) == (alone > HALF), REALS)
