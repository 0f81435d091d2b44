"""The bounds of a strategy of the hybrid game by plain play: every action in turn, no canonical form, nothing
remembered, nothing cut short.

So a claim can say that the checker, which plays one position of each canonical form through, finds the same bounds.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid_notation import Move, Result
from qttt.reference.hybrid_position import Position
from qttt.verification import Refuted
from qttt.verification.certificate.merging import Merging
from qttt.verification.certificate.moves import Canonical
from qttt.verification.hybrid.certificate_bounds import LOST, Bounds, Strategy
from qttt.verification.hybrid.certificate_canonical import canonical, turned
from qttt.verification.perfect import PLAYERS

SEED = 2019
POSITIONS = 25
MEASURED = 6
GAMES = (Hybrid(), Hybrid("single", "one", "take", "other"), Hybrid("two", both="X"))


class RandomPlay:
    """A strategy that plays anything legal, the same at positions with the same canonical form, and at some nothing."""

    def __init__(self, game: Hybrid, seed: int) -> None:
        self._game, self._random = game, Random(seed)
        self._moves: dict[str, Move | None] = {}

    def move(self, position: Position, view: Canonical) -> Move:
        if view.text not in self._moves:
            move = self._random.choice(self._game.actions(position))
            assert not isinstance(move, Result)
            self._moves[view.text] = turned(move, view.there) if self._random.random() < 3 / 4 else None
        chosen = self._moves[view.text]
        if chosen is None:
            raise LookupError(view.text)
        return chosen

    def said(self, view: Canonical) -> None:
        """Nothing is said."""


def plain_bound(game: Hybrid, player: Actor, strategy: Strategy, position: Position) -> Fraction:
    """The bound of a position by plain play."""
    actor = game.actor(position)
    if actor is None:
        return game.score(position).value
    if actor is player:
        view = canonical(position)
        try:
            move = turned(strategy.move(position, view), view.back)
        except LookupError:
            return LOST[player]
        return plain_bound(game, player, strategy, game.play(position, move))
    bounds = [plain_bound(game, player, strategy, game.play(position, action)) for action in game.actions(position)]
    if actor is Actor.CHANCE:
        return sum(bounds, Fraction(0)) / len(bounds)
    return (min if player is Actor.X else max)(bounds)


def late_position(game: Hybrid, random: Random) -> Position:
    """A position with at least six boxes measured after random play."""
    position = game.initial()
    while len(position.measured) < MEASURED:
        actions = game.actions(position)
        position = game.play(position, random.choice(actions)) if actions else game.initial()
    return position


def bounds_are_those_of_plain_play(bounds: type[Bounds] = Bounds) -> str:
    """For random strategies of both players in three games, from random positions with six boxes measured or more
    and from the same ones with the other player to move.

    The bounds of a position are asked for after those of the positions before it, so that what is remembered is used.
    """
    random = Random(SEED)
    for game in GAMES:
        for seed, player in enumerate(PLAYERS):
            strategy = RandomPlay(game, seed)
            found = bounds(game, player, strategy)
            for _ in range(POSITIONS):
                late = late_position(game, random)
                for position in (late, replace(late, turn=late.turn.opponent)):
                    expected, got = plain_bound(game, player, strategy, position), found.of(position)
                    if got != expected:
                        raise Refuted(f"{game.switches}, {player}: {got}, by plain play {expected}: '{position}'")
    return f"{4 * len(GAMES) * POSITIONS} positions, {2 * len(GAMES)} strategies, seed {SEED}"


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
