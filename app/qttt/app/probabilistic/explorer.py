"""Probabilistic tic-tac-toe in the explorer."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from qttt.app.explorer.shown import Answerer, Shown, Told
from qttt.app.probabilistic.loops import loops_json
from qttt.app.probabilistic.written import boards_json
from qttt.reference.board import lines
from qttt.reference.game import Actor
from qttt.reference.picture import decimal
from qttt.reference.probabilistic import Choice, MoveOutcome, Position
from qttt.reference.probabilistic.board import plain
from qttt.reference.probabilistic.picture import describe


class ProbabilisticShown(Shown):
    """See `Shown`."""

    short = "Probabilistic"
    about = (
        "You name a square, and chance decides: with the probabilities of that square it gets your mark (success), "
        "nothing (neutral) or your opponent's mark (failure). Either way it is then your opponent's turn. Three marks "
        "in a row win. The value is X's chance of winning."
    )
    start: Mapping[str, str] = MappingProxyType({"seed": "1"})

    def picture(self, game: Any, position: Position) -> Mapping[str, Any]:
        return {
            "marks": {str(at): mark for at, mark in enumerate(position.marks, start=1) if mark},
            "named": position.named,
            "turn": position.turn,
            "board": [{"exact": [*map(plain, three)], "number": [*map(float, three)]} for three in game.board],
            "lines": [[*line] for line in lines() if _held(position, line)],
        }

    def words(self, game: Any, position: Position) -> str:
        return describe(position)

    def means(self, game: Any, value: Fraction) -> str:
        return f"X wins with probability {decimal(value)}"

    def told(self, game: Any, before: Position, action: Any, after: Position) -> Sequence[Told]:
        if isinstance(action, Choice):
            success, neutral, failure = game.board[action.square - 1]
            words = f"{before.turn} named {action.square}: success {success}, neutral {neutral}, failure {failure}"
            return [Told(words, "PROB-MOVE-1")]
        player, square = before.turn, before.named
        effect = {
            MoveOutcome.SUCCESS: f"{square} gets the mark of {player}, who named it",
            MoveOutcome.NEUTRAL: f"{square} stays open",
            MoveOutcome.FAILURE: f"{square} gets the mark of {player.opponent}",
        }[action]
        told = [Told(f"Chance said {action}: {effect}", "PROB-OUTCOME-1")]
        if game.actor(after) is None:
            ended = game.score(after).outcome
            return [*told, Told(f"The game is over, {ended}", ended.rule)]
        return [*told, Told(f"{after.turn} moves now, whatever the outcome was", "PROB-TURN-1")]

    def next(self, game: Any, position: Position) -> str:
        match game.actor(position):
            case None:
                return ""
            case Actor.CHANCE:
                return f"Chance decides about {position.named}, which {position.turn} has named"
        return f"{position.turn} to move: name a square"

    def questions(self) -> Mapping[str, tuple[Answerer, Sequence[str], str]]:
        return {
            "loops": (loops_json, (), "How the values with X and with O to move depend on each other"),
            "boards": (boards_json, ("csv",), "The boards of a CSV text, or the board of the game as CSV"),
        }

    def vector_options(self, game: Any) -> dict[str, Any]:
        return {"board": [[plain(each) for each in square] for square in game.board]}


def _held(position: Position, line: tuple[int, ...]) -> bool:
    held = {position.marks[square - 1] for square in line}
    return len(held) == 1 and None not in held


SHOWN = ProbabilisticShown()
