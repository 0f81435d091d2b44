"""A reading of TiqTaqToe: its level and its switches, and the result of perfect play."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from qttt.app import reading, screen
from qttt.app.games import json_of
from qttt.app.reading import valued
from qttt.oracle.tiqtaqtoe.entry import Chances, PerfectTiqTaqToe
from qttt.reference.tiqtaqtoe import Action, TiqTaqToe

if TYPE_CHECKING:
    from qttt.fast.tiqtaqtoe.tablebase import Tablebase

States = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Reading(reading.Reading[TiqTaqToe, Action]):
    """`positions` counts, per ply, those in which a player may have to decide, one per symmetry class; `chances` are
    those of each ending under one optimal pair of strategies; `states` counts the positions of each kind, one per
    symmetry class and all."""

    chances: Chances
    states: States

    @classmethod
    def of(cls, game: TiqTaqToe, tablebase: "Tablebase") -> "Reading":
        """The reading of a game with its tablebase."""
        play, start = PerfectTiqTaqToe(game, tablebase), game.initial()
        positions = tuple(tablebase.positions)
        return cls(game, play.value(start), play.values(start), positions, play.outcomes(start), tablebase.states)

    @classmethod
    def read(cls, content: Mapping[str, Any]) -> "Reading":
        """The reading of which `json_object` has made an object."""
        game = TiqTaqToe.of(level=content["level"], **content["switches"])
        first_moves = valued(game, game.initial(), content["first_moves"])
        chances = Chances(**{name: Fraction(chance) for name, chance in content["outcomes"].items()})
        positions = tuple(content["positions"])
        return cls(game, Fraction(content["value"]), first_moves, positions, chances, content["states"])

    def json_object(self) -> dict[str, Any]:
        return {
            **json_of(self.game),
            "value": str(self.value),
            "outcomes": screen.as_text(self.chances._asdict()),
            "first_moves": screen.as_text(self.first_moves),
            "positions": list(self.positions),
            "states": {kind: dict(counts) for kind, counts in self.states.items()},
        }
