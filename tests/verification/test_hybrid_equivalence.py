"""The tools that compare the two implementations of Q3T: the translation, and the positions compared."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from qttt.fast.hybrid.rules import START
from qttt.oracle.hybrid.translate import move_of, position_of, setting_of, slot_of, state_of
from qttt.reference.board import SYMMETRIES
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid, settings
from qttt.reference.hybrid.notation import Link, Measure
from qttt.reference.hybrid.position import Position
from qttt.verification import Refuted
from qttt.verification.hybrid import equivalence, late
from qttt.verification.hybrid.engines import THE_RULES
from qttt.verification.hybrid.lemmas import LIMITS, exchanged
from qttt.verification.hybrid.optimality import drawn
from qttt.verification.hybrid.planted import fast as planted_fast
from qttt.verification.hybrid.retrograde import key, open_boxes, pending, values

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


def test_walk_meets_every_position_of_the_first_plies() -> None:
    """The start; nine measurements, each with two results; after each of these 18 eight measurements and links."""
    assert len([*equivalence.walk(Hybrid(), 1, range(1, 10))]) == 1 + 9 + 18
    met = {*map(str, equivalence.walk(Hybrid(), 2, range(1, 10)))}
    assert len(met) == 1 + 9 + 18 + 18 * 8 + 36 * 4 + 18 * 8


def test_two_open_boxes_lie_in_eight_ways() -> None:
    images = [turn for one in TURNS for turn in (one, tuple(MIRROR[box - 1] for box in one))]
    classes = {
        frozenset(frozenset(image[box - 1] for box in pair) for image in images)
        for pair in combinations(range(1, 10), 2)
    }
    assert len(classes) == len(open_boxes(2)) == 8
    assert all(sum(frozenset(pair) in one for pair in open_boxes(2)) == 1 for one in classes)


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
    position = Position.of("..X...X.., 5>7 O, 9>3 X, X to move")
    images = [game.turned(position, symmetry) for symmetry in SYMMETRIES]
    assert {key(game, image) for image in images} == {key(game, position)}
    assert (key(game, exchanged(position)) == key(game, position)) == (game.both == "draw")
    other = replace(position, turn=Actor.O)
    assert key(game, other) != key(game, position)


@pytest.mark.parametrize(("game", "kinds"), [(Hybrid(), 1), (Hybrid(both="X"), 2)])
def test_one_of_each_class_is_valued(game: Hybrid, kinds: int) -> None:
    """With eight boxes measured: 984 positions go on, up to symmetry and exchange of colours."""
    found = values(game, 8)[8]
    assert len(found) == 984 * kinds
    images = [late.image(game, name, number) for number, name in enumerate(found)]
    assert {key(game, position) for _, position in images} == found.keys()
    assert {sign for sign, _ in images} == ({1, -1} if kinds == 1 else {1})


def test_last_box_has_the_value_of_its_results() -> None:
    """By hand: X on box 1 has two lines, and O there has none; so it is worth 1/2 to X, who can do nothing about it.
    O links it to box 2: then O there has the second column."""
    known = values(Hybrid(), 8)[8]
    of_x, of_o = (Position.of(f".XXXOOXOX, {player} to move") for player in "XO")
    assert known[key(Hybrid(), of_x)] == Fraction(1, 2)
    assert known[key(Hybrid(), of_o)] == 0


def test_link_that_takes_is_detected() -> None:
    position = Position.of("....O...., 1>5 O, X to move")
    measured = Hybrid().play(position, Measure(1))
    equivalence.compare(Hybrid(), measured, THE_RULES)
    with pytest.raises(Refuted, match="after =O"):
        equivalence.compare(Hybrid(), measured, planted_fast.LINKS_TAKE)


@pytest.mark.parametrize("limits", LIMITS, ids="-".join)
def test_drawn_position_belongs_to_the_game(limits: tuple[str, str]) -> None:
    """Its links are those of `pending`, and either player may have the turn."""
    game = Hybrid(*limits)
    random, turns = Random(1), set[Actor]()
    for measured in (7, 8) * 5:
        for position in drawn(game, measured, random):
            allowed = pending(game, position.unmeasured, position.measured)
            assert len(position.measured) == measured
            assert position.links in {tuple(sorted(links)) for links in allowed}
            turns.add(position.turn)
    assert turns == {Actor.X, Actor.O}
