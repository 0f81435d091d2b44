"""Boards of marks as numbers, and the slots of moves.

A *code* is a board as a number of nine ternary digits: 0 empty, 1 X, 2 O, square 1 the lowest. A *mask* is a set of
squares, bit 0 for square 1. A *slot* is a move as a number: 0 to 8 the classical ones, then the pairs of squares in
lexicographic order."""

from functools import cache
from itertools import combinations

import numpy as np

from qttt.fast import board
from qttt.fast.batch import GAMMA, split_mix

SQUARES, ALL, CODES, DIGITS = board.SQUARES, board.ALL, board.CODES, board.DIGITS
EMPTY, X, O = board.EMPTY, board.X, board.O
PLACES: tuple[int, ...] = tuple(3**square for square in range(SQUARES))
LINES, LINE_MASKS = board.LINES, board.LINE_MASKS
"""Rule: TIQ-BOARD-1"""

X_MASK, O_MASK = ((mark == DIGITS) @ (1 << np.arange(SQUARES)) for mark in (X, O))
"""``[code]``: the squares with the mark."""
MASKS = (X_MASK | O_MASK << SQUARES).astype(np.int32)
"""``[code]``: both in one number, those of O in the higher nine bits."""
HAS_LINE = np.array(board.HAS_LINE, np.uint8)
"""``[mask]``: whether a set of squares has a line in it."""
MARKS = (DIGITS != EMPTY).sum(1)
"""``[code]``: how many squares are marked."""

PAIRS = tuple(combinations(range(SQUARES), 2))
SLOTS = SQUARES + len(PAIRS)

SYMMETRIES = np.array(board.SYMMETRIES)
"""``[symmetry, square]``: where the content of a square goes. The first leaves all where it is."""
TURNED = np.array([DIGITS @ np.array(PLACES)[image] for image in SYMMETRIES], np.uint16)
"""``[symmetry, code]``: the code of the image."""
SLOT_IMAGES = np.array(
    [
        [*image, *(SQUARES + PAIRS.index((min(pair), max(pair))) for pair in (image[list(pair)] for pair in PAIRS))]
        for image in SYMMETRIES
    ]
)
"""``[symmetry, slot]``: the slot of the image of a move."""


LABEL_BITS = 50


_drawn = split_mix(np, np.arange(1, CODES + 1, dtype=np.uint64) * np.uint64(GAMMA)) >> np.uint64(64 - LABEL_BITS)
LABELS = np.ascontiguousarray(_drawn.astype(np.int64)[TURNED].T)
"""``[code, symmetry]``: a random number of the image, so small that a sum over 256 boards is less than 2**58."""
SINGLES = np.flatnonzero(LABELS[:, 0] == LABELS.min(1))
SINGLES = SINGLES[np.lexsort((LABELS[SINGLES, 0], MARKS[SINGLES]))].astype(np.uint16)
"""The codes with the least label of their images, by number of marks, then by label."""
RANKS = np.empty(CODES, np.int32)
RANKS[TURNED[:, SINGLES]] = np.arange(len(SINGLES))
"""``[code]``: where the image with the least label is in `SINGLES`."""
RANKS_BY_MARKS = tuple(np.searchsorted(MARKS[SINGLES], range(SQUARES + 2)).tolist())
"""``[marks]``: where the codes with this number of marks begin in `SINGLES`, and the end."""


def text(code: int) -> str:
    """The contents of the nine squares, each one of ``X``, ``O`` and ``.``."""
    return "".join(".XO"[digit] for digit in DIGITS[code])


@cache
def code_of(board: str) -> int:
    """The code of a board that `text` wrote. Raises ValueError for anything else."""
    if len(board) != SQUARES or not set(board) <= set(".XO"):
        raise ValueError(f"board {board!r}: expected nine of X, O and .")
    return sum(".XO".index(content) * place for content, place in zip(board, PLACES, strict=True))
