"""A reading of the hybrid game: the game under its switches, and the result of perfect play."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from qttt.app import reading, screen
from qttt.app.games import json_of
from qttt.app.reading import valued
from qttt.oracle.hybrid.entry import PerfectHybrid
from qttt.reference.hybrid import Action, Hybrid, Position

if TYPE_CHECKING:
    from qttt.fast.hybrid.tablebase import Tablebase


class Replies(NamedTuple):
    """The value of a position with O to move, and O's best moves in it, in the documented order."""

    value: Fraction
    best: tuple[Action, ...]

    def json_object(self) -> dict[str, Any]:
        """The value and the moves as text."""
        return {"value": str(self.value), "best": [*map(str, self.best)]}


@dataclass(frozen=True)
class Reading(reading.Reading[Hybrid, Action]):
    """`replies` are O's best moves after each first move and its result. The counts are of undecided positions with 0
    to 8 boxes measured, one per class of equivalent ones: `positions` counts those that play reaches,
    `positions_within_switches` all that the switches allow; these are the ones with a value."""

    replies: Mapping[Action, Mapping[Action, Replies]]
    positions_within_switches: tuple[int, ...]

    @classmethod
    def of(cls, game: Hybrid, tablebase: "Tablebase", reached: tuple[int, ...]) -> "Reading":
        """The reading of a game with its tablebase, and the counts that `reachable` returns."""
        play, start = PerfectHybrid(game, tablebase), game.initial()
        first_moves = play.values(start)
        replies = {move: _replies(play, game.play(start, move)) for move in first_moves}
        return cls(game, play.value(start), first_moves, reached, replies, tablebase.positions)

    @classmethod
    def read(cls, content: Mapping[str, Any]) -> "Reading":
        """The reading of which `json_object` has made an object."""
        game = Hybrid.of(**content["switches"])
        start = game.initial()
        first_moves = valued(game, start, content["first_moves"])
        replies = {move: _read(game, game.play(start, move), content["replies"][str(move)]) for move in first_moves}
        counts = (tuple(content[name]) for name in ("positions", "positions_within_switches"))
        reached, within = counts
        return cls(game, Fraction(content["value"]), first_moves, reached, replies, within)

    def json_object(self) -> dict[str, Any]:
        return {
            **json_of(self.game),
            "value": str(self.value),
            "first_moves": screen.as_text(self.first_moves),
            "replies": {
                str(move): {str(result): replies.json_object() for result, replies in after.items()}
                for move, after in self.replies.items()
            },
            "positions": list(self.positions),
            "positions_within_switches": list(self.positions_within_switches),
        }


def _replies(play: PerfectHybrid, measuring: Position) -> dict[Action, Replies]:
    after = {result: play.game.play(measuring, result) for result in play.game.actions(measuring)}
    return {result: Replies(play.value(position), play.best(position)) for result, position in after.items()}


def _read(game: Hybrid, measuring: Position, content: Mapping[str, Mapping[str, Any]]) -> dict[Action, Replies]:
    found = {}
    for result in game.actions(measuring):
        replies = content[str(result)]
        moves = {str(move): move for move in game.actions(game.play(measuring, result))}
        found[result] = Replies(Fraction(replies["value"]), tuple(moves[move] for move in replies["best"]))
    return found
