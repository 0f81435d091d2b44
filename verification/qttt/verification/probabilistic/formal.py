"""The formal text of the page of probabilistic tic-tac-toe, held against the vectors and the reference."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from types import SimpleNamespace
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.probabilistic import SWITCHES, Action, Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import Board, BoardError, random_board
from qttt.reference.probabilistic.file import Entry
from qttt.spec.disk import read_json
from qttt.spec.evaluation import SettingError
from qttt.verification.engines import OptionsRejected, SetUp
from qttt.verification.formal.page import Page
from qttt.verification.probabilistic.conformance import SUITE
from qttt.verification.probabilistic.engines import REFERENCE, Implementation, ReferenceEngine, game_on, solver_of

OPEN = 3
"""The page finds the values of positions with so many squares without a mark."""


def term(action: Action) -> object:
    """An action in the page's terms."""
    return action.value if isinstance(action, MoveOutcome) else action.square


def parse_json(text: str) -> object:
    """A JSON text as PROB-FILE-1 takes it: pairs of a kind and what it holds; None for any other text. Members of an
    object are in order, with repetitions, and numbers as they are written."""
    number = partial(_pair, "number")
    try:
        value = read_json(
            text.removeprefix("\ufeff"),
            object_pairs_hook=lambda members: ("object", tuple((name, _tree(inner)) for name, inner in members)),
            parse_int=number,
            parse_float=number,
            parse_constant=number,
        )
    except ValueError:
        return None
    return _tree(value)


def _pair(kind: str, what: object) -> tuple[str, object]:
    return kind, what


def _tree(value: object) -> object:
    match value:
        case tuple():
            return value
        case str():
            return "text", value
        case list():
            return "list", tuple(map(_tree, value))
        case _:
            return "literal", json.dumps(value)


@dataclass(frozen=True)
class Reader:
    """How the formal text reads and makes boards. All methods that return boards raise `BoardError`.

    `refused` is the rule that the option `board` breaks.
    """

    text: SimpleNamespace
    refused: Callable[[str], str]

    def board(self, found: Any) -> Board:
        if isinstance(found, str):
            raise BoardError(found, "")
        return Board(found)

    def of(self, squares: Sequence[Sequence[str]]) -> Board:
        given = tuple(map(tuple, squares))
        written = ";".join(map(",".join, given))
        found = self.text.board_of(given)
        is_option = self.text.squares_in(written) == given
        return self.board(self.refused(written) if isinstance(found, str) and is_option else found)

    def random(self, seed: int, number: int, generator: str) -> Board:
        if not self.text.is_generator(generator):
            raise BoardError("PROB-RANDOM-2", "")
        drawn = self.text.random_board(seed, number, generator) if self.text.is_seed(seed) else "PROB-RANDOM-1"
        return self.board(drawn)

    def file(self, found: Any) -> list[Entry]:
        if isinstance(found, str):
            raise BoardError(found, "")
        return [Entry(number, name, BoardError(b, "") if isinstance(b, str) else Board(b)) for number, name, b in found]

    def json(self, text: str) -> list[Entry]:
        return self.file(self.text.json_file(parse_json(text)))

    def csv(self, text: str) -> list[Entry]:
        return self.file(self.text.csv_file(text))


class ProbabilisticPage(Page[Position, Action]):
    """The page, whose options in vectors are boards, their sources, and files of boards."""

    def engine(self) -> SetUp:
        reads = Reader(self.game(self.games[0]).text, self.refused)
        page = self

        def engine(board: Board, switches: Mapping[str, str]) -> ReferenceEngine:
            page.refuse({**Probabilistic(board).setting, **switches})
            try:
                formal = page.game(game_on(board, switches))
            except OptionsRejected as error:
                if switches.keys() - SWITCHES.keys():
                    raise
                raise OptionsRejected(f"the page accepts what the reference rejects: {error}", "no rule") from error

            kind: Callable[[object], ReferenceEngine] = type("Formal", (ReferenceEngine,), page.methods(formal, {}))
            return kind(formal)

        return Implementation(engine, reads.of, reads.json, reads.csv, reads.random)

    def refused(self, board: str) -> str:
        """The rule under which a text refuses the option `board`."""
        try:
            self.names({"board": board})
        except SettingError as error:
            return error.rule
        return "no rule"


SQUARES = (
    *("1,0,0", "0,1,0", "0,0,1", "0.5,0.25,0.25", "1/3,1/3,1/3"),
    *("0,1/2,1/2", "0.5,0,0.5", "0.3,0.7,0", "2/7,3/7,2/7"),
)
CERTAIN = ("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1")
THIRDS = "0.33333333333333333333", "0.33333333333333333333", "0.33333333333333333334"
"""Nearly the three of a board of the vectors."""
PAGE = ProbabilisticPage(
    "probabilistic",
    SUITE,
    REFERENCE,
    [
        Probabilistic(Board.of([SQUARES[3].split(",")] * 9)),
        Probabilistic(random_board(1), "blocked"),
        Probabilistic(Board.of([square.split(",") for square in SQUARES]), "blocked", "O"),
        Probabilistic(random_board(1, generator="sun-2024"), first="O"),
    ],
    (*map(Choice, range(-1, 12)), *MoveOutcome),
    term,
    lambda position: position.marks.count(None) <= OPEN,
    solver=solver_of,
    telling=(
        *("XXX OO. ..., O named 9", "XOX XOO OX., X to move", "XOX XOO OX., O named 9", "XOX XOO OXX, O to move"),
    ),
    alike=[Probabilistic(Board.of([*CERTAIN, *[THIRDS] * 6]))],
)


def agrees_on_every_board(every: int = 1) -> str:
    """Every way to put marks on the squares, with either player to name a square, or every so many one; with either
    end of a game."""
    count = 0
    for game in PAGE.games[:2]:
        boards = product((None, Actor.X, Actor.O), repeat=9)
        positions = (Position(marks, player) for marks in boards for player in (Actor.X, Actor.O))
        count += PAGE.agrees_on(game, islice(positions, 0, None, every))
    return f"{count:,} positions"
