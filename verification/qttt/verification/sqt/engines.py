"""The fast engine in one setting, as an implementation that the conformance vectors can be run on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from qttt.fast.goff.key import FIELD
from qttt.fast.goff.rules import SEL_A, SEL_B
from qttt.fast.sqt.setting import Setting
from qttt.fast.sqt.tablebase import Tablebase
from qttt.oracle.goff.translate import action_of
from qttt.oracle.sqt import entry
from qttt.reference.goff import CollapseRule, Selection
from qttt.spec import vectors
from qttt.verification.conformance import NotAnswered, summed_up
from qttt.verification.goff import mutants
from qttt.verification.goff.answers import Values
from qttt.verification.goff.engines import FastEngine
from qttt.verification.sqt import solved
from qttt.verification.sqt.conformance import SetUp, StochasticEngine, run, setting_of

Solved = Callable[[Setting], Tablebase]


@dataclass(frozen=True)
class StochasticFast(FastEngine):
    """The fast engine in one setting; `solved` gives a tablebase that has it."""

    setting: Setting = Setting(Fraction(0))  # noqa: RUF009
    solved: Solved = solved.tablebase_with

    def actor(self, position: int, collapse: CollapseRule = "opponent") -> str | None:
        return "SYSTEM" if position & FIELD else super().actor(position)

    def values(self, position: int) -> Values:
        table = self.solved(self.setting)
        actions = table.actions(position, self.setting)
        return table.value(position, self.setting), {action_of(code): value for code, value in actions.items()}

    def selections(self, position: int) -> Mapping[Selection, Fraction]:
        """From the values of both settlements. Rule: SQT-EQUAL-1"""
        values = self.solved(self.setting).actions(position, self.setting)
        of_a = 1 - self.setting.q if values[SEL_A] >= values[SEL_B] else self.setting.q
        return {Selection.A: of_a, Selection.B: 1 - of_a}

    def dice(self) -> tuple[int, int] | None:
        raise NotAnswered


def fast(options: Mapping[str, Any]) -> StochasticFast:
    """The fast engine as an implementation; what a text says of a probability is read by the reference."""
    return StochasticFast(setting=entry.setting_of(setting_of(options)))


def the_fast_engine_conforms(set_up: SetUp = fast) -> str:
    """The fast engine passes every vector of the stochastic game."""
    return summed_up({vector.id: run(set_up, vector) for vector in vectors("sqt")})


# Planted errors


def p_and_q_are_exchanged(options: Mapping[str, Any]) -> StochasticEngine[Any]:
    right = fast(options)
    other = replace(right.setting, q=1 - right.setting.q)
    return replace(right, setting=other) if other in solved.tablebase().settings else right


def draws_are_always_even(options: Mapping[str, Any]) -> StochasticEngine[Any]:
    right = fast(options)
    return replace(right, setting=replace(right.setting, scoring="draws-even"))


def marks_settle_towards_the_root(options: Mapping[str, Any]) -> StochasticEngine[Any]:
    return replace(fast(options), rules=mutants.marks_settle_towards_the_root.rules)


class _OpponentSelects(StochasticFast):
    def actor(self, position: int, collapse: CollapseRule = "opponent") -> str | None:
        return FastEngine.actor(self, position)


def the_opponent_selects(options: Mapping[str, Any]) -> StochasticEngine[Any]:
    return _OpponentSelects(setting=fast(options).setting)
