"""A reading of Goff's game: its options, and the result of perfect play."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache

from qttt.app import screen
from qttt.app.errors import tell
from qttt.app.games import json_of
from qttt.app.goff.view import outcome_name
from qttt.app.solved import Reading
from qttt.fast.goff.known import undecided
from qttt.fast.known import Damaged
from qttt.oracle.goff import reading_of
from qttt.oracle.oracle import consult
from qttt.reference.goff import Action, Goff


@dataclass(frozen=True)
class GoffReading(Reading[Goff, Action]):
    """`positions` counts, per ply through 6, those in which a player is to move, one of each canonical form."""

    def json_object(self) -> dict[str, object]:
        return {
            **json_of(self.game),
            "value": str(self.value),
            "outcome": outcome_name(self.value),
            "first_moves": screen.as_text(self.first_moves),
            "positions": list(self.positions),
        }


def solve_readings(games: Sequence[Goff], device: str) -> Iterator[GoffReading]:
    """The readings of some games, in their order: what ships, or else a solve on the device of this name."""
    note = cache(tell)  # once if what ships is damaged
    for game in games:
        play, start = consult(game, None, device, lambda: nullcontext(lambda _: None), note), game.initial()
        try:
            positions = undecided(reading_of(game))
        except Damaged:
            positions = play.tablebase.undecided
        yield GoffReading(game, play.value(start), play.values(start), positions)
