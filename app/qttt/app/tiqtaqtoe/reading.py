"""A reading of TiqTaqToe: its level and its switches, and the result of perfect play."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qttt.app import screen
from qttt.app.games import json_of
from qttt.app.solved import Reading
from qttt.oracle import Oracle
from qttt.oracle.tiqtaqtoe import state_of
from qttt.reference.tiqtaqtoe import Action, TiqTaqToe

if TYPE_CHECKING:
    from qttt.fast.tiqtaqtoe.tablebase import Chances, Tablebase

UNSOLVED = "level=full"
"""The games that are left unsolved."""
States = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class TiqTaqToeReading(Reading[TiqTaqToe, Action]):
    """`positions` counts, per ply, those in which a player may have to decide, one per symmetry class; `chances` are
    those of each ending under one optimal pair of strategies; `states` counts the positions of each kind, one per
    symmetry class and all."""

    chances: "Chances"
    states: States

    @classmethod
    def of(cls, game: TiqTaqToe, tablebase: "Tablebase") -> "TiqTaqToeReading":
        """The reading of a game with its tablebase."""
        play, start = Oracle(game, tablebase), game.initial()
        positions, chances = tuple(tablebase.positions), tablebase.outcomes(state_of(start))
        return cls(game, play.value(start), play.values(start), positions, chances, tablebase.states)

    def json_object(self) -> dict[str, object]:
        return {
            **json_of(self.game),
            "value": str(self.value),
            "outcomes": screen.as_text(self.chances._asdict()),
            "first_moves": screen.as_text(self.first_moves),
            "positions": list(self.positions),
            "states": {kind: dict(counts) for kind, counts in self.states.items()},
        }


def solve_readings(games: Sequence[TiqTaqToe], device: str) -> Iterator[TiqTaqToeReading]:
    """The readings of some games, in their order, computed on the device of this name."""
    from qttt.fast.backend import device as device_called
    from qttt.fast.tiqtaqtoe.solve import solve_all
    from qttt.oracle.tiqtaqtoe import setting_of

    for game, solution in zip(games, solve_all(device_called(device), [*map(setting_of, games)]), strict=True):
        yield TiqTaqToeReading.of(game, solution.tablebase)
