"""Probabilistic tic-tac-toe in the explorer."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from qttt.app.explorer.answer import worth
from qttt.app.explorer.question import LONGEST_TEXT, BadQuestion
from qttt.app.explorer.shown import Answerer, Shown, Told, ended, lines_of_one
from qttt.oracle import Oracle
from qttt.reference.game import Actor, Record
from qttt.reference.picture import decimal
from qttt.reference.probabilistic import SWITCHES, Action, Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import Board, BoardError, plain
from qttt.reference.probabilistic.file import PARTS, read_csv
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
            "lines": lines_of_one(lambda square: position.marks[square - 1], None),
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
        next_turn = Told(f"{after.turn} moves now, whatever the outcome was", "PROB-TURN-1")
        return [*told, *(ended(game, after) or [next_turn])]

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
        turned = {name: value for name, value in game.switches.items() if value != SWITCHES[name][0]}
        board = [[plain(each) for each in square] for square in game.board]
        return {"board": board, **({"switches": turned} if turned else {})}


BOARDS = 64
"""Boards whose values are remembered."""


@lru_cache(BOARDS)
def _perfect(game: Probabilistic) -> Oracle[Position, Action]:
    from qttt.fast.probabilistic.exact import Exact

    return Oracle(game, Exact(game.board))


def loops_json(game: Probabilistic, record: Record[Position, Action], own: Mapping[str, str]) -> dict[str, Any]:
    """What two perfect players do with the marks as they are, and how their values hang together.

    The value with X to move and the value with O to move are the unknowns of two equations: each is what follows a mark
    plus, with the probability of neutral, the other one. `again` is the probability that both players name their
    squares and nothing has changed.

    Rule: PROB-LOOP-1
    """
    position = record.positions[-1]
    if game.actor(position) is None:
        return {"open": False, "sides": [], "again": None}
    play = _perfect(game)
    sides = [_side(game, play, Position(position.marks, player)) for player in (Actor.X, Actor.O)]
    again = Fraction(1)
    for square in (side["square"] for side in sides):
        again *= game.board[square - 1].neutral
    rounds = None if again == 1 else worth(1 / (1 - again))
    return {"open": True, "sides": sides, "again": worth(again), "rounds": rounds}


def _side(game: Probabilistic, play: Oracle[Position, Action], position: Position) -> dict[str, Any]:
    """A player's best square, and the parts of its equation."""
    choice = play.choices(position)[0]
    assert isinstance(choice, Choice)
    named = game.play(position, choice)
    chances = game.chance(named)
    marks = [
        {"outcome": str(outcome), "probability": worth(chance), "value": worth(play.value(game.play(named, outcome)))}
        for outcome, chance in chances.items()
        if game.play(named, outcome).marks != position.marks
    ]
    three = game.board[choice.square - 1]
    return {
        "player": position.turn,
        "square": choice.square,
        "neutral": worth(three.neutral),
        "marks": marks,
        "value": worth(play.value(position)),
    }


def boards_json(game: Probabilistic, record: Record[Position, Action], own: Mapping[str, str]) -> dict[str, Any]:
    """The boards of the text `csv`, each in writing or with what is wrong; without `csv` the board of the game as CSV.

    Raises `BadQuestion`, also if no board is valid.

    Rule: PROB-FILE-2
    """
    if "csv" not in own:
        return {"csv": csv_of(game.board)}
    if len(own["csv"]) > LONGEST_TEXT:
        raise BadQuestion(f"the text has {len(own['csv']):,} characters: expected at most {LONGEST_TEXT:,}")
    try:
        entries = read_csv(own["csv"])
    except BoardError as error:
        raise BadQuestion(str(error), error.rule) from error
    errors = [entry.board for entry in entries if isinstance(entry.board, BoardError)]
    if len(errors) == len(entries):
        raise BadQuestion(str(errors[0]), errors[0].rule)
    return {
        "boards": [
            {"number": entry.number, "board": Probabilistic(entry.board).setting["board"], "wrong": None}
            if isinstance(entry.board, Board)
            else {"number": entry.number, "board": None, "wrong": str(entry.board)}
            for entry in entries
        ]
    }


def csv_of(board: Board) -> str:
    """A board as nine lines of CSV below a header.

    >>> from qttt.reference.probabilistic.board import random_board
    >>> csv_of(random_board(1234567)).splitlines()[:2]
    ['success,neutral,failure', '0.4,0.15,0.45']
    """
    return "\n".join([",".join(PARTS), *(",".join(map(plain, square)) for square in board)]) + "\n"


SHOWN = ProbabilisticShown()
