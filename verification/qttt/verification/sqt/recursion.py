"""Lemmas on the System's collapse, proved over the real numbers, on the kernel that ranks roots, and on how many
collapses a game has.

The page's `value` and `probability` run on terms of z3: for two settlements of any values, and for any q.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import z3

from qttt.fast.goff.board import SQUARES, size
from qttt.fast.goff.forest import U
from qttt.fast.sqt.setting import COLLAPSES
from qttt.fast.sqt.value import BEST, FIRST, SECOND
from qttt.fast.sqt.value import rank as rank_root
from qttt.reference.goff import Selection
from qttt.reference.goff.notation import NOTATION
from qttt.reference.sqt import TWO_WINS
from qttt.verification import Refuted
from qttt.verification.formal.page import Text
from qttt.verification.formal.symbols import Symbols
from qttt.verification.goff.forests import REAL, any_forest, has, is_open, spooky
from qttt.verification.mutation import with_globals
from qttt.verification.proof import LINEAR, REALS, Term, larger, number, prove, smaller
from qttt.verification.sqt.formal import PAGE

Value = Callable[..., Term]
"""A function from q and two values to the value, by the page, of a position that leads to them."""


def by_the_page(text: Text | None = None, actor: str = "SYSTEM") -> Value:
    """The value of a position in which `actor` acts, by the formal text of the page. Rule: SQT-VALUE-1

    A position is the tuple of what its actions lead to, or the score of an ended game."""

    def value(q: Term, *values: Term) -> Term:
        page = Symbols(
            text or PAGE.text,
            q=q,
            number=lambda q: q,
            actor=lambda position: actor if position is values else None,
            actions=lambda position: tuple(range(len(values))) if position is values else (),
            play=lambda position, action: position[action],
            score=lambda position: position,
        )
        return page.value(values)

    return value


favouring = by_the_page()
"""p max + q min, as SQT-VALUE-1 defines it."""

with_the_players_exchanged = by_the_page(PAGE.with_error("SQT-PROBABILITY-1", 'if P == "O"', 'if P == "X"'))
with_probabilities_beyond_1 = by_the_page(PAGE.with_error("SQT-PROBABILITY-1", "1 - number(q)", "1 + number(q)"))
with_probabilities_forgotten = by_the_page(PAGE.with_error("SQT-VALUE-1", "probability(P) * optimum", "optimum"))
with_the_best_exchanged = by_the_page(
    PAGE.with_error("SQT-VALUE-1", 'max(values) if P == "X"', 'max(values) if P == "O"')
)


def of_the_first_settlement(q: Term, first: Term, second: Term) -> Term:
    """The first settlement for X and the second one for O, whatever their values."""
    return (1 - q) * first + q * second


def is_probability(q: Term) -> Term:
    return z3.And(q >= 0, q <= 1)


def bounds_propagate_through_the_system(system: Value = favouring) -> str:
    """Non-decreasing in each value, symmetric, and between the two; so bounds of both values bound the collapse."""
    q, a, b, more_a, more_b = z3.Reals("q a b more_a more_b")
    value = system(q, a, b)
    between = z3.And(smaller(a, b) <= value, value <= larger(a, b), value == system(q, b, a))
    prove("symmetric and between", [is_probability(q)], between, REALS)
    above = [a <= more_a, b <= more_b]
    prove("bounds", [is_probability(q), *above], value <= system(q, more_a, more_b), REALS)
    return "all real values, all q in [0, 1]"


def a_larger_q_never_gains(system: Value = favouring) -> str:
    """The step of the induction: if values do not increase with q, neither does their maximum, minimum or collapse.
    Maximum and minimum differ no more than their arguments do, so they stay continuous."""
    q, later, a, b, then_a, then_b, far = z3.Reals("q later a b then_a then_b far")
    falling = [then_a <= a, then_b <= b]
    for actor in ("X", "O"):
        best = by_the_page(actor=actor)
        prove(f"best for {actor}", falling, best(later, then_a, then_b) <= best(q, a, b), LINEAR)
        near = [z3.And(x - y <= far, y - x <= far) for x, y in ((a, then_a), (b, then_b))]
        change = best(q, a, b) - best(later, then_a, then_b)
        prove(f"best for {actor} is continuous", near, z3.And(-far <= change, change <= far), LINEAR)
    hypotheses = [is_probability(q), is_probability(later), q <= later, *falling]
    prove("collapse", hypotheses, system(later, then_a, then_b) <= system(q, a, b), REALS)
    return "all real values, all q in [0, 1]"


def the_two_best_roots_are_best(collapse: Value = favouring, most: int = SQUARES) -> str:
    """The kernel finds the best and the second-best root for any order of the roots, and no other pair of roots is
    worth more to the mover. For O values count negatively, so the best is the smallest."""
    rank = with_globals(rank_root, max=larger, min=smaller)
    q, a, b, best, second, least = z3.Reals("q a b best second least")
    zero = z3.RealVal(0)
    ordered = [is_probability(q), best >= larger(a, b), second >= smaller(a, b)]
    prove("X's best pair", ordered, collapse(q, a, b) <= collapse(q, best, second), REALS)
    prove("O's best pair", ordered, collapse(q, -a, -b) >= collapse(q, -best, -second), REALS)
    for count in range(2, most + 1):
        values = [z3.Real(f"u_{root}") for root in range(count)]
        for mover in (1, -1):
            room = np.array([[[least, zero]] * 3], object)
            mine = [mover * value for value in values]
            for value in mine:
                rank(room, 0, 0, value)
                rank(room, 0, 1, zero)
            hypotheses = [best == room[0, FIRST, 0], second == room[0, SECOND, 0], *(least <= u for u in mine)]
            pairs = [z3.And(best >= larger(x, y), second >= smaller(x, y)) for x, y in combinations(mine, 2)]
            prove(f"{count} roots", hypotheses, z3.And(*pairs), LINEAR)
            reached = [z3.And(best == larger(x, y), second == smaller(x, y)) for x, y in combinations(mine, 2)]
            prove(f"{count} roots reach it", hypotheses, z3.Or(*reached), LINEAR)
            prove("joins are left alone", hypotheses, room[0, BEST, 0] == least, LINEAR)
    return f"2 to {most} roots of any values, both players, all q in [0, 1]"


the_page_counts_q_twice = by_the_page(PAGE.with_error("SQT-PROBABILITY-1", "1 - number(q)", "1 - 2 * number(q)"))

# Four selections

FOUR = f"{TWO_WINS} selA"
Legal = Callable[[Term, Term], Term]
"""Whether two squares make a move."""


def on_different_squares(u: Term, v: Term) -> Term:
    """Rule: GOFF-MOVE-1"""
    return u != v


def each_takes_two_squares(legal: Legal = on_different_squares) -> str:
    """A component with a closed cycle has at least two squares, all of them open; a selection settles all of them. So
    a game has at most four selections; and there is a game with four."""
    forest, hypotheses = any_forest()
    u, v = number("u", 4), number("v", 4)
    here = REAL.component(forest, u)
    hypotheses += [is_open(forest, u), is_open(forest, v), has(here, v), legal(u, v)]
    untouched = z3.Or(spooky(forest, 0), z3.Not(has(here, forest[U])))
    prove("two open squares", hypotheses, z3.And(z3.UGE(size(here), 2), untouched))
    selections = [action for action in NOTATION.parse(FOUR) if isinstance(action, Selection)]
    if not len(selections) == SQUARES // 2 == COLLAPSES:
        raise Refuted(f"{SQUARES} squares allow {SQUARES // 2} selections, '{FOUR}' has {len(selections)}")
    return f"every closed cycle in every forest of up to nine marks; '{FOUR}' has {COLLAPSES}"


def on_any_two_squares(u: Term, v: Term) -> Term:
    return z3.BoolVal(True)


def on_squares_of_different_rows(u: Term, v: Term) -> Term:
    return z3.Or(u == v, u >= v + 3)
