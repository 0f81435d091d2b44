"""What a strategy of the hybrid game guarantees, found by playing it through under the rules of the reference."""

from __future__ import annotations

from fractions import Fraction

from qttt.reference.game import Actor
from qttt.reference.hybrid_notation import Move, write
from qttt.reference.hybrid_position import Position
from qttt.verification.certificate import moves
from qttt.verification.hybrid.certificate_canonical import canonical, turned

LOST = {Actor.X: Fraction(-1), Actor.O: Fraction(1)}
"""What a lost game is worth."""

Strategy = moves.Strategy[Position, Move]


class Bounds(moves.Bounds[Position, Move]):
    """What a strategy for one player guarantees at the positions it leads to; `known` has those where a player is to
    move: a measurement is found again by the position before it, and an ending is judged at once. Where the strategy
    does not know what to play it guarantees what every move does: that the game is not worse than lost; and once an
    opponent's move has this bound, the others are not looked at."""

    canonical, turned, write = staticmethod(canonical), staticmethod(turned), staticmethod(write)

    def of(self, position: Position) -> Fraction:
        actor = self.game.actor(position)
        if actor is None:
            return self.game.score(position).value
        return self._mean(position) if actor is Actor.CHANCE else super().of(position)

    def _opponents(self, position: Position) -> Fraction:
        lost = LOST[self.player]
        bound = -lost
        for action in self.game.actions(position):
            bound = self._worst(bound, self._after(position, action))
            if bound == lost:
                break
        return bound

    def _without_a_move(self, position: Position) -> Fraction:
        return LOST[self.player]
