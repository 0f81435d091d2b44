"""Functions of q in kernels, run by Python, against the exact arithmetic of `Piecewise`."""

import random
from fractions import Fraction

import pytest

from qttt.fast.sqt.every_q import Algebra
from qttt.fast.sqt.functions import ZERO
from qttt.fast.sqt.pieces import MOST, POLYNOMIAL_BITS, POLYNOMIALS, append, choose, class_of, mix
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import BITS, polynomial, rational

ONE = rational(Fraction(1))
A, B, C, NOTHING = (MOST * k for k in range(4))


class Functions:
    """Functions in the regions of a room, and what kernels make of them."""

    def __init__(self) -> None:
        self.algebra, self.room = Algebra(1), [0] * 4 * MOST

    def put(self, to: int, function: Piecewise) -> None:
        """Write a function whose ends the algebra knows."""
        self.room[to] = 0
        for low, _, piece in function.parts():
            append(self.room, to, low.digits, self.algebra.number(piece))

    def read(self, at: int) -> Piecewise:
        """The function in a region."""
        rows = self.room[at + 1 : at + 1 + self.room[at]]
        starts = [self.algebra.roots[row >> POLYNOMIAL_BITS] if row >> POLYNOMIAL_BITS else ZERO for row in rows]
        return Piecewise((*starts, ONE), tuple(self.algebra.polynomials[row & (POLYNOMIALS - 1)] for row in rows))

    def chosen(self, a: Piecewise, b: Piecewise, sign: int) -> Piecewise:
        """The larger of two functions, the smaller if sign = -1."""
        self.put(A, a)
        self.put(B, b)
        while name := choose(self.room, A, B, C, sign, 1, self.algebra.known):
            self.algebra.supply(name)
        return self.read(C)

    def mixed(self, best: Piecewise, worst: Piecewise) -> Piecewise:
        """What a collapse is worth."""
        self.put(A, best)
        self.put(B, worst)
        while name := mix(self.room, A, B, NOTHING, A, C, 1, self.algebra.known):
            self.algebra.supply(name)
        return self.read(C)


def test_kernels_compute_as_exact_arithmetic_does() -> None:
    functions, chance = Functions(), random.Random(7)
    known = [Piecewise.of(Fraction(0), Fraction(1), polynomial(n)) for n in (-4, -1, 0, 2, 4)]
    for _ in range(60):
        a, b = chance.choices(known, k=2)
        larger, smaller = functions.chosen(a, b, 1), functions.chosen(a, b, -1)
        assert (larger, smaller) == (a.max(b), a.min(b))
        if max(map(len, (*a.pieces, *b.pieces))) < 5:
            assert functions.mixed(larger, smaller) == larger.mixed(smaller)
            known.append(larger.mixed(smaller))
        known += [larger, smaller]
    assert max(len(function.pieces) for function in known) > 2


def test_equal_functions_have_one_number() -> None:
    functions = Functions()
    first = functions.algebra.constants([(1,)])
    assert functions.algebra.constants([(2,)]) != first
    assert functions.algebra.constants([(1,)]) == first
    functions.put(A, Piecewise.of(Fraction(0), Fraction(1), (2,)))
    assert class_of(functions.room, A, functions.algebra.classes) == functions.algebra.constants([(2,)])


def test_roots_that_digits_do_not_tell_apart_are_rejected() -> None:
    algebra = Algebra(1)
    algebra.roots[1 << BITS - 1] = rational(Fraction(1, 2) + Fraction(1, 1 << BITS + 1))
    with pytest.raises(AssertionError, match=r"0\.5 from another root"):
        algebra.meet((-1, 2), ())
