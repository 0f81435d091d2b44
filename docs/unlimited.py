"""TiqTaqToe with its limits lifted: `python docs/unlimited.py` makes docs/experiments/unlimited.json.

`Lifted` is the level high with more targets. Where the other square may hold the mover's own mark, the exchange leaves
some boards as they are, and these are then twice as probable as others. So a position is a row of codes (see
`qttt.fast.tiqtaqtoe.boards`) in which a board may stand more than once. `spread` is the level minimal with marks on
more than two squares. Values and counts are exact, unless two positions have the same 64 random bits.
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

from qttt.fast.tiqtaqtoe.boards import (
    ALL,
    CODES,
    DIGITS,
    HAS_LINE,
    MARKS,
    MASKS,
    PLACES,
    SQUARES,
    SYMMETRIES,
    TURNED,
    O,
    X,
)

Ints = np.ndarray[Any, Any]
DATA = Path(__file__).parent / "experiments" / "unlimited.json"
OWN, SHARED = 1, 2
"""Targets beside those of the level high: squares that may hold the mover's marks only; and marks of either player."""
GAMES = {"high": 0, "own": OWN, "shared": SHARED, "own and shared": OWN | SHARED}
SCALE, PIECE, MOST = 1 << SQUARES, 1 << 15, 1 << SQUARES - 1
"""What values are multiplied by; rows of one launch; the most boards of a position."""
TOKENS = np.array(PLACES)
LABELS = np.random.default_rng(1).integers(1 << 63, size=CODES)[TURNED].T.copy()
"""``[code, symmetry]``: a random number of the image. The key of a position is the least of eight sums modulo 2^64."""
NONE = np.iinfo(np.int64).max
DECISION, CHANCE, OVER = range(3)
ENDED = HAS_LINE[MASKS & ALL].astype(np.int64) - HAS_LINE[MASKS >> SQUARES]
"""``[code]``: the score of a board of certain marks, 0 if it has no line."""
LINE = HAS_LINE[MASKS & ALL] | HAS_LINE[MASKS >> SQUARES] > 0


class Rows(NamedTuple):
    """Positions: the boards of number i are ``codes[begin[i]:begin[i + 1]]``."""

    codes: Ints
    begin: Ints


@register_jitable
def move(row: Ints, a: int, b: int, mark: int, out: Ints) -> int:
    """Put a mark on square b, which is certainly empty, and superpose it with a, if a is another; how many boards."""
    for j in range(len(row)):
        out[j] = row[j] + mark * TOKENS[b]
        if a != b:
            held = DIGITS[row[j], a]
            out[len(row) + j] = row[j] + (mark - held) * TOKENS[a] + held * TOKENS[b]
    return len(row) if a == b else 2 * len(row)


