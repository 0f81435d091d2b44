"""Flat Monte Carlo: equally many random games after each action, then the action with the most games won."""

from collections.abc import Hashable
from random import Random
from typing import Generic, TypeVar

from qttt.reference.agents.random_play import played_out
from qttt.reference.game import Actor, Rules

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)


class MonteCarlo(Generic[P, A]):
    """The Monte Carlo agent of Wong (2023, Section 2.4), for any game.

    After each legal action it plays `playouts` games out at random, counts those that the mover wins, and chooses the
    action with the most; ties go to the first in the documented order. A drawn playout counts as lost, whether no
    player or both players have a line: the outcome has no winner, whatever its value. Every action gets equally many
    playouts, and nothing is kept for the next move.

    Raises `ValueError` if `playouts` is less than 1.

    >>> from qttt.reference.tiqtaqtoe import Position, TiqTaqToe
    >>> agent = MonteCarlo(TiqTaqToe("minimal"), 10)
    >>> str(agent.choose(Position.of("XX.OO...."), Random(1)))
    '3'
    """

    def __init__(self, game: Rules[P, A], playouts: int) -> None:
        if playouts < 1:
            raise ValueError(f"{playouts} playouts decide nothing: expected at least 1")
        self.game, self.playouts = game, playouts

    def choose(self, position: P, chance: Random) -> A:
        """The action with the most won playouts."""
        wins = self.wins(position, chance)
        return max(wins, key=lambda action: wins[action])

    def wins(self, position: P, chance: Random) -> dict[A, int]:
        """How many playouts the mover wins after each legal action, in the documented order."""
        mover = self.game.actor(position)
        assert mover in (Actor.X, Actor.O)
        children = {action: self.game.play(position, action) for action in self.game.actions(position)}
        return {action: self._won(child, mover, chance) for action, child in children.items()}

    def _won(self, position: P, mover: Actor | None, chance: Random) -> int:
        return sum(played_out(self.game, position, chance).winner is mover for _ in range(self.playouts))
