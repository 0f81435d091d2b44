"""TiqTaqToe with its limits lifted: `python docs/unlimited.py` makes docs/experiments/unlimited.json.

`Lifted` is the level high with more targets. Where the other square may hold the mover's own mark, the exchange leaves
some boards as they are, and these are then twice as probable as others. So a position is a row of codes (see
`qttt.fast.tiqtaqtoe.boards`) in which a board may stand more than once. `spread` is the level minimal with marks on
more than two squares. Values are exact: those of `Lifted` are fractions with a small power of two below, which a float
holds. But in `Lifted`, two positions are taken for one if they have the same random key, of 56 to 64 bits.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit, prange
from numba.extending import register_jitable

from qttt.fast.tiqtaqtoe import boards
from qttt.fast.tiqtaqtoe.boards import ALL, CODES, DIGITS, HAS_LINE, MARKS, O_MASK, SQUARES, SYMMETRIES, X_MASK, O, X

Array = np.ndarray
DATA = Path(__file__).parent / "experiments" / "unlimited.json"
OWN, SHARED = 1, 2
"""Targets beside those of the level high: squares that may hold the mover's marks only; and marks of either player."""
GAMES = {"high": 0, "own": OWN, "shared": SHARED, "own and shared": OWN | SHARED}
PIECE, MOST = 1 << 15, 1 << SQUARES - 1
"""Rows of one launch; the most boards of a position."""
TOKENS = np.array(boards.PLACES)
LABELS = np.random.default_rng(1).integers(1 << 63, size=CODES)[boards.TURNED].T.copy()
"""``[code, symmetry]``: a random number of the image. The key of a position is the least of eight sums modulo 2^64."""
NONE, LINE = np.iinfo(np.int64).max, HAS_LINE[X_MASK] | HAS_LINE[O_MASK] > 0


class Rows(NamedTuple):
    """Positions: the boards of number i are ``codes[begin[i]:begin[i + 1]]``."""

    codes: Array
    begin: Array


@register_jitable
def move(row: Array, a: int, b: int, mark: int, out: Array) -> int:
    """Put a mark on square b, which is certainly empty, and superpose it with a, if a is another; how many boards."""
    for j in range(len(row)):
        out[j] = row[j] + mark * TOKENS[b]
        if a != b:
            held = DIGITS[row[j], a]
            out[len(row) + j] = row[j] + (mark - held) * TOKENS[a] + held * TOKENS[b]
    return len(row) if a == b else 2 * len(row)


