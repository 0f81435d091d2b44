"""Runs the conformance vectors of the stochastic game, as `spec/qttt/spec/vectors/README.md` says.

An implementation is a function that sets up a vector's `options`: it returns an engine for this setting, or raises
`ValueError` to refuse it. The vectors are then played as those of Goff's game are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol, TypeVar, cast

from qttt.reference.game import Actor, Outcome
from qttt.reference.goff import Action, CollapseRule, Goff, Position, Selection
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt, checked, probability, selection_probabilities
from qttt.reference.sqt.dice import dice
from qttt.spec import Vector, vectors
from qttt.verification.conformance import Verdict, summed_up
from qttt.verification.goff import answers
from qttt.verification.goff.answers import Replayed, Values
from qttt.verification.goff.conformance import Answers, run_vector
from qttt.verification.goff.engines import Engine, ReferenceEngine

S = TypeVar("S")


class StochasticEngine(Engine[S], Protocol[S]):
    """An implementation of the stochastic game in one setting."""

    def values(self, position: S) -> Values:
        """The value of a position and of each of its actions."""
        ...

    def selections(self, position: S) -> Mapping[Selection, Fraction]:
        """The probability of each selection of the System at a closed cycle."""
        ...

    def dice(self) -> tuple[int, int] | None:
        """How many dice the dice version takes, and on how many results O selects; None if two do not do."""
        ...


SetUp = Callable[[Mapping[str, Any]], StochasticEngine[Any]]


@dataclass(frozen=True)
class StochasticReference(ReferenceEngine):
    """The reference in one setting. Mutants override what they get wrong."""

    game: Sqt

    def actor(self, position: Position, collapse: CollapseRule = "opponent") -> Actor | None:
        return self.game.actor(position)

    def judge(self, position: Position, double_win: bool) -> Outcome | None:
        return None if self.game.actor(position) else self.game.score(position).outcome

    def values(self, position: Position) -> Values:
        solver: Solver[Position, Action] = Solver(self.game)
        return solver.value(position), solver.values(position)

    def selections(self, position: Position) -> Mapping[Selection, Fraction]:
        by_action = self.values(position)[1]
        return selection_probabilities({selection: by_action[selection] for selection in Selection}, self.game.p)

    def dice(self) -> tuple[int, int] | None:
        return dice(self.game.q)


def setting_of(options: Mapping[str, Any]) -> Sqt:
    """The game with these options. Raises `ValueError` if they are refused."""
    p = probability(options["p"]) if "p" in options else None
    q = checked(probability(options["q"]), p)
    return Sqt(q, options.get("scoring", "draws-even"), options.get("double_win", False))


def reference(options: Mapping[str, Any]) -> StochasticReference:
    """The reference as an implementation."""
    return StochasticReference(setting_of(options))


def selections(replayed: Replayed, _: Any) -> Any:
    chances = _engine(replayed).selections(replayed.position)
    return {str(selection): str(chance) for selection, chance in chances.items()}


def thrown(replayed: Replayed, _: Any) -> Any:
    of_o = _engine(replayed).dice()
    return of_o and list(of_o)


def _engine(replayed: Replayed) -> StochasticEngine[Any]:
    return cast(StochasticEngine[Any], replayed.engine)


ANSWERS: Answers = {**answers.ANSWERS, "selections": selections, "dice": thrown}
"""What to ask for each field of `then`, in the form of `qttt.verification.goff.answers.ANSWERS`."""


def run(set_up: SetUp, vector: Vector) -> Verdict:
    """Set up and play a vector, and compare every field of `then`."""
    must_fail = "refused" in vector.then
    try:
        engine = set_up(vector.options)
    except ValueError as error:
        return Verdict(("refused",), (), () if must_fail else (f"the setting is refused: {error}",))
    if must_fail:
        return Verdict(("refused",), (), ("the setting is accepted",))
    return run_vector(engine, vector, ANSWERS, lambda engine, position, *_: engine.values(position))


def the_reference_conforms(set_up: SetUp = reference) -> str:
    """The reference passes every vector of the stochastic game."""
    return summed_up({vector.id: run(set_up, vector) for vector in vectors("sqt")})


# Planted errors


class _OpponentSelects(Sqt):
    def actor(self, position: Position) -> Actor | None:
        return Goff().actor(position)


class _ProbabilitiesExchanged(Sqt):
    @property
    def p(self) -> Fraction:
        return self.q

    def system(self, position: Position) -> Mapping[Actor, Fraction]:
        return {Actor.X: self.q, Actor.O: 1 - self.q} if position.pending else {}


class _AdvantageOfGoffsGame(StochasticReference):
    def selections(self, position: Position) -> Mapping[Selection, Fraction]:
        by_action = Solver[Position, Action](Goff()).values(position)
        return selection_probabilities({selection: by_action[selection] for selection in Selection}, self.game.p)


class _EvenChancesOfEqualValues(StochasticReference):
    def selections(self, position: Position) -> Mapping[Selection, Fraction]:
        of_a, of_b = self.values(position)[1].values()
        return super().selections(position) if of_a != of_b else dict.fromkeys(Selection, Fraction(1, 2))


class _OneDieMore(StochasticReference):
    def dice(self) -> tuple[int, int] | None:
        fewest = super().dice()
        return fewest and (fewest[0] + 1, fewest[1] * 6)


def _playing(game: type[Sqt]) -> SetUp:
    def set_up(options: Mapping[str, Any]) -> StochasticEngine[Any]:
        right = setting_of(options)
        return StochasticReference(game(right.q, right.scoring, right.double_win))

    return set_up


def _answering(engine: type[StochasticReference]) -> SetUp:
    return lambda options: engine(setting_of(options))


def _changing(**changes: Any) -> SetUp:
    return lambda options: StochasticReference(replace(setting_of(options), **changes))


def p_is_not_looked_at(options: Mapping[str, Any]) -> StochasticEngine[Any]:
    return reference({name: text for name, text in options.items() if name != "p"})


def probabilities_are_rounded(options: Mapping[str, Any]) -> StochasticEngine[Any]:
    right = setting_of(options)
    return StochasticReference(replace(right, q=Fraction(float(right.q))))


the_opponent_selects = _playing(_OpponentSelects)
p_and_q_are_exchanged = _playing(_ProbabilitiesExchanged)
advantage_is_that_of_goffs_game = _answering(_AdvantageOfGoffsGame)
equal_values_have_even_chances = _answering(_EvenChancesOfEqualValues)
one_die_more_is_thrown = _answering(_OneDieMore)
draws_are_always_even = _changing(scoring="draws-even")
the_double_win_is_always_on = _changing(double_win=True)
