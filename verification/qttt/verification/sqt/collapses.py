"""Lemma: a game has at most four selections, each of which takes at least two open squares."""

from collections.abc import Callable

import z3

from qttt.fast.goff.board import SQUARES, size
from qttt.fast.goff.forest import U
from qttt.fast.sqt.setting import COLLAPSES
from qttt.reference.goff import Selection
from qttt.reference.goff.notation import NOTATION
from qttt.reference.sqt import TWO_WINS
from qttt.verification import Refuted
from qttt.verification.goff.forests import REAL, any_forest, has, is_open, spooky
from qttt.verification.proof import Term, number, prove

Legal = Callable[[Term, Term], Term]
"""Whether two squares make a move."""

FOUR = f"{TWO_WINS} selA"


def on_different_squares(u: Term, v: Term) -> Term:
    """Rule: GOFF-MOVE-1"""
    return u != v


def on_any_two_squares(u: Term, v: Term) -> Term:
    return z3.BoolVal(True)


def on_squares_of_different_rows(u: Term, v: Term) -> Term:
    return z3.Or(u == v, u >= v + 3)


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
