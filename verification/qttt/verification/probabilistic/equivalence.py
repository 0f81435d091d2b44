"""Compares the fast engine's values, in double precision and exact, with the reference on every board of marks."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.probabilistic import exact
from qttt.fast.probabilistic.boards import given
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import DIGITS, EMPTY, EXCHANGED, O, X
from qttt.fast.probabilistic.rounding import ERROR_BOUND, UNIT
from qttt.fast.probabilistic.solve import tables
from qttt.reference.board import lines
from qttt.reference.game import Actor, Outcome
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import Board
from qttt.reference.probabilistic.position import Marks, has_line, open_squares, outcome
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.verification import Refuted
from qttt.verification.mutation import with_globals
from qttt.verification.probabilistic.equivalence_boards import beyond, boards, extreme, nearly_even, with_passes
from qttt.verification.probabilistic.kernel import Table

EACH, MANY = 1, 17
"""The number of boards of every kind, in default claims and in long claims."""
HARD = (nearly_even(0), extreme(0), with_passes(0), beyond(0))
"""Boards that double precision decides least often."""

MARK = {EMPTY: None, X: Actor.X, O: Actor.O}
MARKS: tuple[Marks, ...] = tuple(tuple(MARK[digit] for digit in digits) for digits in DIGITS.tolist())
"""The marks of every code."""

Worth = dict[int, Fraction]
"""The value of naming each open square, from 1; empty where play is over."""


@lru_cache(maxsize=32)
def solver_of(board: Board) -> LoopSolver:
    """The reference's solver, which has solved every board of marks."""
    solver = LoopSolver(Probabilistic(board))
    for marks in MARKS:
        solver.to_move(marks)
    return solver


def worth(solver: LoopSolver, marks: Marks) -> tuple[Worth, Worth]:
    """The values of the squares with X to move, and with O to move."""
    if outcome(marks):
        return {}, {}
    known, value = solver.lines(marks), solver.to_move(marks)
    of_x = {each.square: each.x + each.n * value.O for each in known}
    return of_x, {each.square: each.x_dash + each.n * value.X for each in known}


def where(board: Board, code: int) -> str:
    """Marks and their board as named in a message."""
    marks = "".join(".XO"[digit] for digit in DIGITS[code])
    return f"{marks[:3]} {marks[3:6]} {marks[6:]} on the board ({board})"


def _in_short(values: Iterable[Any]) -> str:
    return " and ".join(str(float(value)) for value in values)


# Double precision

Doubles = Callable[[Board], Table]


def in_doubles(board: Board) -> Table:
    """The table of a board by the fast engine."""
    return tables(Cpu(), given([board]))[0]


def values_are_within_the_bound(engine: Doubles = in_doubles, each: int = EACH) -> str:
    """Every board of marks with X to move and, through the exchanged one, with O to move. The exact values are rounded,
    which may hide one unit of an error, so the check adds one unit."""
    largest = 0.0
    some = boards(each)
    for board in some:
        exactly = list(map(solver_of(board).to_move, MARKS))
        found = engine(board)
        of_x = np.array([float(value.X) for value in exactly])
        of_o_exchanged = np.array([float(1 - value.O) for value in exactly])
        errors = UNIT + np.maximum(abs(found - of_x), abs(found[EXCHANGED] - of_o_exchanged))
        if not (errors <= ERROR_BOUND).all():
            code = int(np.argmin(errors <= ERROR_BOUND))
            values = found[code], 1 - found[EXCHANGED[code]]
            raise Refuted(f"{where(board, code)}: {_in_short(values)}, exactly {_in_short(exactly[code])}")
        largest = max(largest, float(errors.max()))
    units = f"{largest / UNIT:.1f} of {ERROR_BOUND / UNIT:.0f} units of 2^-53"
    return f"{len(some)} boards of probabilities, {2 * len(MARKS):,} positions each: no error above {units}"


def values_of_many_boards_are_within_the_bound(engine: Doubles = in_doubles) -> str:
    return values_are_within_the_bound(engine, MANY)


_has_one_of_seven_lines = with_globals(has_line, lines=lambda: lines()[:-1])


def _outcome_by_seven_lines(marks: Marks) -> Outcome | None:
    ended = outcome(marks)
    if ended and ended.winner and not _has_one_of_seven_lines(marks, ended.winner):
        return None if open_squares(marks) else replace(ended, winner=None)
    return ended


class _WithoutADiagonal(LoopSolver):
    to_move = with_globals(LoopSolver.to_move, outcome=_outcome_by_seven_lines)


def a_diagonal_is_missing(board: Board) -> Table:
    solver = _WithoutADiagonal(Probabilistic(board))
    return np.array([float(solver.to_move(marks).X) for marks in MARKS])


# Exactly

Exactly = Callable[[Board], Exact]


def exact_answers_are_those_of_the_reference(engine: Exactly = Exact, some: Sequence[Board] = HARD) -> str:
    """Compares, at every position, the value, the value of each square, and all best squares."""
    for board in some:
        answers, solver = engine(board), solver_of(board)
        for code, marks in enumerate(MARKS):
            for player, value, squares in zip((X, O), solver.to_move(marks), worth(solver, marks), strict=True):
                best = tuple(square for square, number in squares.items() if number == value)
                found = answers.value(code, player), answers.squares(code, player), answers.best(code, player)
                if found != (value, squares, best):
                    answer = f"{found[0]}, best {found[2]}, not {value}, best {best}"
                    raise Refuted(f"{where(board, code)}, {MARK[player]} to move: {answer}")
    return f"{len(some)} boards of probabilities, {2 * len(MARKS):,} positions each"


def exact_answers_of_many_boards_are_those_of_the_reference(engine: Exactly = Exact) -> str:
    return exact_answers_are_those_of_the_reference(engine, (*boards(MANY), *map(beyond, range(MANY))))


class TiesWithinTheBound(Exact):
    """Reports a square as best if double precision cannot distinguish it from the best."""

    def best(self, code: int, player: int = X) -> tuple[int, ...]:
        return tuple(square + 1 for square in self._candidates(code, player)) if self.squares(code, player) else ()


class OneSquareIsNotRuledOut(Exact):
    """Trusts double precision to find the best square."""

    __init__ = with_globals(
        Exact.__init__,
        _not_ruled_out=lambda board: [mask & -mask for mask in exact._not_ruled_out(board) or [exact.ALL] * len(MARKS)],
    )


class WhatIsRuledOutIsADraw(Exact):
    _solved = with_globals(Exact._solved, WORSE=Fraction(0))
