"""The fields that only the conformance vectors of Goff's game have."""

from functools import partial
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.goff import Selection, settings
from qttt.reference.goff.picture import text
from qttt.verification.conform.truth import Replayed, Suite, Truth
from qttt.verification.engines import options_of
from qttt.verification.goff.engines import definite_marks, fast, reference
from qttt.verification.goff.planted import KNOWN_ERRORS, VARIANTS
from qttt.verification.side_by_side import games_turn


def collapse(replayed: Replayed) -> Any:
    legal = replayed.engine.actions(replayed.position)
    return [str(action) for action in legal] if Selection.A in legal else None


def definite(replayed: Replayed) -> Any:
    marks = definite_marks(replayed.engine.shown(replayed.position))
    return {str(square): str(mark) for square, mark in marks.items()}


def spooky(replayed: Replayed) -> Any:
    return [*map(str, replayed.engine.shown(replayed.position).spooky)]


def components(replayed: Replayed) -> Any:
    return replayed.engine.components(replayed.position)


def player_ply(replayed: Replayed) -> Any:
    return {player.value: replayed.engine.player_ply(replayed.position, player) for player in (Actor.X, Actor.O)}


def score_table_2(replayed: Replayed) -> Any:
    if replayed.engine.actor(replayed.position):
        return None
    return [str(score) for score in replayed.engine.points(replayed.position)]


SUITE = Suite("goff", (collapse, definite, spooky, components, player_ply, score_table_2))

LATE, LONGEST = 7, 14
"""The first ply whose positions an engine without a tablebase values; the largest number of actions of a game."""


TRUTH = Truth(
    suite=SUITE,
    reference=reference,
    fast=fast,
    rules={
        "actor": "GOFF-TURN-1",
        "outcome": "GOFF-END-1",
        "collapse": "GOFF-CYCLE-1",
        "definite": "GOFF-MOVE-1",
        "spooky": "GOFF-MOVE-1",
        "components": "GOFF-GRAPH-2",
        "actions": "GOFF-ORDER-1",
        "value": "GOFF-SCORE-2",
        "legal": "GOFF-MOVE-1",
    },
    by_action={
        "sel": {
            "legal": "GOFF-COLLAPSE-1",
            "actor": "GOFF-SELECT-1",
            "definite": "GOFF-COLLAPSE-3",
            "spooky": "GOFF-COLLAPSE-2",
        },
        r"(.)-\1": dict.fromkeys(("legal", "actor", "outcome", "definite", "spooky"), "GOFF-FINAL-1"),
    },
    searched="GOFF-SCORE-2",
    state=("definite", "spooky"),
    settings=lambda: [*map(options_of, settings())],
    longest=LONGEST,
    is_late=lambda position: position.ply >= LATE,
    picture=text,
    lacks=frozenset({"player_ply", "score_table_2", "dice", "outcome_rule", "position", "marks"}),
    by_option={("GOFF-SELECT-1", "self"): "GOFF-SELECT-2", ("SQT-SCORE-1", "draws-second"): "SQT-SCORE-2"},
    known_errors=KNOWN_ERRORS,
    variants=VARIANTS,
)
boards_turn = partial(games_turn, TRUTH, valued=True)
