"""The conformance vectors of Q3T: the fields that only this game has, and errors that the vectors must find."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from qttt.reference.game import Actor, Outcome
from qttt.reference.hybrid import Action, Hybrid, Measure, Position, Result, ending, settings
from qttt.reference.hybrid.picture import text
from qttt.reference.hybrid.position import BOXES, UNMEASURED, link, measured
from qttt.verification.conform.truth import Replayed, Suite, Truth
from qttt.verification.engines import SetUp, options_of, set_up
from qttt.verification.hybrid.engines import ReferenceEngine, fast, reference
from qttt.verification.hybrid.lemmas import MOST_PLIES
from qttt.verification.mutation import edit, with_rules
from qttt.verification.random_games import nth

# Typical human errors, planted in the reference: the vectors must find them


def _wrong(**rules: object) -> SetUp:
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


# Fields of vectors


def marks(replayed: Replayed) -> object:
    said = replayed.engine.shown(replayed.position).marks
    return {str(box): mark for box, mark in enumerate(said, start=1) if mark != UNMEASURED}


def links(replayed: Replayed) -> object:
    return [*map(str, replayed.engine.shown(replayed.position).links)]


def circuit(replayed: Replayed) -> object:
    return [*replayed.engine.circuit(replayed.actions)]


SUITE = Suite("hybrid", (marks, links, circuit))

LATE = 7
"""The fewest measured boxes of a position that an engine without a tablebase values."""
MEASURING, OF = 7, 20
"""How often a move is drawn only from the measurements, so that short and long games occur."""
MOST_ACTIONS = max(MOST_PLIES.values()) + len(BOXES)
"""The largest number of plies and results of a game (LEMMA ends)."""


def pick(legal: Sequence[Action], choice: int) -> Action:
    """The chosen action, sometimes from the measurements only; the first one for choice 0."""
    measurements = [action for action in legal if isinstance(action, Measure)]
    chosen: Action = nth(measurements if measurements and choice % OF < MEASURING else legal, choice // OF)
    return chosen


TRUTH = Truth(
    suite=SUITE,
    reference=reference,
    fast=fast,
    rules={
        "marks": "HYB-MEASURE-1",
        "links": "HYB-MEASURE-1",
        "actor": "HYB-TURN-1",
        "actions": "HYB-ORDER-1",
        "chance": "HYB-RESULT-1",
        "outcome": "HYB-END-1",
        "value": "HYB-SCORE-1",
        "legal": "HYB-MEASURE-1",
    },
    by_action={
        "=": {"legal": "HYB-RESULT-1", "actor": "HYB-RESULT-1", "marks": "HYB-TRIGGER-1", "links": "HYB-TRIGGER-1"},
        ".>": dict.fromkeys(("legal", "marks", "links"), "HYB-LINK-1"),
    },
    searched="HYB-VALUE-1",
    state=("marks", "links"),
    settings=lambda: [*map(options_of, settings())],
    longest=MOST_ACTIONS,
    is_late=lambda position: position.marks.count(UNMEASURED) <= len(BOXES) - LATE,
    picture=text,
    lacks=frozenset({"circuit", "open", "outcome_rule", "position"}),
    chance=("chance",),
    known_errors=KNOWN_ERRORS,
    variants=VARIANTS,
    pick=pick,
)
