"""Boards of a CSV text that somebody has pasted or opened on the page."""

from collections.abc import Mapping
from typing import Any

from qttt.app.explorer.question import LONGEST_TEXT, BadQuestion
from qttt.reference.game import Record
from qttt.reference.probabilistic import Action, Position, Probabilistic
from qttt.reference.probabilistic.board import Board, BoardError, plain
from qttt.reference.probabilistic.file import PARTS, read_csv


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
