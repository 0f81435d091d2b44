"""Functions of q: their arithmetic by hand, and a cell of the game against its values at single q."""

from fractions import Fraction
from itertools import pairwise

import pytest

from qttt.fast.sqt import curve
from qttt.fast.sqt.best_moves import best_moves
from qttt.fast.sqt.piecewise import Piecewise, concatenated
from qttt.fast.sqt.polynomial import between, difference, mixed, polynomial, rational, roots, sign_on, value_at

HALF = Fraction(1, 2)


def whole(*coefficients: int) -> Piecewise:
    """A polynomial on [0, 1]."""
    return Piecewise.of(Fraction(0), Fraction(1), polynomial(*coefficients))


def test_roots_are_found_and_ordered() -> None:
    # (q² - 2)(2q - 3)(q + 1): -√2, -1, √2, 3/2
    found = roots(_product((-2, 0, 1), (-3, 2), (1, 1)))
    assert [round(float(root), 6) for root in found] == [-1.414214, -1.0, 1.414214, 1.5]
    assert list(found) == sorted(found)
    assert found[3] == rational(Fraction(3, 2))
    assert found[3].low == found[3].high == Fraction(3, 2)
    assert all(root.high - root.low < Fraction(1, 10**12) for root in found)


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
    (a,) = [root for root in roots((-2, 0, 1)) if float(root) > 0]
    (b,) = [root for root in roots(_product((-2, 0, 1), (5, 1))) if float(root) > 0]
    assert a == b
    assert hash(a) == hash(b)
    assert not a < b


def test_roots_close_to_each_other_are_told_apart() -> None:
    # √2 and its approximation 665857/470832, which differ by 1.6e-12, and a closer one, by 2e-18
    (root,) = [root for root in roots((-2, 0, 1)) if float(root) > 0]
    for near in (Fraction(665857, 470832), Fraction(886731088897, 627013566048)):
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
    left, right = Piecewise.of(Fraction(0), HALF, (1, 1)), Piecewise.of(HALF, Fraction(1), (1, 1))
    assert concatenated([left, right]) == whole(1, 1)


def test_zeros_of_a_function_are_found() -> None:
    (zero,) = whole(2, -5, 2).zeros()  # 1/2, and 2 outside
    assert zero == rational(HALF)
    with pytest.raises(ValueError, match="whole interval"):
        whole().zeros()
    with pytest.raises(ValueError, match="outside"):
        whole(1)(Fraction(2))


def test_sign_is_claimed_only_where_it_holds() -> None:
    assert sign_on((1, -1), Fraction(0), Fraction(1)) == 1
    assert sign_on((-1, 1), Fraction(0), Fraction(1)) == -1
    assert sign_on((1, -2), Fraction(0), Fraction(1)) == 0
    assert sign_on((1, -4, 4), Fraction(0), Fraction(1)) in (0, 1)  # (1 - 2q)²
    assert difference((1, 2), (0, 2)) == (1,)
    assert value_at((1, 2), HALF) == 2


def test_cells_cover_what_the_edges_leave() -> None:
    ends = curve.cell_ends()
    assert ends[0] == curve.EDGE
    assert ends[-1] == curve.PARTS - curve.EDGE
    assert all(low < high for low, high in pairwise(ends))
    assert {curve.PARTS * k // curve.GRID for k in range(1, curve.GRID)} <= {*ends}


def test_polynomial_is_found_from_its_values() -> None:
    at = [Fraction(k, 1300) for k in range(5)]
    assert curve.interpolated(at, [value_at((4, 0, -3, 2, 1), q) for q in at]) == (4, 0, -3, 2, 1)
    with pytest.raises(ValueError, match="integer coefficients"):
        curve.interpolated(at, [q / 2 for q in at])


def test_best_of_functions_that_touch_cross_and_coincide() -> None:
    # a = 4(1 - q); b = 1 + q crosses it at 3/5; c = b up to 1/2 and 3/2 from there, so a wins before 3/5
    a, b = whole(4, -4), whole(1, 1)
    c = concatenated(
        [Piecewise.of(Fraction(0), HALF, (1, 1)), Piecewise((rational(HALF), rational(Fraction(1))), ((2, -1),))]
    )
    value = a.max(b).max(c)
    found = best_moves(value, {1: a, 2: b, 3: c})
    assert [(part.low, part.high, part.moves) for part in found] == [
        (rational(Fraction(0)), rational(Fraction(3, 5)), (1,)),
        (rational(Fraction(3, 5)), rational(Fraction(3, 5)), (1, 2)),
        (rational(Fraction(3, 5)), rational(Fraction(1)), (2,)),
    ]
    everywhere = best_moves(b, {1: b, 2: b})
    assert [(part.low, part.high, part.moves) for part in everywhere] == [
        (rational(Fraction(0)), rational(Fraction(1)), (1, 2))
    ]
    touching = best_moves(whole(1), {1: whole(1), 2: whole(0, 4, -4)})  # 4q(1 - q) reaches 1 at 1/2
    assert [(float(part.low), float(part.high), part.moves) for part in touching] == [
        (0.0, 0.5, (1,)),
        (0.5, 0.5, (1, 2)),
        (0.5, 1.0, (1,)),
    ]
