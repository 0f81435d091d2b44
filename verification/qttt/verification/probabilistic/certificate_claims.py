"""Claims on certificates of boards: see `qttt.verification.certificate.claims`."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache

from qttt.fast.probabilistic.exact import Exact
from qttt.oracle import Oracle
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import Board
from qttt.reference.probabilistic.position import Marks, open_squares
from qttt.reference.probabilistic.solver import Line, Solution, Values, solve, values_of
from qttt.verification.certificate.claims import are_certified, unaltered
from qttt.verification.mutation import with_globals
from qttt.verification.probabilistic.certificate import EMPTY, Certificate, OfBoards, Row, Table
from qttt.verification.probabilistic.equivalence_boards import CLASSIC, PRINTED, generated

Alteration = Callable[[Certificate], Certificate]
Solve = Callable[[tuple[Line, ...]], Solution]

PASSING = Board.of(
    [
        *(("0", "1", "0"), ("1/3", "1/3", "1/3"), ("0.5", "0.5", "0")),
        *(("0.2", "0.4", "0.4"), ("0", "1", "0"), ("0.9", "0.05", "0.05")),
        *(("0", "0.5", "0.5"), ("1/7", "2/7", "4/7"), ("1", "0", "0")),
    ]
)
"""A board with two squares that always pass."""

BOARDS = (PASSING, PRINTED, CLASSIC, generated(0))


@cache
def certificate_of(board: Board) -> Certificate:
    return OfBoards(Probabilistic(board)).make(Oracle(Probabilistic(board), Exact(board)))


def boards_are_certified(alter: Alteration = unaltered) -> str:
    """A board with squares that always pass, the printed one, classic tic-tac-toe and a random one."""
    return are_certified(BOARDS, lambda board: [alter(certificate_of(board))])


# Alterations


def _with(certificate: Certificate, marks: Marks, row: Row) -> Certificate:
    return replace(certificate, rows={**certificate.rows, marks: row})


def a_value_altered(certificate: Certificate) -> Certificate:
    """The value of the empty board is larger by less than double precision can show."""
    row = certificate.rows[EMPTY]
    return _with(certificate, EMPTY, row._replace(values=row.values._replace(X=row.values.X + Fraction(1, 10**100))))


def a_late_value_altered(certificate: Certificate) -> Certificate:
    """Both values of marks with one open square are smaller by the same tiny amount."""
    marks = min(certificate.rows, key=lambda marks: len(open_squares(marks)))
    row = certificate.rows[marks]
    less = Values(*(value - Fraction(1, 10**100) for value in row.values))
    return _with(certificate, marks, row._replace(values=less))


def a_worse_square(certificate: Certificate) -> Certificate:
    """At the first marks where it makes a difference, X names the square with the least value."""
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
    """Squares 1 and 2 are exchanged."""
    first, second, *others = certificate.board
    return replace(certificate, board=Board([second, first, *others]))


def first_squares_alone(certificate: Certificate) -> Certificate:
    """Both players always name the first open square, and the values are those of this play."""
    return _from_full_boards(certificate, lambda lines: solve(lines[:1]))


def play_without_end_is_won(certificate: Certificate) -> Certificate:
    """The values are the solutions of the loops nearest to 1. All equations hold."""
    return _from_full_boards(certificate, _solve_with(endless=Fraction(1)))


def play_without_end_is_lost(certificate: Certificate) -> Certificate:
    """The values are the solutions of the loops nearest to 0. All equations hold."""
    return _from_full_boards(certificate, _solve_with(endless=Fraction(0)))


def _solve_with(endless: Fraction) -> Solve:
    return with_globals(solve, values_of=with_globals(values_of, ENDLESS=endless))


def _from_full_boards(certificate: Certificate, solve: Solve) -> Certificate:
    """The rows that follow from each other if loops are solved by `solve`."""
    rows: dict[Marks, Row] = {}
    altered = Certificate(certificate.board, rows)
    table = Table(altered)
    for marks in sorted(certificate.rows, key=lambda marks: len(open_squares(marks))):
        solution = solve(tuple(table.lines(marks).values()))
        rows[marks] = Row(solution.of_x.square, solution.of_o.square, solution.values)
    return altered
