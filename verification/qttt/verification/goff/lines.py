"""Lemmas on lines: their masks, and the number of lines on a board, by the formal text of the page.

A board of definite marks is a list of nine terms: the ply of the mark on each square, 0 for an empty square. All marks
have different plies.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import z3

from qttt.fast.goff.board import LINES, SQUARES, line_count
from qttt.spec.vocabulary import Map
from qttt.verification import Refuted
from qttt.verification.formal.page import Text
from qttt.verification.formal.symbols import Symbols
from qttt.verification.formal.terms import Partial, lifted
from qttt.verification.formal.words import number_of
from qttt.verification.goff.formal import PAGE
from qttt.verification.mutation import with_globals
from qttt.verification.proof import Term, constant, number, prove


def on_the_page(board: list[Term], text: Text | None = None) -> tuple[Any, Any]:
    """The page's text, run on terms with the double win on, and its position with a board of definite marks."""
    page = Symbols(text or PAGE.text, double_win="yes")
    return page, page.Position(SQUARES, Partial({x: (ply != 0, ply) for x, ply in enumerate(board, 1)}), Map(), 0)


def lines_of(board: list[Term], player: str, text: Text | None = None) -> Term:
    """The number of lines of a player, by the page."""
    page, position = on_the_page(board, text)
    return lifted(constant, number_of(page.lines(position, player)))


def the_line_masks_are_rows_columns_and_diagonals(subject: Callable[[int], int] | Text = line_count) -> str:
    """The kernel counts, in every mask of nine squares, the lines that X has by the page with marks on these squares.

    The subject is a kernel, or a text of the page."""
    lines_in, text = (subject, None) if callable(subject) else (line_count, subject)
    mask = number("mask", SQUARES)
    board = [(mask >> square) & 1 for square in range(SQUARES)]
    prove("line count", [], lines_in(mask) == lines_of(board, "X", text))
    return "every mask of nine squares"


one_diagonal_is_missing = with_globals(line_count, LINES=LINES[:-1])
a_row_wraps_round = with_globals(line_count, LINES=(*LINES[:-1], 0o014))
the_page_has_a_bent_line = PAGE.with_error("GOFF-BOARD-2", "{3, 5, 7}", "{3, 5, 8}")


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


def two_lines_of_a_player_leave_the_other_none(subject: int | Text = 9) -> str:
    """A player with two lines is X, has all five marks on the board, X9 among them, and the opponent has no line.

    The subject is the number of plies, or a text of the page."""
    plies, text = (subject, None) if isinstance(subject, int) else (9, subject)
    board, hypotheses = any_board(plies)
    x_lines, o_lines = (lines_of(board, player, text) for player in ("X", "O"))
    five = z3.And(*(z3.Or(*(mark == ply for mark in board)) for ply in (1, 3, 5, 7, 9)))
    goal = z3.And(z3.ULE(o_lines, 1), z3.Implies(z3.UGE(x_lines, 2), z3.And(o_lines == 0, five)))
    prove("two lines", hypotheses, goal)
    return f"every board of definite marks with different plies of 1 to {plies}"


a_tenth_ply = 10
an_eleventh_ply = 11
the_page_gives_even_plies_to_x = PAGE.with_error("GOFF-TURN-1", '"X" if m % 2 == 1', '"X" if m % 2 == 0')
