"""The outcome of definite marks.

A line's ply is the largest of its marks (GOFF-END-3), so no line of X has a ply below 5 and none of O below 6.
So plies 1, 3, 5 need not be distinguished, nor plies 2, 4, 6: an X or O mark is *early*, or it is X7,
O8 or X9.

The switches of a game that change moves and ends are its *reading*, a set of bits that kernels take. The other switches
choose who selects and what an outcome is worth: they change neither positions nor outcome codes."""

from qttt.fast.goff.board import BOARD, line_count
from qttt.fast.jit import jitable

O_COMPLETE, O_NARROW, DRAW, X_NARROW, X_COMPLETE, X_DOUBLE = range(6)
"""Outcome codes, in the order in which X prefers them."""

UNFINISHED = -1

OUTCOMES = ("complete win of O", "narrow win of O", "draw", "narrow win of X", "complete win of X", "double win of X")
POINTS = (-20, -10, 0, 10, 20, 40)
"""``[code]``: what an outcome that counts as what it is is worth to X. Rule: GOFF-SCORE-2"""


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


BOTH = {"narrow": (O_NARROW, X_NARROW), "draw": (DRAW, DRAW), "first": (O_COMPLETE, X_COMPLETE)}
"""What the narrow wins of O and of X count as. Rules: GOFF-END-4, GOFF-BOTH-1, GOFF-BOTH-2"""


def codes_counted(double_win: bool, both: str = "narrow") -> tuple[int, ...]:
    """``[code]``: the code that each outcome counts as under these options. Raises ValueError for an unknown `both`."""
    if both not in BOTH:
        raise ValueError(f"both {both!r}: expected {', '.join(BOTH)}")
    of_o, of_x = BOTH[both]
    return O_COMPLETE, of_o, DRAW, of_x, X_COMPLETE, X_DOUBLE if double_win else X_COMPLETE


def scores(double_win: bool, both: str = "narrow") -> tuple[int, ...]:
    """What each outcome code is worth to X under these options: see `codes_counted`. Rule: GOFF-SCORE-2"""
    return tuple(POINTS[code] for code in codes_counted(double_win, both))


FIRST_READING = 0
"""The reading with the first value of each switch."""
FORBIDDEN, DRAWN = 1, 2
"""A pair that carries a spooky mark may not be named again: Rule GOFF-PAIR-1. The last open square ends the game as a
draw: Rule GOFF-LAST-1."""
READINGS = range(4)
Forbids = tuple[int, ...]
"""Whether pairs are forbidden, for kernels that are compiled for one of the two: empty if not. The length of a tuple is
known when a kernel is compiled, so that the reading with legal pairs does not pay for the other."""

_VALUES = {"pair": ("legal", "forbidden"), "last": ("move", "draw")}


def reading_of(pair: str, last: str) -> int:
    """The reading with these values of the switches. Raises ValueError for an unknown value.

    >>> [reading_of(pair, last) for last in ("move", "draw") for pair in ("legal", "forbidden")]
    [0, 1, 2, 3]
    """
    given = {"pair": pair, "last": last}
    for name, values in _VALUES.items():
        if given[name] not in values:
            raise ValueError(f"{name} {given[name]!r}: expected {' or '.join(values)}")
    return sum(values.index(given[name]) << n for n, (name, values) in enumerate(_VALUES.items()))


def switches(reading: int) -> dict[str, str]:
    """The values of the switches of a reading.

    >>> switches(FORBIDDEN)
    {'pair': 'forbidden', 'last': 'move'}
    """
    return {name: values[(reading >> n) & 1] for n, (name, values) in enumerate(_VALUES.items())}


def forbids(reading: int) -> Forbids:
    """What a reading forbids."""
    return (1,) if reading & FORBIDDEN else ()


@jitable
def ends_without_line(free: int, made: int, reading: int) -> bool:
    """Whether a settled position of `made` marks, none of them in a line, is a draw though squares are `free`: the last
    one, or two that the last spooky mark joins. Rules: GOFF-LAST-1, GOFF-PAIR-2"""
    return (free == 1 and reading & DRAWN != 0) or (free == 2 and made == 8 and reading & FORBIDDEN != 0)
