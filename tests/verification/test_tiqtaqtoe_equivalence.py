"""The tools that compare the two implementations of TiqTaqToe: the translation, and what is detected."""

from __future__ import annotations

from itertools import product

import pytest

from qttt.fast.tiqtaqtoe.rules import START, State
from qttt.oracle.tiqtaqtoe.translate import (
    board_of,
    code_of,
    measurement_of,
    move_of,
    position_of,
    setting_of,
    slot_of,
    state_of,
)
from qttt.reference.tiqtaqtoe import TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.notation import Pair, Single
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification import Refuted
from qttt.verification.tiqtaqtoe import equivalence, equivalence_graph, values
from qttt.verification.tiqtaqtoe.certificate import canonical, images
from qttt.verification.tiqtaqtoe.solved import CANONICAL, tablebase

ENTANGLED = "X1.1-2 O2.1-3 X3.4-5"
"""Eight boards."""
DUE = "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9"
FILLS = TiqTaqToe("minimal", lines="full-board")
LINE_LEFT = "X1.1-2 O2.3-6 X3.4-5 O4.7-8 X5.9"
"""A measurement may leave X on 1, 5 and 9, a line, and four free squares."""


# Translation


def test_codes_and_boards_are_in_step() -> None:
    boards = [board_of(code) for code in range(3**9)]
    assert [code_of(board) for board in boards] == [*range(3**9)]
    assert {*boards} == {"".join(contents) for contents in product(".XO", repeat=9)}
    assert (boards[1], boards[2], boards[3**8]) == ("X........", "O........", "........X")


def test_moves_and_slots_are_in_step() -> None:
    assert [slot_of(move_of(slot)) for slot in range(45)] == [*range(45)]
    assert [move_of(slot) for slot in (0, 8, 9, 16, 17, 44)] == [
        Single(1),
        Single(9),
        Pair(1, 2),
        Pair(1, 9),
        Pair(2, 3),
        Pair(8, 9),
    ]


def test_positions_and_states_are_in_step() -> None:
    assert state_of(Position()) == START
    position = Position.of("XXXOO.... measured")
    assert state_of(position) == State((code_of("XXXOO...."),), True)
    assert position_of(state_of(position)) == position
    assert str(measurement_of(state_of(position))) == "=XXXOO...."
    several = TiqTaqToe().position(ENTANGLED)
    assert len(state_of(several).codes) == 8
    assert [*state_of(several).codes] == sorted(state_of(several).codes)
    assert position_of(state_of(several)) == several


def test_settings_are_those_of_the_engine() -> None:
    assert len({setting_of(game) for game in settings()}) == 70
    assert all(setting_of(game)._asdict() == vars(game) for game in settings())


# Canonical forms and walks


def test_images_are_eight_boards_with_the_same_canonical_form() -> None:
    position = TiqTaqToe().position(ENTANGLED)
    turned = [Position(tuple(sorted(image))) for image in zip(*map(images, position.boards), strict=True)]
    assert len({*turned}) == 8
    assert turned[0] == position
    assert {canonical(image).key for image in turned} == {canonical(min(turned, key=lambda image: image.boards)).key}


def test_first_moves_up_to_symmetry() -> None:
    """A corner, an edge or the middle; and eight kinds of pairs: of neighbours, corner and edge or edge and middle; of
    two corners or two edges, near or opposite; of corner and middle; of a corner and an edge that is not beside it."""
    assert len([*equivalence.walk(TiqTaqToe("classic"), 1)]) == 1 + 3
    assert len([*equivalence.walk(TiqTaqToe("minimal"), 1)]) == 1 + 3 + 8


class AfterFiveMarks(TiqTaqToe):
    """The game from a position on in which a measurement is due."""

    def initial(self) -> Position:
        return TiqTaqToe(self.level).position(DUE)


def test_position_reached_in_two_ways_is_met_once() -> None:
    """By a classical move, and by a superposition and a measurement."""
    met = [canonical(position).key for position in equivalence.walk(AfterFiveMarks("minimal"), 9)]
    assert len(met) == len({*met}) > 100


# What is detected


def test_board_order_by_codes_is_detected() -> None:
    position = TiqTaqToe("minimal").position(DUE)
    equivalence.compare(TiqTaqToe("minimal"), position, equivalence.THE_RULES)
    with pytest.raises(Refuted, match=r"minimal .* actions: "):
        equivalence.compare(TiqTaqToe("minimal"), position, equivalence.boards_are_listed_by_their_codes)


def test_measured_line_that_does_not_end_is_detected() -> None:
    position = FILLS.position(LINE_LEFT)
    equivalence.compare(FILLS, position, equivalence.THE_RULES)
    with pytest.raises(Refuted, match=r"full-board.*, after =.*measured"):
        equivalence.compare(FILLS, position, equivalence.measured_lines_do_not_end)


def test_missing_moves_are_detected() -> None:
    position = Position.of("X........")
    for level in ("minimal", "moderate"):
        assert equivalence_graph.compared(TiqTaqToe(level), tablebase(TiqTaqToe(level)).graph, position) == "decision"
    with pytest.raises(Refuted, match=r"no game reaches the position OX\.\.\.\.\.\.\. \| XO"):
        equivalence_graph.compared(TiqTaqToe("moderate"), tablebase(TiqTaqToe("minimal")).graph, position)
    with pytest.raises(Refuted, match=r"differ: 1-2, 1-3, 1-4, 1-5, 1-6, 1-7, 1-8, 1-9$"):
        equivalence_graph.compared(TiqTaqToe("minimal"), tablebase(TiqTaqToe("moderate")).graph, position)


def test_missing_position_is_detected() -> None:
    with pytest.raises(Refuted, match="no game reaches the position"):
        equivalence_graph.compared(CANONICAL[0], tablebase(CANONICAL[0]).graph, Position(("XX.......",)))


def test_slightly_wrong_value_is_detected_where_checked() -> None:
    """Games that do not pass the position show no error; checking all positions of a level does."""
    altered = values.OneUnitAtOnePosition(TiqTaqToe("classic"))
    position = Position.of("........X | .....X...")
    assert altered.error(position) == 0
    assert altered.error(Position.of("....O...X")) == values.UNIT
    with pytest.raises(Refuted, match="1/512"):
        values.all_values_are_those_of_the_reference(values.OneUnitAtOnePosition)


def test_settings_with_the_same_positions_are_solved_together() -> None:
    assert tablebase(TiqTaqToe("minimal", both="X")).graph is tablebase(TiqTaqToe("minimal")).graph
    assert tablebase(TiqTaqToe("minimal", both="X")).setting.both == "X"
