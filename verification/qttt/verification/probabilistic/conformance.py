"""The fields of the conformance vectors of probabilistic tic-tac-toe."""

from dataclasses import replace
from functools import partial
from typing import Any, cast

from qttt.reference.board import Symmetry, moved
from qttt.reference.probabilistic import Probabilistic, settings
from qttt.reference.probabilistic.board import Board, BoardError, random_board
from qttt.reference.probabilistic.file import Entry
from qttt.reference.probabilistic.picture import text
from qttt.verification.conform.truth import Replayed, Suite, Truth
from qttt.verification.engine_comparison import games_turn
from qttt.verification.probabilistic.engines import EXACT, REFERENCE


def marks(replayed: Replayed) -> object:
    held = replayed.engine.shown(replayed.position).marks
    return {str(square): str(mark) for square, mark in enumerate(held, start=1) if mark}


def board(replayed: Replayed) -> object:
    return as_text(replayed.engine.game.board)


def boards(replayed: Replayed) -> object:
    return [_entry(entry) for entry in replayed.engine.entries]


def _entry(entry: Entry) -> dict[str, object]:
    """A board of a file as in `then.boards`."""
    said: dict[str, object] = {"number": entry.number}
    if isinstance(entry.board, BoardError):
        return {**said, "refused": entry.board.rule}
    return {**said, **({"name": entry.name} if entry.name is not None else {}), "board": as_text(entry.board)}


def as_text(board: Board) -> list[list[str]]:
    """The squares of a board as exact numbers in text."""
    return [[*map(str, square)] for square in board]


SUITE = Suite("probabilistic", (marks, board, boards))


READINGS = [*settings(random_board(1))]
"""A board in every reading."""


def _settings() -> list[dict[str, Any]]:
    return [
        {"board": [["1/2", "1/5", "3/10"]] * 9},
        *({"board": as_text(random_board(1, number))} for number in range(4)),
        {"board": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"], *[["1/3", "1/3", "1/3"]] * 6]},
        *({"board": as_text(random_board(2, generator="sun-2024")), "switches": game.switches} for game in READINGS),
    ]


LATE, LONGEST = 3, 40
"""The most open squares of a position that an engine without tables values; the most actions of a game."""
TRUTH = Truth(
    suite=SUITE,
    reference=REFERENCE,
    fast=EXACT,
    rules={
        "marks": "PROB-MOVE-1",
        "actor": "PROB-TURN-1",
        "outcome": "PROB-END-1",
        "chance": "PROB-OUTCOME-1",
        "actions": "PROB-ORDER-1",
        "value": "PROB-SCORE-1",
        "legal": "PROB-MOVE-1",
    },
    by_action={"success|neutral|failure": dict.fromkeys(("legal", "marks", "actor"), "PROB-OUTCOME-1")},
    searched="PROB-VALUE-1",
    state=("marks",),
    settings=_settings,
    longest=LONGEST,
    is_late=lambda position: position.marks.count(None) <= LATE,
    picture=text,
    lacks=frozenset({"outcome_rule", "position"}),
    chance=("chance",),
)


def on_turned_board(game: Probabilistic, symmetry: Symmetry) -> Probabilistic:
    return replace(game, board=Board(cast(Any, moved(symmetry, game.board))))


boards_turn = partial(games_turn, TRUTH, on=on_turned_board)
