"""The bounds of a strategy by plain play: every action in turn, without canonical forms, memory or omissions.

The checker, which takes short cuts, must find the same bounds.
"""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from random import Random
from typing import Any

from qttt.oracle.perfect import PLAYERS
from qttt.reference.game import Actor
from qttt.verification import expect
from qttt.verification.certificate.bounds import Canonical, Strategy
from qttt.verification.certificate.strategy import Form
from qttt.verification.values import combined, visited

MANY = 1_000
"""So many random games have a late position."""
Drawn = Callable[[Any, Random], Iterable[Any]]
"""Positions of a game, drawn at random."""


def late(game: Any, random: Random, is_late: Callable[[Any], bool]) -> Any:
    """The first late position of random games."""
    return next(filter(is_late, visited(game, random, MANY)))


class RandomPlay:
    """A strategy of random legal decisions, equal at positions with the same canonical form, and without a decision at
    the share `unknown` of the positions."""

    def __init__(self, form: Form[Any, Any], player: Actor, seed: int, unknown: Fraction = Fraction(0)) -> None:
        self.form, self.player, self.random, self._unknown = form, player, Random(seed), unknown
        self._decisions: dict[Hashable, Any] = {}

    def decision(self, position: Any, view: Canonical) -> Any:
        """A decision, on the board of the canonical form. Raises `LookupError` where there is no decision."""
        if view.key not in self._decisions:
            decision = self.form.turned(position, self.chosen(position), view.there)
            self._decisions[view.key] = None if self.random.random() < self._unknown else decision
        if self._decisions[view.key] is None:
            raise LookupError(view.key)
        return self._decisions[view.key]

    def said(self, _: Canonical) -> None:
        """None: the strategy states no value."""

    def chosen(self, position: Any) -> Any:
        return next(self.form.turns(position, lambda at: [self.random.choice(self.form.game.actions(at))]))


class PlainPlay:
    """The bounds of a strategy for a player by plain play."""

    def __init__(self, form: Form[Any, Any], player: Actor, strategy: Strategy[Any]) -> None:
        self.form, self.game, self.player, self.strategy = form, form.game, player, strategy

    def bound(self, position: Any) -> Fraction:
        game = self.game
        if game.actor(position) is self.player:
            return self.own(position)
        after = {action: self.bound(game.play(position, action)) for action in game.actions(position)}
        return combined(game, position, after)

    def own(self, position: Any) -> Fraction:
        """The bound of a position where the player is to act."""
        try:
            decision = self.decision(position)
        except LookupError:
            return self.form.lost[self.player]
        for action in decision:
            position = self.game.play(position, action)
        return self.bound(position)

    def decision(self, position: Any) -> Any:
        """The strategy's decision, on the board of the position. Raises `LookupError` where there is no decision."""
        view = self.form.canonical(position)
        assert view
        decision = self.strategy.decision(position, view)
        return self.form.turned(self.game.turned(position, view.there), decision, view.back)


def check_bounds(
    forms: Iterable[Form[Any, Any]],
    drawn: Drawn,
    draws: int,
    seed: int,
    play: type[RandomPlay] = RandomPlay,
    plain: type[PlainPlay] = PlainPlay,
    unknown: Fraction = Fraction(0),
) -> str:
    """Compare the bounds of random strategies of both players in each game, at positions from `draws` random draws.

    The check asks for bounds one position after another, so that the bounds remembered earlier are used.
    Raises `Refuted` with a position where they differ.
    """
    random, strategies, count = Random(seed), 0, 0
    for form in forms:
        for player in PLAYERS:
            strategy = play(form, player, strategies, unknown)
            expected, found = plain(form, player, strategy), form.bounds(form, player, strategy)
            strategies += 1
            for position in (position for _ in range(draws) for position in drawn(form.game, random)):
                expect(f"{form.game}, {player}, '{position}'", found.of(position), expected.bound(position))
                count += 1
    return f"{count} positions, {strategies} strategies, seed {seed}"
