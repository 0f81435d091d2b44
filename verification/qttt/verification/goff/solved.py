"""Values under best play, from the tablebase of the fast engine."""

from fractions import Fraction
from functools import cache

from qttt.fast.answers import values_of
from qttt.fast.backend import Cpu
from qttt.fast.goff.moves import ACTIONS
from qttt.fast.goff.solve import solve
from qttt.fast.goff.tablebase import Tablebase
from qttt.oracle.goff.translate import action_of
from qttt.reference.goff import Action, CollapseRule


@cache
def tablebase() -> Tablebase:
    """Goff's game solved through ply 6 on the CPU, once."""
    return solve(Cpu()).tablebase


def fast_value(key: int, collapse: CollapseRule, double_win: bool = False) -> Fraction:
    """The value of a position from the tablebase."""
    return Fraction(int(tablebase().answers(collapse, double_win).values([key])[0]))


def fast_action_values(key: int, collapse: CollapseRule, double_win: bool = False) -> dict[Action, Fraction]:
    """The value of each legal action from the tablebase, in the documented order."""
    row = tablebase().answers(collapse, double_win).action_values([key])[0]
    return {action_of(action): value for action, value in values_of(row, ACTIONS, Fraction(1)).items()}
