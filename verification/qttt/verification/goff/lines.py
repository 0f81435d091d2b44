"""Lemmas on lines: their masks, and the number of lines on a board.

A board of definite marks is a list of nine terms: the ply of the mark on each square, 0 for an empty square. All marks
have different plies.
"""

from collections.abc import Callable
from itertools import combinations

import z3

from qttt.fast.goff.board import LINES, SQUARES, line_count
from qttt.verification import Refuted
from qttt.verification.mutation import with_globals
from qttt.verification.proof import Term, count, number, prove

COORDINATES = [divmod(square, 3) for square in range(SQUARES)]
ROWS_COLUMNS_DIAGONALS = (
    *(tuple(s for s, (row, _) in enumerate(COORDINATES) if row == n) for n in range(3)),
    *(tuple(s for s, (_, column) in enumerate(COORDINATES) if column == n) for n in range(3)),
    tuple(s for s, (row, column) in enumerate(COORDINATES) if row == column),
    tuple(s for s, (row, column) in enumerate(COORDINATES) if row + column == 2),
)
"""The lines, from coordinates. Rule: GOFF-BOARD-2"""


def held(mask: Term, line: tuple[int, ...]) -> Term:
    """Whether a mask contains all squares of a line."""
    return z3.And(*((mask >> square) & 1 == 1 for square in line))


def the_line_masks_are_rows_columns_and_diagonals(lines_in: Callable[[int], int] = line_count) -> str:
    """The kernel counts, in every mask of nine squares, the rows, columns and diagonals that it holds."""
    mask = number("mask", SQUARES)
    expected = count(held(mask, line) for line in ROWS_COLUMNS_DIAGONALS)
    prove("line count", [], lines_in(mask) == expected)
    return "every mask of nine squares"


one_diagonal_is_missing = with_globals(line_count, LINES=LINES[:-1])
a_row_wraps_round = with_globals(line_count, LINES=(*LINES[:-1], 0o014))


def lines_without_a_common_square_are_parallel(lines: tuple[int, ...] = LINES) -> str:
    """Two lines without a common square are two rows or two columns."""
    rows, columns = (0o007, 0o070, 0o700), (0o111, 0o222, 0o444)
    for one, other in combinations(lines, 2):
        parallel = {one, other} <= {*rows} or {one, other} <= {*columns}
        if (one & other == 0) != parallel:
            raise Refuted(f"the lines {one:#o} and {other:#o}")
    return f"{len(lines) * (len(lines) - 1) // 2} pairs of lines"


a_line_shifted_by_one = (*LINES[:-1], 0o250)


def any_board(plies: int = 9) -> tuple[list[Term], list[Term]]:
    """A board of definite marks with different plies of 1 to `plies`, and the hypotheses that make it one."""
    board = [number(f"ply_on_{square + 1}", 4) for square in range(SQUARES)]
    hypotheses = [z3.ULE(ply, plies) for ply in board]
    hypotheses += [z3.Or(a == 0, a != b) for a, b in combinations(board, 2)]
    return board, hypotheses


def is_line(board: list[Term], line: tuple[int, ...], parity: int) -> Term:
    """Whether a line belongs to X (parity 1) or O (parity 0)."""
    return z3.And(*(z3.And(board[square] != 0, board[square] & 1 == parity) for square in line))


def lines_of(board: list[Term], parity: int) -> Term:
    """The number of lines of X (parity 1) or O (parity 0)."""
    return count(is_line(board, line, parity) for line in ROWS_COLUMNS_DIAGONALS)


def two_lines_of_a_player_leave_the_other_none(plies: int = 9) -> str:
    """A player with two lines is X, has all five marks on the board, X9 among them, and the opponent has no line."""
    board, hypotheses = any_board(plies)
    x_lines, o_lines = lines_of(board, 1), lines_of(board, 0)
    five = z3.And(*(z3.Or(*(mark == ply for mark in board)) for ply in (1, 3, 5, 7, 9)))
    goal = z3.And(z3.ULE(o_lines, 1), z3.Implies(z3.UGE(x_lines, 2), z3.And(o_lines == 0, five)))
    prove("two lines", hypotheses, goal)
    return f"every board of definite marks with different plies of 1 to {plies}"


a_tenth_ply = 10
an_eleventh_ply = 11