@register_jitable
def key_of(row: Array) -> int:
    """The same for rows of the same shares of boards up to symmetry."""
    least = NONE
    for s in range(LABELS.shape[1]):
        total = 0
        for code in row:
            total += LABELS[code, s]
        least = min(least, total * (MOST // len(row)))
    return least


@njit(parallel=True)
def find_moves(codes: Array, begin: Array, mark: int, lifted: int, keys: Array) -> None:
    """``keys[position, a, b]``: what each move leads to, NONE if it is illegal."""
    for i in prange(len(begin) - 1):
        row = codes[begin[i] : begin[i + 1]]
        held = np.zeros((SQUARES, 3), np.bool_)
        for code in row:
            for a in range(SQUARES):
                held[a, DIGITS[code, a]] = True
        out = np.empty(2 * len(row), np.uint16)
        for a in range(SQUARES):
            own, others = held[a, mark], held[a, 3 - mark]
            target = (others and not own) or (lifted & SHARED and own and others) or (lifted & OWN and own > others)
            for b in range(SQUARES):
                legal = not (held[b, X] or held[b, O]) and (target or (a <= b and not own and not others))
                keys[i, a, b] = key_of(out[: move(row, a, b, mark, out)]) if legal else NONE


@njit(parallel=True)
def make_moves(rows: Rows, moves: Array, mark: int, made: Rows, worth: Array, values: Array) -> None:
    """Write the boards after moves ``[position, a, b]``, and their values: NaN if a player decides there."""
    for i in prange(len(moves)):
        at, a, b = moves[i]
        row = made.codes[made.begin[i] : made.begin[i + 1]]
        move(rows.codes[rows.begin[at] : rows.begin[at + 1]], a, b, mark, row)
        of_x, of_o, filled, total = ALL, ALL, 0, 0.0
        for code in row:
            of_x &= X_MASK[code]
            of_o &= O_MASK[code]
            filled |= X_MASK[code] | O_MASK[code]
            total += worth[code]
        x, o = float(HAS_LINE[of_x]), float(HAS_LINE[of_o])
        values[i] = x - o if x or o else total / len(row) if filled == ALL else np.nan


class Lifted:
    """The level high with more targets. ``worth[code]``: what a board is worth that a measurement finds."""

    def __init__(self, lifted: int) -> None:
        self.lifted, self.worth = lifted, HAS_LINE[X_MASK].astype(float) - HAS_LINE[O_MASK]
        for made in range(SQUARES - 1, SQUARES // 2, -1):
            [codes] = np.nonzero((made == MARKS) & ((DIGITS == X).sum(1) == (made + 1) // 2) & ~LINE)
            self.worth[codes], _ = self._values(singles(codes), made)

    def solve(self) -> tuple[Fraction, list[int]]:
        """The value; and by the number of marks, in how many positions, up to symmetry, a player decides."""
        [value], counts = self._values(singles(np.array([0])), 0)
        return Fraction(float(value)), counts

    def _values(self, rows: Rows, made: int) -> tuple[Array, list[int]]:
        """What positions with `made` marks are worth in which a player decides, and how many they and those that follow
        are, the boards that measurements find among them."""
        mark = O if made % 2 else X
        moves, keys = (np.concatenate(parts) for parts in zip(*self._moves(rows, mark), strict=True))
        begin = np.flatnonzero(np.diff(moves[:, 0], prepend=-1))
        keys, first, after = np.unique(keys, return_index=True, return_inverse=True)
        moves, values, measured, following = moves[first], np.empty(len(keys)), np.zeros(CODES, bool), []
        for start in range(0, len(keys), PIECE):
            piece = slice(start, start + PIECE)
            wide = np.diff(rows.begin)[moves[piece, 0]] << (moves[piece, 1] != moves[piece, 2])
            found = Rows(np.empty(wide.sum(), np.uint16), np.append(0, wide.cumsum()))
            make_moves(rows, moves[piece], mark, found, self.worth, values[piece])
            decided = np.isnan(values[piece])
            kept = np.repeat(decided, wide)
            measured[found.codes[~kept]] = True
            following.append((found.codes[kept], wide[decided]))
        [decided] = np.nonzero(np.isnan(values))
        [codes] = np.nonzero(measured & ~LINE & (MARKS < SQUARES))
        labels, which = np.unique((MOST * LABELS[codes]).min(1), return_index=True)
        new = codes[which[~np.isin(labels, keys[decided])]]
        following.append((new.astype(np.uint16), np.ones(len(new), np.int64)))
        codes, wide = (np.concatenate(parts) for parts in zip(*following, strict=True))
        counts: list[int] = []
        if len(codes):
            later, counts = self._values(Rows(codes, np.append(0, wide.cumsum())), made + 1)
            values[decided] = later[: len(decided)]
        best = np.minimum if mark == O else np.maximum
        return best.reduceat(values[after], begin), [len(rows.begin) - 1, *counts]

    def _moves(self, rows: Rows, mark: int) -> Iterator[tuple[Array, Array]]:
        """The legal moves ``[position, a, b]``, in the order of positions, and the keys of what they lead to."""
        for start in range(0, len(rows.begin) - 1, PIECE):
            begin = rows.begin[start : start + PIECE + 1]
            keys = np.empty((len(begin) - 1, SQUARES, SQUARES), np.int64)
            find_moves(rows.codes, begin, mark, self.lifted, keys)
            legal = np.argwhere(keys != NONE).astype(np.int32)
            yield legal + np.array([start, 0, 0], np.int32), keys[keys != NONE]


def singles(codes: Array) -> Rows:
    """Positions of one board."""
    return Rows(codes.astype(np.uint16), np.arange(len(codes) + 1))


Marks = tuple[tuple[int, int], ...]
"""The squares that each mark may be on, all equally likely, as a mask, and whose it is: 0 for X, 1 for O."""
IMAGES = [
    [sum(1 << to for square, to in enumerate(image) if mask >> square & 1) for mask in range(ALL + 1)]
    for image in SYMMETRIES.tolist()
]


def spread(most: int) -> tuple[Fraction, list[int]]:
    """The level minimal with marks on up to `most` empty squares, all equally likely: value and counts as above."""
    counts = [0] * SQUARES

    @cache
    def value(marks: Marks) -> Fraction:
        x, o = (HAS_LINE[sum(mask for mask, of in marks if of == who and mask.bit_count() == 1)] for who in (0, 1))
        free = ALL - sum(mask for mask, _ in marks)
        if x or o or len(marks) == SQUARES:
            return Fraction(int(x) - int(o))
        if not free:
            places = product(*([1 << square for square in range(SQUARES) if mask >> square & 1] for mask, _ in marks))
            found = [value(canonical(tuple(zip(place, (of for _, of in marks), strict=True)))) for place in places]
            return sum(found, Fraction(0)) / len(found)
        mover = len(marks) % 2
        counts[len(marks)] += 1
        masks = (mask for mask in range(1, ALL + 1) if mask & free == mask and mask.bit_count() <= most)
        return (min if mover else max)(value(canonical((*marks, (mask, mover)))) for mask in masks)

    return value(()), counts


def canonical(marks: Marks) -> Marks:
    """The least of the eight images."""
    return min(tuple(sorted((image[mask], of) for mask, of in marks)) for image in IMAGES)


def data() -> dict[str, dict[str, Any]]:
    """The value of each game and its counts of positions."""
    found = {name: Lifted(lifted).solve() for name, lifted in GAMES.items()}
    found |= {f"{most} squares": spread(most) for most in range(2, SQUARES + 1)}
    return {name: {"value": str(value), "positions": counts} for name, (value, counts) in found.items()}


if __name__ == "__main__":
    lines = ",\n".join(f'"{name}": {json.dumps(each)}' for name, each in data().items())
    DATA.write_text(f"{{\n{lines}\n}}\n", "utf-8")
