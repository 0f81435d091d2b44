"""A reading of the hybrid game: the game under its switches, and the result of perfect play."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from qttt.app import screen
from qttt.app.games import json_of
from qttt.app.solved import GAME, Reading
from qttt.oracle import Oracle
from qttt.oracle.hybrid import solvable
from qttt.oracle.oracle import early
from qttt.reference.hybrid import Action, Hybrid, Position


class Replies(NamedTuple):
    """The value of a position with O to move, and O's best moves in it, in the documented order."""

    value: Fraction
    best: tuple[Action, ...]

    def json_object(self) -> dict[str, object]:
        """The value and the moves as text."""
        return {"value": str(self.value), "best": [*map(str, self.best)]}


@dataclass(frozen=True)
class HybridReading(Reading[Hybrid, Action]):
    """`replies` are O's best moves after each first move and its result. `positions` counts the undecided positions
    with 0 to 8 boxes measured that the switches allow, one per class of equivalent ones; these are the ones with a
    value."""

    replies: Mapping[Action, Mapping[Action, Replies]]

    @classmethod
    def of(cls, play: Oracle[Position, Action]) -> "HybridReading":
        """The reading of the game of an oracle."""
        from qttt.fast.hybrid.count import positions
        from qttt.oracle.hybrid import setting_of

        game: Any = play.game
        start = game.initial()
        first_moves = play.values(start)
        replies = {move: _replies(play, game.play(start, move)) for move in first_moves}
        return cls(game, play.value(start), first_moves, positions(setting_of(game)), replies)

    def rows(self) -> Iterator[dict[str, str]]:
        """Also a row for each result of each first move, with the best moves of the player who is to move then; a first
        move before its result has an empty result and no best moves."""
        best = [move for move, value in self.first_moves.items() if value == self.value]
        yield {"first_move": GAME, "result": "", "value": str(self.value), "best": _written(best)}
        for move, value in self.first_moves.items():
            yield {"first_move": str(move), "result": "", "value": str(value), "best": ""}
            for result, replies in self.replies[move].items():
                cells = {"value": str(replies.value), "best": _written(replies.best)}
                yield {"first_move": str(move), "result": str(result), **cells}

    def json_object(self) -> dict[str, object]:
        return {
            **json_of(self.game),
            "value": str(self.value),
            "first_moves": screen.as_text(self.first_moves),
            "replies": {
                str(move): {str(result): replies.json_object() for result, replies in after.items()}
                for move, after in self.replies.items()
            },
            "positions": list(self.positions),
        }


def _replies(play: Oracle[Position, Action], measuring: Position) -> dict[Action, Replies]:
    after = {result: play.game.play(measuring, result) for result in play.game.actions(measuring)}
    return {result: Replies(play.value(position), play.optimal(position)) for result, position in after.items()}


def _written(moves: Iterable[Action]) -> str:
    return " ".join(map(str, moves))


def solve_readings(games: Sequence[Hybrid], device: str) -> Iterator[HybridReading]:
    """The readings of some games, in their order, computed on the device of this name; those of the largest games are
    what ships. Raises `NotSolvable` if that is damaged."""
    from qttt.fast.hybrid.solve import device as device_called
    from qttt.fast.hybrid.solve import solve
    from qttt.oracle.hybrid import check_solvable, setting_of

    on = device_called(device)
    for game in games:
        ships = None if solvable(game) else early(game, partial(check_solvable, game))
        if not ships:
            check_solvable(game)
        yield HybridReading.of(ships or Oracle(game, solve(on, setting_of(game)).tablebase))
