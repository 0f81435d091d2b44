"""The boards of marks, and the order in which they are valued.

A *code* is a board of marks as a number of nine ternary digits: 0 empty, 1 X, 2 O, square 1 the lowest. A *row* is the
place of its value in a table: decided boards share a row each for O has won, draw and X has won; every undecided board
has a row of its own, the fuller the board the earlier. `SCRIPT` lists the undecided boards in this order, each together
with the board of exchanged marks."""

from typing import Any

import numpy as np

from qttt.fast import board

SQUARES, CODES, DIGITS = board.SQUARES, board.CODES, board.DIGITS
EMPTY, X, O = board.EMPTY, board.X, board.O
PLACE = 3 ** np.arange(SQUARES)
EXCHANGED = (np.array([EMPTY, O, X])[DIGITS] * PLACE).sum(1)
"""The code of the board with the marks exchanged."""
LINES = np.array(board.LINES)
"""Rule: PROB-BOARD-1"""

O_WON, DRAWN, X_WON, TINY = range(4)
"""The rows of numbers that every board has: -1, 0, 1 and one that is positive and as good as 0."""
FIRST = 4
"""The first row of an undecided board."""

X_LINE, O_LINE = ((DIGITS[:, LINES] == player).all(2).any(1) for player in (X, O))
"""``[code]``: whether the board has a line of X, of O."""
_open = (DIGITS == EMPTY).sum(1)
UNDECIDED = (_open > 0) & ~X_LINE & ~O_LINE
"""Whether no line and no full board has ended the game. Rules: PROB-END-1, PROB-END-2"""
_sides = [(DIGITS[:, LINES] == player).any(2) for player in (X, O)]
GOES_ON = {"full": UNDECIDED, "blocked": UNDECIDED & ~(_sides[0] & _sides[1]).all(1)}
"""Whether play goes on, by the value of the switch `end`. Blocked marks, with both players on every line,
are a draw, as the full boards that follow from them. Rule: PROB-END-4"""
ORDER = np.flatnonzero(UNDECIDED)[np.argsort(_open[UNDECIDED], kind="stable")]
"""The codes of the undecided boards in the order of their rows; the empty board is the last."""
ROWS = FIRST + len(ORDER)
ROW = np.select([X_LINE & ~O_LINE, O_LINE & ~X_LINE], [X_WON, O_WON], DRAWN)
"""The row of every code. A board with lines of both players, which no game leads to, counts as drawn."""
ROW[ORDER] = np.arange(FIRST, ROWS)

ENTRY = 5
"""Numbers of the script for an open square: the square, and the rows of four boards: X on it, the exchanged board of
that, O on it, the exchanged board of that."""
HEAD = 2
"""Numbers before them: the rows of the board and of the exchanged one."""


def _written() -> tuple[np.ndarray, np.ndarray]:
    script: list[Any] = []
    ends = [0]
    for squares in range(1, SQUARES + 1):
        for code in ORDER[_open[ORDER] == squares]:
            if code <= EXCHANGED[code]:
                script += [ROW[code], ROW[EXCHANGED[code]]]
                for square in np.flatnonzero(DIGITS[code] == EMPTY):
                    with_x, with_o = code + X * PLACE[square], code + O * PLACE[square]
                    script += [square, ROW[with_x], ROW[EXCHANGED[with_x]], ROW[with_o], ROW[EXCHANGED[with_o]]]
        ends.append(len(script))
    return np.array(script, np.uint16), np.array(ends)


SCRIPT, ENDS = _written()
"""The script (uint16), and for every number k of open squares where in it the boards with at most k end."""
LAYER_SIZES = [int(ENDS[k] - ENDS[k - 1]) // (HEAD + ENTRY * k) for k in range(1, SQUARES + 1)]
"""How many boards the script has with 1, 2 ... 9 open squares."""
