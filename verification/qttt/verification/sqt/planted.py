"""Errors planted in implementations of the stochastic game. The vectors must find them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.goff import Goff, Position, Selection
from qttt.reference.sqt import Sqt
from qttt.reference.sqt.dice import Action, Dice, Throw, Thrown
from qttt.spec import Option
from qttt.verification.goff import engines, planted
from qttt.verification.sqt import dice, solved
from qttt.verification.sqt.engines import DiceEngine, FastEngine, ReferenceEngine, fast, reference

# In the reference


class _OpponentSelects(Sqt):
    def actor(self, position: Position) -> Actor | None:
        return Goff().actor(position)


class _ProbabilitiesExchanged(Sqt):
    @property
    def p(self) -> Fraction:
        return self.q

    def system(self, position: Position) -> Mapping[Actor, Fraction]:
        return {Actor.X: self.q, Actor.O: 1 - self.q} if position.pending else {}


class _AdvantageOfGoffsGame(ReferenceEngine):
    def selections(self, position: Position) -> Mapping[Selection, Fraction]:
        return self.selections_by(Goff(), position)


class _EvenChancesOfEqualValues(ReferenceEngine):
    def selections(self, position: Position) -> Mapping[Selection, Fraction]:
        of_a, of_b = self.values(position).values()
        return super().selections(position) if of_a != of_b else dict.fromkeys(Selection, Fraction(1, 2))


class _OneDieMore(ReferenceEngine):
    def dice(self) -> tuple[int, int] | None:
        fewest = super().dice()
        return fewest and (fewest[0] + 1, fewest[1] * 6)


class _ThrowServesTheWholeGame(Dice):
    def play(self, position: Thrown, action: Action) -> Thrown:
        after = super().play(position, action)
        return after if isinstance(action, Throw) else after._replace(selector=position.selector)


def _changing(**changes: Any) -> Callable[..., Sqt]:
    return lambda *setting: replace(Sqt(*setting), **changes)


def _rounded(q: Fraction, *others: Any) -> Sqt:
    return Sqt(Fraction(float(q)), *others)


def p_is_not_looked_at(options: Mapping[str, Any]) -> ReferenceEngine | DiceEngine:
    return reference({name: text for name, text in options.items() if name != "p"})


the_opponent_selects = partial(reference, game=_OpponentSelects)
p_and_q_are_exchanged = partial(reference, game=_ProbabilitiesExchanged)
advantage_is_that_of_goffs_game = partial(reference, engine=_AdvantageOfGoffsGame)
equal_values_have_even_chances = partial(reference, engine=_EvenChancesOfEqualValues)
one_die_more_is_thrown = partial(reference, engine=_OneDieMore)
dice_have_their_chances_exchanged = partial(reference, version=dice.chances_are_exchanged)
the_mover_selects_whatever_the_dice_show = partial(reference, version=dice.the_mover_selects_whatever_the_dice_show)
a_throw_serves_the_whole_game = partial(reference, version=_ThrowServesTheWholeGame)
draws_are_always_even = partial(reference, game=_changing(scoring="draws-even"))
the_double_win_is_always_on = partial(reference, game=_changing(double_win=True))
probabilities_are_rounded = partial(reference, game=_rounded)

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
