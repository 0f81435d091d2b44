"""Where the players of a game have lost value, judged by perfect play."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from rich.table import Table

from qttt.app import screen
from qttt.oracle.entry import NotSolvable
from qttt.oracle.perfect import PLAYERS, PerfectPlay

A = TypeVar("A")


class Loss(NamedTuple, Generic[A]):
    """An action that made the position worse for the player: its place in the game, from 0, the value before and after
    the action, from X's side, and the first of the best actions."""

    at: int
    before: Fraction
    after: Fraction
    best: A


@dataclass(frozen=True)
class Review(Generic[A]):
    """The losses of a game in the order of play; actions of chance or the System are nobody's loss.

    `judged` is the number of the players' actions that were judged. A game may be solved only from some position on;
    `unsolved` then says so, and `first` is the place of the first action that was judged."""

    losses: list[Loss[A]]
    judged: int
    first: int
    unsolved: NotSolvable | None

    @classmethod
    def of(cls, play: PerfectPlay[Any, A], positions: Sequence[Any], actions: Sequence[A]) -> "Review[A]":
        """The review of a game, from its actions and its positions, which are one more."""
        places = [at for at in range(len(actions)) if play.game.actor(positions[at]) in PLAYERS]
        losses, judged, unsolved = [], [], None
        for at in places:
            try:
                before, after = play.value(positions[at]), play.value(positions[at + 1])
            except NotSolvable as error:
                unsolved = error
                continue
            judged.append(at)
            if before != after:
                losses.append(Loss(at, before, after, play.choices(positions[at])[0]))
        return cls(losses, len(judged), min(judged, default=0), unsolved)

    def table(self, tokens: Sequence[str]) -> Table:
        """The losses as a table; `tokens` is the written game."""
        table = screen.table("move", "value before", "after", "best", right=("value before", "after"))
        for loss in self.losses:
            table.add_row(tokens[loss.at], screen.short(loss.before), screen.short(loss.after), str(loss.best))
        return table
