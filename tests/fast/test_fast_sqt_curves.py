"""Functions of q: their arithmetic, by hand."""

from fractions import Fraction

import pytest

from qttt.fast.sqt.best_moves import best_moves
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import BITS, between, changes, mixed, polynomial, rational, roots

HALF = Fraction(1, 2)


def whole(*coefficients: int) -> Piecewise:
    """A polynomial on [0, 1]."""
    return Piecewise.of(Fraction(0), Fraction(1), polynomial(*coefficients))


def test_roots_from_0_to_1_are_found_and_ordered() -> None:
    # (2q² - 1)(3q - 2)(q + 1)q: -1, 0, 2/3, and 1/√2, which is larger
    found = roots(_product((-1, 0, 2), (-2, 3), (1, 1)))
    assert [round(float(root), 6) for root in found] == [0.666667, 0.707107]
    assert found[0] == rational(Fraction(2, 3))
    assert found[0].low == found[0].high == Fraction(2, 3)
    assert found[1].minimal == (-1, 0, 2)
    assert found[1].high - found[1].low <= Fraction(1, 1 << BITS)
    assert roots((0, 1, -1)) == (rational(Fraction(0)), rational(Fraction(1)))


def test_polynomials_of_degree_4_are_factored() -> None:
    # (2q² - 1)(3q² + 2q - 2), whose roots (√7 - 1) / 3 and 1/√2 have degree 2
    assert [root.minimal for root in roots(_product((-1, 0, 2), (-2, 2, 3)))] == [(-2, 2, 3), (-1, 0, 2)]
    assert [root.minimal for root in roots(_product((-1, 0, 2), (-1, 0, 2)))] == [(-1, 0, 2)]
    assert [root.minimal for root in roots((-1, 0, 0, 0, 2))] == [(-1, 0, 0, 0, 2)]
    assert [root.minimal for root in roots(_product((-1, 2), (-1, 2), (-1, 3), (5, 1)))] == [(-1, 3), (-1, 2)]


def test_two_roots_of_one_polynomial_are_isolated() -> None:
    # 8q² - 8q + 1: (2 ± √2) / 4
    low, high = roots((1, -8, 8))
    assert (low.index, high.index) == (0, 1)
    assert low < high
    assert [round(float(root), 6) for root in (low, high)] == [0.146447, 0.853553]


def test_sign_changes_at_roots_of_odd_order_only() -> None:
    # (2q - 1)²(3q - 1): no change at 1/2
    a = _product((-1, 2), (-1, 2), (-1, 3))
    assert roots(a) == (rational(Fraction(1, 3)), rational(HALF))
    assert changes(a) == (rational(Fraction(1, 3)),)
    assert changes(_product((-1, 2), (-1, 2), (-1, 2))) == (rational(HALF),)
    assert changes((0, 1)) == ()


def _product(*factors: tuple[int, ...]) -> tuple[int, ...]:
    total = [1]
    for factor in factors:
        longer = [0] * (len(total) + len(factor) - 1)
        for i, a in enumerate(total):
            for j, b in enumerate(factor):
                longer[i + j] += a * b
        total = longer
    return polynomial(*total)


def test_equal_roots_of_different_polynomials_are_equal() -> None:
    (a,) = roots((-1, 0, 2))
    (b,) = roots(_product((-1, 0, 2), (5, 1)))
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


def test_larger_of_two_changes_where_they_cross() -> None:
    larger = whole(0, 0, 4).max(whole(1, 1))  # 4q² = 1 + q at (1 + √17) / 8
    assert larger.pieces == ((1, 1), (0, 0, 4))
    assert larger.ends[1].minimal == (-1, -1, 4)
    smaller = whole(0, 0, 4).min(whole(1, 1))
    assert smaller.pieces == ((0, 0, 4), (1, 1))
    assert larger.max(smaller) == larger
    assert larger.min(smaller) == smaller
    assert larger(HALF) == Fraction(3, 2)
    assert larger(Fraction(1)) == 4


def test_touching_is_not_crossing() -> None:
    assert whole(0, 0, 4).max(whole(-1, 4)) == whole(0, 0, 4)  # (2q - 1)²
    assert whole(0, 0, 4).min(whole(-1, 4)) == whole(-1, 4)


def test_collapse_mixes_its_settlements() -> None:
    assert mixed((4,), (-4,)) == (4, -8)
    assert mixed((0, 1), (0, 1)) == (0, 1)
    assert whole(4).mixed(whole(0, 0, 4)).pieces == ((4, -4, 0, 4),)


def test_equal_neighbours_become_one_piece() -> None:
    low, high = whole(1, 1).max(whole(2)), whole(1, 1).min(whole(2))
    assert low.mixed(high) == whole(1, 1).max(whole(2)).mixed(whole(1, 1).min(whole(2)))
    peak = whole(0, 2).min(whole(2, -2))  # 2q up to 1/2, then 2 - 2q
    assert peak.pieces == ((0, 2), (2, -2))
    assert peak.max(whole(1)) == whole(1)


def test_zeros_of_a_function_are_found() -> None:
    (zero,) = whole(2, -5, 2).zeros()  # 1/2, and 2 outside
    assert zero == rational(HALF)
    with pytest.raises(ValueError, match="whole interval"):
        whole().zeros()
    with pytest.raises(ValueError, match="outside"):
        whole(1)(Fraction(2))


def test_best_of_functions_that_touch_cross_and_coincide() -> None:
    # a = 4(1 - q); b = 1 + q crosses it at 3/5; c = b up to 1/2 and 3/2 from there, so a wins before 3/5
    a, b = whole(4, -4), whole(1, 1)
    c = Piecewise((rational(Fraction(0)), rational(HALF), rational(Fraction(1))), ((1, 1), (2, -1)))
    value = a.max(b).max(c)
    found = best_moves(value, {"a": a, "b": b, "c": c})
    assert [(part.low, part.high, part.moves) for part in found] == [
        (rational(Fraction(0)), rational(Fraction(3, 5)), ("a",)),
        (rational(Fraction(3, 5)), rational(Fraction(3, 5)), ("a", "b")),
        (rational(Fraction(3, 5)), rational(Fraction(1)), ("b",)),
    ]
    everywhere = best_moves(b, {"a": b, "b": b})
    assert [(part.low, part.high, part.moves) for part in everywhere] == [
        (rational(Fraction(0)), rational(Fraction(1)), ("a", "b"))
    ]
    touching = best_moves(whole(1), {"a": whole(1), "b": whole(0, 4, -4)})  # 4q(1 - q) reaches 1 at 1/2
    assert [(float(part.low), float(part.high), part.moves) for part in touching] == [
        (0.0, 0.5, ("a",)),
        (0.5, 0.5, ("a", "b")),
        (0.5, 1.0, ("a",)),
    ]
