"""The formal text of the page of probabilistic tic-tac-toe, held against the vectors and the reference."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from qttt.reference.probabilistic import Action, Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import Board, BoardError, random_board
from qttt.reference.probabilistic.file import Entry
from qttt.verification.engines import SetUp
from qttt.verification.formal.game import FormalGame
from qttt.verification.formal.page import Page, Text
from qttt.verification.probabilistic.conformance import SUITE
from qttt.verification.probabilistic.engines import REFERENCE, Implementation, ReferenceEngine, solver_of

OPEN = 3
"""The page finds the values of positions with so many squares without a mark."""


def term(action: Action) -> Any:
    """An action in the page's terms."""
    return action.value if isinstance(action, MoveOutcome) else action.square


class Numeral(str):
    """A number of a JSON text, as it is written."""


class Members(tuple[tuple[str, Any], ...]):
    """The members of a JSON object, in order and with repetitions."""


def parsed(text: str) -> Any:
    """A JSON text as PROB-FILE-1 takes it: pairs of a kind and what it holds; None for any other text."""
    number: Any = Numeral
    try:
        value = json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=Members,
            parse_int=number,
            parse_float=number,
            parse_constant=number,
        )
    except ValueError:
        return None
    return _tree(value)


def _tree(value: Any) -> Any:
    match value:
        case Numeral():
            return "number", str(value)
        case str():
            return "text", value
        case Members():
            return "object", tuple((name, _tree(inner)) for name, inner in value)
        case list():
            return "list", tuple(map(_tree, value))
        case _:
            return "literal", json.dumps(value)


@dataclass(frozen=True)
class Reader:
    """How the formal text reads and makes boards. All methods raise `BoardError`."""

    text: SimpleNamespace

    def board(self, found: Any) -> Board:
        if isinstance(found, str):
            raise BoardError(found, "")
        return Board(found)

    def of(self, squares: Sequence[Sequence[str]]) -> Board:
        return self.board(self.text.board_of(tuple(map(tuple, squares))))

    def random(self, seed: int, number: int) -> Board:
        return self.board(self.text.random_board(seed, number) if self.text.is_seed(seed) else "PROB-RANDOM-1")

    def file(self, found: Any) -> list[Entry]:
        if isinstance(found, str):
            raise BoardError(found, "")
        return [Entry(number, name, BoardError(b, "") if isinstance(b, str) else Board(b)) for number, name, b in found]

    def json(self, text: str) -> list[Entry]:
        return self.file(self.text.json_file(parsed(text)))

    def csv(self, text: str) -> list[Entry]:
        return self.file(self.text.csv_file(text))


class ProbabilisticPage(Page):
    """The page, whose options in vectors are boards, their sources, and files of boards."""

    def engine(self, text: Text | None = None) -> SetUp:
        reads = Reader(self.game(self.games[0], text).text)
        page = self

        def engine(board: Board) -> Any:
            formal = page.game(Probabilistic(board), text)

            class Formal(ReferenceEngine):
                def value(this, position: Position) -> Fraction:
                    found: Fraction = page._value(formal, position)
                    return found

                def values(this, position: Position) -> Any:
                    after = {action: formal.play(position, action) for action in formal.actions(position)}
                    return {action: page._value(formal, following) for action, following in after.items()}

                def best(this, position: Position) -> tuple[Action, ...]:
                    page._value(formal, position)
                    return tuple(map(formal.action_of, formal.text.best(formal.formal_position(position))))

                @property
                def board(this) -> Board:
                    return formal.game.board  # type: ignore[attr-defined,no-any-return]

            return Formal(formal)  # type: ignore[arg-type]

        return Implementation(engine, reads.of, reads.json, reads.csv, reads.random)


SQUARES = ("1,0,0", "0,1,0", "0,0,1", "0.5,0.25,0.25", "1/3,1/3,1/3", "0,1/2,1/2", "0.5,0,0.5", "0.3,0.7,0", "2/7,3/7,2/7")
PAGE = ProbabilisticPage(
    "probabilistic",
    SUITE,
    REFERENCE,
    [
        Probabilistic(Board.of([SQUARES[3].split(",")] * 9)),
        Probabilistic(random_board(1)),
        Probabilistic(Board.of([square.split(",") for square in SQUARES])),
    ],
    (*map(Choice, range(-1, 12)), *MoveOutcome),
    term,
    lambda position: position.marks.count(None) <= OPEN,
    solver=solver_of,
)
