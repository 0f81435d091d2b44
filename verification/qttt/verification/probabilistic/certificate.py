"""The certificate of a board of probabilistic tic-tac-toe: what all marks are worth, and how the players attain it.

In the container of all certificates; `spec/schema/certificate.schema.json` has its lines as `board` and `loop`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import NamedTuple

from qttt.reference.game import Actor
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic_board import SQUARES, Board
from qttt.reference.probabilistic_position import Marks, Position, outcome
from qttt.reference.probabilistic_solver import Values
from qttt.verification.certificate.container import fraction, pack, reading, unpack, written

EMPTY = Position().marks


class Row(NamedTuple):
    """The square that each player names with some marks on the board, and what the marks are said to be worth."""

    of_x: int
    of_o: int
    values: Values


@dataclass(frozen=True)
class Certificate:
    """A strategy for each player, and the values that they are said to attain, by marks."""

    board: Board
    rows: Mapping[Marks, Row] = field(repr=False)

    @property
    def value(self) -> Fraction:
        """What the game is said to be worth to X, who moves first. Raises `LookupError` without a row that says it."""
        return self.rows[EMPTY].values.X


def marks_with_rows() -> Iterator[Marks]:
    """The marks that have a row: no line is there, a square is open, and the first mark is X's if there is one.

    The other marks that have not ended are these with X and O exchanged.
    """
    for marks in product((None, Actor.X, Actor.O), repeat=len(SQUARES)):
        if first_mark(marks) is not Actor.O and outcome(marks) is None:
            yield marks


def first_mark(marks: Marks) -> Actor | None:
    """The mark on the first square that has one, None on the empty board."""
    return next(filter(None, marks), None)


def text(marks: Marks) -> str:
    """Marks as a row has them.

    >>> text(marks_of("X.. .O. ..X"))
    'X.. .O. ..X'
    """
    return str(Position(marks)).partition(",")[0]


def marks_of(text: str) -> Marks:
    """The marks with this text. Raises `ValueError` if it is none of marks."""
    return Position.of(f"{text}, X to move").marks


def save(path: Path, certificate: Certificate) -> None:
    """Write a certificate to a file, over whatever is there.

    Raises `OSError`, and `ValueError` for a value too long to be written.
    """
    board = [[str(probability) for probability in square] for square in certificate.board]
    header = {"ruleset": Probabilistic.ruleset, "board": board}
    rows = ((text(marks), row.of_x, row.of_o, *map(written, row.values)) for marks, row in certificate.rows.items())
    pack(path, header, rows)


def load(path: Path) -> Certificate:
    """Read a certificate.

    Raises `CertificateError` for a file that cannot be read, is cut short or altered, does not have the form of the
    schema, or whose board is none. Whether the certificate is right is not looked at.
    """
    with reading(path):
        header, rows = unpack(path, "board", "loop")
        board = Board((fraction(s), fraction(n), fraction(f)) for s, n, f in header["board"])
        return Certificate(
            board,
            {
                marks_of(marks): Row(int(of_x), int(of_o), Values(fraction(of_x_to_move), fraction(of_o_to_move)))
                for marks, of_x, of_o, of_x_to_move, of_o_to_move in rows
            },
        )
