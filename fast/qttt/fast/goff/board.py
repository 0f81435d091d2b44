"""Squares, lines, places and symmetries as integers.

Squares are 0..8 here (1..9 on the page), a set of squares is a 9-bit mask, bit s for square s.

A *place* says where one mark is: the unordered pair of its two squares for a spooky mark, the loop s-s for a
definite one. Places are numbered 1..45, ``place(i, j) = j (j + 1) / 2 + i + 1`` for i <= j, and 0 means no mark.

The scalar functions are kernels: plain ``int`` in, ``int`` out, the same text for Python, numba, CUDA and, being free
of branches, for z3 bit vectors of 64 bits.
"""

from itertools import combinations_with_replacement, product

import numpy as np

from qttt.fast.jit import jitable

SQUARES = 9
BOARD = (1 << SQUARES) - 1
PLACES = 45
SYMMETRIES = 8

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
"""The eight rows, columns and diagonals as masks. Rule: GOFF-BOARD-2"""


@jitable
def line_count(mask: int) -> int:
    """How many lines the mask holds. Rule: GOFF-BOARD-2"""
    count = 0
    for line in LINES:
        missing = line & ~mask
        count += ((missing - 1) >> 63) & 1
    return count


@jitable
def size(mask: int) -> int:
    """How many squares the mask holds."""
    pairs = mask - ((mask >> 1) & 0x155)
    fours = (pairs & 0x333) + ((pairs >> 2) & 0x333)
    return (fours & 15) + ((fours >> 4) & 15) + (fours >> 8)


@jitable
def place(i: int, j: int) -> int:
    """The number of the place with squares i <= j."""
    return ((j * (j + 1)) >> 1) + i + 1


def _square_images() -> np.ndarray:
    """The image of each square under each symmetry, ``[8, 9]``; row 0 is the identity."""
    images = np.zeros((SYMMETRIES, SQUARES), np.int64)
    for g, (mirrored, turns) in enumerate(product((False, True), range(4))):
        for square in range(SQUARES):
            row, column = divmod(square, 3)
            if mirrored:
                column = 2 - column
            for _ in range(turns):
                row, column = column, 2 - row
            images[g, square] = 3 * row + column
    return images


def _place_squares() -> np.ndarray:
    """The two squares i <= j of each place, ``[46, 2]``; place 0 has none and reads 0, 0."""
    squares = np.zeros((PLACES + 1, 2), np.int64)
    for i, j in combinations_with_replacement(range(SQUARES), 2):
        squares[place(i, j)] = i, j
    return squares


def _place_images() -> np.ndarray:
    """The image of each place under each symmetry, ``[8, 46]``."""
    images = np.zeros((SYMMETRIES, PLACES + 1), np.int64)
    for g in range(SYMMETRIES):
        for p in range(1, PLACES + 1):
            i, j = sorted(SQUARE_IMAGE[g, PLACE_SQUARES[p]].tolist())
            images[g, p] = place(i, j)
    return images


SQUARE_IMAGE = _square_images()
PLACE_SQUARES = _place_squares()
FIRST_SQUARE, SECOND_SQUARE = (np.ascontiguousarray(squares) for squares in PLACE_SQUARES.T)
PLACE_IMAGE = _place_images()
LOOP = np.array([0, *(1 << i if i == j else 0 for i, j in PLACE_SQUARES[1:].tolist())])
"""``[place]``: the square of a definite mark there as a mask, 0 if the mark is spooky."""
