"""Values under best play: from tablebases of the fast engine, solved once, and from the solver of the reference."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import get_args

from qttt.fast.backend import Cpu
from qttt.fast.sqt.setting import Scoring, Setting
from qttt.fast.sqt.solve import solve
from qttt.fast.sqt.tablebase import Tablebase
from qttt.reference.goff import SWITCHES, Action, Position
from qttt.reference.sqt import Sqt
from qttt.spec import vectors

GRID = tuple(Fraction(j, 20) for j in range(21))
"""The source's values of q."""
SMALL = (Fraction(2, 7), Fraction(62, 63))
"""Two more values, the second with the largest denominator that 32 bits hold."""
AWKWARD = (Fraction(355, 565), Fraction(16383, 32767))
"""Two values of q that need 64 bits, the second with the largest denominator allowed."""
SCORINGS: tuple[Scoring, ...] = get_args(Scoring)


def settings_of(probabilities: Iterable[Fraction]) -> tuple[Setting, ...]:
    """Every scoring, with and without the double win, for each q."""
    return tuple(Setting(*setting) for setting in product(probabilities, SCORINGS, (False, True)))


def settings_of_vectors() -> Iterator[Setting]:
    """The settings in which vectors ask for values."""
    for vector in vectors("sqt"):
        if {"value", "selections", "best", "optimal", "first_moves"} & vector.then.keys():
            scoring, double_win = vector.options.get("scoring", SCORINGS[0]), vector.options.get("double_win", False)
            yield Setting(Fraction(vector.options["q"]), scoring, double_win)


@cache
def tablebase() -> Tablebase:
    """The grid, two more values of q, and the settings of vectors, in 32 bits."""
    settings = dict.fromkeys((*settings_of(GRID + SMALL), *settings_of_vectors()))
    return solve(Cpu(), tuple(settings)).tablebase


@cache
def wide_tablebase() -> Tablebase:
    """The values of q that need 64 bits."""
    return solve(Cpu(), settings_of(AWKWARD)).tablebase


@cache
def of_reading(pair: str, last: str) -> Tablebase:
    """An even chance under two switches: both scorings, and each worth of lines of both players."""
    settings = product((Fraction(1, 2),), SCORINGS, (False,), (pair,), (last,), SWITCHES["both"])
    return solve(Cpu(), [Setting(*setting) for setting in settings]).tablebase


def tablebase_with(setting: Setting) -> Tablebase:
    """The one of the two tablebases that has the setting. Raises `KeyError` if neither does."""
    for table in (tablebase, wide_tablebase):
        if setting in table().settings:
            return table()
    raise KeyError(f"not solved with {setting}")


@cache
def _actions(position: Position) -> tuple[Action, ...]:
    return Sqt(Fraction(0)).actions(position)


@cache
def _play(position: Position, action: Action) -> Position:
    return Sqt(Fraction(0)).play(position, action)


class Remembering(Sqt):
    """The reference's game; the successors of a position, equal in all settings, are found once."""

    def actions(self, position: Position) -> tuple[Action, ...]:
        return _actions(position)

    def play(self, position: Position, action: Action) -> Position:
        return _play(position, action)
