"""The fields that only the conformance vectors of TiqTaqToe have."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from qttt.reference.tiqtaqtoe import TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.notation import Action, Pair, Single
from qttt.reference.tiqtaqtoe.picture import text
from qttt.reference.tiqtaqtoe.position import groups as groups_of
from qttt.verification.conform.truth import Replayed, Suite, Truth
from qttt.verification.engines import options_of
from qttt.verification.random_games import nth
from qttt.verification.side_by_side import games_turn
from qttt.verification.tiqtaqtoe.engines import fast, reference
from qttt.verification.tiqtaqtoe.planted import KNOWN_ERRORS


def possible(replayed: Replayed) -> Any:
    return [*replayed.engine.shown(replayed.position).boards]


def probabilities(replayed: Replayed) -> Any:
    said = replayed.engine.probabilities(replayed.position)
    return {
        str(square): {content: str(number) for content, number in held.items() if number}
        for square, held in said.items()
    }


def groups(replayed: Replayed) -> Any:
    return [[*group] for group in replayed.engine.groups(replayed.position)]


SUITE = Suite("tiqtaqtoe", (possible, probabilities, groups))

LATE, LONGEST = 7, 18
"""The fewest marks of a position that an engine without a tablebase values; the most actions of a game: nine moves, and
a measurement after each."""


def _settings() -> list[dict[str, Any]]:
    return [
        {"level": game.level, **options_of(game)}
        for game in (TiqTaqToe(), *(each for each in settings() if each != TiqTaqToe()))
    ]


def pick(legal: Sequence[Action], choice: int) -> Action:
    """The action of a choice; at the level full every second one is classical, if there is one, because many splits
    make thousands of boards."""
    classical = [action for action in legal if isinstance(action, Single)] if Pair(2, 1) in legal else []
    found: Action = nth(classical if choice % 2 else legal, choice // 2) if classical else nth(legal, choice)
    return found


TRUTH = Truth(
    suite=SUITE,
    reference=reference,
    fast=fast,
    rules={
        "possible": "TIQ-MOVE-1",
        "actor": "TIQ-TURN-1",
        "actions": "TIQ-ORDER-1",
        "chance": "TIQ-MEASURE-1",
        "outcome": "TIQ-END-1",
        "value": "TIQ-SCORE-1",
        "legal": "TIQ-MOVE-1",
    },
    by_action={
        "=": dict.fromkeys(("legal", "possible", "actor"), "TIQ-MEASURE-1"),
        ".-": dict.fromkeys(("legal", "possible"), "TIQ-SUPER-1"),
    },
    searched="TIQ-VALUE-1",
    state=("possible",),
    settings=_settings,
    longest=LONGEST,
    is_late=lambda position: position.plies >= LATE,
    picture=text,
    lacks=frozenset({"probabilities", "groups", "outcome_rule", "position"}),
    chance=("chance",),
    known_errors=KNOWN_ERRORS,
    pick=pick,
)
boards_turn = partial(games_turn, TRUTH, groups_of)
