"""The bounds of a strategy of TiqTaqToe by plain play: every action in turn, no canonical form, nothing remembered.

So a claim can say that the checker, which plays one position of each canonical form through, finds the same bounds.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe_notation import Measurement
from qttt.reference.tiqtaqtoe_position import Position, probabilities
from qttt.verification import Refuted
from qttt.verification.certificate.merging import Merging
from qttt.verification.certificate.moves import Canonical
from qttt.verification.tiqtaqtoe.certificate import Move
from qttt.verification.tiqtaqtoe.certificate_bounds import Bounds, Strategy
from qttt.verification.tiqtaqtoe.certificate_canonical import canonical, turned

SEED = 2023
POSITIONS = 25
GAMES = (
    TiqTaqToe("minimal", lines="full-board", both="X"),
    TiqTaqToe("moderate"),
    TiqTaqToe("high", pair="legal", lines="full-board", both="other"),
)


class RandomPlay:
    """A strategy that plays anything legal, the same at positions with the same canonical form."""

    def __init__(self, game: TiqTaqToe, seed: int) -> None:
        self._game, self._random = game, Random(seed)
        self._moves: dict[str, Move] = {}

    def move(self, position: Position, view: Canonical) -> Move:
        if view.text not in self._moves:
            move = self._random.choice(self._game.actions(position))
            assert not isinstance(move, Measurement)
            self._moves[view.text] = turned(move, view.there)
        return self._moves[view.text]

    def said(self, view: Canonical) -> None:
        """Nothing is said."""


def plain_bound(game: TiqTaqToe, player: Actor, strategy: Strategy, position: Position) -> Fraction:
    """The bound of a position by plain play."""
    actor = game.actor(position)
    if actor is None:
        return game.score(position).value
    if actor is player:
        view = canonical(position)
        return plain_bound(
            game, player, strategy, game.play(position, turned(strategy.move(position, view), view.back))
        )
    bounds = {
        action: plain_bound(game, player, strategy, game.play(position, action)) for action in game.actions(position)
    }
    if actor is Actor.CHANCE:
        return sum((chance * bounds[board] for board, chance in game.chance(position).items()), Fraction(0))
    return (min if player is Actor.X else max)(bounds.values())


def late_position(game: TiqTaqToe, random: Random) -> Position:
    """A position with at least seven marks after random play."""
    position = game.initial()
    while position.plies < 7:
        actions = game.actions(position)
        position = game.play(position, random.choice(actions)) if actions else game.initial()
    return position


def bounds_are_those_of_plain_play(bounds: type[Bounds] = Bounds) -> str:
    """For random strategies of both players in three games, from random positions with seven marks or more.

    The bounds of a position are asked for after those of the positions before it, so that what is remembered is used.
    """
    random = Random(SEED)
    for game in GAMES:
        for seed, player in enumerate((Actor.X, Actor.O)):
            strategy = RandomPlay(game, seed)
            found = bounds(game, player, strategy)
            for _ in range(POSITIONS):
                position = late_position(game, random)
                expected, got = plain_bound(game, player, strategy, position), found.of(position)
                if got != expected:
                    raise Refuted(
                        f"{game.level} {game.switches}, {player}: {got}, by plain play {expected}: '{position}'"
                    )
    return f"{2 * len(GAMES) * POSITIONS} positions, {2 * len(GAMES)} strategies, seed {SEED}"


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
