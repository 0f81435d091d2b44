"""A reading of Goff's game: its options, and the result of perfect play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qttt.app import screen
from qttt.app.games import json_of
from qttt.app.goff.view import outcome_name
from qttt.app.solved import Reading
from qttt.oracle import Oracle
from qttt.oracle.goff import ENTRY
from qttt.reference.goff import Action, Goff

if TYPE_CHECKING:
    from qttt.fast.goff.tablebase import Tablebase

UNSOLVED = ""
"""No game is left unsolved."""


@dataclass(frozen=True)
class GoffReading(Reading[Goff, Action]):
    """`positions` counts, per ply through 6, those in which a player is to move, one of each canonical form."""

    @classmethod
    def of(cls, game: Goff, tablebase: "Tablebase") -> "GoffReading":
        """The reading of a game with its tablebase."""
        play, start = Oracle(game, tablebase), game.initial()
        return cls(game, play.value(start), play.values(start), tablebase.undecided)

    def json_object(self) -> dict[str, Any]:
        return {
            **json_of(self.game),
            "value": str(self.value),
            "outcome": outcome_name(self.value),
            "first_moves": screen.as_text(self.first_moves),
            "positions": list(self.positions),
        }


def is_solved(game: Goff) -> bool:
    """Whether a game has few enough positions to be solved: each has."""
    return True


def solved(games: Sequence[Goff], device: str) -> Iterator[GoffReading]:
    """The readings of some games, in their order, computed on the device of this name: a solve for all games whose
    positions and endings are the same."""
    tablebases = dict[Path, "Tablebase"]()
    for game in games:
        stem = ENTRY.stem(game)
        if stem not in tablebases:
            tablebases[stem] = ENTRY.solve(game, device, lambda _: None)
        yield GoffReading.of(game, tablebases[stem])
