"""Implementations of probabilistic tic-tac-toe behind one interface: the reference, and two fast engines."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple, Protocol

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.probabilistic import boards as fast_boards
from qttt.fast.probabilistic import squares as fast_squares
from qttt.fast.probabilistic.boards import STEPS, given
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import DIGITS, DRAWN, EMPTY, EXCHANGED, O_WON, PLACE, ROW, UNDECIDED, X_WON, X
from qttt.fast.probabilistic.rounding import DOUBT
from qttt.fast.probabilistic.rules import START, State, after_one_action
from qttt.fast.probabilistic.solve import tables
from qttt.oracle.probabilistic.translate import MARK, state_of
from qttt.reference.game import Actor
from qttt.reference.probabilistic import Action, Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import SQUARES, Board, BoardError, random_board
from qttt.reference.probabilistic.file import Entry, read_csv, read_json
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.verification import engines
from qttt.verification.engines import Illegal, NamesNoRules, Refused, WritesNoPositions


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


# The reference


@cache
def solver_of(game: Probabilistic) -> LoopSolver:
    """The reference's solver of a board, which remembers its results."""
    return LoopSolver(game)


@dataclass(frozen=True)
class ReferenceEngine(engines.ReferenceEngine[Position, Action]):
    """The reference. Planted errors override the methods they get wrong."""

    game: Probabilistic
    solver: Callable[[Probabilistic], LoopSolver] = solver_of
    error = Fraction(0)

    @property
    def board(self) -> Board:
        return self.game.board

    def marks(self, position: Position) -> Mapping[int, str]:
        return {square: str(mark) for square, mark in zip(SQUARES, position.marks, strict=True) if mark}

    def best(self, position: Position) -> tuple[Action, ...]:
        return self.solver(self.game).best(position)


REFERENCE = Implementation(lambda board: ReferenceEngine(Probabilistic(board)))


# The fast engine


class Worth(Protocol):
    """The fast engine's results for a board."""

    def value(self, code: int, player: int = X) -> Any:
        """The value of a position."""
        ...

    def squares(self, code: int, player: int = X) -> Mapping[int, Any]:
        """The value of naming each empty square."""
        ...

    def best(self, code: int, player: int = X) -> tuple[int, ...]:
        """The best squares, perhaps with slightly worse ones."""
        ...


@dataclass(frozen=True)
class FastEngine(NamesNoRules, WritesNoPositions):
    """The fast engine's tables of positions, and its results for a board."""

    board: Board
    worth: Worth
    error: Fraction = Fraction(0)
    ended: Mapping[int, str] = field(default_factory=lambda: {O_WON: "win of O", DRAWN: "draw", X_WON: "win of X"})

    def initial(self) -> State:
        return START

    def of(self, position: Position) -> State:
        return state_of(position)

    def actor(self, position: State) -> str | None:
        if not UNDECIDED[position.code]:
            return None
        return Actor.CHANCE if position.named else MARK[position.player]

    def actions(self, position: State) -> tuple[Action, ...]:
        if not UNDECIDED[position.code]:
            return ()
        if position.named:
            return tuple(self.chance(position))
        return tuple(Choice(square) for square in SQUARES if DIGITS[position.code, square - 1] == EMPTY)

    def chance(self, position: State) -> Mapping[Action, Fraction]:
        if not position.named:
            return {}
        three = zip(MoveOutcome, self.board[position.named - 1], strict=True)
        return {outcome: probability for outcome, probability in three if probability}

    def play(self, position: State, action: Action) -> State:
        found = dict(zip(self.actions(position), after_one_action(self.board, position), strict=True))
        if action not in found:
            raise Illegal(f"{action} is not legal")
        return found[action]

    def marks(self, position: State) -> Mapping[int, str]:
        marks = zip(SQUARES, DIGITS[position.code].tolist(), strict=True)
        return {square: str(MARK[digit]) for square, digit in marks if digit != EMPTY}

    def outcome(self, position: State) -> str | None:
        return None if UNDECIDED[position.code] else self.ended[int(ROW[position.code])]

    def value(self, position: State) -> Fraction:
        code, player, named = position
        return Fraction(self.worth.squares(code, player)[named] if named else self.worth.value(code, player))

    def score(self, position: State) -> Fraction:
        return self.value(position)

    def values(self, position: State) -> Mapping[Action, Fraction]:
        return {action: self.value(self.play(position, action)) for action in self.actions(position)}

    def best(self, position: State) -> tuple[Action, ...]:
        return tuple(map(Choice, self.worth.best(position.code, position.player)))


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


@cache
def exact_engine(board: Board) -> FastEngine:
    """The fast engine in fractions."""
    return FastEngine(board, Exact(board))


@cache
def double_engine(board: Board) -> FastEngine:
    """The fast engine in double precision."""
    return FastEngine(board, Double(board), Fraction(DOUBT) / 2)


EXACT = Implementation(exact_engine, random=generated_board)
DOUBLE = replace(EXACT, engine=double_engine)
