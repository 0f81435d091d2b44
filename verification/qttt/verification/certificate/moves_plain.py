"""The bounds of a strategy by plain play: each action in turn, no canonical form, nothing remembered or cut short.

So a claim can say that a checker of certificates whose rows are moves, which plays one position of each canonical form
through, finds the same bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Generic

from qttt.reference.game import Actor, Game
from qttt.verification import Refuted
from qttt.verification.certificate.moves import Bounds, Canonical, M, P, Strategy
from qttt.verification.perfect import PLAYERS

POSITIONS = 25
"""How many times positions are drawn for each strategy."""


class RandomPlay(Generic[P, M]):
    """A strategy that plays anything legal, the same at positions with the same canonical form, and at the share
    `unknown` of them nothing."""

    def __init__(
        self, game: Game[P, Any], turned: Callable[[M, tuple[int, ...]], M], seed: int, unknown: Fraction
    ) -> None:
        self._game, self._turned, self._random, self._unknown = game, turned, Random(seed), unknown
        self._moves: dict[str, M | None] = {}

    def move(self, position: P, view: Canonical) -> M:
        if view.text not in self._moves:
            move = self._turned(self._random.choice(self._game.actions(position)), view.there)
            self._moves[view.text] = None if self._random.random() < self._unknown else move
        chosen = self._moves[view.text]
        if chosen is None:
            raise LookupError(view.text)
        return chosen

    def said(self, view: Canonical) -> None:
        """Nothing is said."""


@dataclass(frozen=True)
class PlainPlay(Generic[P, M]):
    """A strategy, and what each player has lost with where it does not know what to play. `forms` has the canonical
    forms in which the strategy is told."""

    forms: type[Bounds[P, M]]
    game: Game[P, Any]
    player: Actor
    strategy: Strategy[P, M]
    lost: Mapping[Actor, Fraction]

    def bound(self, position: P) -> Fraction:
        """The bound of a position."""
        actor = self.game.actor(position)
        if actor is None:
            return self.game.score(position).value
        if actor is self.player:
            return self._own(position)
        bounds = {action: self._after(position, action) for action in self.game.actions(position)}
        if actor is Actor.CHANCE:
            return sum((chance * bounds[found] for found, chance in self.game.chance(position).items()), Fraction(0))
        return (min if self.player is Actor.X else max)(bounds.values())

    def _own(self, position: P) -> Fraction:
        view = self.forms.canonical(position)
        try:
            move = self.strategy.move(position, view)
        except LookupError:
            return self.lost[self.player]
        return self._after(position, self.forms.turned(move, view.back))

    def _after(self, position: P, action: Any) -> Fraction:
        return self.bound(self.game.play(position, action))


def bounds_are_those_of_plain_play(
    bounds: type[Bounds[P, M]],
    games: Iterable[Any],
    drawn: Callable[[Any, Random], Iterable[P]],
    seed: int,
    unknown: Fraction = Fraction(0),
    lost: Mapping[Actor, Fraction] | None = None,
) -> str:
    """For random strategies of both players in each game, from positions that are drawn.

    The bounds of a position are asked for after those of the positions before it, so that what is remembered is used.
    """
    random, strategies, count = Random(seed), 0, 0
    for game in games:
        for number, player in enumerate(PLAYERS):
            strategy: RandomPlay[P, M] = RandomPlay(game, bounds.turned, number, unknown)
            plain, found = PlainPlay(bounds, game, player, strategy, lost or {}), bounds(game, player, strategy)
            strategies += 1
            for position in (position for _ in range(POSITIONS) for position in drawn(game, random)):
                expected, got = plain.bound(position), found.of(position)
                if got != expected:
                    raise Refuted(f"{game}, {player}: {got}, by plain play {expected}: '{position}'")
                count += 1
    return f"{count} positions, {strategies} strategies, seed {seed}"
