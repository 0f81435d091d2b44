"""Typical human errors, planted in the reference of Q3T. The vectors must find them."""

from dataclasses import dataclass, replace
from typing import Any

from qttt.reference.game import Actor, Outcome
from qttt.reference.hybrid import Hybrid, Position, Result, ending
from qttt.reference.hybrid.notation import Action
from qttt.reference.hybrid.position import link, measured
from qttt.verification.engines import SetUp, set_up
from qttt.verification.hybrid.engines import ReferenceEngine, reference
from qttt.verification.mutation import edit, with_rules


def _wrong(**rules: Any) -> SetUp:
    """The reference with other methods of the game, or other functions that they use."""
    return set_up(ReferenceEngine, with_rules(Hybrid, **rules))


def _always(**switches: str) -> SetUp:
    """The reference under these values of switches, for any options."""
    return set_up(lambda game: ReferenceEngine(replace(game, **switches)), Hybrid)


def _judged_first(position: Position, result: Actor, effect: str) -> Position:
    without_links = measured(replace(position, links=()), result, effect)
    return without_links if ending.outcome(without_links) else measured(position, result, effect)


def _of_the_measurer(position: Position) -> Outcome | None:
    ended = ending.outcome(position)
    return None if ended and ended.winner is position.turn else ended


@dataclass(frozen=True)
class _Counted(Position):
    """A position, and the number of plies before it."""

    plies: int = 0


def _counting(game: Hybrid, position: _Counted, action: Action) -> _Counted:
    after = Hybrid.play(game, position, action)
    plies = position.plies + (not isinstance(action, Result))
    return _Counted(after.marks, after.links, after.turn, after.measuring, plies)


def _after_nine_plies(position: _Counted) -> Outcome | None:
    done = position.plies >= 9 and position.measuring is None
    return ending.outcome(position) or (Outcome(None, "draw", "HYB-END-3") if done else None)


KNOWN_ERRORS: dict[str, SetUp] = {
    "link-is-no-ply": _wrong(link=edit(link, "turn=position.turn.opponent", "turn=position.turn")),
    "control-and-target-exchanged": _wrong(
        play=edit(
            Hybrid.play,
            "self.check(position, action)",
            "action = Link(action.target, action.control) if isinstance(action, Link) else action",
        )
    ),
    "unmeasured-targets": _wrong(_breach=edit(Hybrid._breach, "move.target in position.unmeasured", "False")),
    "several-links-on-one-control": _always(links="two"),
    "triggered-by-any-result": _wrong(measured=edit(measured, "owner is result", "True")),
    "trigger-for-the-measurer": _wrong(measured=edit(measured, "owner is result", "position.turn is result")),
    "target-becomes-the-owners": _always(effect="take"),
    "untriggered-link-stays": _wrong(
        measured=edit(
            measured,
            "pending.control != position.measuring",
            "pending.control != position.measuring or pending.owner is not result",
        )
    ),
    "lines-before-reversals": _wrong(measured=_judged_first),
    "only-the-measurer-wins": _wrong(outcome=_of_the_measurer),
    "line-of-x-first": _wrong(outcome=edit(ending.outcome, "len(having) == 2", "False")),
    "nine-plies-end": _wrong(initial=lambda game: _Counted(), play=_counting, outcome=_after_nine_plies),
}
"""An implementation for each error flagged in vectors."""
VARIANTS: dict[str, tuple[SetUp, ...]] = {
    "triggered-by-any-result": (
        _wrong(
            measured=edit(
                measured,
                "if owner is result:\n            marks[target] = turned(Actor(marks[target]), owner, effect)",
                "marks[target] = turned(Actor(marks[target]), result, effect)",
            )
        ),
    ),
    "untriggered-link-stays": (
        _wrong(
            measured=edit(
                measured,
                "tuple(pending for pending in position.links if pending.control != position.measuring)",
                "(*(p for p in position.links if p.control != position.measuring),"
                " *(p for p in position.links if p.control == position.measuring and p.owner is not result))",
            )
        ),
    ),
}
"""Other forms of some errors."""
an_engine_without_the_error: dict[str, SetUp] = {**KNOWN_ERRORS, "lines-before-reversals": reference}
