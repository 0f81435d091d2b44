"""TiqTaqToe from Python, beyond what vectors can say: settings, exceptions, graphs, a value derived by hand."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from qttt.reference import tiqtaqtoe
from qttt.reference.playing import draw
from qttt.reference.tiqtaqtoe import (
    LEVELS,
    SWITCHES,
    Pair,
    Position,
    Single,
    Superposition,
    Surd,
    TiqTaqToe,
    settings,
)
from qttt.reference.tiqtaqtoe.picture import describe
from qttt.reference.tiqtaqtoe.position import entanglement, groups

CLASSIC, _, _, HIGH, FULL = map(TiqTaqToe, LEVELS)


def after(text: str, game: TiqTaqToe = HIGH) -> Position:
    return game.position(text)


def test_settings() -> None:
    """TIQ-LEVEL-1, TIQ-SWITCH-1"""
    every = list(settings())
    assert [sum(game.level == level for game in every) for level in LEVELS] == [10, 10, 10, 40, 20]
    assert len({*every}) == 90
    assert TiqTaqToe() == HIGH
    assert HIGH.switches | FULL.switches == {name: values[0] for name, values in SWITCHES.items()}
    assert CLASSIC.switches == {"lines": "every-move", "both": "even"}


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ({"level": "low"}, "unknown level 'low': expected classic, minimal, moderate, high or full"),
        ({"pair": "yes"}, "switch pair: unknown value 'yes': expected illegal or legal"),
        ({"both": "x"}, "switch both: unknown value 'x': expected even, X, O, last-mover or other"),
        ({"level": "moderate", "pair": "legal"}, "level moderate has no switch pair: expected lines or both"),
        ({"gate": "swap"}, "level high has no switch gate: expected target, pair, lines or both"),
        ({"level": "full", "pair": "legal"}, "level full has no switch pair: expected lines, both or gate"),
        ({"level": "classic", "target": "unentangled"}, "level classic has no switch target: expected lines or both"),
    ],
)
def test_unknown_setting_is_rejected(setting: dict[str, str], complaint: str) -> None:
    """TIQ-SWITCH-1"""
    with pytest.raises(ValueError, match=complaint):
        TiqTaqToe(**setting)


def test_graph_says_more_than_the_groups() -> None:
    """TIQ-GROUP-1: in a group of four the last square is entangled with all, but not every two squares are."""
    graph = entanglement(after("X1.1-2 O2.2-6 X3.5 O4.1-3"))
    assert set(graph) == {1, 2, 3, 6}
    assert graph.has_edge(2, 6)
    assert graph.has_edge(1, 3)
    assert not entanglement(after("X1.1-2 O2.3-4")).has_edge(1, 3)


def test_long_position_is_shortened_in_an_error() -> None:
    with pytest.raises(tiqtaqtoe.MeasurementDue, match=r"illegal in '\S{9} \| \S{9} \| and 62 more'") as error:
        after("X1.1-2 O2.1-3 X3.4-5 O4.4-6 X5.7-8 O6.7-9 X7.1")
    assert len(str(error.value)) < 200


def test_irrational_probabilities_are_numbers() -> None:
    """TIQ-BORN-1"""
    shares = after("X1.2-3 O2.2-3 X3.1-3 O4.2-3", FULL).shares
    assert sum(shares) == 1
    assert [*map(float, shares)] == pytest.approx([0.125, 0.125, 0.0107233, 0.3642767, 0.3642767, 0.0107233])
    small, large = shares[2], shares[3]
    assert isinstance(small, Surd)
    assert small < Fraction(1, 93) < large
    assert small + large == Fraction(3, 8)
    assert small * large == Fraction(1, 256)


def test_draws_follow_irrational_probabilities() -> None:
    """TIQ-BORN-1: the probabilities of the six boards add up to 1/8, 1/4, 0.261, 0.625, 0.989 and 1."""
    chances = FULL.chance(after("X1.2-3 O2.2-3 X3.1-3 O4.2-3 X5.4 O6.5 X7.6 O8.7 X9.8 O10.9", FULL))
    for ticket, board in ((0.26, 2), (0.262, 3), (0.624, 3), (0.626, 4), (0.988, 4), (0.99, 5)):

        class Fixed(Random):
            def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
                return int(ticket * start)  # noqa: B023

        assert draw(chances, Fixed()) == [*chances][board]


def test_position_of_the_level_full_has_no_groups() -> None:
    """TIQ-GROUP-1"""
    position = after("X1.1-2 O2.2-3", FULL)
    assert isinstance(position, Superposition)
    assert groups(position) == ()
    assert "Square 1: X 50, empty 50 per cent." in describe(position)
    assert repr(Superposition()) == "Superposition.of('......... 1,0,0,0 | free 123456789 | X to move')"
    with pytest.raises(tiqtaqtoe.NotASquare, match="expected two different squares"):
        FULL.play(position, Pair(3, 3))
    with pytest.raises(tiqtaqtoe.NotEmpty, match="expected a free square, 4, 5, 6, 7, 8 or 9"):
        FULL.play(position, Single(1))
