"""Typical human errors, planted in the reference of Q3T. The vectors must find them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.notation import Action, Link, Measure, Result
from qttt.reference.hybrid.position import PendingLink, Position
from qttt.verification.engines import Illegal, SetUp, game_with
from qttt.verification.hybrid.engines import ReferenceEngine, reference
from qttt.verification.planted import without


def always(**switches: str) -> SetUp:
    """The reference under these values of switches, for any options."""
    return lambda options: ReferenceEngine(replace(game_with(Hybrid, options, "HYB-SWITCH-1"), **switches))


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


class _LinkIsNotAPly(ReferenceEngine):
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
    """A game that finds the winner in its own way."""

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


links_are_never_lost = partial(reference, engine=_UntriggeredLinkStays)
links_are_triggered_by_any_result = partial(reference, engine=_TriggeredByAnyResult)
links_are_triggered_for_the_measurer = partial(reference, engine=_TriggerForTheMeasurer)
targets_are_always_taken = always(effect="take")
controls_carry_two_links = always(links="two")
links_are_not_plies = partial(reference, engine=_LinkIsNotAPly)
lines_are_judged_before_reversals = partial(reference, engine=_LinesBeforeReversals)
only_the_measurer_wins = partial(reference, engine=_OnlyTheMeasurerWins)
controls_and_targets_are_exchanged = partial(reference, engine=_ControlAndTargetExchanged)
targets_may_be_unmeasured = partial(reference, engine=_UnmeasuredTargets)
lines_of_x_are_looked_for_first = partial(reference, engine=_LineOfXFirst)
nine_plies_are_the_end = partial(reference, engine=_NinePliesEnd)

KNOWN_ERRORS: dict[str, SetUp] = {
    "link-is-no-ply": links_are_not_plies,
    "control-and-target-exchanged": controls_and_targets_are_exchanged,
    "unmeasured-targets": targets_may_be_unmeasured,
    "several-links-on-one-control": controls_carry_two_links,
    "triggered-by-any-result": links_are_triggered_by_any_result,
    "trigger-for-the-measurer": links_are_triggered_for_the_measurer,
    "target-becomes-the-owners": targets_are_always_taken,
    "untriggered-link-stays": links_are_never_lost,
    "lines-before-reversals": lines_are_judged_before_reversals,
    "only-the-measurer-wins": only_the_measurer_wins,
    "line-of-x-first": lines_of_x_are_looked_for_first,
    "nine-plies-end": nine_plies_are_the_end,
}
"""An implementation for each error flagged in vectors."""
an_engine_without_the_error: dict[str, SetUp] = {**KNOWN_ERRORS, "lines-before-reversals": reference}


# Settings


links_is_ignored = without("links", reference)
targets_is_ignored = without("targets", reference)
effect_is_ignored = without("effect", reference)
both_is_ignored = without("both", reference)


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


actions_are_listed_backwards = partial(reference, engine=_Backwards)
the_measurer_is_favoured = partial(reference, engine=_TheMeasurerIsFavoured)
marks_are_the_measurers = partial(reference, engine=_MarksAreTheMeasurers)
boxes_are_measured_again = partial(reference, engine=_MeasuredAgain)
