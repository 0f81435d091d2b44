"""Perfect play of the hybrid game in the words of the reference: answers of the fast engine about its positions."""

from __future__ import annotations

from qttt.fast.hybrid.tablebase import Tablebase
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid_notation import Action
from qttt.reference.hybrid_position import Position
from qttt.verification import perfect
from qttt.verification.hybrid.translate import move_of, setting_of, state_of


class PerfectPlay(perfect.PerfectPlay[Position, Action]):
    """Values, best actions and variations of one game, with its switches, from a tablebase.

    Values are those of Rule HYB-VALUE-1, from X's side. Exact for every position within the switches; `KeyError` for
    others. Raises `ValueError` if the tablebase is of another game.
    """

    def __init__(self, game: Hybrid, tablebase: Tablebase) -> None:
        if tablebase.setting != setting_of(game):
            raise ValueError(f"the tablebase is of {tablebase.setting}, not of {setting_of(game)}")
        super().__init__(
            game,
            lambda position: tablebase.value(state_of(position)),
            lambda position: {move_of(slot): value for slot, value in tablebase.values(state_of(position)).items()},
        )
