"""The yardstick of the probabilistic engine, written straightforwardly: memoised recursion over positions, in floats,
the two values of a loop found by halving an interval until it is narrower than 1e-9, as Abraham (2024) does."""

from collections.abc import Sequence
from functools import cache

Square = tuple[float, float, float]
Marks = tuple[str, ...]
Line = tuple[float, float]
"""Slope and height at 0."""

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
WIDTH = 1e-9


def crossing(of_x: Sequence[Line], of_o: Sequence[Line]) -> tuple[float, float]:
    """V and V' with V = max (slope V' + height) over `of_x` and V' = min (slope V + height) over `of_o`."""

    def answer_of_x(stayed: float) -> float:
        return max(slope * stayed + height for slope, height in of_x)

    low, high = 0.0, 1.0
    while high - low > WIDTH:
        middle = (low + high) / 2
        best = answer_of_x(middle)
        if min(slope * best + height for slope, height in of_o) < middle:
            high = middle
        else:
            low = middle
    return answer_of_x((low + high) / 2), (low + high) / 2


def solve(board: Sequence[Square]) -> tuple[float, float]:
    """The value of a board with X to move first, and with O."""

    @cache
    def values(marks: Marks) -> tuple[float, float]:
        for a, b, c in LINES:
            if marks[a] != " " and marks[a] == marks[b] == marks[c]:
                won = 1.0 if marks[a] == "X" else 0.0
                return won, won
        if " " not in marks:
            return 0.5, 0.5
        of_x, of_o = [], []
        for square, (success, neutral, failure) in enumerate(board):
            if marks[square] == " ":
                with_x = values((*marks[:square], "X", *marks[square + 1 :]))
                with_o = values((*marks[:square], "O", *marks[square + 1 :]))
                of_x.append((neutral, success * with_x[1] + failure * with_o[1]))
                of_o.append((neutral, success * with_o[0] + failure * with_x[0]))
        return crossing(of_x, of_o)

    return values((" ",) * 9)
