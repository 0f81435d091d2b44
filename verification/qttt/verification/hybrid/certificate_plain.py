"""The bounds of a strategy of the hybrid game by plain play, from late positions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid_notation import Result
from qttt.reference.hybrid_position import Position
from qttt.verification.certificate import moves_plain
from qttt.verification.certificate.merging import Merging
from qttt.verification.hybrid.certificate_bounds import LOST, Bounds

SEED = 2019
MEASURED = 6
UNKNOWN = Fraction(1, 4)
GAMES = (Hybrid(), Hybrid("single", "one", "take", "other"), Hybrid("two", both="X"))


def late_positions(game: Hybrid, random: Random) -> Iterator[Position]:
    """A position with at least six boxes measured after random play; the same with the other player to move; and with
    the other owner of each link."""
    position = game.initial()
    while len(position.measured) < MEASURED:
        actions = game.actions(position)
        position = game.play(position, random.choice(actions)) if actions else game.initial()
    yield position
    yield replace(position, turn=position.turn.opponent)
    yield replace(position, links=tuple(sorted(link._replace(owner=link.owner.opponent) for link in position.links)))


def bounds_are_those_of_plain_play(bounds: type[Bounds] = Bounds) -> str:
    """For random strategies of both players in three games, from random positions with six boxes measured or more,
    and from the same ones with the other player to move, and with the other owner of each link."""
    return moves_plain.bounds_are_those_of_plain_play(bounds, GAMES, late_positions, SEED, UNKNOWN, LOST)


# Errors


class OwnersAreForgotten(Bounds):
    """Takes positions for the same whose links differ in their owners alone."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.known = Merging(lambda text: re.sub(" [XO],", ",", text))


class TheMoverIsForgotten(Bounds):
    """Takes positions for the same in which different players are to move."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.known = Merging(lambda text: text.removesuffix("X to move").removesuffix("O to move"))


class TheFirstReplyAlone(Bounds):
    """Believes that the opponent always makes the first move."""

    def _opponents(self, position: Position) -> Fraction:
        return self._after(position, self.game.actions(position)[0])


class OneResultAlone(Bounds):
    """Believes that measurements always find X."""

    def _mean(self, position: Position) -> Fraction:
        return self._after(position, Result.X)
