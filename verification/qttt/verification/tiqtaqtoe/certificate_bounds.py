"""What a strategy of TiqTaqToe guarantees, found by playing it through under the rules of the reference."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from qttt.reference.game import Actor, Game
from qttt.reference.tiqtaqtoe_notation import Action, write
from qttt.reference.tiqtaqtoe_position import Position
from qttt.verification.certificate import moves
from qttt.verification.tiqtaqtoe.certificate import Move
from qttt.verification.tiqtaqtoe.certificate_canonical import canonical, turned

Strategy = moves.Strategy[Position, Move]


class Bounds(moves.Bounds[Position, Move]):
    """What a strategy for one player guarantees at the positions it leads to; `known` has endings and positions where a
    measurement is due, too. What a measurement leaves of the same board is played through once."""

    canonical, turned, write = staticmethod(canonical), staticmethod(turned), staticmethod(write)

    def __init__(
        self, game: Game[Position, Action], player: Actor, strategy: Strategy, opening: Iterable[Action] = ()
    ) -> None:
        super().__init__(game, player, strategy, opening)
        self._found_boards: dict[Action, Fraction] = {}

    def _mean(self, position: Position) -> Fraction:
        for board in self.game.chance(position):
            if board not in self._found_boards:
                self._found_boards[board] = self._after(position, board)
        chances = self.game.chance(position)
        return sum((chance * self._found_boards[board] for board, chance in chances.items()), Fraction(0))
