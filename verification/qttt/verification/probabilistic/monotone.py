"""Whether more success at the cost of failure ever hurts the mover: the true statements, proved over the real numbers.

`falling` has the counterexamples.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import z3

from qttt.reference.probabilistic.board import SQUARES
from qttt.reference.probabilistic.solver import Line, Values
from qttt.verification.probabilistic.loops import (
    LINEAR,
    MOST,
    REALS,
    Choice,
    LineOf,
    Step,
    choices,
    is_largest,
    is_smallest,
    possible,
    proper,
    solves,
    the_page,
    values,
    values_are_subtracted,
    worth_first,
)
from qttt.verification.probabilistic.passing import nearest_half
from qttt.verification.proof import Term, prove

Choices = Sequence[Choice]

# An own mark


def an_own_mark_never_hurts(line_of: LineOf = the_page) -> str:
    """The step of the induction over two sets of marks that differ in one square, with X's mark in the *better* set and
    O's in the *worse* one, and the same player to move: the better set's values are at least the worse set's.

    A mark that completes a line in one set does so in the other; or the line is X's in the better set, then worth 1; or
    O's in the worse set, then worth 0. Otherwise the same squares are open. *Lines*: if the values after every mark are
    at least the worse set's, so are x and x'. *Loop*: then so are the solutions of the loop, with up to six lines on
    each side. *Passes*: with a the largest x / (1 - n) and b the smallest x' / (1 - n) of lines that do not pass,
    neither falls (*Alone*); where a > b, both values of the loop are from b to a (*Between*); so neither value with a
    square that passes falls: the loop's where a > b, otherwise the one from a to b nearest to 1/2."""
    better, worse = Step(1, line_of, "_better"), Step(1, line_of, "_worse")
    ordered = [more >= less for more, less in zip(better.later(), worse.later(), strict=True)]
    [more], [less] = better.lines, worse.lines
    probable = better.probabilities(passes=True)
    prove("Lines", [*probable, *ordered], z3.And(more.x >= less.x, more.x_dash >= less.x_dash), REALS)
    for count in range(1, MOST + 1):
        mine, theirs = choices("x", count), choices("o", count)
        _loop_rises(mine, theirs)
        _between(mine, theirs)
    _passes_rise()
    return f"all probabilities and values, up to {MOST} x {MOST} lines"


def _lowered(of: Choices, name: str) -> list[Choice]:
    return [Choice(z3.Real(f"less_{name}_{i}"), choice.neutral) for i, choice in enumerate(of)]


def _loop_rises(mine: Choices, theirs: Choices) -> None:
    less_x, less_o = _lowered(mine, "x"), _lowered(theirs, "o")
    allowed = [*map(proper, (*mine, *theirs, *less_x, *less_o))]
    ordered = [more.gain >= less.gain for more, less in zip((*mine, *theirs), (*less_x, *less_o), strict=True)]
    more, less = values("more"), values("less")
    hypotheses = [*allowed, *ordered, solves(more, mine, theirs), solves(less, less_x, less_o)]
    prove("Loop", hypotheses, z3.And(more.X >= less.X, more.O >= less.O), REALS)


def _between(mine: Choices, theirs: Choices) -> None:
    a, b, found = z3.Real("a"), z3.Real("b"), values("v")
    of_a, of_b = ([z3.Real(f"{name}_{i}") for i in range(len(mine))] for name in "ab")
    fractions = [*zip(of_a, mine, strict=True), *zip(of_b, theirs, strict=True)]
    hypotheses = [z3.And(proper(choice), value * (1 - choice.neutral) == choice.gain) for value, choice in fractions]
    hypotheses += [is_largest(a, of_a), is_smallest(b, of_b), solves(found, mine, theirs), a > b]
    hypotheses += [found.X > found.O]
    prove("Between", hypotheses, z3.And(b <= found.O, a >= found.X), REALS)


def _passes_rise() -> None:
    n, more, less, its, lower = z3.Reals("n more less its lower")
    hypotheses = [n >= 0, n < 1, more >= less, its * (1 - n) == more, lower * (1 - n) == less]
    prove("Alone", hypotheses, its >= lower, REALS)
    a, b, less_a, less_b = z3.Reals("a b less_a less_b")
    now, then, crossed, less_crossed = values("now"), values("then"), values("crossed"), values("less_crossed")
    hypotheses = [a >= less_a, b >= less_b]
    for high, low, found, loop in ((a, b, now, crossed), (less_a, less_b, then, less_crossed)):
        median = nearest_half(high, low)
        hypotheses.append(z3.Implies(high <= low, z3.And(median == found.X, median == found.O)))
        within = z3.And(low <= loop.O, loop.O < loop.X, high >= loop.X)
        hypotheses.append(z3.Implies(high > low, z3.And(within, found.X == loop.X, found.O == loop.O)))
    both = z3.And(a > b, less_a > less_b)
    hypotheses.append(z3.Implies(both, z3.And(crossed.X >= less_crossed.X, crossed.O >= less_crossed.O)))
    prove("Passes", hypotheses, z3.And(now.X >= then.X, now.O >= then.O), LINEAR)


