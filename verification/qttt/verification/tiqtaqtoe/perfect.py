"""Perfect play of TiqTaqToe in the words of the reference: the fast engine's answers about reference positions."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from qttt.fast.tiqtaqtoe.tablebase import Tablebase
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe_notation import Action
from qttt.reference.tiqtaqtoe_position import Position
from qttt.verification import perfect
from qttt.verification.tiqtaqtoe.translate import move_of, setting_of, state_of


class Chances(NamedTuple):
    """How a game ends, as exact probabilities: a line of X alone, of O alone, of both, of neither."""

    X: Fraction
    O: Fraction
    both: Fraction
    neither: Fraction


class PerfectPlay(perfect.PerfectPlay[Position, Action]):
    """Values, best actions and variations of one game, at its level and with its switches, from a tablebase.

    Values are those of Rule TIQ-VALUE-1, from X's side. Exact for positions that play can reach; `KeyError` for others.
    Raises `ValueError` if the tablebase is of another game.
    """

    def __init__(self, game: TiqTaqToe, tablebase: Tablebase) -> None:
        if tablebase.setting != setting_of(game):
            raise ValueError(f"the tablebase is of {tablebase.setting}, not of {setting_of(game)}")
        super().__init__(
            game,
            lambda position: tablebase.value(state_of(position)),
            lambda position: {move_of(slot): value for slot, value in tablebase.values(state_of(position)).items()},
        )
        self._tablebase = tablebase

    def outcomes(self, position: Position) -> Chances:
        """How the game ends if both players always make their first best move."""
        return Chances(*self._tablebase.outcomes(state_of(position)))
