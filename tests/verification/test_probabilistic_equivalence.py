"""The tools of the comparison of both engines: boards of every kind, the kernels' text, numbers that carry a bound."""

from __future__ import annotations

from fractions import Fraction

import pytest

from qttt.fast.backend import Cpu
from qttt.fast.probabilistic import rounding as claimed
from qttt.fast.probabilistic.boards import given
from qttt.fast.probabilistic.loop import MARKED, NEUTRAL, SUCCESS
from qttt.fast.probabilistic.positions import CODES, EXCHANGED
from qttt.fast.probabilistic.solve import AS_GOOD_AS_0, tables
from qttt.reference.probabilistic.board import Board
from qttt.reference.probabilistic.position import Position
from qttt.verification import Refuted
from qttt.verification.probabilistic import equivalence, equivalence_boards, equivalence_squares, kernel, rounding
from qttt.verification.probabilistic.equivalence_boards import BEYOND, CLASSIC, KINDS, PASS, PRINTED


def test_marks_and_codes_are_in_the_same_order() -> None:
    assert len(equivalence.MARKS) == CODES
    assert equivalence.MARKS[1 + 2 * 3**8] == Position.of("X.. ... ..O, X to move").marks
    assert equivalence.MARKS[EXCHANGED[1]] == Position.of("O.. ... ..., X to move").marks


def test_boards_match_their_names() -> None:
    assert len(set(equivalence_boards.boards(5))) == 2 + 5 * len(KINDS)
    assert equivalence_boards.boards(1)[-2:] == (PRINTED, CLASSIC)
    for number in range(20):
        assert 1 <= equivalence_boards.with_passes(number).count(PASS) <= 8
        assert len({square.neutral.denominator for square in equivalence_boards.awkward(number)}) > 3
        assert all(2 % part.denominator == 0 for square in equivalence_boards.certain(number) for part in square)
        assert BEYOND in equivalence_boards.beyond(number)
        assert len({float(square.success) for square in equivalence_boards.nearly_even(number)}) == 1
    with pytest.raises(ValueError, match="too little for double precision"):
        given([equivalence_boards.beyond(0)])


def test_kernel_text_agrees_with_the_kernels() -> None:
    for kind in KINDS:
        board = kind(3)
        table = tables(Cpu(), given([board]))[0]
        assert abs(kernel.Text()(board) - table).max() <= 2 * claimed.ERROR_BOUND


def test_value_off_by_the_bound_is_detected() -> None:
    def shifted(board: Board) -> kernel.Table:
        return equivalence.in_doubles(board) + 1.1 * claimed.ERROR_BOUND

    with pytest.raises(Refuted, match="on the board"):
        equivalence.values_are_within_the_bound(shifted)


def test_extra_and_missing_squares_are_detected() -> None:
    def every_square(board: Board) -> list[int]:
        return [(1 << 9) - 1 if mask else 0 for mask in equivalence_squares.in_doubles(board)]

    def one_square(board: Board) -> list[int]:
        return [mask & -mask for mask in equivalence_squares.in_doubles(board)]

    for masks in (every_square, one_square):
        with pytest.raises(Refuted, match="may be best"):
            equivalence_squares.masks_have_every_best_square(masks)


def number(square: int, part: int) -> rounding.Rounded:
    found: rounding.Rounded = rounding.given()[part + square]
    return found


def test_probability_is_rounded_once() -> None:
    chance = number(0, SUCCESS)
    assert chance.error == rounding.UNIT
    assert chance.absolute() == rounding.UNIT + rounding.LEAST
    assert (chance + chance).error == (1 + rounding.UNIT) ** 2 - 1
    thrice = (1 + rounding.UNIT) ** 3 - 1
    assert thrice <= (chance * chance).error < thrice * (1 + rounding.UNIT)


def test_size_of_a_value_is_proved() -> None:
    neutral, marked = number(0, NEUTRAL), number(0, MARKED)
    (neutral + marked).is_at_most_1()
    with pytest.raises(Refuted, match="the bound of a number fails for"):
        (marked + number(1, MARKED)).is_at_most_1()


def test_divisor_may_not_be_a_difference() -> None:
    marked, neutral = number(0, MARKED), number(0, NEUTRAL)
    quotient = 1 / (marked + neutral * number(1, MARKED))
    assert 5 * rounding.UNIT <= quotient.error < Fraction(51, 10) * rounding.UNIT
    with pytest.raises(Refuted, match="cancel"):
        1 / (1 - neutral)


def test_number_as_good_as_0_is_small_enough() -> None:
    marked = number(0, MARKED)
    assert marked > AS_GOOD_AS_0
    with pytest.raises(Refuted, match="not as good as 0"):
        assert marked > 2.0**-500
