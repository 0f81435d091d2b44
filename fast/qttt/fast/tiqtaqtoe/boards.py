"""Boards of marks as numbers, and the slots of moves.

A *code* is a board as a number of nine ternary digits: 0 empty, 1 X, 2 O, square 1 the lowest. A *mask* is a set of
squares, bit 0 for square 1. A *slot* is a move as a number: 0 to 8 the classical ones, then the pairs of squares in
lexicographic order."""

from itertools import combinations, product
from typing import Any

import numpy as np

SQUARES = 9
CODES = 3**SQUARES
EMPTY, X, O = 0, 1, 2
ALL = (1 << SQUARES) - 1
DIGITS = np.array(list(product(range(3), repeat=SQUARES)), np.int8)[:, ::-1]
"""``[code, square]``: the content."""
PLACES: tuple[int, ...] = tuple(3**square for square in range(SQUARES))
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""Rule: TIQ-BOARD-1"""
LINE_MASKS = tuple(sum(1 << square for square in line) for line in LINES)

X_MASK, O_MASK = ((mark == DIGITS) @ (1 << np.arange(SQUARES)) for mark in (X, O))
"""``[code]``: the squares with the mark."""
MASKS = (X_MASK | O_MASK << SQUARES).astype(np.int32)
"""``[code]``: both in one number, those of O in the higher nine bits."""
HAS_LINE = np.array([any(mask & line == line for line in LINE_MASKS) for mask in range(ALL + 1)], np.uint8)
"""``[mask]``: whether a set of squares has a line in it."""
MARKS = (DIGITS != EMPTY).sum(1)
"""``[code]``: how many squares are marked."""

PAIRS = tuple(combinations(range(SQUARES), 2))
SLOTS = SQUARES + len(PAIRS)

RINGS = ((0, 1, 2, 5, 8, 7, 6, 3), (2, 1, 0, 3, 6, 7, 8, 5))
"""The squares around the middle, clockwise and anticlockwise."""


def _symmetries() -> np.ndarray[Any, Any]:
    ring = RINGS[0]
    images = np.full((8, SQUARES), 4)
    for number, (target, turn) in enumerate(product(RINGS, range(0, 8, 2))):
        images[number, list(ring)] = target[turn:] + target[:turn]
    return images


SYMMETRIES = _symmetries()
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


def _labels() -> np.ndarray[Any, Any]:
    """SplitMix64 (Steele, Lea and Flood, 2014), shortened."""
    z = (np.arange(1, CODES + 1, dtype=np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return ((z ^ z >> np.uint64(31)) >> np.uint64(64 - LABEL_BITS)).astype(np.int64)


LABELS = np.ascontiguousarray(_labels()[TURNED].T)
"""``[code, symmetry]``: a random number of the image, so small that a sum over 256 boards is less than 2**58."""
CANONICAL = TURNED[LABELS.argmin(1), np.arange(CODES)]
"""``[code]``: the code of the image with the least label."""


def text(code: int) -> str:
    """The contents of the nine squares, each one of ``X``, ``O`` and ``.``."""
    return "".join(".XO"[digit] for digit in DIGITS[code])


def code_of(board: str) -> int:
    """The code of a board that `text` wrote. Raises ValueError for anything else."""
    if len(board) != SQUARES or not set(board) <= set(".XO"):
        raise ValueError(f"board {board!r}: expected nine of X, O and .")
    return sum(".XO".index(content) * place for content, place in zip(board, PLACES, strict=True))
