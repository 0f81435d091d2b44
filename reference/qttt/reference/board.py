"""The board that all games share: its lines, and the eight symmetries of the square."""

from functools import cache

Symmetry = tuple[int, ...]
"""A permutation of the squares: square q goes to `symmetry[q - 1]`."""


@cache
def lines() -> tuple[tuple[int, int, int], ...]:
    """The eight lines: three rows, three columns, two diagonals.

    Rule: GOFF-BOARD-2
    Rule: PROB-BOARD-1
    Rule: TIQ-BOARD-1
    Rule: HYB-BOX-1

    >>> lines()
    ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7))
    """
    rows = [(row, row + 1, row + 2) for row in (1, 4, 7)]
    columns = [(column, column + 3, column + 6) for column in (1, 2, 3)]
    return (*rows, *columns, (1, 5, 9), (3, 5, 7))


def symmetries() -> tuple[Symmetry, ...]:
    """The four rotations of the board, each by itself and after a reflection; the identity first.

    >>> [symmetry[0] for symmetry in symmetries()]
    [1, 3, 9, 7, 1, 3, 9, 7]
    """
    quarter = (3, 6, 9, 2, 5, 8, 1, 4, 7)
    transposed = (1, 4, 7, 2, 5, 8, 3, 6, 9)
    found = []
    for start in (tuple(range(1, 10)), transposed):
        turned = start
        for _ in range(4):
            found.append(turned)
            turned = tuple(quarter[square - 1] for square in turned)
    return tuple(found)


SYMMETRIES = symmetries()


@cache
def inverse(symmetry: Symmetry) -> Symmetry:
    """The symmetry that takes every square back.

    >>> inverse(SYMMETRIES[1]) == SYMMETRIES[3]
    True
    """
    return tuple(symmetry.index(square) + 1 for square in range(1, 10))


def image(symmetry: Symmetry, *squares: int) -> tuple[int, ...]:
    """Where a symmetry takes some squares, ascending.

    >>> image(SYMMETRIES[1], 1, 2)
    (3, 6)
    """
    return tuple(sorted(symmetry[square - 1] for square in squares))


def moved(symmetry: Symmetry, board: tuple[object, ...]) -> tuple[object, ...]:
    """The contents of the squares, given as `board`, after a symmetry has moved them."""
    held = dict(zip(symmetry, board, strict=True))
    return tuple(held[square] for square in range(1, 10))
