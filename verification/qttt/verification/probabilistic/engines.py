"""Probabilistic tic-tac-toe as its vectors ask for it: the reference, and the fast engine with values in fractions.

The fast engine is imported when it is asked, so that an engine is held against the rules without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from qttt.oracle import Oracle
from qttt.reference.probabilistic import Action, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import SQUARES, Board, BoardError, random_board
from qttt.reference.probabilistic.file import Entry, read_csv, read_json
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.verification import engines
from qttt.verification.engines import FastEngine, OptionsRejected, game_with

if TYPE_CHECKING:
    from qttt.fast.probabilistic.exact import Exact

ABRAHAM = "abraham-2024"
"""The generator of boards where none is named."""


class File(NamedTuple):
    """The content that an implementation has read from a file of boards, without playing."""

    entries: Sequence[Entry]

    def initial(self) -> None:
        return None

    def parse(self, text: str) -> tuple[()]:
        return ()


@dataclass(frozen=True)
class Implementation:
    """The functions that read and make boards, and make an engine for a board and switches. All raise `BoardError` by
    the rules, and `engine` raises `OptionsRejected`."""

    engine: Callable[[Board, Mapping[str, str]], object]
    read: Callable[[Sequence[Sequence[str]]], Board] = Board.of
    read_json: Callable[[str], Sequence[Entry]] = read_json
    read_csv: Callable[[str], Sequence[Entry]] = read_csv
    random: Callable[[int, int, str], Board] = random_board

    def __call__(self, options: Mapping[str, Any]) -> object:
        """The engine for a vector's board, or the boards of its file. Raises `OptionsRejected`."""
        try:
            if "json" in options:
                return File(self.read_json(options["json"]))
            if "csv" in options:
                return File(self.read_csv(options["csv"]))
            if "seed" in options:
                drawn = options.get("generator", ABRAHAM)
                board = self.random(int(options["seed"]), options["number"], drawn)
            else:
                board = self.read(options["board"])
            return self.engine(board, options.get("switches", {}))
        except BoardError as error:
            raise OptionsRejected(str(error), error.rule) from error


# The reference


@lru_cache(maxsize=32)
def solver_of(game: Probabilistic) -> LoopSolver:
    """The reference's solver of a board, which remembers its results."""
    return LoopSolver(game)


@dataclass(frozen=True)
class ReferenceEngine(engines.ReferenceEngine[Position, Action]):
    """The reference. Planted errors override the methods they get wrong."""

    game: Probabilistic
    solver: Callable[[Probabilistic], LoopSolver] = solver_of


def game_on(board: Board, switches: Mapping[str, str]) -> Probabilistic:
    """The game on a board with some switches. Raises `OptionsRejected`."""
    game: Probabilistic = game_with(Probabilistic, {"board": board, "switches": switches})
    return game


REFERENCE = Implementation(lambda board, switches: ReferenceEngine(game_on(board, switches)))


# The fast engine


@cache
def exact(board: Board) -> Exact:
    """What positions of a board are worth."""
    from qttt.fast.probabilistic.exact import Exact

    return Exact(board)


def ending(engine: FastEngine[Position, Action], position: Position) -> str:
    return ("win of O", "draw", "win of X")[int(2 * engine.score(position))]


def shares(game: Probabilistic, position: Position, results: Sequence[Action]) -> Mapping[Action, Fraction]:
    """The probabilities of the square that is named."""
    three = zip(MoveOutcome, game.board[position.named - 1], strict=True) if position.named else ()
    return {outcome: probability for outcome, probability in three if probability}


def oracle_at(game: Probabilistic, position: Position) -> Oracle[Position, Action]:
    return Oracle(game, exact(game.board))


def generated_board(seed: int, number: int, generator: str = ABRAHAM) -> Board:
    """The fast engine's random board; the reference rejects an invalid seed, and an unknown generator."""
    from qttt.fast.probabilistic.boards import STEPS, generate

    random_board(seed, generator=generator)
    (row,) = generate(seed, number, 1, generator=generator).tolist()
    parts = [[Fraction(part, STEPS) for part in row[start : start + len(SQUARES)]] for start in (0, 9, 18)]
    return Board(zip(*parts, strict=True))


EXACT = Implementation(
    lambda board, switches: FastEngine(game_on(board, switches), ending, oracle_at, shares), random=generated_board
)
