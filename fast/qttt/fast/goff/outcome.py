"""The outcome of definite marks.

A line's ply is the largest of its marks (GOFF-END-3), so no line of X has a ply below 5 and none of O below 6.
So plies 1, 3, 5 need not be distinguished, nor plies 2, 4, 6: an X or O mark is *early*, or it is X7,
O8 or X9."""

from qttt.fast.goff.board import BOARD, line_count
from qttt.fast.jit import jitable

O_COMPLETE, O_NARROW, DRAW, X_NARROW, X_COMPLETE, X_DOUBLE = range(6)
"""Outcome codes, in the order in which X prefers them."""

UNFINISHED = -1

OUTCOMES = (
    "complete win of O",
    "narrow win of O",
    "draw",
    "narrow win of X",
    "complete win of X",
    "double win of X",
)


@jitable
def outcome(x: int, o: int, x7: int, o8: int, x9: int) -> int:
    """The outcome code of a settled position, or UNFINISHED.

    `x`, `o` are the masks of the early definite marks; `x7`, `o8`, `x9` those of the later ones, empty if not
    definite. A double win is distinguished from a complete one; without the optional rule, callers take it as
    complete. Rules: GOFF-END-1 to GOFF-END-6"""
    x_lines = line_count(x | x7 | x9)
    o_lines = line_count(o | o8)
    if x_lines == 0 and o_lines == 0:
        return DRAW if x | o | x7 | o8 | x9 == BOARD else UNFINISHED
    if o_lines == 0:
        return X_COMPLETE if x_lines == 1 else X_DOUBLE
    if x_lines == 0:
        return O_COMPLETE
    if line_count(x) > 0:
        return X_NARROW
    if line_count(o) > 0:
        return O_NARROW
    return X_NARROW if line_count(x | x7) > 0 else O_NARROW


def scores(double_win: bool) -> tuple[int, ...]:
    """What each outcome code is worth to X. Without the option a double win counts as complete. Rule: GOFF-SCORE-2"""
    return (-20, -10, 0, 10, 20, 40 if double_win else 20)
