"""Values under best play, from the tablebase of the fast engine."""

from fractions import Fraction
from functools import cache

from qttt.fast.backend import Cpu
from qttt.fast.goff.solve import solve
from qttt.fast.goff.tablebase import Tablebase
from qttt.oracle.goff.translate import action_of, value_of
from qttt.reference.goff import Action, CollapseRule


@cache
def tablebase() -> Tablebase:
    """Goff's game solved through ply 6 on the CPU, once."""
    return solve(Cpu()).tablebase


def fast_value(key: int, collapse: CollapseRule, double_win: bool = False) -> Fraction:
    """The value of a position from the tablebase."""
    return value_of(tablebase().outcome(key, collapse), double_win)


def fast_action_values(key: int, collapse: CollapseRule, double_win: bool = False) -> dict[Action, Fraction]:
    """The value of each legal action from the tablebase, in the documented order."""
    codes = tablebase().actions(key, collapse)
    return {action_of(action): value_of(code, double_win) for action, code in codes.items()}
