"""Whether more success at the cost of failure ever hurts the mover: the true statements, proved over the real numbers.

The page of the source, docs/sources/abraham-2024.md, has the counterexamples.
"""

from collections.abc import Sequence

import z3

from qttt.reference.probabilistic.board import SQUARES
from qttt.verification.probabilistic.loops import (
    MOST,
    Choice,
    Step,
    by_themselves,
    choices,
    is_largest,
    is_smallest,
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


def an_own_mark_never_hurts() -> None:
    """The step of the induction over two sets of marks that differ in one square, with X's mark in the *better* set and
    O's in the *worse* one, and the same player to move: the better set's values are at least the worse set's.

    A mark that completes a line in one set does so in the other; or the line is X's in the better set, then worth 1; or
    O's in the worse set, then worth 0. Otherwise the same squares are open. *Lines*: if the values after every mark are
    at least the worse set's, so are x and x'. *Loop*: then so are the solutions of the loop, with up to six lines on
    each side. *Passes*: with a the largest x / (1 - n) and b the smallest x' / (1 - n) of lines that do not pass,
    neither falls (*Alone*); where a > b, both values of the loop are from b to a (*Between*); so neither value with a
    square that passes falls: the loop's where a > b, otherwise the one from a to b nearest to 1/2."""
    better, worse = Step("_better"), Step("_worse")
    ordered = [more >= less for more, less in zip(better.later, worse.later, strict=True)]
    more, less = better.line, worse.line
    prove("Lines", [*better.possible, *ordered], z3.And(more.x >= less.x, more.x_dash >= less.x_dash), REALS)
    for count in range(1, MOST + 1):
        mine, theirs = choices("x", count), choices("o", count)
        _loop_rises(mine, theirs)
        _between(mine, theirs)
    _passes_rise()


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
    (of_a, are_a), (of_b, are_b) = by_themselves(mine, "a"), by_themselves(theirs, "b")
    hypotheses = [*map(proper, (*mine, *theirs)), *are_a, *are_b, is_largest(a, of_a), is_smallest(b, of_b), a > b]
    hypotheses += [solves(found, mine, theirs), found.X > found.O]
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


# More success at the cost of failure


def more_success_of_a_best_square_never_hurts_at_first() -> None:
    """*Line*: with the values after a mark unchanged, x of the raised square does not fall, and x' does not rise, if
    own marks do not hurt. *First*: on the empty board V does not fall, if the square is a best one there.

    V is the largest of (x + n) / (1 + n). The values after a mark on the square do not depend on its probabilities,
    so its own x changes as by Line. Those of the other squares may change in any way: up to nine squares.
    *Later*: V does not fall at any position where the square is a best one and has no neutral outcome."""
    step, by = Step(), z3.Real("by")
    success, neutral, failure = step.probabilities
    raised = success + by, neutral, failure - by
    before, after = step.line, line_of(raised, step.with_x, step.with_o)
    hypotheses = [*step.possible, *(p >= 0 for p in raised), by >= 0]
    hypotheses += [z3.And(value >= 0, value <= 1) for value in step.later]
    hypotheses += [mine >= theirs for mine, theirs in zip(step.with_x, step.with_o, strict=True)]
    prove("Line", hypotheses, z3.And(after.x >= before.x, after.x_dash <= before.x_dash), REALS)
    for count in SQUARES:
        others, changed = choices("x", count - 1), choices("then", count - 1)
        squares, then = [Choice(before.x, before.n), *others], [Choice(after.x, after.n), *changed]
        now, later = z3.Reals("v w")
        worth, will_be = ([worth_first(*choice) for choice in group] for group in (squares, then))
        allowed = [*map(possible, (*squares, *then)), is_largest(now, worth), is_largest(later, will_be)]
        best = worth[0] == now
        prove(f"First, {count} squares", [*hypotheses, *allowed, best], later >= now, REALS)
    for count in range(1, MOST + 1):
        _later(count)


def _later(count: int) -> None:
    """The other lines, including all of O's lines, may change in any way."""
    now, then = values("v"), values("w")
    mine, others = choices("x", count), choices("then", count)
    hypotheses = [mine[0].neutral == 0, others[0].neutral == 0, others[0].gain >= mine[0].gain]
    hypotheses += [mine[0].against(now.O) == now.X, is_largest(then.X, [choice.against(then.O) for choice in others])]
    prove(f"Later, {count} squares", hypotheses, then.X >= now.X, REALS)
