"""The tools that hold the two implementations of Q3T against each other: the translation, and what is looked at."""

from __future__ import annotations

from itertools import combinations

import pytest

from qttt.fast.hybrid.rules import START
from qttt.reference.hybrid import Hybrid, settings
from qttt.reference.hybrid_notation import Link, Measure
from qttt.reference.hybrid_position import Position
from qttt.verification import Refuted
from qttt.verification.conformance import NotAnswered
from qttt.verification.hybrid import equivalence, fast_errors
from qttt.verification.hybrid.engines import THE_RULES, late_tablebase
from qttt.verification.hybrid.translate import move_of, position_of, setting_of, slot_of, state_of

TURNS = (
    (1, 2, 3, 4, 5, 6, 7, 8, 9),
    (3, 6, 9, 2, 5, 8, 1, 4, 7),
    (9, 8, 7, 6, 5, 4, 3, 2, 1),
    (7, 4, 1, 8, 5, 2, 9, 6, 3),
)
"""Where quarter turns take the boxes 1 to 9."""
MIRROR = (3, 2, 1, 6, 5, 4, 9, 8, 7)


def test_moves_and_slots_are_in_step() -> None:
    assert [slot_of(move_of(slot)) for slot in range(90)] == [*range(90)]
    assert [move_of(slot) for slot in (0, 8, 9, 10, 18, 89)] == [
        Measure(1),
        Measure(9),
        Link(1, 1),
        Link(1, 2),
        Link(2, 1),
        Link(9, 9),
    ]


def test_positions_and_states_are_in_step() -> None:
    assert state_of(Position()) == START
    for text in ("..X...X.., 5>7 O, 9>3 O, X to move", "O...X...., 2>1 O, 2>1 X, O measures 2"):
        assert str(position_of(state_of(Position.of(text)))) == text


def test_settings_are_those_of_the_engine() -> None:
    assert len({setting_of(game) for game in settings()}) == 48
    assert all(setting_of(game)._asdict() == game.switches for game in settings())


def test_a_walk_meets_every_position_of_the_first_plies() -> None:
    """The start; nine measurements, each with two results; behind each of these 18 eight measurements and links."""
    assert len([*equivalence.walk(Hybrid(), 1, range(1, 10))]) == 1 + 9 + 18
    met = {*map(str, equivalence.walk(Hybrid(), 2, range(1, 10)))}
    assert len(met) == 1 + 9 + 18 + 18 * 8 + 36 * 4 + 18 * 8


def test_two_open_boxes_lie_in_eight_ways() -> None:
    images = [turn for one in TURNS for turn in (one, tuple(MIRROR[box - 1] for box in one))]
    classes = {
        frozenset(frozenset(image[box - 1] for box in pair) for image in images)
        for pair in combinations(range(1, 10), 2)
    }
    assert len(classes) == len(equivalence.OPEN[7]) == 8
    assert all(sum(frozenset(pair) in one for pair in equivalence.OPEN[7]) == 1 for one in classes)


@pytest.mark.parametrize(
    ("game", "sets"),
    [(Hybrid(), 17), (Hybrid("single"), 17), (Hybrid("two"), 17 + 136), (Hybrid("two", "one"), 17 + 112)],
)
def test_late_positions_have_every_set_of_links(game: Hybrid, sets: int) -> None:
    """None, one of 16, or two: 136 pairs, of which three have both links on a given one of eight targets."""
    marks = ".OXXOOOXX"
    found = [position for position in equivalence.late_positions(game, 8) if position.marks == marks]
    assert len(found) == len({*found}) == 2 * sets


def test_a_link_that_takes_is_noticed() -> None:
    position = Position.of("....O...., 1>5 O, X to move")
    measured = Hybrid().play(position, Measure(1))
    equivalence.compare(Hybrid(), measured, THE_RULES)
    with pytest.raises(Refuted, match="after =O"):
        equivalence.compare(Hybrid(), measured, fast_errors.LINKS_TAKE)


def test_settings_with_too_many_positions_have_no_tablebase() -> None:
    with pytest.raises(NotAnswered):
        late_tablebase(setting_of(Hybrid("two")))
