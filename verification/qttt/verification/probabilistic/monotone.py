"""Whether more success at the cost of failure ever hurts the mover: the true statements, proved over the real numbers.

The page of the source, docs/sources/abraham-2024.md, has the counterexamples.
"""

import z3

from qttt.reference.probabilistic.board import SQUARES
from qttt.verification.probabilistic.loops import (
    MOST,
    Choice,
    Step,
    choices,
    is_largest,
    is_pair,
    line_of,
    possible,
    values,
    worth_first,
)
from qttt.verification.proof import REALS, prove

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
    better, worse = Step("_better"), Step("_worse")
    ordered = [more >= less for more, less in zip(better.later, worse.later, strict=True)]
    more, less = better.line, worse.line
    prove("Lines", [*better.possible, *ordered], z3.And(more.x >= less.x, more.x_dash >= less.x_dash), REALS)
    [mine, lower], [theirs, lower_reply] = choices("x", 2), choices("o", 2)
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
