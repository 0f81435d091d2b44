"""The fields that only the conformance vectors of Q3T have."""

from collections.abc import Sequence
from typing import Any

from qttt.reference.hybrid import settings
from qttt.reference.hybrid.notation import Action, Measure
from qttt.reference.hybrid.picture import text
from qttt.reference.hybrid.position import BOXES, UNMEASURED
from qttt.verification.conform.truth import Replayed, Suite, Truth
from qttt.verification.engines import options_of
from qttt.verification.hybrid.engines import fast, reference
from qttt.verification.hybrid.lemmas import MOST_PLIES
from qttt.verification.hybrid.planted import KNOWN_ERRORS, VARIANTS
from qttt.verification.random_games import nth


def marks(replayed: Replayed) -> Any:
    said = replayed.engine.shown(replayed.position).marks
    return {str(box): mark for box, mark in enumerate(said, start=1) if mark != UNMEASURED}


def links(replayed: Replayed) -> Any:
    return [*map(str, replayed.engine.shown(replayed.position).links)]


def circuit(replayed: Replayed) -> Any:
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
