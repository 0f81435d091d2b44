"""Checks certificates of boards with the reference alone: nothing here, nor anything that it imports, is of the fast
engine.

What holds of every row, and why that proves the values, is on the page `docs/certificates.md`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from qttt.reference.game import Actor
from qttt.reference.probabilistic_position import Marks, marked, open_squares, outcome, score
from qttt.reference.probabilistic_solver import ENDLESS, Line, Values, line
from qttt.verification import Refuted
from qttt.verification.probabilistic.certificate import Certificate, Row, load, marks_with_rows, text

LONGEST = 400
"""Bits of a numerator or denominator that is told in full."""

Report = Callable[[int, int], None]
"""Told how many rows have been checked, and of how many."""


@dataclass(frozen=True)
class Checked:
    """A certificate that holds."""

    certificate: Certificate


def check(path: Path, report: Report | None = None) -> Checked:
    """Check the certificate in a file.

    Raises `CertificateError` if it cannot be read, is damaged or malformed, and `Refuted` if it does not hold: with the
    marks and what is wrong with their row.
    """
    return check_certificate(load(path), report)


def check_certificate(certificate: Certificate, report: Report | None = None) -> Checked:
    """Check a certificate that has been read. Raises `Refuted` as `check` does."""
    due = frozenset(marks_with_rows())
    if missing := due - certificate.rows.keys():
        raise Refuted(f"{len(missing)} of the rows are missing: '{min(map(text, missing))}'")
    if more := certificate.rows.keys() - due:
        raise Refuted(f"{len(more)} of the rows are for marks that have none: '{min(map(text, more))}'")
    fullest_first = sorted(certificate.rows, key=lambda marks: (len(open_squares(marks)), text(marks)))
    table = Table(certificate)
    for number, marks in enumerate(fullest_first, start=1):
        row = certificate.rows[marks]
        if wrong := wrong_with(row, table.lines(marks)):
            raise Refuted(f"'{text(marks)}': {wrong}")
        if report:
            report(number, len(fullest_first))
    return Checked(certificate)


class Table:
    """What the rows of a certificate say of all marks, ended ones and those with X and O exchanged included."""

    def __init__(self, certificate: Certificate) -> None:
        self._board, self._rows = certificate.board, certificate.rows

    def values(self, marks: Marks) -> Values:
        """The values of marks: those of the exchanged marks are 1 less them, with the other player to move."""
        if row := self._rows.get(marks):
            return row.values
        if ended := outcome(marks):
            return Values(score(ended), score(ended))
        of_x, of_o = self._rows[exchanged(marks)].values
        return Values(1 - of_o, 1 - of_x)

    def lines(self, marks: Marks) -> dict[int, Line]:
        """The line of every open square, as the values of the marks after it make it. Rule: PROB-LOOP-1"""
        return {
            square: line(
                self._board,
                square,
                with_x=self.values(marked(marks, square, Actor.X)),
                with_o=self.values(marked(marks, square, Actor.O)),
            )
            for square in open_squares(marks)
        }


def exchanged(marks: Marks) -> Marks:
    """The marks with X and O exchanged."""
    return tuple(mark and mark.opponent for mark in marks)


def told(number: Fraction) -> str:
    """A number in a message: in full unless it is long.

    >>> told(Fraction(2, 3)), told(Fraction(2, 3**1000 - 1) * 3**999), told(Fraction(7**1000))
    ('2/3', 'about 0.6666666666666666', 'no number from 0 to 1')
    """
    if max(abs(number.numerator), number.denominator).bit_length() <= LONGEST:
        return str(number)
    return f"about {float(number)}" if 0 <= number <= 1 else "no number from 0 to 1"


def wrong_with(row: Row, lines: Mapping[int, Line]) -> str | None:
    """What is wrong with a row, given the lines of its open squares; None if nothing is."""
    of_x, of_o, values = row
    worth_to_x = {square: line.x + line.n * values.O for square, line in lines.items()}
    worth_to_o = {square: line.x_dash + line.n * values.X for square, line in lines.items()}
    sides = ((Actor.X, of_x, values.X, worth_to_x, operator.gt), (Actor.O, of_o, values.O, worth_to_o, operator.lt))
    for player, square, value, worth, better in sides:
        if square not in lines:
            return f"{player} names {square}, which is not open"
        if worth[square] != value:
            named = f"{player} names {square}, worth {told(worth[square])}"
            return f"the value with {player} to move is {told(value)}, but {named}"
        for other, of_other in worth.items():
            if better(of_other, value):
                return f"{player} names {square}, worth {told(value)}, but {other} is better, worth {told(of_other)}"
        if lines[square].n == 1 and better(value, ENDLESS):
            return f"{player} always passes, by {square}, and has {told(value)}: play without end is worth {ENDLESS}"
    return None
