"""A reading of the hybrid game, the game under its switches, and what perfect play makes of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from qttt.app import screen
from qttt.app.first_moves import symmetry_classes
from qttt.app.hybrid.show import described_game
from qttt.reference.hybrid import Action, Hybrid, Position
from qttt.verification.certificate.canonical import SYMMETRIES
from qttt.verification.hybrid.perfect import PerfectPlay

if TYPE_CHECKING:
    from qttt.fast.hybrid.tablebase import Tablebase


class Replies(NamedTuple):
    """The value of a position with O to move, and O's best moves in it, in the documented order."""

    value: Fraction
    best: tuple[Action, ...]


@dataclass(frozen=True)
class Reading:
    """What a tablebase says of a game: the value, the values of the first moves, and what O does best after each of
    them and its result; and how many undecided positions have 0 to 8 boxes measured, alike ones counted once: those
    that play reaches, and all that the switches allow, which are those that have a value."""

    game: Hybrid
    value: Fraction
    first_moves: Mapping[Action, Fraction]
    replies: Mapping[Action, Mapping[Action, Replies]]
    positions: tuple[int, ...]
    positions_within_switches: tuple[int, ...]

    @classmethod
    def of(cls, game: Hybrid, tablebase: "Tablebase", reached: tuple[int, ...]) -> "Reading":
        """The reading of a game with its tablebase, and what `reachable` says of it."""
        play, start = PerfectPlay(game, tablebase), game.initial()
        first_moves = play.actions(start)
        replies = {move: _replies(play, game.play(start, move)) for move in first_moves}
        return cls(game, play.value(start), first_moves, replies, reached, tablebase.positions)

    @property
    def best(self) -> list[Action]:
        """The first moves that keep the value, one of each symmetry class."""
        return [move for move, _ in classes_of_first_moves(self) if self.first_moves[move] == self.value]


def _replies(play: PerfectPlay, measuring: Position) -> dict[Action, Replies]:
    after = {result: play.game.play(measuring, result) for result in play.game.actions(measuring)}
    return {result: Replies(play.value(position), play.best(position)) for result, position in after.items()}


def described(reading: Reading) -> dict[str, Any]:
    """The JSON object of a reading."""
    return {
        **described_game(reading.game),
        "value": str(reading.value),
        "first_moves": screen.as_text(reading.first_moves),
        "replies": {
            str(move): {str(result): _described_replies(replies) for result, replies in after.items()}
            for move, after in reading.replies.items()
        },
        "positions": list(reading.positions),
        "positions_within_switches": list(reading.positions_within_switches),
    }


def _described_replies(replies: Replies) -> dict[str, Any]:
    return {"value": str(replies.value), "best": [*map(str, replies.best)]}


def classes_of_first_moves(reading: Reading) -> list[tuple[Action, list[Action]]]:
    """The first first move of each symmetry class, with all that are alike, in the documented order."""
    classes = symmetry_classes(reading.game, reading.first_moves, _least_image)
    return [(moves[0], moves) for moves in classes]


def _least_image(measuring: Position) -> int:
    """The least box to which a symmetry takes the one that is measured: the first move, up to symmetry."""
    assert measuring.measuring is not None
    return min(table[measuring.measuring] for table in SYMMETRIES)
