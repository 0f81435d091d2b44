"""The formal text of Q3T's page, held against the vectors and the reference."""

from __future__ import annotations

from typing import Any

from qttt.reference.hybrid import settings
from qttt.reference.hybrid.notation import Action, Link, Measure, Result
from qttt.reference.hybrid.position import UNMEASURED
from qttt.verification.formal.page import Page, Text
from qttt.verification.hybrid.conformance import SUITE
from qttt.verification.hybrid.engines import SOLVABLE, reference

PLACES = range(-1, 12)


def term(action: Action) -> Any:
    """An action in the page's terms."""
    return action.value[-1] if isinstance(action, Result) else tuple(action)


EVERY_ACTION: tuple[Action, ...] = (
    *map(Measure, PLACES),
    *(Link(control, target) for control in PLACES for target in PLACES),
    *Result,
)
PAGE = Page(
    "hybrid",
    SUITE,
    reference,
    [*settings()],
    EVERY_ACTION,
    term,
    lambda position: position.marks.count(UNMEASURED) <= 9 - SOLVABLE,
    setting=lambda options: options.get("switches", {}),
)
