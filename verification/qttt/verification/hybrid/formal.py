"""The formal text of Q3T's page, held against the vectors and the reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qttt.reference.hybrid import settings
from qttt.reference.hybrid.notation import Action, Link, Measure, Result
from qttt.reference.hybrid.position import UNMEASURED, Position
from qttt.verification.engines import Illegal
from qttt.verification.formal.game import FormalGame
from qttt.verification.formal.page import Page
from qttt.verification.hybrid.conformance import SUITE
from qttt.verification.hybrid.engines import SOLVABLE, reference

PLACES = range(-1, 12)


def term(action: Action) -> Any:
    """An action in the page's terms."""
    return action.value[-1] if isinstance(action, Result) else tuple(action)


def circuit(formal: FormalGame[Position, Action], actions: Sequence[Action]) -> tuple[str, ...]:
    """The page's operations of a game, as a vector writes them. Raises `Illegal`."""
    game = tuple(map(term, actions))
    for number, action in enumerate(game):
        if rule := formal.text.broken(game[:number], action):
            raise Illegal(f"{actions[number]} breaks {rule}", rule)
    return tuple(map(operation, formal.text.circuit(game)))


def operation(terms: tuple[Any, ...]) -> str:
    """An operation in the form of a vector; its numbers are one or two qubits, then perhaps a bit and a value.

    >>> operation(("CONTROLLED NOT", 1, 4)), operation(("RESET", 4, 1, 0))
    ('CONTROLLED NOT 1 4', 'RESET 4 if 1 is 0')
    """
    end = 3 if "CONTROLLED" in terms[0] else 2
    condition = "if {} is {}".format(*terms[end:]) if terms[end:] else ""
    return " ".join([*map(str, terms[:end]), condition]).strip()


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
    own={"circuit": circuit},
)
