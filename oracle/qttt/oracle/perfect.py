"""Perfect play of any game, in the words of the reference: values, best actions, lines, probabilities."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any, Generic, TypeVar

from qttt.reference.game import Actor, Rules

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)

PLAYERS = (Actor.X, Actor.O)


class PerfectPlay(Generic[P, A]):
    """The truth about the positions of one game, from X's side, exact for every position that play can reach.

    `value` gives the value of a position; `moves`, if the game has a quicker way than `value` after each action,
    gives the values of the actions of a player who is to act, in the documented order.
    """

    def __init__(
        self,
        game: Rules[P, A],
        value: Callable[[P], Fraction],
        moves: Callable[[P], Mapping[A, Fraction]] | None = None,
    ) -> None:
        self.game: Any = game
        self._value, self._moves = value, moves

    def __repr__(self) -> str:
        return f"<perfect play of {self.game!r}>"

    def value(self, position: P) -> Fraction:
        """The value of a position, over or not; the expected value where chance or the System is to act."""
        return self._value(position)

    def values(self, position: P) -> dict[A, Fraction]:
        """The value after each legal action, in the documented order; empty when the game is over."""
        if self._moves and self.game.actor(position) in PLAYERS:
            return {**self._moves(position)}
        return {action: self.value(self.game.play(position, action)) for action in self.game.actions(position)}

    def best(self, position: P) -> tuple[A, ...]:
        """All optimal actions of the player who is to act, in the documented order; empty where no player is.

        Best under the scoring and the options of the game: where double wins do not count, a double win is a
        complete win.
        """
        actor = self.game.actor(position)
        if actor not in PLAYERS:
            return ()
        values = self.values(position)
        best = (max if actor is Actor.X else min)(values.values())
        return tuple(action for action, value in values.items() if value == best)

    def choices(self, position: P) -> tuple[A, ...]:
        """The best actions that attain the value however often they are repeated; those of `best` in most games."""
        return self.best(position)

    def line(self, position: P) -> tuple[A, ...]:
        """The principal variation: the first best action each time, until the game is over or no player is to act."""
        line: list[A] = []
        while best := self.choices(position):
            line.append(best[0])
            position = self.game.play(position, best[0])
        return tuple(line)

    def end(self, position: P) -> P:
        """The position at the end of `line`."""
        return reduce(self.game.play, self.line(position), position)

    def probabilities(self, position: P) -> dict[A, Fraction]:
        """The probability of each action where chance or the System is to act, in the documented order; else empty.

        The System favours X with the first action of the largest value, and O with the last of the smallest.

        Rule: SQT-SELECT-1
        """
        if self.game.actor(position) is not Actor.SYSTEM:
            return {**self.game.chance(position)}
        values, favour = self.values(position), self.game.system(position)
        of_x = next(action for action, value in values.items() if value == max(values.values()))
        of_o = next(action for action in reversed(values) if values[action] == min(values.values()))
        return {action: favour[Actor.X] * (action == of_x) + favour[Actor.O] * (action == of_o) for action in values}
