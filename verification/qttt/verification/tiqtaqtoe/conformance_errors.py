"""Implementations of TiqTaqToe with errors that a person would make. The vectors must find them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from operator import or_
from types import SimpleNamespace
from typing import Any

from qttt.fast.tiqtaqtoe import rules as fast_rules
from qttt.fast.tiqtaqtoe.boards import O_MASK, X_MASK
from qttt.fast.tiqtaqtoe.rules import Setting, State, marks
from qttt.reference.game import Actor
from qttt.reference.solver import Solver
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.notation import Action
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification.mutation import with_globals
from qttt.verification.tiqtaqtoe.engines import FastEngine, ReferenceEngine, SetUp, fast, reference, tablebase
from qttt.verification.tiqtaqtoe.known_errors import answering

# Of settings


def _without(name: str, set_up: Callable[[Mapping[str, Any]], Any]) -> SetUp:
    def ignoring(options: Mapping[str, Any]) -> Any:
        set_up(options)
        switches = {other: value for other, value in options.get("switches", {}).items() if other != name}
        return set_up({**options, "switches": switches})

    return ignoring


def _careless(options: Mapping[str, Any]) -> ReferenceEngine:
    level = options["level"] if options["level"] in ("classic", "minimal", "moderate") else "high"
    game = TiqTaqToe(level)
    for name, value in options.get("switches", {}).items():
        object.__setattr__(game, name, value)
    return ReferenceEngine(game)


target_is_ignored, pair_is_ignored, lines_is_ignored, both_is_ignored = (
    _without(name, reference) for name in ("target", "pair", "lines", "both")
)
settings_are_not_checked: SetUp = _careless


# Of values


class _OMaximises(Solver[Position, Action]):
    def _combine(self, position: Position, children: dict[Action, Position]) -> Fraction:
        if self.game.actor(position) is Actor.O:
            return max(self._values[child] for child in children.values())
        return super()._combine(position, children)


class _ChanceIsKind(Solver[Position, Action]):
    def _combine(self, position: Position, children: dict[Action, Position]) -> Fraction:
        if self.game.actor(position) is Actor.CHANCE:
            return max(self._values[child] for child in children.values())
        return super()._combine(position, children)


def _solving(solver: type[Solver[Position, Action]]) -> SetUp:
    class Solving(ReferenceEngine):
        def solver(self, position: Position) -> Solver[Position, Action]:
            super().solver(position)
            return solver(self.game)

    return answering(Solving)


o_maximises = _solving(_OMaximises)
chance_is_kind = _solving(_ChanceIsKind)


# Of the fast engine


def _with_rules(**changed: Any) -> SetUp:
    rules = SimpleNamespace(**{**vars(fast_rules), **changed})
    return lambda options: replace(fast(options), rules=rules)


def _by_code(items: Iterable[Any], key: Any = None) -> list[Any]:
    return sorted(items)


def _possible_marks(state: State) -> tuple[int, int]:
    x, o = (reduce(or_, (int(masks[code]) for code in state.codes)) for masks in (X_MASK, O_MASK))
    return x, o


def _without_the_exchange(setting: Setting, state: State, slot: int) -> State:
    after = fast_rules.play(setting, state, slot)
    return State(after.codes[: len(state.codes)])


def _certain_marks(state: State) -> int:
    return sum(mask.bit_count() for mask in fast_rules._certain_marks(state))


boards_come_by_their_codes = _with_rules(measurements=with_globals(fast_rules.measurements, sorted=_by_code))
possible_marks_make_lines = _with_rules(outcome=with_globals(fast_rules.outcome, _certain_marks=_possible_marks))
half_of_the_boards_are_lost = _with_rules(play=_without_the_exchange)
superposed_marks_are_not_counted = _with_rules(actor=with_globals(fast_rules.actor, marks=_certain_marks))
the_last_mover_is_mistaken = _with_rules(score=with_globals(fast_rules.score, marks=lambda state: marks(state) + 1))
fast_target_is_ignored, fast_pair_is_ignored, fast_lines_is_ignored = (
    _without(name, fast) for name in ("target", "pair", "lines")
)


def values_are_of_both_even(options: Mapping[str, Any]) -> FastEngine:
    return replace(fast(options), solved=lambda setting: tablebase(setting._replace(both="even")))
