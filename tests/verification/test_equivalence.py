"""The tools that compare two implementations of a game: the translation, the positions compared, what is detected."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random
from types import ModuleType
from typing import Any

import pytest

from qttt.fast.backend import Cpu
from qttt.fast.hybrid import rules as hybrid_rules
from qttt.fast.probabilistic import rounding as claimed
from qttt.fast.probabilistic.boards import given
from qttt.fast.probabilistic.loop import MARKED, NEUTRAL, SUCCESS
from qttt.fast.probabilistic.positions import CODES, EXCHANGED
from qttt.fast.probabilistic.solve import AS_GOOD_AS_0, tables
from qttt.fast.tiqtaqtoe import rules as tiqtaqtoe_rules
from qttt.oracle.hybrid import translate as of_hybrid
from qttt.oracle.tiqtaqtoe import translate as of_tiqtaqtoe
from qttt.reference import hybrid, tiqtaqtoe
from qttt.reference.board import SYMMETRIES
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid, Link, Measure
from qttt.reference.hybrid import Position as HybridPosition
from qttt.reference.probabilistic import Position as ProbabilisticPosition
from qttt.reference.probabilistic.board import Board
from qttt.reference.tiqtaqtoe import Pair, Single, TiqTaqToe
from qttt.reference.tiqtaqtoe import Position as TiqTaqToePosition
from qttt.verification import Refuted
from qttt.verification.hybrid import equivalence as hybrid_equivalence
from qttt.verification.hybrid import late
from qttt.verification.hybrid.engines import THE_RULES
from qttt.verification.hybrid.lemmas import LIMITS, exchanged
from qttt.verification.hybrid.optimality import drawn
from qttt.verification.hybrid.planted import fast as planted_fast
from qttt.verification.hybrid.retrograde import key, open_boxes, pending, values
from qttt.verification.probabilistic import equivalence as probabilistic_equivalence
from qttt.verification.probabilistic import equivalence_boards, equivalence_squares, kernel, rounding
from qttt.verification.probabilistic.equivalence_boards import BEYOND, CLASSIC, KINDS, PASS, PRINTED
from qttt.verification.tiqtaqtoe import equivalence as tiqtaqtoe_equivalence
from qttt.verification.tiqtaqtoe import equivalence_graph
from qttt.verification.tiqtaqtoe import values as tiqtaqtoe_values
from qttt.verification.tiqtaqtoe.certificate import canonical, images
from qttt.verification.tiqtaqtoe.solved import CANONICAL, tablebase

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
    assert [translate.slot_of(translate.move_of(slot)) for slot in range(moves)] == [*range(moves)]
    assert {slot: translate.move_of(slot) for slot in known} == known


@pytest.mark.parametrize(
    ("translate", "start", "game", "texts"),
    [
        (of_tiqtaqtoe, tiqtaqtoe_rules.START, TiqTaqToe(), ["XXXOO.... measured"]),
        (
            of_hybrid,
            hybrid_rules.START,
            Hybrid(),
            ["..X...X.., 5>7 O, 9>3 O, X to move", "O...X...., 2>1 O, 2>1 X, O measures 2"],
        ),
    ],
)
def test_positions_and_states_are_in_step(translate: ModuleType, start: Any, game: Any, texts: list[str]) -> None:
    assert translate.state_of(game.initial()) == start
    for text in texts:
        assert str(translate.position_of(translate.state_of(game.state.of(text)))) == text


def test_states_of_several_boards_are_in_order() -> None:
    state_of, code_of = of_tiqtaqtoe.state_of, of_tiqtaqtoe.code_of
    position = TiqTaqToePosition.of("XXXOO.... measured")
    assert state_of(position) == tiqtaqtoe_rules.State((code_of("XXXOO...."),), True)
    assert str(of_tiqtaqtoe.measurement_of(state_of(position))) == "=XXXOO...."
    several = TiqTaqToe().position(ENTANGLED)
    assert len(state_of(several).codes) == 8
    assert [*state_of(several).codes] == sorted(state_of(several).codes)
    assert of_tiqtaqtoe.position_of(state_of(several)) == several


@pytest.mark.parametrize(("name", "number"), [("tiqtaqtoe", 70), ("hybrid", 48)])
def test_settings_are_those_of_the_engine(name: str, number: int) -> None:
    translate, games = {"tiqtaqtoe": (of_tiqtaqtoe, tiqtaqtoe), "hybrid": (of_hybrid, hybrid)}[name]
    assert len({translate.setting_of(game) for game in games.settings()}) == number
    assert all(translate.setting_of(game)._asdict() == vars(game) for game in games.settings())


# TiqTaqToe


ENTANGLED = "X1.1-2 O2.1-3 X3.4-5"
"""Eight boards."""
DUE = "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9"
FILLS = TiqTaqToe("minimal", lines="full-board")
LINE_LEFT = "X1.1-2 O2.3-6 X3.4-5 O4.7-8 X5.9"
"""A measurement may leave X on 1, 5 and 9, a line, and four free squares."""


def test_codes_and_boards_are_in_step() -> None:
    boards = [of_tiqtaqtoe.board_of(code) for code in range(3**9)]
    assert [of_tiqtaqtoe.code_of(board) for board in boards] == [*range(3**9)]
    assert {*boards} == {"".join(contents) for contents in product(".XO", repeat=9)}
    assert (boards[1], boards[2], boards[3**8]) == ("X........", "O........", "........X")


# Canonical forms and walks


def test_images_are_eight_boards_with_the_same_canonical_form() -> None:
    position = TiqTaqToe().position(ENTANGLED)
    turned = [TiqTaqToePosition(tuple(sorted(image))) for image in zip(*map(images, position.boards), strict=True)]
    assert len({*turned}) == 8
    assert turned[0] == position
    assert {canonical(image).key for image in turned} == {canonical(min(turned, key=lambda image: image.boards)).key}


def test_first_moves_up_to_symmetry() -> None:
    """A corner, an edge or the middle; and eight kinds of pairs: of neighbours, corner and edge or edge and middle; of
    two corners or two edges, near or opposite; of corner and middle; of a corner and an edge that is not beside it."""
    assert len([*tiqtaqtoe_equivalence.walk(TiqTaqToe("classic"), 1)]) == 1 + 3
    assert len([*tiqtaqtoe_equivalence.walk(TiqTaqToe("minimal"), 1)]) == 1 + 3 + 8


class AfterFiveMarks(TiqTaqToe):
    """The game from a position on in which a measurement is due."""

    def initial(self) -> TiqTaqToePosition:
        return TiqTaqToe(self.level).position(DUE)


def test_position_reached_in_two_ways_is_met_once() -> None:
    """By a classical move, and by a superposition and a measurement."""
    met = [canonical(position).key for position in tiqtaqtoe_equivalence.walk(AfterFiveMarks("minimal"), 9)]
    assert len(met) == len({*met}) > 100


# What is detected


def test_board_order_by_codes_is_detected() -> None:
    position = TiqTaqToe("minimal").position(DUE)
    tiqtaqtoe_equivalence.compare(TiqTaqToe("minimal"), position, tiqtaqtoe_equivalence.THE_RULES)
    with pytest.raises(Refuted, match=r"minimal .* actions: "):
        tiqtaqtoe_equivalence.compare(
            TiqTaqToe("minimal"), position, tiqtaqtoe_equivalence.boards_are_listed_by_their_codes
        )


def test_measured_line_that_does_not_end_is_detected() -> None:
    position = FILLS.position(LINE_LEFT)
    tiqtaqtoe_equivalence.compare(FILLS, position, tiqtaqtoe_equivalence.THE_RULES)
    with pytest.raises(Refuted, match=r"full-board.*, after =.*measured"):
        tiqtaqtoe_equivalence.compare(FILLS, position, tiqtaqtoe_equivalence.measured_lines_do_not_end)


def test_missing_moves_are_detected() -> None:
    position = TiqTaqToePosition.of("X........")
    for level in ("minimal", "moderate"):
        assert equivalence_graph.compared(TiqTaqToe(level), tablebase(TiqTaqToe(level)).graph, position) == "decision"
    with pytest.raises(Refuted, match=r"no game reaches the position OX\.\.\.\.\.\.\. \| XO"):
        equivalence_graph.compared(TiqTaqToe("moderate"), tablebase(TiqTaqToe("minimal")).graph, position)
    with pytest.raises(Refuted, match=r"differ: 1-2, 1-3, 1-4, 1-5, 1-6, 1-7, 1-8, 1-9$"):
        equivalence_graph.compared(TiqTaqToe("minimal"), tablebase(TiqTaqToe("moderate")).graph, position)


def test_missing_position_is_detected() -> None:
    with pytest.raises(Refuted, match="no game reaches the position"):
        equivalence_graph.compared(CANONICAL[0], tablebase(CANONICAL[0]).graph, TiqTaqToePosition(("XX.......",)))


def test_slightly_wrong_value_is_detected_where_checked() -> None:
    """Games that do not pass the position show no error; checking all positions of a level does."""
    altered = tiqtaqtoe_values.OneUnitAtOnePosition(TiqTaqToe("classic"))
    position = TiqTaqToePosition.of("........X | .....X...")
    assert altered.error(position) == 0
    assert altered.error(TiqTaqToePosition.of("....O...X")) == tiqtaqtoe_values.UNIT
    with pytest.raises(Refuted, match="1/512"):
        tiqtaqtoe_values.all_values_are_those_of_the_reference(tiqtaqtoe_values.OneUnitAtOnePosition)


def test_settings_with_the_same_positions_are_solved_together() -> None:
    assert tablebase(TiqTaqToe("minimal", both="X")).graph is tablebase(TiqTaqToe("minimal")).graph
    assert tablebase(TiqTaqToe("minimal", both="X")).setting.both == "X"


# Q3T


TURNS = (
    (1, 2, 3, 4, 5, 6, 7, 8, 9),
    (3, 6, 9, 2, 5, 8, 1, 4, 7),
    (9, 8, 7, 6, 5, 4, 3, 2, 1),
    (7, 4, 1, 8, 5, 2, 9, 6, 3),
)
"""Where quarter turns take the boxes 1 to 9."""
MIRROR = (3, 2, 1, 6, 5, 4, 9, 8, 7)


def test_walk_meets_every_position_of_the_first_plies() -> None:
    """The start; nine measurements, each with two results; after each of these 18 eight measurements and links."""
    assert len([*hybrid_equivalence.walk(Hybrid(), 1, range(1, 10))]) == 1 + 9 + 18
    met = {*map(str, hybrid_equivalence.walk(Hybrid(), 2, range(1, 10)))}
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
    position = HybridPosition.of("..X...X.., 5>7 O, 9>3 X, X to move")
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
    of_x, of_o = (HybridPosition.of(f".XXXOOXOX, {player} to move") for player in "XO")
    assert known[key(Hybrid(), of_x)] == Fraction(1, 2)
    assert known[key(Hybrid(), of_o)] == 0


def test_link_that_takes_is_detected() -> None:
    position = HybridPosition.of("....O...., 1>5 O, X to move")
    measured = Hybrid().play(position, Measure(1))
    hybrid_equivalence.compare(Hybrid(), measured, THE_RULES)
    with pytest.raises(Refuted, match="after =O"):
        hybrid_equivalence.compare(Hybrid(), measured, planted_fast.LINKS_TAKE)


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


# Probabilistic


def test_marks_and_codes_are_in_the_same_order() -> None:
    assert len(probabilistic_equivalence.MARKS) == CODES
    assert probabilistic_equivalence.MARKS[1 + 2 * 3**8] == ProbabilisticPosition.of("X.. ... ..O, X to move").marks
    assert probabilistic_equivalence.MARKS[EXCHANGED[1]] == ProbabilisticPosition.of("O.. ... ..., X to move").marks


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
        return probabilistic_equivalence.in_doubles(board) + 1.1 * claimed.ERROR_BOUND

    with pytest.raises(Refuted, match="on the board"):
        probabilistic_equivalence.values_are_within_the_bound(shifted)


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
