"""Lemmas on the loop of two equations, proved over the real numbers: V is the largest value of X's lines against V',
and V' the smallest value of O's lines against V. They end with the true statements on whether an own mark, or more
success at the cost of failure, ever hurts; docs/sources/abraham-2024.md has the counterexamples."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import z3

from qttt.reference.probabilistic.board import SQUARES
from qttt.reference.probabilistic.solver import Line, Values, values_of
from qttt.spec.vocabulary import Map
from qttt.verification.formal.symbols import Symbols
from qttt.verification.probabilistic.formal import PAGE
from qttt.verification.proof import LINEAR, REALS, Term, prove

MOST = 6
"""Lines of each side in the proofs about loops of any lines."""


class SideLine(NamedTuple):
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


def solves(values: Values, of_x: Sequence[SideLine], of_o: Sequence[SideLine]) -> Term:
    """The condition that V = max (x + n V') and V' = min (x' + n' V)."""
    return z3.And(
        is_largest(values.X, [choice.against(values.O) for choice in of_x]),
        is_smallest(values.O, [choice.against(values.X) for choice in of_o]),
    )


def proper(choice: SideLine) -> Term:
    """A square that does not always pass: 0 <= n < 1, and a mark contributes a value from 0 to 1 - n."""
    return z3.And(choice.neutral >= 0, choice.neutral < 1, choice.gain >= 0, choice.gain <= 1 - choice.neutral)


def possible(choice: SideLine) -> Term:
    """Any square: 0 <= n <= 1, and a mark contributes a value from 0 to 1 - n."""
    return z3.And(choice.neutral >= 0, choice.neutral <= 1, choice.gain >= 0, choice.gain <= 1 - choice.neutral)


def side_lines(name: str, count: int) -> list[SideLine]:
    """The given number of choices, made of variables."""
    return [SideLine(*z3.Reals(f"{name}_{i} n_{name}_{i}")) for i in range(count)]


def by_themselves(of: Sequence[SideLine], name: str) -> tuple[list[Term], list[Term]]:
    """What each choice is worth if it is named again and again and the opponent passes; and that it is so."""
    worth = [z3.Real(f"{name}_{i}") for i in range(len(of))]
    return worth, [term * (1 - choice.neutral) == choice.gain for term, choice in zip(worth, of, strict=True)]


def is_pair(value: Term, mine: SideLine, reply: SideLine) -> Term:
    """The condition that a value is (x' + n' x) / (1 - n n'): V' if X keeps to one line, and O to another."""
    return value * (1 - mine.neutral * reply.neutral) == reply.against(mine.gain)


def pair_of_values(name: str) -> Values:
    return Values(*z3.Reals(f"{name} {name}_dash"))


# One solution


def two_solutions_are_the_same() -> None:
    """For every number of lines up to six on each side."""
    one, other = pair_of_values("v"), pair_of_values("w")
    for i, j in product(range(1, MOST + 1), repeat=2):
        of_x, of_o = side_lines("x", i), side_lines("o", j)
        hypotheses = [*map(proper, (*of_x, *of_o)), solves(one, of_x, of_o), solves(other, of_x, of_o)]
        prove(f"{i} x {j} lines", hypotheses, same_pairs(one, other), REALS)


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


class LoopStep:
    """A square that follows from the rules: any probabilities, any values after each mark, and its line."""

    def __init__(self, name: str = "") -> None:
        self.probabilities = z3.Reals("success neutral failure")
        self.with_x, self.with_o = pair_of_values(f"with_x{name}"), pair_of_values(f"with_o{name}")
        self.line = line_of(self.probabilities, self.with_x, self.with_o)
        self.possible = [z3.And(*(p >= 0 for p in self.probabilities)), sum(self.probabilities) == 1]
        self.later = (*self.with_x, *self.with_o)


def of_x(lines: Sequence[Line]) -> list[SideLine]:
    return [SideLine(line.x, line.n) for line in lines]


def of_o(lines: Sequence[Line]) -> list[SideLine]:
    return [SideLine(line.x_dash, line.n) for line in lines]


def values_are_from_0_to_1() -> None:
    """The step of the induction: values from 0 to 1 after every mark give lines with x and x' from 0 to 1 - n, and up
    to nine such lines have only solutions from 0 to 1. With squares that pass, a solution is the same where they do
    not matter, and otherwise between the solutions x / (1 - n) of two lines and 1/2, which are also from 0 to 1."""
    step = LoopStep()
    within = [z3.And(value >= 0, value <= 1) for value in step.later]
    for x in (step.line.x, step.line.x_dash):
        prove("a line", [*step.possible, *within], z3.And(x >= 0, x <= 1 - step.line.n), REALS)
    solution, alone = pair_of_values("v"), z3.Real("alone")
    for count in SQUARES:
        mine, theirs = side_lines("x", count), side_lines("o", count)
        hypotheses = [*map(proper, (*mine, *theirs)), solves(solution, mine, theirs)]
        prove(f"{count} squares", hypotheses, z3.And(*(z3.And(value >= 0, value <= 1) for value in solution)), REALS)
    hypotheses = [proper(mine[0]), alone * (1 - mine[0].neutral) == mine[0].gain]
    prove("a square that is named again and again", hypotheses, z3.And(alone >= 0, alone <= 1), REALS)


# The players exchanged

HALF = z3.RealVal("1/2")


def exchange_values(values: Values) -> Values:
    """The values of the exchanged marks: V is 1 - V' of the original marks, and V' is 1 - V."""
    return Values(1 - values.O, 1 - values.X)


def exchanging_the_marks_exchanges_the_players() -> None:
    """The step of the induction, for up to nine open squares: if all values after a mark are exchanged, so are lines,
    and then each solution of the loop. At the end a win of X becomes one of O, and a draw stays a draw. The solution
    with squares that pass is also exchanged: the number from a to b nearest to 1/2 becomes that from 1 - b to 1 - a."""
    for value in map(z3.RealVal, ("0", "1/2", "1")):
        prove("endings", [], same_pairs(exchange_values(Values(value, value)), Values(1 - value, 1 - value)), LINEAR)
    step = LoopStep()
    before, after = step.line, line_of(step.probabilities, exchange_values(step.with_o), exchange_values(step.with_x))
    lines_are = z3.And(after.x == 1 - before.n - before.x_dash, after.x_dash == 1 - before.n - before.x)
    prove("lines", step.possible, lines_are, REALS)
    solution = pair_of_values("v")
    for count in SQUARES:
        lines = [Line(i, *z3.Reals(f"x_{i} x_dash_{i} n_{i}")) for i in range(count)]
        others = [Line(i, 1 - n - x_dash, 1 - n - x, n) for i, x, x_dash, n in lines]
        hypotheses = [solves(solution, of_x(lines), of_o(lines))]
        prove(f"{count} squares", hypotheses, solves(exchange_values(solution), of_x(others), of_o(others)), REALS)
    a, b = z3.Reals("a b")
    prove("passes", [a <= b], nearest_half(1 - b, 1 - a) == 1 - nearest_half(a, b), LINEAR)


def same_pairs(one: Values, other: Values) -> Term:
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
        mine = side_lines("x", count)
        theirs = [SideLine(1 - choice.neutral - choice.gain, choice.neutral) for choice in mine]
        hypotheses = [*map(proper, mine), is_largest(v, [worth_first(*choice) for choice in mine])]
        prove(f"{count} squares", hypotheses, solves(Values(v, 1 - v), mine, theirs), REALS)
    only = mine[0]
    alone = z3.Real("alone")
    hypotheses = [proper(only), alone * (1 - only.neutral) == only.gain]
    prove("a square that always passes", [], worth_first(z3.RealVal(0), z3.RealVal(1)) == HALF, REALS)
    prove("more than passing", hypotheses, (worth_first(*only) > HALF) == (alone > HALF), REALS)


# Squares that always pass

PASSING = Line(0, Fraction(0), Fraction(0), Fraction(1))
"""A square that always passes, for both players."""

PASS = SideLine(z3.RealVal(0), z3.RealVal(1))


def passing_is_understood() -> None:
    """For a the largest x / (1 - n) and b the smallest x' / (1 - n') of the other lines, up to six on each side.

    *Order*: if a <= b, the solutions with passing are V = V' = v for all v in [a, b], and no other values. *Below*: if
    a > b, V > V' in every solution, with passing and without. *Same*: so the solutions with and without are the same.
    *Guarantees*: if a <= b, X gets at least the number from a to b nearest to 1/2 by always passing or always naming
    the square of a, for any answer of O, and O holds X to this number by passing or with the square of b. *Solutions*:
    without passing, and if a > b with it, the lines that attain a solution guarantee it to both players.
    """
    a, b, now = z3.Real("a"), z3.Real("b"), pair_of_values("v")
    _towards()
    for count in range(1, MOST + 1):
        _order(count, a, b, now)
        mine, theirs = side_lines("x", count), side_lines("o", count)
        with_it = solves(now, [*mine, PASS], [*theirs, PASS])
        same = with_it == solves(now, mine, theirs)
        prove(f"Same, {count} lines", [*map(proper, (*mine, *theirs)), now.X > now.O], same, REALS)
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
    [choice] = side_lines("x", 1)
    value, alone = z3.Reals("value alone")
    found = _lies_between(choice.against(value), value, alone)
    prove("Towards", [proper(choice), alone * (1 - choice.neutral) == choice.gain], found, REALS)


def _order(count: int, a: Term, b: Term, now: Values) -> None:
    """Each line has its worth by itself and its worth now, which are related by *Towards*."""
    alone_of_x, alone_of_o, worth_to_x, worth_to_o = (
        [z3.Real(f"{name}_{i}") for i in range(count)] for name in ("a", "b", "x", "o")
    )
    lines = [_lies_between(worth, now.O, alone) for worth, alone in zip(worth_to_x, alone_of_x, strict=True)]
    lines += [_lies_between(worth, now.X, alone) for worth, alone in zip(worth_to_o, alone_of_o, strict=True)]
    hypotheses = [*lines, is_largest(a, alone_of_x), is_smallest(b, alone_of_o), a <= b]
    solved = z3.And(is_largest(now.X, [*worth_to_x, now.O]), is_smallest(now.O, [*worth_to_o, now.X]))
    prove(f"Order, {count} lines", hypotheses, solved == z3.And(now.X == now.O, a <= now.X, b >= now.X), LINEAR)


def _below(now: Values) -> None:
    """Any two lines with a > b are enough: a solution is at least X's line, and at most O's."""
    [mine], [theirs] = side_lines("x", 1), side_lines("o", 1)
    [a, b], are_worth = by_themselves([mine, theirs], "alone")
    lines = [proper(mine), proper(theirs), *are_worth, a > b]
    solution = [mine.against(now.O) <= now.X, theirs.against(now.X) >= now.O]
    prove("Below", [*lines, *solution], now.X > now.O, REALS)


def _guarantees(a: Term, b: Term) -> None:
    """X's lines are that of a and passing, O's are that of b and passing; the opponent answers with any line."""
    any_line = Line(2, *z3.Reals("x x_dash n"))
    best = Line(1, *z3.Reals("best_x best_x_dash best_n"))
    of_x, of_o = SideLine(best.x, best.n), SideLine(best.x_dash, best.n)
    v = nearest_half(a, b)
    for name, square, against, sign in (("X", of_x, any_line.x_dash, 1), ("O", of_o, any_line.x, -1)):
        its, limit = (a, b) if sign == 1 else (b, a)
        reply = SideLine(against, any_line.n)
        [own, alone], are_worth = by_themselves([square, reply], "alone")
        ordered = [a <= b, proper(square), proper(reply), *are_worth, own == its]
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


# An own mark


def an_own_mark_never_hurts() -> None:
    """The step of the induction over two sets of marks that differ in one square, with X's mark in the *better* set and
    O's in the *worse* one, and the same player to move: the better set's values are at least the worse set's.

    A mark that completes a line in one set does so in the other; or the line is X's in the better set, then worth 1; or
    O's in the worse set, then worth 0. Otherwise the same squares are open. *Lines*: if the values after every mark are
    at least the worse set's, so are x and x'. *Pairs*: then so is what each line of X is worth against each of O, also
    if one of them passes; if both do, it is 1/2 in both sets. *Against*: so is what X has by a line and the least of
    these. By the closed form (`formulas`), the values are the largest of such numbers, and so at least the worse set's.
    """
    better, worse = LoopStep("_better"), LoopStep("_worse")
    ordered = [more >= less for more, less in zip(better.later, worse.later, strict=True)]
    more, less = better.line, worse.line
    prove("Lines", [*better.possible, *ordered], z3.And(more.x >= less.x, more.x_dash >= less.x_dash), REALS)
    [mine, lower], [theirs, lower_reply] = side_lines("x", 2), side_lines("o", 2)
    lower, lower_reply = lower._replace(neutral=mine.neutral), lower_reply._replace(neutral=theirs.neutral)
    u, less_u = z3.Reals("u less_u")
    neutral = [z3.And(each.neutral >= 0, each.neutral <= 1) for each in (mine, theirs)]
    hypotheses = [*neutral, mine.neutral * theirs.neutral < 1, mine.gain >= lower.gain]
    pairs = [theirs.gain >= lower_reply.gain, is_pair(u, mine, theirs), is_pair(less_u, lower, lower_reply)]
    prove("Pairs", [*hypotheses, *pairs], u >= less_u, REALS)
    prove("Against", [*hypotheses, u >= less_u], mine.against(u) >= lower.against(less_u), REALS)


# More success at the cost of failure


def more_success_of_a_best_square_never_hurts_at_first() -> None:
    """*Line*: with the values after a mark unchanged, x of the raised square does not fall, and x' does not rise, if
    own marks do not hurt. *First*: on the empty board V does not fall, if the square is a best one there.

    V is the largest of (x + n) / (1 + n). The values after a mark on the square do not depend on its probabilities,
    so its own x changes as by Line. Those of the other squares may change in any way: up to nine squares.
    *Later*: V does not fall at any position where the square is a best one and has no neutral outcome."""
    step, by = LoopStep(), z3.Real("by")
    success, neutral, failure = step.probabilities
    raised = success + by, neutral, failure - by
    before, after = step.line, line_of(raised, step.with_x, step.with_o)
    hypotheses = [*step.possible, *(p >= 0 for p in raised), by >= 0]
    hypotheses += [z3.And(value >= 0, value <= 1) for value in step.later]
    hypotheses += [mine >= theirs for mine, theirs in zip(step.with_x, step.with_o, strict=True)]
    prove("Line", hypotheses, z3.And(after.x >= before.x, after.x_dash <= before.x_dash), REALS)
    for count in SQUARES:
        others, changed = side_lines("x", count - 1), side_lines("then", count - 1)
        squares, then = [SideLine(before.x, before.n), *others], [SideLine(after.x, after.n), *changed]
        now, later = z3.Reals("v w")
        worth, will_be = ([worth_first(*choice) for choice in group] for group in (squares, then))
        allowed = [*map(possible, (*squares, *then)), is_largest(now, worth), is_largest(later, will_be)]
        best = worth[0] == now
        prove(f"First, {count} squares", [*hypotheses, *allowed, best], later >= now, REALS)
    for count in range(1, MOST + 1):
        _later(count)


def _later(count: int) -> None:
    """The other lines, including all of O's lines, may change in any way."""
    now, then = pair_of_values("v"), pair_of_values("w")
    mine, others = side_lines("x", count), side_lines("then", count)
    hypotheses = [mine[0].neutral == 0, others[0].neutral == 0, others[0].gain >= mine[0].gain]
    hypotheses += [mine[0].against(now.O) == now.X, is_largest(then.X, [choice.against(then.O) for choice in others])]
    prove(f"Later, {count} squares", hypotheses, then.X >= now.X, REALS)
