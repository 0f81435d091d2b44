"""`qttt critical sqt`: the values as exact functions of q, and where they change."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from qttt.app import screen
from qttt.app.extras import need
from qttt.app.studies.options import Scoring
from qttt.fast.backend import device as device_called
from qttt.fast.goff.key import canonical
from qttt.fast.goff.rules import INITIAL, play
from qttt.fast.sqt import curve
from qttt.fast.sqt.best_moves import Best, best_moves
from qttt.fast.sqt.curve import Curves
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import Polynomial, Root
from qttt.fast.sqt.setting import UNIT
from qttt.oracle.goff.translate import place_of
from qttt.oracle.progress import progress
from qttt.reference import picture
from qttt.reference.goff import Move
from qttt.verification.goff.source import FIRST_MOVES

DIGITS = 12
"""Decimal places of the decimals beside exact numbers."""
POWERS = ("", "q", "q²", "q³", "q⁴")


class Critical(NamedTuple):
    """The functions of one scoring, and which first moves are best."""

    curves: Curves
    best: Sequence[Best]

    @property
    def names(self) -> dict[int, str]:
        """The name of each first move, as the source has it, by its place."""
        return {place: name_of(place) for place in self.curves.first_moves}


def critical(scoring: Scoring, double_win: bool, device: str) -> Critical:
    """Find the functions, which takes a minute. Raises BadInput without the extra `curves`, DeviceError."""
    need("an exact function of q", "curves", "sympy")
    with progress() as report:
        curves = curve.curves(device_called(device), scoring, double_win, report)
    return Critical(curves, best_moves(curves.value, curves.first_moves))


def name_of(place: int) -> str:
    """The name that the source gives to a first move, or to one equivalent by symmetry.

    >>> name_of(37)
    '1-9'
    """
    named = {canonical(play(INITIAL, _place(name))): name for name in FIRST_MOVES}
    return named[canonical(play(INITIAL, place))]


def _place(name: str) -> int:
    return place_of(Move(*map(int, name.split("-"))))


def decimal(root: Root) -> str:
    """A root as a decimal of DIGITS places, correctly rounded."""
    while (low := picture.decimal(root.low, DIGITS)) != picture.decimal(root.high, DIGITS):
        root = root.refined()
    return low


def number(root: Root) -> str:
    """A root for people: a fraction, or a decimal if it is irrational.

    >>> from qttt.fast.sqt.polynomial import roots
    >>> [number(root) for root in roots((-1, -1, 6, 6))]
    ['-1', '-0.408248290464', '0.408248290464']
    """
    return str(root.low) if root.low == root.high else decimal(root)


def origin(root: Root) -> str:
    """The polynomial of which an irrational root is a root; empty for a fraction."""
    return "" if root.low == root.high else formula(root.minimal)


def json_object(found: Critical) -> dict[str, Any]:
    """The functions as an object for JSON: see `qttt critical --help`."""
    curves, names = found.curves, found.names
    return {
        "ruleset": "sqt-1.0",
        "scoring": curves.scoring,
        "double_win": curves.double_win,
        **_function_object(curves.value),
        "first_moves": {names[place]: _function_object(each) for place, each in _in_order(curves, names)},
        "best_first_moves": [
            {"low": _root_object(part.low), "high": _root_object(part.high), "moves": names_of(part, names)}
            for part in found.best
        ],
    }


def _function_object(function: Piecewise) -> dict[str, Any]:
    return {
        "zeros": [_root_object(root) for root in zeros(function)],
        "pieces": [
            {
                "low": _root_object(low),
                "high": _root_object(high),
                "coefficients": [str(UNIT * coefficient) for coefficient in piece],
            }
            for low, high, piece in function.parts()
        ],
    }


def zeros(function: Piecewise) -> tuple[Root, ...]:
    """Where a function is zero, including the ends of intervals on which it is zero throughout."""
    if () not in function.pieces:
        return function.zeros()
    ends = {end for low, high, piece in function.parts() if piece == () for end in (low, high)}
    others = (Piecewise((low, high), (piece,)) for low, high, piece in function.parts() if piece)
    return tuple(sorted(ends.union(*(other.zeros() for other in others))))


def _root_object(root: Root) -> dict[str, Any]:
    return {
        "polynomial": list(map(str, root.minimal)),
        "low": str(root.low),
        "high": str(root.high),
        "decimal": decimal(root),
    }


def _in_order(curves: Curves, names: Mapping[int, str]) -> list[tuple[int, Piecewise]]:
    return sorted(curves.first_moves.items(), key=lambda row: names[row[0]])


def names_of(part: Best, names: Mapping[int, str]) -> list[str]:
    """The best first moves by their names."""
    return sorted(names[place] for place in part.moves)


def print_functions(found: Critical) -> None:
    """Print the value as a function, its zeros, and the best first moves."""
    curves, names = found.curves, found.names
    out = screen.console()
    out.print(f"sqt-1.0: {curves.scoring}{', double wins count' * curves.double_win}", style="bold")
    out.print()
    table = screen.table("q from", "a root of", "to", "value of the game", right=("q from", "to"))
    for low, high, piece in curves.value.parts():
        table.add_row(number(low), origin(low), number(high), formula(piece, UNIT))
    out.print(table)
    out.print()
    for root in zeros(curves.value):
        out.print(zero(root), soft_wrap=True)
    out.print()
    table = screen.table("q from", "to", "best first moves", right=("q from", "to"))
    for part in found.best:
        to = "" if part.low == part.high else number(part.high)
        table.add_row(number(part.low), to, " ".join(names_of(part, names)))
    out.print(table)


def zero(root: Root) -> str:
    """A sentence about a zero of the value."""
    source = origin(root)
    return f"The value is zero at q = {number(root)}{f', a root of {source}' * bool(source)}."


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
