"""Perfect play of a game with chance, in the words of the reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

from qttt.reference.game import Actor, Game

P = TypeVar("P")
A = TypeVar("A")

PLAYERS = (Actor.X, Actor.O)


class PerfectPlay(Generic[P, A]):
    """Values, best actions and variations of a game, from X's side.

    `value` is that of a position, `moves` those after the moves of a player who is to act, in the documented order.
    """

    def __init__(
        self, game: Game[P, A], value: Callable[[P], Fraction], moves: Callable[[P], Mapping[A, Fraction]]
    ) -> None:
        self.game = game
        self._value, self._moves = value, moves

    def value(self, position: P) -> Fraction:
        """The value of a position, over or not; where chance is to act, what is to be expected."""
        return self._value(position)

    def actions(self, position: P) -> dict[A, Fraction]:
        """The value after each legal action, in the documented order; none when the game is over."""
        if self.game.actor(position) in PLAYERS:
            return {**self._moves(position)}
        return {action: self.value(self.game.play(position, action)) for action in self.game.actions(position)}

    def best(self, position: P) -> tuple[A, ...]:
        """All optimal moves, in the documented order; none when the game is over and where chance is to act."""
        actor = self.game.actor(position)
        if actor not in PLAYERS:
            return ()
        values = self.actions(position)
        best = (max if actor is Actor.X else min)(values.values())
        return tuple(action for action, value in values.items() if value == best)

    def variation(self, position: P) -> tuple[tuple[A, ...], P]:
        """The principal variation, the first best move each time, and the position at its end: an ending, or the first
        position where chance is to act."""
        line: list[A] = []
        while best := self.best(position):
            line.append(best[0])
            position = self.game.play(position, best[0])
        return tuple(line), position