def o_counts_for_itself(board: Any, square: int, with_x: Values, with_o: Values) -> Line:
    """O's line as O's value, where the loop has X's value."""
    right = the_page(board, square, with_x, with_o)
    return right._replace(x_dash=1 - right.n - right.x_dash)


# More success at the cost of failure


class Raise(NamedTuple):
    """A change of a square's probabilities: the squares it concerns, and the cost of more success.

    `concerns` decides, from the value of the empty board and the values of the squares there, whether the change
    concerns the first square. `cost` is the fall of neutral and of failure for each rise of success by 1.
    """

    concerns: Callable[[Term, Sequence[Term]], Term]
    neutral: int
    failure: int
    line_of: LineOf = the_page


def the_best(value: Term, squares: Sequence[Term]) -> Term:
    return squares[0] == value


OF_A_BEST_SQUARE = Raise(the_best, neutral=0, failure=1)


def more_success_of_a_best_square_never_hurts_at_first(change: Raise = OF_A_BEST_SQUARE) -> str:
    """*Line*: with the values after a mark unchanged, x of the raised square does not fall, and x' does not rise, if
    own marks do not hurt. *First*: on the empty board V does not fall, if the square is a best one there.

    V is the largest of (x + n) / (1 + n). The values after a mark on the square do not depend on its probabilities,
    so its own x changes as by Line. Those of the other squares may change in any way: up to nine squares.
    *Later*: V does not fall at any position where the square is a best one and has no neutral outcome."""
    step, by = Step(1, change.line_of), z3.Real("by")
    [(success, neutral, failure)], [before] = step.board, step.lines
    [with_x], [with_o] = step.with_x, step.with_o
    raised = success + by, neutral - change.neutral * by, failure - change.failure * by
    board: Any = [raised]
    after = change.line_of(board, 1, with_x, with_o)
    hypotheses = [*step.probabilities(passes=True), *(p >= 0 for p in raised), by >= 0]
    hypotheses += [z3.And(value >= 0, value <= 1) for value in step.later()]
    hypotheses += [with_x.X >= with_o.X, with_x.O >= with_o.O]
    if not change.neutral:
        prove("Line", hypotheses, z3.And(after.x >= before.x, after.x_dash <= before.x_dash), REALS)
    for count in SQUARES:
        others, changed = choices("x", count - 1), choices("then", count - 1)
        squares, then = [Choice(before.x, before.n), *others], [Choice(after.x, after.n), *changed]
        now, later = z3.Reals("v w")
        worth, will_be = ([worth_first(*choice) for choice in group] for group in (squares, then))
        allowed = [*map(possible, (*squares, *then))]
        largest = [is_largest(now, worth), is_largest(later, will_be), change.concerns(now, worth)]
        prove(f"First, {count} squares", [*hypotheses, *allowed, *largest], later >= now, REALS)
    for count in range(1, MOST + 1):
        _later(count)
    return f"all probabilities and values, up to {len(SQUARES)} squares, in later positions {MOST}"


def _later(count: int) -> None:
    """The other lines, including all of O's lines, may change in any way."""
    now, then = values("v"), values("w")
    mine, others = choices("x", count), choices("then", count)
    hypotheses = [mine[0].neutral == 0, others[0].neutral == 0, others[0].gain >= mine[0].gain]
    hypotheses += [mine[0].against(now.O) == now.X, is_largest(then.X, [choice.against(then.O) for choice in others])]
    prove(f"Later, {count} squares", hypotheses, then.X >= now.X, REALS)


def any_square(value: Term, squares: Sequence[Term]) -> Term:
    return z3.BoolVal(True)


of_any_square = OF_A_BEST_SQUARE._replace(concerns=any_square)
of_a_page_that_subtracts_values = OF_A_BEST_SQUARE._replace(line_of=values_are_subtracted)
at_the_cost_of_neutral = OF_A_BEST_SQUARE._replace(neutral=1, failure=0)
at_the_gain_of_failure = OF_A_BEST_SQUARE._replace(neutral=2, failure=-1)
