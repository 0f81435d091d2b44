"""Values under best play, from the solver of the reference and from the tablebase of the fast engine."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from qttt.fast.backend import Cpu
from qttt.fast.goff.solve import solve
from qttt.fast.goff.tablebase import Tablebase
from qttt.oracle.goff.translate import action_of, value_of
from qttt.reference.game import Actor, Outcome, Score
from qttt.reference.goff import Action, CollapseRule
from qttt.reference.goff.ending import TABLE_3, value
from qttt.reference.solver import Solver
from qttt.verification.goff.engines import Engine, ReferenceEngine


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


class EngineGame:
    """An engine of the reference, or a mutant of it, as a `Game` for the generic solver."""

    ruleset = "goff-1.0"

    def __init__(self, engine: ReferenceEngine, collapse: CollapseRule, double_win: bool) -> None:
        self._engine, self._collapse, self._double_win = engine, collapse, double_win

    def initial(self) -> Any:
        return self._engine.initial()

    def actor(self, position: Any) -> Actor | None:
        return self._engine.actor(position, self._collapse)

    def actions(self, position: Any) -> tuple[Action, ...]:
        return self._engine.actions(position)

    def play(self, position: Any, action: Action) -> Any:
        return self._engine.play(position, action)

    def chance(self, position: Any) -> Mapping[Action, Fraction]:
        return {}

    def system(self, position: Any) -> Mapping[Actor, Fraction]:
        return {}

    def score(self, position: Any) -> Score:
        ended = self._engine.judge(position, self._double_win) or Outcome(None, "draw", "")
        return Score(ended, value(ended, TABLE_3))


def solver(engine: ReferenceEngine, collapse: CollapseRule, double_win: bool = False) -> Solver[Any, Action]:
    """The generic solver over an engine of the reference."""
    return Solver(EngineGame(engine, collapse, double_win))


def values_of(
    engine: Engine[Any], position: Any, collapse: CollapseRule, double_win: bool
) -> tuple[Fraction, dict[Action, Fraction]]:
    """The value of a position and of each of its actions: by the generic solver over the reference (slow before ply 5),
    from the tablebase for the fast engine."""
    if isinstance(engine, ReferenceEngine):
        exact = solver(engine, collapse, double_win)
        return exact.value(position), exact.values(position)
    key = engine.key(position)
    return fast_value(key, collapse, double_win), fast_action_values(key, collapse, double_win)
