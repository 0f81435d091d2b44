"""Squares, lines, places, actions and symmetries as integers.

Squares are 0..8 here (1..9 on the page), a set of squares is a 9-bit mask, bit s for square s.

A *place* says where one mark is: the unordered pair of its two squares for a spooky mark, the loop s-s for a
definite one. Places are numbered 1..45, ``place(i, j) = j (j + 1) / 2 + i + 1`` for i <= j, and 0 means no mark.

The scalar functions are kernels: plain ``int`` in, ``int`` out, the same text for Python, numba, CUDA and, being free
of branches, for z3 bit vectors of 64 bits."""

import numpy as np

from qttt.fast import board
from qttt.fast.jit import jitable

SQUARES, BOARD, LINES = board.SQUARES, board.ALL, board.LINE_MASKS
PLACES = 45
SYMMETRIES = 8


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


SQUARE_IMAGE = np.array(board.SYMMETRIES)
"""``[symmetry, square]``: the image of each square; the first symmetry is the identity."""
PLACE_SQUARES = np.array([(0, 0), *((i, j) for j in range(SQUARES) for i in range(j + 1))])
"""``[place]``: its two squares i <= j; place 0 has none and reads 0, 0."""
FIRST_SQUARE, SECOND_SQUARE = (np.ascontiguousarray(squares) for squares in PLACE_SQUARES.T)
PLACE_IMAGE = np.ascontiguousarray(place(*np.moveaxis(np.sort(SQUARE_IMAGE[:, PLACE_SQUARES]), -1, 0)))
"""``[symmetry, place]``: the image of each place."""
PLACE_IMAGE[:, 0] = 0
LOOP = np.array([0, *(1 << i if i == j else 0 for i, j in PLACE_SQUARES[1:].tolist())])
"""``[place]``: the square of a definite mark there as a mask, 0 if the mark is spooky."""


SEL_A, SEL_B = 46, 47
MOVES = tuple(place(i, j) for i in range(SQUARES) for j in range(i, SQUARES))
"""The places in the documented order of moves: ascending first square, then second. Rule: GOFF-ORDER-1"""
ACTIONS = (*MOVES, SEL_A, SEL_B)
"""All actions in the documented order, then selA and selB."""
SELECT_A, SELECT_B = len(MOVES), len(MOVES) + 1
ACTION_AT = np.zeros(len(PLACE_SQUARES), np.int64)
"""``[place]``: the move that makes a mark there."""
ACTION_AT[list(MOVES)] = range(SELECT_A)
SQUARES_OF = PLACE_SQUARES[list(MOVES)]
"""``[action]``: the two squares of a move."""
