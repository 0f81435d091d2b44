"""Games of Q3T with one error each, for the checks of the lemmas to refute."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from qttt.reference.game import Actor, Outcome, RuleBroken, Score
from qttt.reference.hybrid import Action, ControlLinked, Hybrid, Link, Position, Result, TargetLinked, TargetUnmeasured

Breach = type[RuleBroken] | None


class LinksReplaceEachOther(Hybrid):
    """A second link from a control replaces the first one."""

    def _breach(self, position: Position, move: Link) -> Breach:
        return _unless(ControlLinked, super()._breach(position, move))

    def play(self, position: Position, action: Action) -> Position:
        if isinstance(action, Link):
            kept = tuple(link for link in position.links if link.control != action.control)
            return super().play(replace(position, links=kept), action)
        return super().play(position, action)


class ControlsCarryTwo(Hybrid):
    """Under `links=one` a control may carry two."""

    def _breach(self, position: Position, move: Link) -> Breach:
        two = replace(self, links="two") if self.links == "one" else self
        return Hybrid._breach(two, position, move)


class TargetsReceiveAny(Hybrid):
    """`targets=one` is ignored."""

    def _breach(self, position: Position, move: Link) -> Breach:
        return _unless(TargetLinked, super()._breach(position, move))


class BoxOneIsNoTarget(Hybrid):
    """Boxes are counted from 0, and the first is left out."""

    def _breach(self, position: Position, move: Link) -> Breach:
        return TargetUnmeasured if move.target == 1 else super()._breach(position, move)


class ReversedBoxesAreOpenAgain(Hybrid):
    """A box whose mark a link has changed can be measured again."""

    def play(self, position: Position, action: Action) -> Position:
        after = super().play(position, action)
        return replace(after, marks=_where_changed(position, after, lambda _: ".")) if _is_result(action) else after


class LinksAreXs(Hybrid):
    """Every link is a controlled NOT: O's links have the gate of X's links."""

    def play(self, position: Position, action: Action) -> Position:
        if _is_result(action):
            links = tuple(link._replace(owner=Actor.X) for link in position.links)
            after = super().play(replace(position, links=links), action)
            return replace(after, links=tuple(link for link in position.links if link.control != position.measuring))
        return super().play(position, action)


class OneLinkActs(Hybrid):
    """Only the first link of a control acts."""

    def play(self, position: Position, action: Action) -> Position:
        if _is_result(action):
            own = [link for link in position.links if link.control == position.measuring]
            others = [link for link in position.links if link.control != position.measuring]
            return super().play(replace(position, links=tuple(sorted([*own[:1], *others]))), action)
        return super().play(position, action)


class LinksTake(Hybrid):
    """A triggered link makes its target the owner's, for any `effect`."""

    def play(self, position: Position, action: Action) -> Position:
        return (
            Hybrid.play(replace(self, effect="take"), position, action)
            if _is_result(action)
            else super().play(position, action)
        )


class LinesOfBothAreXs(Hybrid):
    """A line of X is looked for first, for any `both`."""

    def score(self, position: Position) -> Score:
        score = super().score(position)
        return score._replace(value=Fraction(1)) if score.outcome.rule == "HYB-END-2" else score


class TheLastDiagonalIsMissing(Hybrid):
    """The diagonal of 3, 5 and 7 does not count as a line: a game that ends with it is a draw."""

    def score(self, position: Position) -> Score:
        score = super().score(position)
        three = {position.marks[box - 1] for box in (3, 5, 7)}
        return Score(Outcome(None, "draw", "HYB-END-3"), Fraction(0)) if len(three) == 1 else score


def _unless(forgotten: type[RuleBroken], breach: Breach) -> Breach:
    return None if breach is forgotten else breach


def _is_result(action: Action) -> bool:
    return isinstance(action, Result)


def _where_changed(before: Position, after: Position, then: Callable[[str], str]) -> str:
    pairs = zip(before.marks, after.marks, strict=True)
    return "".join(then(new) if old not in (".", new) else new for old, new in pairs)
