"""The values of the stochastic game and of its first moves as exact functions of q, and where they change.

Three of the four settings ship with the program. Roots of polynomials need the extra `curves`.

>>> found = known("draws-second", double_win=False)
>>> [number(root) for root in zeros(found.value)]
['0.735384187830']
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from qttt.fast.backend import Device
from qttt.fast.progress import Report
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import Polynomial, Root, rational, roots
from qttt.fast.sqt.search import FIRST_MOVES
from qttt.fast.sqt.setting import UNIT
from qttt.reference import picture
from qttt.reference.sqt import ScoringName

SHIPPED = "functions.json"
"""What `qttt solve sqt --json` prints without --q: a list with one object for each setting."""
DIGITS = 12
"""Decimal places of the decimals beside exact numbers."""
POWERS = ("", "q", "q²", "q³", "q⁴")


@dataclass(frozen=True)
class FunctionsOfQ:
    """The functions of the start and of the first moves in one setting, in units of points (UNIT).

    `first_moves` has one move for each symmetry class, by the name that the source gives to it. `best` are the best
    first moves along q: low, high, names; on an interval that is one number, at this q.
    """

    value: Piecewise
    first_moves: Mapping[str, Piecewise]
    best: tuple[tuple[Root, Root, tuple[str, ...]], ...]


@cache
def known(scoring: ScoringName = "draws-even", double_win: bool = False) -> FunctionsOfQ | None:
    """The functions that ship; None for the one setting without, draws-second with double wins."""
    rows = json.loads(files(__package__).joinpath(SHIPPED).read_text(encoding="utf-8"))
    row = next((row for row in rows if (row["scoring"], row["double_win"]) == (scoring, double_win)), None)
    if row is None:
        return None
    best = tuple((_root(part["low"]), _root(part["high"]), tuple(part["moves"])) for part in row["best_first_moves"])
    return FunctionsOfQ(_function(row), {name: _function(each) for name, each in row["first_moves"].items()}, best)


def solved(
    scoring: ScoringName = "draws-even",
    double_win: bool = False,
    *,
    device: Device | None = None,
    report: Report = lambda _: None,
) -> FunctionsOfQ:
    """The functions, found now, which takes a minute. Raises `DeviceError`."""
    from qttt.fast import backend
    from qttt.fast.sqt import curve
    from qttt.fast.sqt.best_moves import best_moves

    found = curve.curves(device or backend.device("auto"), scoring, double_win, report)
    names = first_move_names()
    moves = {names[place]: function for place, function in found.first_moves.items()}
    best = best_moves(found.value, found.first_moves)
    parts = tuple((part.low, part.high, tuple(sorted(names[place] for place in part.moves))) for part in best)
    return FunctionsOfQ(found.value, dict(sorted(moves.items())), parts)


def first_move_names() -> dict[int, str]:
    """The first move that the source names, by the place of the one that stands for its symmetry class."""
    from qttt.fast.goff.board import place
    from qttt.fast.goff.key import canonical
    from qttt.fast.goff.rules import INITIAL, play
    from qttt.fast.sqt import curve

    named = {canonical(play(INITIAL, place(u, v))): f"{u + 1}-{v + 1}" for u, v in FIRST_MOVES}
    return {at: named[key] for at, key in curve.first_moves().items()}


def zeros(function: Piecewise) -> tuple[Root, ...]:
    """Where a function is zero, including the ends of intervals on which it is zero throughout."""
    if () not in function.pieces:
        return function.zeros()
    ends = {end for low, high, piece in function.parts() if piece == () for end in (low, high)}
    others = (Piecewise((low, high), (piece,)) for low, high, piece in function.parts() if piece)
    return tuple(sorted(ends.union(*(other.zeros() for other in others))))


def decimal(root: Root) -> str:
    """A root as a decimal of DIGITS places, correctly rounded."""
    while (low := picture.decimal(root.low, DIGITS)) != picture.decimal(root.high, DIGITS):
        root = root.refined()
    return low


def number(root: Root) -> str:
    """A root for people: a fraction, or a decimal if it is irrational.

    >>> [number(root) for root in roots((-1, -1, 6, 6))]
    ['-1', '-0.408248290464', '0.408248290464']
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


def _function(written: Mapping[str, Any]) -> Piecewise:
    pieces = written["pieces"]
    ends = (_root(pieces[0]["low"]), *(_root(piece["high"]) for piece in pieces))
    return Piecewise(ends, tuple(tuple(int(each) // UNIT for each in piece["coefficients"]) for piece in pieces))


def _root(written: Mapping[str, Any]) -> Root:
    low, high = Fraction(written["low"]), Fraction(written["high"])
    if low == high:
        return rational(low)
    found = roots(tuple(map(int, written["polynomial"])))
    return next(root for root in found if root.low <= high and low <= root.high)
