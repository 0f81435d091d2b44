"""Values have no breaks close to q = 0 and q = 1, so a few values give the whole function there.

With c of its four collapses made, a value is a polynomial whose coefficients, in q or in t = 1 - q, are integers of at
most 8 * 3**c units: in (1 - q) a + q b = a + q (b - a), and likewise in t, every coefficient is a sum of three of those
of a and b. A difference of two values has coefficients of at most twice that, B. Divided by its lowest power, it begins
with an integer, at least 1 in size, and the other terms change it by at most B (q + q**2 + q**3 + q**4): less than 1
throughout an edge. So no two values cross there, and every maximum and minimum is one polynomial on the whole edge.
"""

from typing import NamedTuple

import z3

from qttt.fast.sqt import curve
from qttt.fast.sqt.polynomial import mixed
from qttt.fast.sqt.setting import COLLAPSES, SCORES, UNIT
from qttt.verification import Refuted
from qttt.verification.proof import prove
from qttt.verification.sqt.recursion import LINEAR, REALS


class Edges(NamedTuple):
    """The numbers of the edges: the bound on coefficients, the unit of q, the width of an edge, and its steps."""

    coefficient: int = curve.COEFFICIENT
    parts: int = curve.PARTS
    edge: int = curve.EDGE
    step: int = curve.EDGE_STEP


def no_two_values_cross_at_an_edge(edges: Edges = Edges()) -> str:  # noqa: B008
    """Checks the bound on coefficients, the range without roots of differences, and that the steps give all values."""
    most = max(abs(score) // UNIT for scoring in SCORES.values() for score in scoring)
    a, b = ([z3.Real(f"{name}_{k}") for k in range(COLLAPSES)] for name in "ab")
    size = z3.Real("size")
    bounded = [z3.And(-size <= coefficient, coefficient <= size) for coefficient in a + b]
    threefold = z3.And(*(z3.And(-3 * size <= c, c <= 3 * size) for c in mixed(tuple(a), tuple(b))))
    prove("a collapse makes coefficients at most three times as large", bounded, threefold, LINEAR)
    if most * 3**COLLAPSES > edges.coefficient:
        raise Refuted(f"coefficients reach {most * 3**COLLAPSES}")
    q, first = z3.Reals("q first")
    largest = 2 * edges.coefficient
    here = [q > 0, q * edges.parts <= edges.edge]
    prove("the rest is less than 1", here, largest * (q + q**2 + q**3 + q**4) < 1, REALS)
    rest = [z3.Real(f"rest_{k}") for k in range(1, COLLAPSES + 1)]
    powers = [z3.Real(f"power_{k}") for k in range(1, COLLAPSES + 1)]
    bounds = [
        z3.And(-largest * power <= term, term <= largest * power) for term, power in zip(rest, powers, strict=True)
    ]
    begins = [z3.Or(first >= 1, first <= -1), *bounds, largest * z3.Sum(powers) < 1]
    prove("no root", begins, first + z3.Sum(rest) != 0, LINEAR)
    if edges.step * COLLAPSES != edges.edge:
        raise Refuted(f"{COLLAPSES + 1} points {edges.step} apart do not make an edge of {edges.edge}")
    return f"coefficients of at most {edges.coefficient}, edges of {edges.edge} / {edges.parts}"


coefficients_twice_as_large_a_collapse = Edges(coefficient=8 * 2**COLLAPSES)
an_edge_wider_by_a_fifth = Edges(edge=24, step=6)
three_steps_an_edge = Edges(step=4)
