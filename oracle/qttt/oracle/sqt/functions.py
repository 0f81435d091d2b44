"""The values of the stochastic game and of its first moves as exact functions of q, and where they change.

>>> found = known("draws-second")
>>> [number(root) for root in found.value.zeros()]
['0.735384187830']
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from qttt.fast.container import Arrays
from qttt.fast.goff.board import place
from qttt.fast.goff.graph import INITIAL, play
from qttt.fast.sqt.functions import Functions
from qttt.fast.sqt.polynomial import Best, Piecewise, Polynomial, Root, best_moves
from qttt.reference import picture
from qttt.reference.sqt import ScoringName

FIRST_MOVES = ("1-2", "1-3", "1-5", "1-6", "1-9", "2-5", "2-6", "2-8")
"""One for each symmetry class, as Sakuta and Tomioka (2017) name them."""
DIGITS = 12
"""Decimal places of the decimals beside exact numbers."""
POWERS = ("", "q", "q²", "q³", "q⁴")


@dataclass(frozen=True)
class FunctionsOfQ:
    """The functions of the start and of FIRST_MOVES in one setting, in units of `qttt.fast.sqt.setting.UNIT` points."""

    value: Piecewise
    first_moves: Mapping[str, Piecewise]

    @cached_property
    def best(self) -> tuple[Best, ...]:
        """The best first moves along q."""
        return best_moves(self.value, self.first_moves)


def of_table(scoring: ScoringName, double_win: bool, arrays: Arrays | None = None) -> FunctionsOfQ:
    """The functions in a table, or in the one that ships. Raises `qttt.fast.known.Damaged`."""
    found = Functions(scoring, double_win, arrays)
    return FunctionsOfQ(found.function(INITIAL), {name: found.function(key_after(name)) for name in FIRST_MOVES})


def key_after(move: str) -> int:
    """The key of the position after one of FIRST_MOVES, and of the start."""
    return play(INITIAL, place(int(move[0]) - 1, int(move[2]) - 1)) if move else INITIAL


@cache
def known(scoring: ScoringName = "draws-even", double_win: bool = False) -> FunctionsOfQ:
    """The functions, by the table that ships. Raises `qttt.fast.known.Damaged`."""
    return of_table(scoring, double_win)


def decimal(root: Root) -> str:
    """A root as a decimal of DIGITS places, correctly rounded."""
    while (low := picture.decimal(root.low, DIGITS)) != picture.decimal(root.high, DIGITS):
        root = root.refined()
    return low


def number(root: Root) -> str:
    """A root for people: a fraction, or a decimal if it is irrational.

    >>> from qttt.fast.sqt.polynomial import roots
    >>> [number(root) for root in roots((1, -2, -6, 12))]
    ['0.408248290464', '1/2']
    """
    return str(root.low) if root.low == root.high else decimal(root)


def origin(root: Root) -> str:
    """The polynomial of which an irrational root is a root; empty for a fraction."""
    return "" if root.low == root.high else formula(root.minimal)


def formula(piece: Polynomial, unit: int = 1) -> str:
    """A polynomial as it is written, times a unit.

    >>> formula((4, 0, -1), 5), formula(()), formula((0, 1, 3))
    ('20 − 5q²', '0', 'q + 3q²')
    """
    text = ""
    for power, coefficient in zip(POWERS, piece, strict=False):
        if coefficient:
            size = abs(unit * coefficient)
            term = f"{'' if size == 1 and power else size}{power}"
            text += (" − " if text else "−") + term if coefficient < 0 else (" + " if text else "") + term
    return text or "0"
