"""Whether more success at the cost of failure ever hurts the mover: the true statements, proved over the real numbers.

The page of the source, docs/sources/abraham-2024.md, has the counterexamples.
"""

from collections.abc import Sequence

import z3

from qttt.verification.probabilistic.loops import (
    Choice,
    Step,
    by_themselves,
    choices,
    is_largest,
    line_of,
    nearest_half,
    possible,
    proper,
    solves,
    values,
    worth_first,
)
from qttt.verification.proof import LINEAR, REALS, prove

Choices = Sequence[Choice]

# An own mark


def an_own_mark_never_hurts() -> str:
    """The step of the induction over two sets of marks that differ in one square, with X's mark in the *better* set and
    O's in the *worse* one, and the same player to move: the better set's values are at least the worse set's.

    A mark that completes a line in one set does so in the other; or the line is X's in the better set, then worth 1; or
    O's in the worse set, then worth 0. Otherwise the same squares are open. *Lines*: if the values after every mark are
    at least the worse set's, so are x and x'. *Loop*: then so are the solutions of the loop; by the lines that attain
    them, two on each side. *Passes*: with a the largest x / (1 - n) and b the smallest x' / (1 - n) of lines that do
    not pass, neither falls (*Alone*); where a > b, both values of the loop are from b to a (*Between*); so neither
    value with a square that passes falls: the loop's where a > b, otherwise the one from a to b nearest to 1/2."""
    better, worse = Step("_better"), Step("_worse")
    ordered = [more >= less for more, less in zip(better.later, worse.later, strict=True)]
    more, less = better.line, worse.line
    prove("Lines", [*better.possible, *ordered], z3.And(more.x >= less.x, more.x_dash >= less.x_dash), REALS)
    mine, theirs = choices("x", 2), choices("o", 2)
    less_x, less_o = ([choice._replace(gain=z3.Real(f"less {choice.gain}")) for choice in of] for of in (mine, theirs))
    hypotheses = [*map(proper, (*mine, *theirs, *less_x, *less_o))]
    hypotheses += [more.gain >= less.gain for more, less in zip((*mine, *theirs), (*less_x, *less_o), strict=True)]
    now, then = values("now"), values("then")
    hypotheses += [solves(now, mine, theirs), solves(then, less_x, less_o)]
    prove("Loop", hypotheses, z3.And(now.X >= then.X, now.O >= then.O), REALS)
    [a, b], are_worth = by_themselves([mine[0], theirs[0]], "alone")
    attained = [mine[0].against(now.O) == now.X, theirs[0].against(now.X) == now.O, now.X > now.O]
    prove("Between", [proper(mine[0]), proper(theirs[0]), *are_worth, *attained], z3.And(b <= now.O, a >= now.X), REALS)
    _passes_rise()
    return "all probabilities and values, any lines"


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


# More success at the cost of failure


def more_success_of_a_best_square_never_hurts_at_first() -> str:
    """*Line*: with the values after a mark unchanged, x of the raised square does not fall, and x' does not rise, if
    own marks do not hurt. *First*: on the empty board V does not fall, if the square is a best one there.

    V is the largest of (x + n) / (1 + n). The values after a mark on the square do not depend on its probabilities,
    so its own x changes as by Line. Those of the others may change in any way; one stands for any of them. *Later*: V
    does not fall at any position where the square is a best one and has no neutral outcome, whatever O's lines are."""
    step, by = Step(), z3.Real("by")
    success, neutral, failure = step.probabilities
    raised = success + by, neutral, failure - by
    before, after = step.line, line_of(raised, step.with_x, step.with_o)
    hypotheses = [*step.possible, *(p >= 0 for p in raised), by >= 0]
    hypotheses += [z3.And(value >= 0, value <= 1) for value in step.later]
    hypotheses += [mine >= theirs for mine, theirs in zip(step.with_x, step.with_o, strict=True)]
    prove("Line", hypotheses, z3.And(after.x >= before.x, after.x_dash <= before.x_dash), REALS)
    [other, then_other], (now, later) = choices("x", 2), z3.Reals("v w")
    squares, then = [Choice(before.x, before.n), other], [Choice(after.x, after.n), then_other]
    worth, will_be = ([worth_first(*choice) for choice in group] for group in (squares, then))
    allowed = [*map(possible, (*squares, *then)), is_largest(now, worth), is_largest(later, will_be)]
    prove("First", [*hypotheses, *allowed, worth[0] == now], later >= now, REALS)
    at, at_then = values("at"), values("at_then")
    squares, then = choices("before", 2), choices("after", 2)
    hypotheses = [squares[0].neutral == 0, then[0].neutral == 0, then[0].gain >= squares[0].gain]
    hypotheses += [squares[0].against(at.O) == at.X, is_largest(at_then.X, [each.against(at_then.O) for each in then])]
    prove("Later", hypotheses, at_then.X >= at.X, REALS)
    return "all probabilities and values, any other lines"
