"""TiqTaqToe from Python, beyond what vectors can say: settings, exceptions, graphs, a value derived by hand."""

from __future__ import annotations

import pytest

from qttt.reference import tiqtaqtoe
from qttt.reference.tiqtaqtoe import LEVELS, SWITCHES, Measurement, Pair, Position, Single, TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.position import entanglement

CLASSIC, MINIMAL, MODERATE, HIGH = map(TiqTaqToe, LEVELS)

SEVEN_PLIES = "X1.1-7 O2.4-8 X3.2 O4.5 X5.3 O6.6 X7.9"
"""X on 2, 3, 9 and on 1 or 7; O on 5, 6 and on 4 or 8: a measurement is due."""


def after(text: str, game: TiqTaqToe = HIGH) -> Position:
    return game.position(text)


def test_settings() -> None:
    """TIQ-LEVEL-1, TIQ-SWITCH-1"""
    every = list(settings())
    assert [sum(game.level == level for game in every) for level in LEVELS] == [10, 10, 10, 40]
    assert len({*every}) == 70
    assert TiqTaqToe() == HIGH
    assert HIGH.switches == {name: values[0] for name, values in SWITCHES.items()}
    assert CLASSIC.switches == {"lines": "every-move", "both": "even"}


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ({"level": "low"}, "unknown level 'low': expected classic, minimal, moderate or high"),
        ({"pair": "yes"}, "switch pair: unknown value 'yes': expected illegal or legal"),
        ({"both": "x"}, "switch both: unknown value 'x': expected even, X, O, last-mover or other"),
        ({"level": "moderate", "pair": "legal"}, "level moderate has no switch pair: expected lines or both"),
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


def test_first_broken_rule_is_named() -> None:
    """TIQ-MOVE-1: each of these breaks two rules."""
    with pytest.raises(tiqtaqtoe.GameOver):
        HIGH.play(Position.of("XXXOO...."), Measurement("XXXOO...."))
    with pytest.raises(tiqtaqtoe.MeasurementDue):
        MINIMAL.play(after(SEVEN_PLIES, MINIMAL), Single(10))
    with pytest.raises(tiqtaqtoe.NotASquare):
        CLASSIC.play(Position(), Pair(9, 10))
    with pytest.raises(tiqtaqtoe.NoSuperpositions):
        CLASSIC.play(Position.of("XO......."), Pair(1, 2))


def test_what_notation_cannot_write() -> None:
    """TIQ-BOARD-1"""
    for action in (Single(0), Single(10), Pair(0, 1), Pair(3, 3), Pair(2, 1)):
        with pytest.raises(tiqtaqtoe.NotASquare):
            HIGH.play(Position(), action)
    with pytest.raises(tiqtaqtoe.GameNotOver, match="the end of the game first"):
        HIGH.score(Position())


def test_long_position_is_shortened_in_an_error() -> None:
    with pytest.raises(tiqtaqtoe.MeasurementDue, match=r"illegal in '\S{9} \| \S{9} \| and 62 more'") as error:
        after("X1.1-2 O2.1-3 X3.4-5 O4.4-6 X5.7-8 O6.7-9 X7.1")
    assert len(str(error.value)) < 200
