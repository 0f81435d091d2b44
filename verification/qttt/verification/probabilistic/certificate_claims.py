"""Certificates of boards: written from the fast engine's values, checked by the reference alone.

The check takes an alteration, none unless another is given. It is made to every certificate before it goes into its
file, with a right checksum, so that only the checker's rules can tell.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

from qttt.reference.probabilistic_board import Board, random_board
from qttt.reference.probabilistic_position import Marks, open_squares
from qttt.reference.probabilistic_solver import Line, Solution, Values, solve, values_of
from qttt.verification.mutation import with_globals
from qttt.verification.probabilistic.certificate import EMPTY, Certificate, Row, save
from qttt.verification.probabilistic.certificate_writer import write
from qttt.verification.probabilistic.checker import Table, check
from qttt.verification.probabilistic.perfect import PerfectProbabilistic

Alteration = Callable[[Certificate], Certificate]
Solve = Callable[[tuple[Line, ...]], Solution]

PRINTED = Board.of(
    [
        *(("65%", "5%", "30%"), ("65%", "20%", "15%"), ("55%", "30%", "15%")),
        *(("30%", "20%", "50%"), ("30%", "15%", "55%"), ("35%", "5%", "60%")),
        *(("30%", "5%", "65%"), ("35%", "20%", "45%"), ("45%", "10%", "45%")),
    ]
)
"""The board that the source prints."""

PASSING = Board.of(
    [
        *(("0", "1", "0"), ("1/3", "1/3", "1/3"), ("0.5", "0.5", "0")),
        *(("0.2", "0.4", "0.4"), ("0", "1", "0"), ("0.9", "0.05", "0.05")),
        *(("0", "0.5", "0.5"), ("1/7", "2/7", "4/7"), ("1", "0", "0")),
    ]
)
"""A board with two squares that always pass."""

CLASSIC = Board.of([("1", "0", "0")] * 9)
RANDOM = (2024, 0)
"""Seed and number of a random board."""

BOARDS = (PASSING, PRINTED, CLASSIC, random_board(*RANDOM))


@cache
def certificate_of(board: Board) -> Certificate:
    """The certificate of a board, written once."""
    with tempfile.TemporaryDirectory() as folder:
        return write(board, PerfectProbabilistic(board), Path(folder) / "certificate")


def the_same(certificate: Certificate) -> Certificate:
    """No alteration."""
    return certificate


def boards_are_certified(alter: Alteration = the_same) -> str:
    """A board with squares that always pass, the printed one, classic tic-tac-toe and a random one."""
    values, size = [], 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        for board in BOARDS:
            save(path, alter(certificate_of(board)))
            values.append(str(check(path).certificate.value))
            size += path.stat().st_size
    return f"values {', '.join(values)}; {size:,} bytes"


# Alterations


def _with(certificate: Certificate, marks: Marks, row: Row) -> Certificate:
    return replace(certificate, rows={**certificate.rows, marks: row})


def a_value_altered(certificate: Certificate) -> Certificate:
    """The value of the empty board is larger by less than any double could tell."""
    row = certificate.rows[EMPTY]
    return _with(certificate, EMPTY, row._replace(values=row.values._replace(X=row.values.X + Fraction(1, 10**100))))


def a_late_value_altered(certificate: Certificate) -> Certificate:
    """Both values of marks with one open square are less by as little."""
    marks = min(certificate.rows, key=lambda marks: len(open_squares(marks)))
    row = certificate.rows[marks]
    less = Values(*(value - Fraction(1, 10**100) for value in row.values))
    return _with(certificate, marks, row._replace(values=less))


def a_worse_square(certificate: Certificate) -> Certificate:
    """At the first marks where it makes a difference X names the square that is worth least."""
    table = Table(certificate)
    for marks, row in certificate.rows.items():
        worth = {square: line.x + line.n * row.values.O for square, line in table.lines(marks).items()}
        worst = min(worth, key=lambda square: worth[square])
        if worth[worst] < row.values.X:
            return _with(certificate, marks, row._replace(of_x=worst))
    raise AssertionError("all squares are worth the same")


def a_row_left_out(certificate: Certificate) -> Certificate:
    """The last row is missing."""
    *others, _ = certificate.rows
    return replace(certificate, rows={marks: certificate.rows[marks] for marks in others})


def the_rows_of_another_board(certificate: Certificate) -> Certificate:
    """Squares 1 and 2 have changed places."""
    first, second, *others = certificate.board
    return replace(certificate, board=Board([second, first, *others]))


def first_squares_alone(certificate: Certificate) -> Certificate:
    """Both players always name the first open square, and the values are those that this has."""
    return _from_full_boards(certificate, lambda lines: solve(lines[:1]))


def play_without_end_is_won(certificate: Certificate) -> Certificate:
    """Of the solutions of a loop it has those nearest to 1. All equations hold."""
    return _from_full_boards(certificate, _solve_with(endless=Fraction(1)))


def play_without_end_is_lost(certificate: Certificate) -> Certificate:
    """Of the solutions of a loop it has those nearest to 0. All equations hold."""
    return _from_full_boards(certificate, _solve_with(endless=Fraction(0)))


def _solve_with(endless: Fraction) -> Solve:
    return with_globals(solve, values_of=with_globals(values_of, ENDLESS=endless))


def _from_full_boards(certificate: Certificate, solve: Solve) -> Certificate:
    """The rows that follow, one from the others, if loops are solved like this."""
    rows: dict[Marks, Row] = {}
    altered = Certificate(certificate.board, rows)
    table = Table(altered)
    for marks in sorted(certificate.rows, key=lambda marks: len(open_squares(marks))):
        solution = solve(tuple(table.lines(marks).values()))
        rows[marks] = Row(solution.of_x.square, solution.of_o.square, solution.values)
    return altered
