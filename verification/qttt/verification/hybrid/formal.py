"""The formal text of Q3T's page, held against the vectors and the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from qttt.oracle.perfect import PLAYERS
from qttt.reference.board import SYMMETRIES, image
from qttt.reference.hybrid import Action, Hybrid, Link, Measure, Result, settings
from qttt.reference.hybrid.position import BOXES, UNMEASURED, Position
from qttt.verification.engines import Illegal
from qttt.verification.formal import FormalGame
from qttt.verification.formal.page import Page
from qttt.verification.hybrid.conformance import SUITE
from qttt.verification.hybrid.engines import SOLVABLE, reference
from qttt.verification.hybrid.lemmas import pending

PLACES = range(-1, 12)


def term(action: Action) -> object:
    """An action in the page's terms."""
    return action.value[-1] if isinstance(action, Result) else tuple(action)


def circuit(formal: FormalGame[Position, Action], actions: Sequence[Action]) -> tuple[str, ...]:
    """The page's operations of a game, as a vector writes them. Raises `Illegal`."""
    game = tuple(map(term, actions))
    for number, action in enumerate(game):
        if rule := formal.text.broken(game[:number], action):
            raise Illegal(f"{actions[number]} breaks {rule}", rule)
    return tuple(map(operation, formal.text.circuit(game)))


def operation(terms: tuple[object, ...]) -> str:
    """An operation in the form of a vector; its numbers are one or two qubits, then perhaps a bit and a value.

    >>> operation(("CONTROLLED NOT", 1, 4)), operation(("RESET", 4, 1, 0))
    ('CONTROLLED NOT 1 4', 'RESET 4 if 1 is 0')
    """
    end = 3 if "CONTROLLED" in str(terms[0]) else 2
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
    own={"circuit": circuit},
    telling=(
        ".X......., 1>2 O, 1>2 O, 1>2 O, X measures 1",
        ".X......., 1>2 X, 1>2 X, 1>2 X, X measures 1",
        "XOXXOOOX., X measures 9",
        "OXOOOX.XO, 7>2 O, X measures 7",
        "XXXOOO..., X to move",
    ),
)


def agrees_from_eight_boxes(every: int = 1) -> str:
    """Every state with eight or nine measured boxes, up to symmetry, in the canonical game, or every so many one."""
    return f"{PAGE.agrees_on(Hybrid(), islice(states(1), 0, None, every)):,} states up to symmetry"


def states(unmeasured: int) -> Iterator[Position]:
    """Every state with at most so many unmeasured boxes, whether or not a game reaches it: the unmeasured boxes up to
    symmetry, any marks, at most one link on a control, either player to move, measuring a box or not."""
    for bare in map(Position, map("".join, product("OX" + UNMEASURED, repeat=len(BOXES)))):
        free = bare.unmeasured
        if len(free) <= unmeasured and free == min(image(symmetry, *free) for symmetry in SYMMETRIES):
            for links, turn, box in product(pending(Hybrid(), free, bare.measured), PLAYERS, (None, *free)):
                yield replace(bare, links=links, turn=turn, measuring=box)
