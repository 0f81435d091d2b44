"""The tools that compare two implementations of a game: the translation, and the positions compared."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from qttt.fast.probabilistic.boards import given
from qttt.fast.probabilistic.loop import MARKED, NEUTRAL, SUCCESS
from qttt.fast.probabilistic.positions import CODES, EXCHANGED
from qttt.fast.probabilistic.solve import AS_GOOD_AS_0
from qttt.oracle.hybrid import translate as of_hybrid
from qttt.oracle.tiqtaqtoe import translate as of_tiqtaqtoe
from qttt.reference.board import SYMMETRIES
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid, Link, Measure
from qttt.reference.hybrid import Position as HybridPosition
from qttt.reference.probabilistic import Position as ProbabilisticPosition
from qttt.reference.tiqtaqtoe import Pair, Single, TiqTaqToe
from qttt.reference.tiqtaqtoe import Position as TiqTaqToePosition
from qttt.verification import Refuted
from qttt.verification.hybrid.lemmas import exchanged
from qttt.verification.hybrid.values import key, pending
from qttt.verification.probabilistic import equivalence_boards, rounding
from qttt.verification.probabilistic.equivalence_boards import BEYOND, CLASSIC, KINDS, PASS, PRINTED
from qttt.verification.probabilistic.values import MARKS
from qttt.verification.tiqtaqtoe.certificate import canonical, images

# Translation


@pytest.mark.parametrize(
    ("translate", "moves", "known"),
    [
        (
            of_tiqtaqtoe,
            45,
            {0: Single(1), 8: Single(9), 9: Pair(1, 2), 16: Pair(1, 9), 17: Pair(2, 3), 44: Pair(8, 9)},
        ),
        (
            of_hybrid,
            90,
            {0: Measure(1), 8: Measure(9), 9: Link(1, 1), 10: Link(1, 2), 18: Link(2, 1), 89: Link(9, 9)},
        ),
    ],
)
def test_moves_and_slots_are_in_step(translate: ModuleType, moves: int, known: dict[int, Any]) -> None:
    assert [translate.slot_of(translate.action_of(slot)) for slot in range(moves)] == [*range(moves)]
    assert {slot: translate.action_of(slot) for slot in known} == known


ENTANGLED = "X1.1-2 O2.1-3 X3.4-5"
"""Eight boards."""


# Canonical forms and walks


def test_images_are_eight_boards_with_the_same_canonical_form() -> None:
    position = TiqTaqToe().position(ENTANGLED)
    turned = [TiqTaqToePosition(tuple(sorted(image))) for image in zip(*map(images, position.boards), strict=True)]
    assert len({*turned}) == 8
    assert turned[0] == position
    assert {canonical(image).key for image in turned} == {canonical(min(turned, key=lambda image: image.boards)).key}


# Q3T


@pytest.mark.parametrize(
    ("game", "sets"),
    [(Hybrid(), 17), (Hybrid("single"), 17), (Hybrid("two"), 17 + 136), (Hybrid("two", "one"), 17 + 112)],
)
def test_late_positions_have_every_set_of_links(game: Hybrid, sets: int) -> None:
    """None, one of 16, or two: 136 pairs, of which three have both links on a given one of eight targets."""
    found = [*pending(game, (1,), range(2, 10))]
    assert len(found) == len({*found}) == sets


@pytest.mark.parametrize("game", [Hybrid(), Hybrid(both="X")])
def test_all_images_of_a_position_have_one_key(game: Hybrid) -> None:
    """Eight images of each position, sixteen with the exchange of colours; under both=X the exchange makes another."""
    position = HybridPosition.of("..X...X.., 5>7 O, 9>3 X, X to move")
    images = [game.turned(position, symmetry) for symmetry in SYMMETRIES]
    assert {key(game, image) for image in images} == {key(game, position)}
    assert (key(game, exchanged(position)) == key(game, position)) == (game.both == "draw")
    other = replace(position, turn=Actor.O)
    assert key(game, other) != key(game, position)


# Probabilistic


def test_marks_and_codes_are_in_the_same_order() -> None:
    assert len(MARKS) == CODES
    assert MARKS[1 + 2 * 3**8] == ProbabilisticPosition.of("X.. ... ..O, X to move").marks
    assert MARKS[EXCHANGED[1]] == ProbabilisticPosition.of("O.. ... ..., X to move").marks


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
