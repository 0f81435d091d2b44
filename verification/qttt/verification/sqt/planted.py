"""Errors planted in implementations of the stochastic game. The vectors must find them."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from qttt.reference.sqt import Sqt
from qttt.spec import Option
from qttt.verification.goff import engines, planted
from qttt.verification.sqt import solved
from qttt.verification.sqt.engines import FastEngine, fast

# In the reference


# In written positions


class _ProbabilitiesAsFloats(Sqt):
    """The q of a line is compared with the game's q in floating point."""

    def _has(self, option: Option, written: str) -> bool:
        return float(Fraction(written)) == float(self.q) if option.name == "q" else super()._has(option, written)


class _ScoringNotCompared(Sqt):
    """Any scoring in a line is taken for the game's scoring."""

    def _has(self, option: Option, written: str) -> bool:
        return option.name == "scoring" or super()._has(option, written)


probabilities_are_compared_as_floats = _ProbabilitiesAsFloats
scorings_of_lines_are_ignored = _ScoringNotCompared

# In the fast engine


def fast_p_and_q_are_exchanged(options: Mapping[str, Any]) -> FastEngine:
    right = fast(options)
    other = replace(right.setting, q=1 - right.setting.q)
    return replace(right, setting=other) if other in solved.tablebase().settings else right


def fast_draws_are_always_even(options: Mapping[str, Any]) -> FastEngine:
    right = fast(options)
    return replace(right, setting=replace(right.setting, scoring="draws-even"))


class _TheOpponentSelects(FastEngine):
    def actor(self, position: int) -> str | None:
        return engines.FastEngine.actor(self, position)


fast_marks_settle_towards_the_root = partial(fast, rules=planted.settling_towards_the_root)
fast_the_opponent_selects = partial(fast, engine=_TheOpponentSelects)
