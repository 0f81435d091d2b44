"""Compares the squares that double precision reports as possibly best with exact numbers at every position."""

from collections.abc import Callable
from typing import Any

from qttt.fast.backend import Cpu
from qttt.fast.probabilistic import squares
from qttt.fast.probabilistic.boards import given
from qttt.fast.probabilistic.positions import EXCHANGED
from qttt.fast.probabilistic.rounding import DOUBT
from qttt.fast.probabilistic.solve import tables
from qttt.reference.probabilistic.board import Board, Square
from qttt.verification import Refuted
from qttt.verification.mutation import with_globals
from qttt.verification.probabilistic.equivalence import MANY, MARKS, solver_of, where, worth
from qttt.verification.probabilistic.equivalence_boards import boards

Masks = Callable[[Board], Any]
"""A function from a board of probabilities to an array ``[code]``: a bit per square that may be best for X to move."""


def in_doubles(board: Board, optimal: Callable[..., Any] = squares.optimal) -> Any:
    """The masks of a board by the fast engine."""
    rows = given([board])
    return optimal(Cpu(), rows, tables(Cpu(), rows))[0].tolist()


def masks_have_every_best_square(engine: Masks = in_doubles, each: int = 1) -> str:
    """With X to move and, on the exchanged board, with O to move: every best square, no square worse by more than twice
    the doubt, and no square where play is over."""
    some = boards(each)
    ties, unsure = 0, 0
    for board in some:
        masks, solver = engine(board), solver_of(board)
        for code, marks in enumerate(MARKS):
            for_x, for_o = worth(solver, marks)
            exchanged = {square: 1 - number for square, number in for_o.items()}
            for mask, known in ((masks[code], for_x), (masks[EXCHANGED[code]], exchanged)):
                largest = max(known.values(), default=0)
                best = {square for square, number in known.items() if number == largest}
                close = {square for square, number in known.items() if largest - number <= 2 * DOUBT}
                told = {square for square in range(1, 10) if mask >> (square - 1) & 1}
                if not best <= told <= close:
                    raise Refuted(f"{where(board, code)}: {sorted(told)} may be best, {sorted(best)} are")
                ties, unsure = ties + (len(best) > 1), unsure + (told != best)
    count = f"{len(some)} boards of probabilities, {2 * len(MARKS):,} positions each"
    return f"{count}; {ties:,} with several best squares, {unsure:,} where the mask has others too"


def masks_of_many_boards_have_every_best_square(engine: Masks = in_doubles) -> str:
    return masks_have_every_best_square(engine, MANY)


def without_a_doubt(board: Board) -> Any:
    """The squares with the largest value in double precision."""
    return in_doubles(board, with_globals(squares.optimal, DOUBT=0.0))


def with_a_millionth_of_doubt(board: Board) -> Any:
    return in_doubles(board, with_globals(squares.optimal, DOUBT=1e-6))


def failure_counts_as_success(board: Board) -> Any:
    rows = given([Board(Square(failure, neutral, success) for success, neutral, failure in board)])
    return squares.optimal(Cpu(), rows, tables(Cpu(), given([board])))[0].tolist()


def the_other_player_is_to_move(board: Board) -> Any:
    masks = in_doubles(board)
    return [masks[code] for code in EXCHANGED]
