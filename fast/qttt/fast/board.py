"""The board of nine squares: lines, symmetries, sets of squares up to symmetry, and boards of marks as numbers.

Squares are 0 to 8 here. A *mask* is a set of squares, bit 0 for square 0. A *code* is a board of marks as a number of
nine ternary digits: 0 empty, 1 X, 2 O, square 0 the lowest."""

from itertools import product

import numpy as np

SQUARES = 9
ALL = (1 << SQUARES) - 1
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINE_MASKS = tuple(sum(1 << square for square in line) for line in LINES)
HAS_LINE = tuple(any(mask & line == line for line in LINE_MASKS) for mask in range(ALL + 1))
"""``[mask]``: whether a set of squares has a line in it."""

PLAIN, MIRRORED = (0, 1, 2, 3, 4, 5, 6, 7, 8), (2, 1, 0, 5, 4, 3, 8, 7, 6)
QUARTER_TURN = (2, 5, 8, 1, 4, 7, 0, 3, 6)


def _turned(image: tuple[int, ...], quarters: int) -> tuple[int, ...]:
    return _turned(tuple(QUARTER_TURN[square] for square in image), quarters - 1) if quarters else image


SYMMETRIES = tuple(_turned(image, quarters) for image, quarters in product((PLAIN, MIRRORED), range(4)))
"""``[symmetry][square]``: where the content of a square goes. The first leaves all where it is."""

CODES = 3**SQUARES
EMPTY, X, O = 0, 1, 2
DIGITS = np.ascontiguousarray(np.indices((3,) * SQUARES, np.int8).reshape(SQUARES, CODES).T[:, ::-1])
"""``[code, square]``: the mark."""


def members(mask: int) -> tuple[int, ...]:
    """The squares of a set, ascending."""
    return tuple(square for square in range(SQUARES) if mask >> square & 1)


def image(mask: int, symmetry: int) -> int:
    """Where a set of squares goes under a symmetry."""
    return sum(1 << SYMMETRIES[symmetry][square] for square in members(mask))


TO_REPRESENTATIVE = tuple(min(range(8), key=lambda s: image(mask, s)) for mask in range(ALL + 1))
"""``[mask]``: the first symmetry that takes a set to the representative of its images, the least of them."""
REPRESENTATIVES = tuple(
    tuple(mask for mask in range(ALL + 1) if mask.bit_count() == size and not TO_REPRESENTATIVE[mask])
    for size in range(SQUARES + 1)
)
"""``[size]``: the representatives of the sets of this size, ascending."""
