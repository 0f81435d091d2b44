"""The vectors of every game hold on every implementation, and a suite says what is wrong with a wrong one.

That each planted error fails some vectors is for the claims.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from qttt.reference.goff import Goff
from qttt.spec import Vector, games, vectors
from qttt.verification import Refuted
from qttt.verification.conformance import Suite
from qttt.verification.engines import SetUp
from qttt.verification.goff import conformance as goff
from qttt.verification.goff import engines as goff_engines
from qttt.verification.hybrid import conformance as hybrid
from qttt.verification.hybrid import engines as hybrid_engines
from qttt.verification.probabilistic import conformance as probabilistic
from qttt.verification.probabilistic.engines import EXACT, REFERENCE
from qttt.verification.sqt import conformance as sqt
from qttt.verification.sqt import engines as sqt_engines
from qttt.verification.tiqtaqtoe import conformance as tiqtaqtoe
from qttt.verification.tiqtaqtoe import engines as tiqtaqtoe_engines

SUITES: dict[str, Suite] = {
    "goff": goff.SUITE,
    "sqt": sqt.SUITE,
    "probabilistic": probabilistic.SUITE,
    "tiqtaqtoe": tiqtaqtoe.SUITE,
    "hybrid": hybrid.SUITE,
}
REFERENCES: dict[str, SetUp] = {
    "goff": goff_engines.reference,
    "sqt": sqt_engines.reference,
    "probabilistic": REFERENCE,
    "tiqtaqtoe": tiqtaqtoe_engines.reference,
    "hybrid": hybrid_engines.reference,
}
FAST: dict[str, Mapping[str, SetUp]] = {
    "goff": {"fast": goff_engines.fast},
    "sqt": {"fast": sqt_engines.fast},
    "probabilistic": {"fast": EXACT},
    "tiqtaqtoe": {"fast": tiqtaqtoe_engines.fast},
    "hybrid": {"fast": hybrid_engines.fast},
}
IMPLEMENTATIONS = [
    pytest.param(game, set_up, id=f"{game}-{name}")
    for game in games()
    for name, set_up in {"reference": REFERENCES[game], **FAST[game]}.items()
]


def test_every_game_is_tested() -> None:
    assert {*games()} == {*SUITES} == {*REFERENCES} == {*FAST}


@pytest.mark.parametrize(("game", "set_up"), IMPLEMENTATIONS)
def test_implementation_passes_every_vector(game: str, set_up: SetUp) -> None:
    """Every failing ID is listed. The reference leaves out only values that take the generic solver too long, each of
    which is marked; the fast engine finds these."""
    by_reference, wrong = set_up is REFERENCES[game], {}
    for vector in vectors(game):
        verdict = SUITES[game].run(set_up, vector)
        early = game == "hybrid" and vector.source == "generated"
        long = early or ("solve-from-start" in vector.flags and game in ("goff", "sqt"))
        left_out = bool(verdict.not_run) != long if by_reference else bool(early and verdict.not_run)
        if verdict.wrong or left_out or (by_reference and not (verdict.checked or long)):
            wrong[vector.id] = verdict.wrong or f"not asked: {verdict.not_run}"
    assert wrong == {}


def test_vectors_fail_on_a_reference_that_cannot_score(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Any) -> Any:
        raise ValueError("an ending that nobody recognises")

    monkeypatch.setattr(Goff, "score", unknown)
    with pytest.raises(Refuted, match="an ending that nobody recognises"):
        goff.the_reference_conforms()


def first(game: str, **then: object) -> Vector:
    """The first vector of a game that expects this, and has a game."""
    return next(v for v in vectors(game) if then.items() <= v.then.items() and v.given is not None)


REFUSED = {
    "sqt": "SQT-PROBABILITY-1",
    "probabilistic": "PROB-SQUARE-1",
    "tiqtaqtoe": "TIQ-LEVEL-1",
    "hybrid": "HYB-SWITCH-1",
}


@pytest.mark.parametrize("game", REFUSED)
def test_implementation_must_reject_only_wrong_settings(game: str) -> None:
    refused, accepted, run = first(game, refused=REFUSED[game]), first(game, actor="X"), SUITES[game].run
    assert run(lambda _: REFERENCES[game](accepted.options), refused).wrong == (
        f"the options are accepted, expected to break {REFUSED[game]}",
    )
    named_otherwise = replace(refused, then={"refused": "HYB-BOX-1"})
    assert run(REFERENCES[game], named_otherwise).wrong == (f"refused is {REFUSED[game]}, expected HYB-BOX-1",)
    refusing = run(lambda _: REFERENCES[game](refused.options), accepted)
    assert refusing.wrong == (f"refused is {REFUSED[game]}, expected None",)


TOO_EARLY = {
    "goff": ("GOFF-MOVE-2", "X1.1-2 O2.1-2 selA X3.1-3", "O4.4-5", 4),
    "probabilistic": ("PROB-MOVE-1", "X1.5 success O2.5", "X3.1", 3),
    "tiqtaqtoe": ("TIQ-MOVE-1", "X1.5 O2.5", "X3.1", 2),
    "hybrid": ("HYB-MEASURE-1", "X1.5 =X O2.5", "=X", 3),
}
"""A rule, a game that breaks it, the token after that game, and the number of the token that breaks the rule."""


@pytest.mark.parametrize("game", TOO_EARLY)
def test_implementation_must_name_the_token_and_the_rule(game: str) -> None:
    rule, given, when, token = TOO_EARLY[game]
    vector, run = first(game, error=rule), SUITES[game].run
    wrong = replace(vector, then={**vector.then, "error": "HYB-BOX-1"})
    assert run(REFERENCES[game], wrong).wrong == (f"error is {rule}, expected HYB-BOX-1",)
    for set_up in FAST[game].values():
        assert run(set_up, wrong).not_run == ("error",)
    too_early = replace(vector, given=given, when=when, then={"legal": False, "error": rule, "token": token + 1})
    assert run(REFERENCES[game], too_early).wrong == (f"token is {token}, expected {token + 1}",)
    assert run(REFERENCES[game], replace(vector, given=given, when=None, then={})).wrong[0].startswith("rejected: ")


def test_position_is_read_or_rejected_as_the_vector_says() -> None:
    run, read = goff.SUITE.run, next(v for v in vectors("goff") if v.given_position and v.then["legal"])
    refused = {"legal": False, "error": "NOTATION-STATE-1", "token": 2}
    assert run(goff_engines.reference, replace(read, then=refused)).wrong == (
        "accepted, expected to break NOTATION-STATE-1",
    )
    malformed = replace(read, given_position="goff-1.0: X1@0")
    assert run(goff_engines.reference, malformed).wrong == (
        "rejected: token 2 breaks NOTATION-STATE-1, expected to be legal",
    )
    assert run(goff_engines.reference, replace(malformed, then={**refused, "token": 1})).wrong == (
        "token is 2, expected 1",
    )
