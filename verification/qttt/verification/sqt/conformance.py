"""The fields that the conformance vectors of the stochastic game have in addition to those of Goff's game."""

from dataclasses import replace
from functools import partial

from qttt.verification.conform.truth import Replayed, Suite, as_texts
from qttt.verification.engine_comparison import games_turn
from qttt.verification.goff import conformance as of_goff
from qttt.verification.sqt.engines import fast, reference


def selections(replayed: Replayed) -> object:
    return as_texts(replayed.engine.selections(replayed.position))


def dice(replayed: Replayed) -> object:
    of_o = replayed.engine.dice()
    return of_o and list(of_o)


SHARED = (answer for answer in of_goff.SUITE.own if answer is not of_goff.score_table_2)
"""The fields of Goff's game, without the scores that are not in force (SQT-GAME-1)."""
SUITE = Suite("sqt", (*SHARED, selections, dice))

SETTINGS: list[dict[str, object]] = [
    {"q": "1/2"},
    {"q": "3/4", "scoring": "draws-second"},
    {"q": "0"},
    *({"q": "1/3", "switches": each["switches"]} for each in of_goff.TRUTH.settings() if each.keys() == {"switches"}),
]
SELECTIONS = {**of_goff.TRUTH.by_action["sel"], "actor": "SQT-SELECT-1", "selections": "SQT-SELECT-1"}
TRUTH = replace(
    of_goff.TRUTH,
    suite=SUITE,
    reference=reference,
    fast=fast,
    settings=lambda: SETTINGS,
    rules={**of_goff.TRUTH.rules, "value": "SQT-SCORE-1"},
    by_action={**of_goff.TRUTH.by_action, "sel": SELECTIONS},
    searched="SQT-VALUE-1",
    chance=("selections",),
    known_errors={},
    variants={},
)

boards_turn = partial(games_turn, TRUTH, valued=True)
