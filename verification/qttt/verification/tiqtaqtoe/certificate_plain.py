"""The bounds of a strategy of TiqTaqToe by plain play, from late positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe_position import Position, probabilities
from qttt.verification.certificate import moves_plain
from qttt.verification.certificate.merging import Merging
from qttt.verification.tiqtaqtoe.certificate_bounds import Bounds

SEED = 2023
PLIES = 7
GAMES = (
    TiqTaqToe("minimal", lines="full-board", both="X"),
    TiqTaqToe("moderate"),
    TiqTaqToe("high", pair="legal", lines="full-board", both="other"),
)


def late_positions(game: TiqTaqToe, random: Random) -> Iterator[Position]:
    """A position with at least seven marks after random play."""
    position = game.initial()
    while position.plies < PLIES:
        actions = game.actions(position)
        position = game.play(position, random.choice(actions)) if actions else game.initial()
    yield position


def bounds_are_those_of_plain_play(bounds: type[Bounds] = Bounds) -> str:
    """For random strategies of both players in three games, from random positions with seven marks or more."""
    return moves_plain.bounds_are_those_of_plain_play(bounds, GAMES, late_positions, SEED)


# Errors


class PositionsOfEqualProbabilitiesAreMerged(Bounds):
    """Takes positions for the same in which each square holds the same with the same probabilities."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.known = Merging(lambda text: f"{probabilities(Position.of(text))}{Position.of(text).measured}")


class MeasuredPositionsAreMerged(Bounds):
    """Takes a board with a line that a measurement has left for one that moves have made."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.known = Merging(lambda text: text.removesuffix(" measured"))