@register_jitable
def key_of(row: Ints) -> int:
    """The same for rows of the same shares of boards up to symmetry."""
    least = NONE
    for s in range(LABELS.shape[1]):
        total = 0
        for code in row:
            total += LABELS[code, s]
        least = min(least, total * (MOST // len(row)))
    return least


@njit(parallel=True)
def find_moves(codes: Ints, begin: Ints, mark: int, lifted: int, keys: Ints) -> None:
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
def make_moves(rows: Rows, moves: Ints, mark: int, made: Rows, worth: Ints, kinds: Ints, values: Ints) -> int:
    """Write the boards after moves ``[position, a, b]``, what they are, and their values unless a player decides there.
    The sum of what divisions leave, which is 0."""
    rest = 0
    for i in prange(len(moves)):
        at, a, b = moves[i]
        row = made.codes[made.begin[i] : made.begin[i + 1]]
        move(rows.codes[rows.begin[at] : rows.begin[at + 1]], a, b, mark, row)
        certain, possible, total = (1 << 2 * SQUARES) - 1, 0, 0
        for code in row:
            certain &= MASKS[code]
            possible |= MASKS[code]
            total += worth[code]
        x, o = HAS_LINE[certain & ALL], HAS_LINE[certain >> SQUARES]
        full = (possible | possible >> SQUARES) & ALL == ALL
        kinds[i] = OVER if x or o or (full and len(row) == 1) else CHANCE if full else DECISION
        values[i] = SCALE * (int(x) - int(o)) if x or o else total // len(row)
        rest += 0 if x or o or not full else total % len(row)
    return rest


class Lifted:
    """The level high with more targets."""

    def __init__(self, lifted: int) -> None:
        self.lifted, self.worth = lifted, SCALE * ENDED
        for made in range(SQUARES - 1, SQUARES // 2, -1):
            [codes] = np.nonzero((made == MARKS) & ((DIGITS == X).sum(1) == (made + 1) // 2) & ~LINE)
            self.worth[codes] = self._values(singles(codes), made, None)

    def solve(self) -> tuple[Fraction, list[int]]:
        """The value; and by the number of marks, in how many positions, up to symmetry, a player decides."""
        counts: list[int] = []
        [value] = self._values(singles(np.array([0])), 0, counts)
        return Fraction(int(value), SCALE), counts

    def _values(self, rows: Rows, made: int, counts: list[int] | None) -> Ints:
        """What positions with `made` marks are worth, times SCALE, if a player decides in all of them. With `counts`,
        these and those that follow are counted, the boards that measurements find among them."""
        if counts is not None:
            counts.append(len(rows.begin) - 1)
        mark = O if made % 2 else X
        moves, keys = (np.concatenate(parts) for parts in zip(*self._moves(rows, mark), strict=True))
        begin = np.flatnonzero(np.diff(moves[:, 0], prepend=-1))
        keys, first, after = np.unique(keys, return_index=True, return_inverse=True)
        moves, kinds, values = moves[first], np.empty(len(keys), np.uint8), np.empty(len(keys), np.int64)
        measured, boards, widths = np.zeros(CODES, bool), [], []
        for start in range(0, len(keys), PIECE):
            piece = slice(start, start + PIECE)
            wide = np.diff(rows.begin)[moves[piece, 0]] << (moves[piece, 1] != moves[piece, 2])
            found = Rows(np.empty(wide.sum(), np.uint16), np.append(0, wide.cumsum()))
            if make_moves(rows, moves[piece], mark, found, self.worth, kinds[piece], values[piece]):
                raise ArithmeticError("a value times 2^9 is not an integer")
            kind = np.repeat(kinds[piece], wide)
            measured[found.codes[kind == CHANCE]] = True
            boards.append(found.codes[kind == DECISION])
            widths.append(wide[kinds[piece] == DECISION])
        decided = np.flatnonzero(kinds == DECISION)
        if counts is not None:
            [codes] = np.nonzero(measured & ~LINE & (MARKS < SQUARES))
            labels, which = np.unique((MOST * LABELS[codes]).min(1), return_index=True)
            new = singles(codes[which[~np.isin(labels, keys[decided])]]).codes
            boards.append(new)
            widths.append(np.ones(len(new), np.int64))
        following = Rows(np.concatenate(boards), np.append(0, np.concatenate(widths).cumsum()))
        if len(following.codes):
            values[decided] = self._values(following, made + 1, counts)[: len(decided)]
        return np.asarray((np.minimum if mark == O else np.maximum).reduceat(values[after], begin))

    def _moves(self, rows: Rows, mark: int) -> Iterator[tuple[Ints, Ints]]:
        """The legal moves ``[position, a, b]``, in the order of positions, and the keys of what they lead to."""
        for start in range(0, len(rows.begin) - 1, PIECE):
            begin = rows.begin[start : start + PIECE + 1]
            keys = np.empty((len(begin) - 1, SQUARES, SQUARES), np.int64)
            find_moves(rows.codes, begin, mark, self.lifted, keys)
            legal = np.argwhere(keys != NONE).astype(np.int32)
            yield legal + np.array([start, 0, 0], np.int32), keys[keys != NONE]


def singles(codes: Ints) -> Rows:
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
            squares = [[1 << square for square in range(SQUARES) if mask >> square & 1] for mask, _ in marks]
            boards = [tuple(zip(board, (of for _, of in marks), strict=True)) for board in product(*squares)]
            return sum((value(canonical(board)) for board in boards), Fraction(0)) / len(boards)
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
    DATA.write_text(
        "{\n" + ",\n".join(f'"{name}": {json.dumps(each)}' for name, each in data().items()) + "\n}\n", "utf-8"
    )
