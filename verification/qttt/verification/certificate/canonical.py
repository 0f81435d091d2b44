"""The canonical form of a position without a closed cycle.

Two positions have the same canonical form if and only if one of the eight symmetries of the board, together with an
exchange of X's plies 1, 3 and 5 among themselves and of O's plies 2, 4 and 6, takes one to the other. Then they have
the same value, and the symmetry takes the best actions of one to those of the other (LEMMA symmetry, LEMMA ply-labels).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from qttt.reference.goff_position import Position, squares
from qttt.reference.notation import Move, write_move

PAIRS = tuple(Move(*pair) for pair in combinations_with_replacement(squares(), 2))
"""Where a mark can be: on a pair of squares, or definite, a square with itself."""

ON = tuple(Move(square, square) for square in squares())
"""Where a definite mark is."""

KINDS = ((1, 3, 5), (2, 4, 6), (7,), (8,), (9,))
"""Plies that are interchangeable."""

BYTE = {
    (ply, pair): len(PAIRS) * kind + at
    for kind, plies in enumerate(KINDS)
    for ply in plies
    for at, pair in enumerate(PAIRS)
}
"""A mark as a byte that forgets which of its kind it is."""


def symmetries() -> Iterator[tuple[int, ...]]:
    """The rotations and reflections of the board as tables: square to square, 0 to 0.

    >>> list(symmetries())[1]
    (0, 3, 6, 9, 2, 5, 8, 1, 4, 7)
    """
    for mirrored in (False, True):
        for turns in range(4):
            table = [0]
            for square in squares():
                row, column = divmod(square - 1, 3)
                if mirrored:
                    row, column = column, row
                for _ in range(turns):
                    row, column = column, 2 - row
                table.append(3 * row + column + 1)
            yield tuple(table)


SYMMETRIES = tuple(symmetries())
INVERSES = tuple(tuple(table.index(square) for square in range(10)) for table in SYMMETRIES)


def turned_pair(pair: Move, table: tuple[int, ...]) -> Move:
    """The image of a pair of squares, ascending.

    >>> turned_pair(Move(1, 2), SYMMETRIES[1])
    Move(first=3, second=6)
    """
    first, second = table[pair.first], table[pair.second]
    return Move(first, second) if first < second else Move(second, first)


def _translation(table: tuple[int, ...]) -> bytes:
    images = [PAIRS.index(turned_pair(pair, table)) for pair in PAIRS]
    return bytes(len(PAIRS) * kind + image for kind in range(len(KINDS)) for image in images).ljust(256, b"\0")


TRANSLATIONS = tuple(map(_translation, SYMMETRIES))


class Canonical(NamedTuple):
    """A canonical form, and the symmetries from the position to it and back: square to square."""

    key: bytes
    there: tuple[int, ...]
    back: tuple[int, ...]


def canonical(position: Position) -> Canonical:
    """The canonical form of a position; which symmetry leads there is not guaranteed where several do.

    Raises `ValueError` if a closed cycle waits for its selection: then the last ply is not interchangeable.

    >>> one, other = Position.of("X1.1-2 O2.5-6 X3.1-4"), Position.of("X1.6-9 O2.4-5 X3.8-9")
    >>> canonical(one).key == canonical(other).key
    True
    """
    if position.pending:
        raise ValueError(f"'{position}' has a closed cycle and no canonical form")
    marks = [BYTE[mark.ply, ON[at]] for at, mark in enumerate(position.definite) if mark]
    marks += [BYTE[mark.ply, pair] for mark, pair in position.spooky]
    word = bytes(marks)
    images = [bytes(sorted(word.translate(translation))) for translation in TRANSLATIONS]
    key = min(images)
    at = images.index(key)
    return Canonical(key, SYMMETRIES[at], INVERSES[at])


def text(key: bytes) -> str:
    """A canonical form in notation: the marks in ply order, those of a kind in the order of their squares.

    >>> text(canonical(Position.of("X1.6-9 O2.4-5 X3.8-9")).key)
    'X1.1-2 O2.5-6 X3.1-4'
    """
    plies = [iter(kind) for kind in KINDS]
    marks = [(next(plies[mark // len(PAIRS)]), PAIRS[mark % len(PAIRS)]) for mark in key]
    return " ".join(write_move(ply, pair) for ply, pair in sorted(marks))
