"""Writes certificates of boards from the values of an engine."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Protocol

from qttt.reference.game import Actor
from qttt.reference.probabilistic import Action, Choice, Position
from qttt.reference.probabilistic_board import Board
from qttt.reference.probabilistic_position import Marks
from qttt.reference.probabilistic_solver import Values
from qttt.verification.probabilistic.certificate import Certificate, Row, marks_with_rows, save
from qttt.verification.probabilistic.checker import check_certificate

Report = Callable[[int], None]
"""Told how many rows there are so far."""


class Oracle(Protocol):
    """What knows the values of a board, in the words of the reference."""

    def value(self, position: Position) -> Fraction:
        """The value of a position."""
        ...

    def best(self, position: Position) -> tuple[Action, ...]:
        """All best squares of the player to move, ascending."""
        ...


def write(board: Board, oracle: Oracle, path: Path, report: Report | None = None) -> Certificate:
    """Write the certificate of a board, which is returned, too.

    It is checked before: raises `Refuted` if the oracle errs. Raises `OSError` if the file cannot be written, and
    `ValueError` for a board with a value too long to be written.
    """
    rows = {}
    for number, marks in enumerate(marks_with_rows(), start=1):
        rows[marks] = _row(board, oracle, marks)
        if report:
            report(number)
    certificate = check_certificate(Certificate(board, rows)).certificate
    save(path, certificate)
    return certificate


def _row(board: Board, oracle: Oracle, marks: Marks) -> Row:
    x_to_move, o_to_move = Position(marks, Actor.X), Position(marks, Actor.O)
    values = Values(oracle.value(x_to_move), oracle.value(o_to_move))
    return Row(_square(board, oracle.best(x_to_move)), _square(board, oracle.best(o_to_move)), values)


def _square(board: Board, best: tuple[Action, ...]) -> int:
    """The first best square that does not always pass, or, if all do, the first: it attains the value (LEMMA value)."""
    squares = [choice.square for choice in best if isinstance(choice, Choice)]
    return next((square for square in squares if board[square - 1].neutral < 1), squares[0])
