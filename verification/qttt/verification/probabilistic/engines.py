"""Probabilistic tic-tac-toe as its vectors ask for it: the reference, and the fast engine with two kinds of values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.probabilistic import boards as fast_boards
from qttt.fast.probabilistic import squares as fast_squares
from qttt.fast.probabilistic.boards import STEPS, given
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import DIGITS, EMPTY, EXCHANGED, PLACE, UNDECIDED, X
from qttt.fast.probabilistic.rounding import DOUBT
from qttt.fast.probabilistic.solve import tables
from qttt.oracle.probabilistic.translate import code_of
from qttt.reference.game import Actor
from qttt.reference.probabilistic import Action, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import SQUARES, Board, BoardError, random_board
from qttt.reference.probabilistic.file import Entry, read_csv, read_json
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.verification import engines
from qttt.verification.engines import Refused, Row


class File(NamedTuple):
    """The content that an implementation has read from a file of boards, without playing."""

    entries: Sequence[Entry]

    def initial(self) -> None:
        return None


@dataclass(frozen=True)
class Implementation:
    """The functions that read and make boards, and make an engine for a board. All raise `BoardError` by the rules."""

    engine: Callable[[Board], Any]
    read: Callable[[Sequence[Sequence[str]]], Board] = Board.of
    read_json: Callable[[str], Sequence[Entry]] = read_json
    read_csv: Callable[[str], Sequence[Entry]] = read_csv
    random: Callable[[int, int], Board] = random_board

    def __call__(self, options: Mapping[str, Any]) -> Any:
        """The engine for a vector's board, or the boards of its file. Raises `Refused`."""
        try:
            if "json" in options:
                return File(self.read_json(options["json"]))
            if "csv" in options:
                return File(self.read_csv(options["csv"]))
            if "seed" in options:
                return self.engine(self.random(int(options["seed"]), options["number"]))
            return self.engine(self.read(options["board"]))
        except BoardError as error:
            raise Refused(str(error), error.rule) from error


class OnBoard:
    """What either engine shows of a position, and of its board; `error` bounds how far its values are from the exact
    ones."""

    game: Probabilistic
    error = Fraction(0)

    def shown(self, position: Any) -> Position:
        raise NotImplementedError

    @property
    def board(self) -> Board:
        return self.game.board

    def marks(self, position: Any) -> Mapping[int, str]:
        marks = zip(SQUARES, self.shown(position).marks, strict=True)
        return {square: str(mark) for square, mark in marks if mark}


# The reference


@cache
def solver_of(game: Probabilistic) -> LoopSolver:
    """The reference's solver of a board, which remembers its results."""
    return LoopSolver(game)


@dataclass(frozen=True)
class ReferenceEngine(engines.ReferenceEngine[Position, Action], OnBoard):
    """The reference. Planted errors override the methods they get wrong."""

    game: Probabilistic
    solver: Callable[[Probabilistic], LoopSolver] = solver_of

    def best(self, position: Position) -> tuple[Action, ...]:
        return self.solver(self.game).best(position)


REFERENCE = Implementation(lambda board: ReferenceEngine(Probabilistic(board)))


# The fast engine


@cache
def remembered(worth: Callable[[Board], Any], board: Board) -> Any:
    """What positions of a board are worth."""
    return worth(board)


@dataclass(frozen=True)
class FastEngine(engines.FastEngine[Position, Action], OnBoard):
    """The fast engine, and what positions of a board are worth."""

    game: Probabilistic
    worth: Callable[[Board], Any] = Exact
    error: Fraction = Fraction(0)

    results = tuple(MoveOutcome)

    def of(self, position: Position) -> Row:
        return code_of(position.marks), int(position.turn is Actor.O), position.named or 0, 0

    def chance(self, position: Row) -> Mapping[Action, Fraction]:
        named = self.shown(position).named
        three = zip(self.results, self.board[named - 1], strict=True) if named else ()
        return {outcome: probability for outcome, probability in three if probability}

    def outcome(self, position: Row) -> str | None:
        return None if self.actor(position) else ("win of O", "draw", "win of X")[int(2 * self.score(position))]

    def tablebase(self, position: Position) -> Any:
        return remembered(self.worth, self.board)

    def value(self, position: Row) -> Fraction:
        return Fraction(super().value(position))

    def values(self, position: Row) -> Mapping[Action, Fraction]:
        return {action: Fraction(value) for action, value in super().values(position).items()}

    def best(self, position: Row) -> tuple[Action, ...]:
        return self.oracle(position).best(self.shown(position))


class Double:
    """The values of a board in double precision, from its table with X to move."""

    def __init__(self, board: Board, precision: Any = np.float64) -> None:
        rows = given([board])
        self._rows, self._cpu = rows, Cpu()
        self._tables = tables(self._cpu, rows).astype(precision).astype(np.float64)
        self._masks = fast_squares.optimal(self._cpu, rows, self._tables)[0]

    def value(self, code: int, player: int = X) -> float:
        of_x_to_move = float(self._tables[0, code if player == X else EXCHANGED[code]])
        return of_x_to_move if player == X else 1 - of_x_to_move

    def squares(self, code: int, player: int = X) -> dict[int, float]:
        if not UNDECIDED[code]:
            return {}
        of_x = code if player == X else int(EXCHANGED[code])
        worth = partial(fast_squares.worth, EXCHANGED, self._rows[0], self._tables[0], of_x)
        found = {at + 1: worth(at, int(PLACE[at])) for at in range(len(SQUARES)) if DIGITS[code, at] == EMPTY}
        return found if player == X else {square: 1 - value for square, value in found.items()}

    def best(self, code: int, player: int = X) -> tuple[int, ...]:
        mask = int(self._masks[code if player == X else EXCHANGED[code]])
        return tuple(square for square in SQUARES if mask >> square - 1 & 1)


def generated_board(seed: int, number: int) -> Board:
    """The fast engine's random board; the reference rejects an invalid seed."""
    random_board(seed)
    (row,) = fast_boards.generated(seed, number, 1).tolist()
    return board_of_twentieths(row)


def board_of_twentieths(row: Sequence[int]) -> Board:
    """The board with these successes, neutrals and failures in twentieths, as from `boards.generated`."""
    parts = [[Fraction(part, STEPS) for part in row[start : start + len(SQUARES)]] for start in (0, 9, 18)]
    return Board(zip(*parts, strict=True))


EXACT = Implementation(lambda board: FastEngine(Probabilistic(board)), random=generated_board)
"""Values in fractions."""
DOUBLE = replace(EXACT, engine=lambda board: FastEngine(Probabilistic(board), Double, Fraction(DOUBT) / 2))
"""Values in double precision."""
