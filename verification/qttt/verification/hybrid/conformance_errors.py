"""Implementations of Q3T with errors that a person would make. The vectors must find them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.hybrid import SWITCHES, Hybrid
from qttt.reference.hybrid.notation import Action, Link, Measure, Result
from qttt.reference.hybrid.position import PendingLink, Position
from qttt.reference.solver import Solver
from qttt.verification.conformance import Illegal
from qttt.verification.hybrid.engines import ReferenceEngine, SetUp, reference, setting_with


def answering(engine: type[ReferenceEngine]) -> SetUp:
    """The reference with a wrong engine as an implementation."""
    return lambda options: engine(setting_with(Hybrid, options))


def always(**switches: str) -> SetUp:
    """The reference under these values of switches, whatever the options say of them."""
    return lambda options: ReferenceEngine(replace(setting_with(Hybrid, options), **switches))


# Links


class _Owned(ReferenceEngine):
    """Takes another player for the owner of the links that a result may trigger."""

    def owner(self, position: Position, result: Result) -> Actor:
        raise NotImplementedError

    def play(self, position: Position, action: Action) -> Position:
        if isinstance(action, Result):
            owner = self.owner(position, action)
            links = (
                link._replace(owner=owner) if link.control == position.measuring else link for link in position.links
            )
            return super().play(replace(position, links=tuple(links)), action)
        return super().play(position, action)


class _TriggeredByAnyResult(_Owned):
    def owner(self, position: Position, result: Result) -> Actor:
        return result.mark


class _TriggerForTheMeasurer(_Owned):
    def owner(self, position: Position, result: Result) -> Actor:
        return position.turn


class _UntriggeredLinkStays(ReferenceEngine):
    def play(self, position: Position, action: Action) -> Position:
        after = super().play(position, action)
        if not isinstance(action, Result):
            return after
        stay = (link for link in position.links if link.control == position.measuring and link.owner is not action.mark)
        return replace(after, links=tuple(sorted([*after.links, *stay])))


class _ControlAndTargetExchanged(ReferenceEngine):
    def play(self, position: Position, action: Action) -> Position:
        return super().play(position, Link(action.target, action.control) if isinstance(action, Link) else action)


class _UnmeasuredTargets(ReferenceEngine):
    def play(self, position: Position, action: Action) -> Position:
        try:
            return super().play(position, action)
        except Illegal:
            if isinstance(action, Link) and {*action} <= {*position.unmeasured}:
                link = PendingLink(*action, position.turn)
                return replace(position, links=(*position.links, link), turn=position.turn.opponent)
            raise


# Plies


class _LinkIsNoPly(ReferenceEngine):
    def play(self, position: Position, action: Action) -> Position:
        after = super().play(position, action)
        return replace(after, turn=position.turn) if isinstance(action, Link) else after


@dataclass(frozen=True)
class _Counted(Position):
    """A position, and the number of plies before it."""

    plies: int = 0


class _NinePliesEnd(ReferenceEngine):
    def initial(self) -> _Counted:
        return _Counted()

    def play(self, position: Position, action: Action) -> _Counted:
        assert isinstance(position, _Counted)
        after = super().play(position, action)
        plies = position.plies + (not isinstance(action, Result))
        return _Counted(after.marks, after.links, after.turn, after.measuring, plies)

    def outcome(self, position: Position) -> str | None:
        assert isinstance(position, _Counted)
        done = position.plies >= 9 and position.measuring is None
        return super().outcome(position) or ("draw" if done else None)

    def actor(self, position: Position) -> str | None:
        return None if self.outcome(position) else super().actor(position)


# Lines


class _LinesBeforeReversals(ReferenceEngine):
    def play(self, position: Position, action: Action) -> Position:
        if isinstance(action, Result):
            unreversed = super().play(replace(position, links=()), action)
            if super().actor(unreversed) is None:
                return unreversed
        return super().play(position, action)


class _Judging(ReferenceEngine):
    """Has its own view of who has won."""

    def actor(self, position: Position) -> str | None:
        return None if self.outcome(position) else super().actor(position) or position.turn

    def score(self, position: Position) -> Fraction:
        ends = {"win of X": Fraction(1), "win of O": Fraction(-1)}
        return ends.get(str(self.outcome(position)), super().score(position))


class _OnlyTheMeasurerWins(_Judging):
    def outcome(self, position: Position) -> str | None:
        right = super().outcome(position)
        return None if right == f"win of {position.turn}" else right


class _LineOfXFirst(_Judging):
    def outcome(self, position: Position) -> str | None:
        right = super().outcome(position)
        return "win of X" if right == "lines of both" else right


KNOWN_ERRORS: dict[str, SetUp] = {
    "link-is-no-ply": answering(_LinkIsNoPly),
    "control-and-target-exchanged": answering(_ControlAndTargetExchanged),
    "unmeasured-targets": answering(_UnmeasuredTargets),
    "several-links-on-one-control": always(links="two"),
    "triggered-by-any-result": answering(_TriggeredByAnyResult),
    "trigger-for-the-measurer": answering(_TriggerForTheMeasurer),
    "target-becomes-the-owners": always(effect="take"),
    "untriggered-link-stays": answering(_UntriggeredLinkStays),
    "lines-before-reversals": answering(_LinesBeforeReversals),
    "only-the-measurer-wins": answering(_OnlyTheMeasurerWins),
    "line-of-x-first": answering(_LineOfXFirst),
    "nine-plies-end": answering(_NinePliesEnd),
}
"""An implementation for each error of the vectors flagged with it."""


# Settings


def _without(name: str) -> SetUp:
    def ignoring(options: Mapping[str, Any]) -> Any:
        reference(options)
        switches = {other: value for other, value in options.get("switches", {}).items() if other != name}
        return reference({"switches": switches})

    return ignoring


def settings_are_not_checked(options: Mapping[str, Any]) -> ReferenceEngine:
    named = options.get("switches", {})
    return reference({"switches": {name: value for name, value in named.items() if value in SWITCHES.get(name, ())}})


links_is_ignored, targets_is_ignored, effect_is_ignored, both_is_ignored = map(_without, SWITCHES)


# Results and values


class _Backwards(ReferenceEngine):
    def actions(self, position: Position) -> tuple[Action, ...]:
        return super().actions(position)[::-1]


class _TheMeasurerIsFavoured(ReferenceEngine):
    def chance(self, position: Position) -> Mapping[Action, Fraction]:
        return {
            result: Fraction(2 if isinstance(result, Result) and result.mark is position.turn else 1, 3)
            for result in super().chance(position)
        }


class _MarksAreTheMeasurers(ReferenceEngine):
    def play(self, position: Position, action: Action) -> Position:
        own = isinstance(action, Result) and position.measuring is not None
        return super().play(position, Result(f"={position.turn}") if own else action)


class _MeasuredAgain(ReferenceEngine):
    def play(self, position: Position, action: Action) -> Position:
        try:
            return super().play(position, action)
        except Illegal as illegal:
            if isinstance(action, Measure) and illegal.rule == "HYB-MEASURE-1":
                return replace(position, measuring=action.box)
            raise


actions_are_listed_backwards = answering(_Backwards)
the_measurer_is_favoured = answering(_TheMeasurerIsFavoured)
marks_are_the_measurers = answering(_MarksAreTheMeasurers)
boxes_are_measured_again = answering(_MeasuredAgain)


def _solving(choose: Callable[[Actor | None], Callable[..., Fraction] | None]) -> SetUp:
    class Wrong(Solver[Position, Action]):
        def _combine(self, position: Position, children: dict[Action, Position]) -> Fraction:
            wrong = choose(self.game.actor(position))
            right = super()._combine(position, children)
            return wrong(self._values[child] for child in children.values()) if wrong else right

    class Solving(ReferenceEngine):
        def solver(self, position: Position) -> Solver[Position, Action]:
            super().solver(position)
            return Wrong(self.game)

    return answering(Solving)


o_maximises = _solving(lambda actor: max if actor is Actor.O else None)
chance_is_kind = _solving(lambda actor: max if actor is Actor.CHANCE else None)
