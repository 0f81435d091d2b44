"""Functions of q: their arithmetic, by hand."""

from fractions import Fraction
from functools import reduce

import pytest

from qttt.fast.sqt.every_q import Algebra
from qttt.fast.sqt.polynomial import (
    BITS,
    Piecewise,
    Polynomial,
    best_moves,
    between,
    changes,
    polynomial,
    rational,
    roots,
)

ZERO, HALF, ONE = (rational(Fraction(n, 2)) for n in range(3))


def whole(*coefficients: int) -> Piecewise:
    """A polynomial on [0, 1]."""
    return Piecewise.of(Fraction(0), Fraction(1), polynomial(*coefficients))


def product(*factors: Polynomial) -> Polynomial:
    """The product of some polynomials."""

    def times(one: Polynomial, other: Polynomial) -> Polynomial:
        terms = [(i + j, a * b) for i, a in enumerate(one) for j, b in enumerate(other)]
        return polynomial(*(sum(c for k, c in terms if k == power) for power in range(len(one) + len(other) - 1)))

    return reduce(times, factors)


@pytest.mark.parametrize(
    ("factors", "minimal", "values"),
    [
        ([(-1, 0, 2), (-2, 3), (1, 1)], [(-2, 3), (-1, 0, 2)], [0.666667, 0.707107]),  # -1 is outside
        ([(0, 1, -1)], [(0, 1), (-1, 1)], [0, 1]),
        ([(-1, 0, 2), (-2, 2, 3)], [(-2, 2, 3), (-1, 0, 2)], [0.548584, 0.707107]),
        ([(-1, 0, 2), (-1, 0, 2)], [(-1, 0, 2)], [0.707107]),
        ([(-1, 0, 0, 0, 2)], [(-1, 0, 0, 0, 2)], [0.840896]),
        ([(-1, 2), (-1, 2), (-1, 3), (5, 1)], [(-1, 3), (-1, 2)], [0.333333, 0.5]),
        ([(1, -8, 8)], [(1, -8, 8), (1, -8, 8)], [0.146447, 0.853553]),
    ],
)
def test_roots_from_0_to_1_are_found_in_order(
    factors: list[Polynomial], minimal: list[Polynomial], values: list[float]
) -> None:
    found = roots(product(*factors))
    assert [root.minimal for root in found] == minimal
    assert [round(float(root), 6) for root in found] == values
    assert all(root.high - root.low <= Fraction(len(root.minimal) > 2, 1 << BITS) for root in found)
    assert sorted(found) == [*found]


def test_sign_changes_at_roots_of_odd_order_only() -> None:
    # (2q - 1)²(3q - 1): no change at 1/2
    a = product((-1, 2), (-1, 2), (-1, 3))
    assert roots(a) == (rational(Fraction(1, 3)), HALF)
    assert changes(a) == (rational(Fraction(1, 3)),)
    assert changes(product((-1, 2), (-1, 2), (-1, 2))) == (HALF,)
    assert changes((0, 1)) == ()


def test_equal_roots_of_different_polynomials_are_equal() -> None:
    (a,) = roots((-1, 0, 2))
    (b,) = roots(product((-1, 0, 2), (5, 1)))
    assert a == b
    assert hash(a) == hash(b)
    assert not a < b


def test_roots_close_to_each_other_are_told_apart() -> None:
    # 1/√2 and its approximation 665857/941664, which differ by 8e-13, and a closer one, by 1e-18
    (root,) = roots((-1, 0, 2))
    for near in (Fraction(665857, 941664), Fraction(886731088897, 1254027132096)):
        assert root < rational(near)
        assert not rational(near) < root
        assert root.high < between(root, rational(near)) < near or root.low < between(root, rational(near)) < near


def test_roots_that_digits_do_not_tell_apart_are_rejected() -> None:
    algebra = Algebra()
    algebra.roots[1 << BITS - 1] = rational(Fraction(1, 2) + Fraction(1, 1 << BITS + 1))
    with pytest.raises(AssertionError, match=r"0\.5 from another root"):
        algebra.larger(algebra.constant((-1, 2)), algebra.constant(()))


def test_zeros_of_a_function_are_found() -> None:
    assert whole(2, -5, 2).zeros() == (HALF,)  # and 2 outside
    assert whole(1, -2).max(whole()).zeros() == (HALF, ONE)


A, B = whole(4, -4), whole(1, 1)
C = Piecewise((ZERO, HALF, ONE), ((1, 1), (2, -1)))
AT = rational(Fraction(3, 5))


@pytest.mark.parametrize(
    ("value", "moves", "best"),
    [
        # A crosses B at 3/5; C = B up to 1/2 and 3/2 from there, so A wins before 3/5
        (A.max(B).max(C), {"a": A, "b": B, "c": C}, [(ZERO, AT, "a"), (AT, AT, "ab"), (AT, ONE, "b")]),
        (B, {"a": B, "b": B}, [(ZERO, ONE, "ab")]),
        # 4q(1 - q) reaches 1 at 1/2
        (
            whole(1),
            {"a": whole(1), "b": whole(0, 4, -4)},
            [(ZERO, HALF, "a"), (HALF, HALF, "ab"), (HALF, ONE, "a")],
        ),
    ],
)
def test_best_of_functions_that_cross_coincide_and_touch(
    value: Piecewise, moves: dict[str, Piecewise], best: list[object]
) -> None:
    assert [(part.low, part.high, "".join(part.moves)) for part in best_moves(value, moves)] == best
