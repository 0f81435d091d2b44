"""A reading of the hybrid game: the game under its switches, and the result of perfect play."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from qttt.app import screen
from qttt.app.games import json_of
from qttt.app.solved import Reading
from qttt.oracle import Oracle
from qttt.oracle.hybrid import solvable as is_solved
from qttt.reference.hybrid import Action, Hybrid, Position

if TYPE_CHECKING:
    from qttt.fast.hybrid.tablebase import Tablebase

__all__ = ["UNSOLVED", "HybridReading", "Replies", "is_solved", "solved"]

UNSOLVED = "links=two with targets=any"
"""The switches of the games that are not solved."""


class Replies(NamedTuple):
    """The value of a position with O to move, and O's best moves in it, in the documented order."""

    value: Fraction
    best: tuple[Action, ...]

    def json_object(self) -> dict[str, Any]:
        """The value and the moves as text."""
        return {"value": str(self.value), "best": [*map(str, self.best)]}


@dataclass(frozen=True)
class HybridReading(Reading[Hybrid, Action]):
    """`replies` are O's best moves after each first move and its result. The counts are of undecided positions with 0
    to 8 boxes measured, one per class of equivalent ones: `positions` counts those that play reaches,
    `positions_within_switches` all that the switches allow; these are the ones with a value."""

    replies: Mapping[Action, Mapping[Action, Replies]]
    positions_within_switches: tuple[int, ...]

    @classmethod
    def of(cls, game: Hybrid, tablebase: "Tablebase", reached: tuple[int, ...]) -> "HybridReading":
        """The reading of a game with its tablebase, and the counts that `reachable` returns."""
        play, start = Oracle(game, tablebase), game.initial()
        first_moves = play.values(start)
        replies = {move: _replies(play, game.play(start, move)) for move in first_moves}
        return cls(game, play.value(start), first_moves, reached, replies, tablebase.positions)

    def rows(self) -> Iterator[dict[str, str]]:
        """Also a row for each result of each first move, with the best moves of the player who is to move then; a first
        move before its result has an empty result and no best moves."""
        best = [move for move, value in self.first_moves.items() if value == self.value]
        yield {"first_move": "", "result": "", "value": str(self.value), "best": _written(best)}
        for move, value in self.first_moves.items():
            yield {"first_move": str(move), "result": "", "value": str(value), "best": ""}
            for result, replies in self.replies[move].items():
                cells = {"value": str(replies.value), "best": _written(replies.best)}
                yield {"first_move": str(move), "result": str(result), **cells}

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


def _replies(play: Oracle[Position, Action], measuring: Position) -> dict[Action, Replies]:
    after = {result: play.game.play(measuring, result) for result in play.game.actions(measuring)}
    return {result: Replies(play.value(position), play.best(position)) for result, position in after.items()}


def _written(moves: Iterable[Action]) -> str:
    return " ".join(map(str, moves))


def solved(games: Sequence[Hybrid], device: str) -> Iterator[HybridReading]:
    """The readings of some games, in their order, computed on the device of this name."""
    from qttt.fast.backend import device as device_called
    from qttt.fast.hybrid.reach import reachable
    from qttt.fast.hybrid.solve import solve
    from qttt.oracle.hybrid.translate import setting_of

    on, reached = device_called(device), dict[Any, tuple[int, ...]]()
    for game in games:
        setting = setting_of(game)
        # If both have a line the game is over, whoever wins: play reaches the same positions under all of `both`.
        alike = setting._replace(both="draw")
        reached[alike] = reached.get(alike) or reachable(on, alike)
        yield HybridReading.of(game, solve(on, setting).tablebase, reached[alike])
