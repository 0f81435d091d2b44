"""Lemma: a component with a closed cycle has exactly two settlements, and the kernel finds both.

A component of k squares is a tree of k - 1 marks and the last mark, between any two of its squares. Its squares and
marks can be named so that mark i joins square i to an earlier one, for i = 1 to k - 1: start at any square and add, one
by one, a square joined to an earlier one. Settlements do not depend on names, so this loses no generality.
"""

from types import SimpleNamespace

import z3

from qttt.fast.goff.board import SQUARES
from qttt.fast.goff.position import ABSENT, FOREST, MARKS, A, entangle, settling_square
from qttt.spec.vocabulary import Map
from qttt.verification.formal.symbols import Symbols
from qttt.verification.formal.terms import conjunction, members
from qttt.verification.goff.forests import has
from qttt.verification.goff.formal import PAGE
from qttt.verification.proof import Term, constant, number, prove

Settlement = list[Term]
"""The square of each mark of a component, the last mark first."""
Edge = tuple[Term, Term]


def is_settlement(edges: list[Edge], squares: Settlement) -> Term:
    """Whether squares are a choice of an end of each mark that the page takes for a settlement. Rule: GOFF-COLLAPSE-3

    `choices` gives the page this choice only, and `the` the condition under which the page takes it."""
    chosen = Map(enumerate(squares))
    page = Symbols(
        PAGE.text, collapsing=lambda _: Map(enumerate(edges)), choices=lambda _: (chosen,), the=lambda found: found
    )
    found = page.settlement(SimpleNamespace(n=0), squares[0])
    own = [z3.Or(square == a, square == b) for (a, b), square in zip(edges, squares, strict=True)]
    return z3.And(*own, conjunction(condition for condition, _ in members(found)))


def any_component(size: int) -> tuple[list[Edge], list[Term]]:
    """The edges of a component of `size` squares with a closed cycle, the last mark first, and its hypotheses."""
    first, second = number("first", 4), number("second", 4)
    hypotheses = [z3.ULT(first, second), z3.ULT(second, size)]
    edges = [(first, second)]
    for square in range(1, size):
        earlier = number(f"joins_{square}", 4)
        hypotheses.append(z3.ULT(earlier, square))
        edges.append((earlier, constant(square)))
    return edges, hypotheses


def a_cyclic_component_has_exactly_two_collapses() -> None:
    """At most one settlement for each square of the last mark, and the kernel finds it for both. They differ in the
    marks of the cycle: the last one, and those that have its squares on different sides."""
    for size in range(2, min(SQUARES, MARKS) + 1):
        edges, hypotheses = any_component(size)
        one, other = ([number(f"{name}_{i}", 4) for i in range(size)] for name in ("one", "other"))
        both = [is_settlement(edges, squares) for squares in (one, other)]
        same = z3.And(*(a == b for a, b in zip(one, other, strict=True)))
        prove(f"at most one, {size} squares", [*hypotheses, *both, one[0] == other[0]], same)
        forest = [constant(ABSENT)] * A + [constant(0)] * (FOREST - A)
        for i, (u, v) in enumerate(edges[1:]):
            entangle(forest, i, u, v)
        both_found = [[root, *(settling_square(forest, i, root) for i in range(size - 1))] for root in edges[0]]
        for found in both_found:
            prove(f"at least one, {size} squares", hypotheses, is_settlement(edges, found))
        for i, *places in zip(range(size - 1), *(found[1:] for found in both_found), strict=True):
            on_the_cycle = z3.Xor(*(has(forest[A + i], root) for root in edges[0]))
            prove(f"mark {i}, {size} squares", hypotheses, (places[0] != places[1]) == on_the_cycle)
