"""Lemmas on the System's collapse, proved over the real numbers, and on the kernel that ranks roots.

The page's `value` and `probability` run on terms of z3: for two settlements of any values, and for any q.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

import z3

from qttt.fast.goff.board import SQUARES
from qttt.fast.sqt.value import BEST, FIRST, SECOND, rank_row
from qttt.verification.formal.page import Text
from qttt.verification.formal.symbols import Symbols
from qttt.verification.mutation import with_globals
from qttt.verification.proof import Term, prove
from qttt.verification.sqt.formal import PAGE

REALS, LINEAR = "QF_NRA", "QF_LRA"

Value = Callable[..., Term]
"""A function from q and two values to the value, by the page, of a position that leads to them."""


def larger(a: Term, b: Term) -> Term:
    return z3.If(a >= b, a, b)


def smaller(a: Term, b: Term) -> Term:
    return z3.If(a >= b, b, a)


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


class Table:
    """An array of one row of terms, as the kernels index it: the last index is the only lane."""

    def __init__(self, terms: list[Term]) -> None:
        self.terms = terms
        self.shape = (len(terms), 1)

    def __getitem__(self, at: tuple[int, ...]) -> Term:
        return self.terms[at[-2]]

    def __setitem__(self, at: tuple[int, ...], term: Term) -> None:
        self.terms[at[-2]] = term


Ranking = Callable[..., None]


def _on_terms(**meanings: Any) -> Ranking:
    return with_globals(rank_row, **{"max": larger, "min": smaller, **meanings})


the_kernel = _on_terms()


class Roots(NamedTuple):
    """The kernel that ranks roots, and the value of a collapse."""

    rank: Ranking = the_kernel
    collapse: Value = favouring


def the_two_best_roots_are_best(subject: Roots = Roots()) -> str:  # noqa: B008
    """The kernel finds the best and the second-best root for any order of the roots, and no other pair of roots is
    worth more to the mover. For O values count negatively, so the best is the smallest."""
    rank, collapse = subject
    q, a, b, best, second = z3.Reals("q a b best second")
    ordered = [is_probability(q), best >= larger(a, b), second >= smaller(a, b)]
    prove("X's best pair", ordered, collapse(q, a, b) <= collapse(q, best, second), REALS)
    prove("O's best pair", ordered, collapse(q, -a, -b) >= collapse(q, -best, -second), REALS)
    for size in range(2, SQUARES + 1):
        values = [z3.Real(f"u_{root}") for root in range(size)]
        for mover in (1, -1):
            least = z3.Real("least")
            room = Table([least] * 3)
            for root in range(size):
                rank(room, 0, mover, root, Table(values))
            found, next_found = room.terms[FIRST], room.terms[SECOND]
            mine = [mover * value for value in values]
            hypotheses = [best == found, second == next_found, *(least <= value for value in mine)]
            pairs = [z3.And(best >= larger(x, y), second >= smaller(x, y)) for x, y in combinations(mine, 2)]
            prove(f"{size} roots", hypotheses, z3.And(*pairs), LINEAR)
            reached = [z3.And(best == larger(x, y), second == smaller(x, y)) for x, y in combinations(mine, 2)]
            prove(f"{size} roots reach it", hypotheses, z3.Or(*reached), LINEAR)
            prove("joins are left alone", hypotheses, room.terms[BEST] == least, LINEAR)
    return f"2 to {SQUARES} roots of any values, both players, all q in [0, 1]"


def _newest(old: Term, new: Term) -> Term:
    return new


the_second_root_is_the_latest = Roots(_on_terms(min=_newest))
the_worst_root_is_the_best = Roots(_on_terms(max=smaller))
the_page_counts_q_twice = Roots(
    collapse=by_the_page(PAGE.with_error("SQT-PROBABILITY-1", "1 - number(q)", "1 - 2 * number(q)"))
)
