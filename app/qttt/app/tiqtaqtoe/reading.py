"""A reading of TiqTaqToe, its level and its switches, and what perfect play makes of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from qttt.app import screen
from qttt.app.first_moves import symmetry_classes
from qttt.app.tiqtaqtoe.show import described_game
from qttt.reference.tiqtaqtoe import Action, TiqTaqToe
from qttt.verification.tiqtaqtoe.certificate_canonical import canonical
from qttt.verification.tiqtaqtoe.perfect import Chances, PerfectPlay

if TYPE_CHECKING:
    from qttt.fast.tiqtaqtoe.tablebase import Tablebase

States = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Reading:
    """What a tablebase says of a game: the value, how it ends under one optimal pair of strategies, and the values of
    the first moves; how many positions a player may have to decide in, a ply, alike ones counted once; and how many
    positions there are of each kind, with and without alike ones."""

    game: TiqTaqToe
    value: Fraction
    chances: Chances
    first_moves: dict[Action, Fraction]
    positions: tuple[int, ...]
    states: States

    @classmethod
    def of(cls, game: TiqTaqToe, tablebase: "Tablebase") -> "Reading":
        """The reading of a game with its tablebase."""
        play, start = PerfectPlay(game, tablebase), game.initial()
        values = play.value(start), play.outcomes(start), play.actions(start)
        return cls(game, *values, tuple(tablebase.positions), tablebase.states)

    @property
    def best(self) -> list[Action]:
        """The first moves that keep the value, one of each symmetry class."""
        return [move for move, _ in classes_of_first_moves(self) if self.first_moves[move] == self.value]


def described(reading: Reading) -> dict[str, Any]:
    """The JSON object of a reading."""
    return {
        **described_game(reading.game),
        "value": str(reading.value),
        "outcomes": screen.as_text(reading.chances._asdict()),
        "first_moves": screen.as_text(reading.first_moves),
        "positions": list(reading.positions),
        "states": {kind: dict(counts) for kind, counts in reading.states.items()},
    }


def classes_of_first_moves(reading: Reading) -> list[tuple[Action, list[Action]]]:
    """The first first move of each symmetry class, with all that are alike, in the documented order."""
    classes = symmetry_classes(reading.game, reading.first_moves, lambda position: canonical(position).text)
    return [(moves[0], moves) for moves in classes]
