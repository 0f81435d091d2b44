"""The vectors of every game hold on every implementation, and a suite says what is wrong with a wrong one.

That each planted error fails some vectors is for the claims.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from qttt.reference.goff import Goff
from qttt.spec import Vector, games, vectors
from qttt.verification import Refuted
from qttt.verification.conform.truth import Truth
from qttt.verification.engines import SetUp
from qttt.verification.goff.conformance import the_reference_conforms

TRUTHS: dict[str, Truth] = {game: import_module(f"qttt.verification.{game}.conformance").TRUTH for game in games()}
IMPLEMENTATIONS = [
    pytest.param(game, set_up, id=f"{game}-{name}")
    for game, truth in TRUTHS.items()
    for name, set_up in {"reference": truth.reference, "fast": truth.fast}.items()
]


@pytest.mark.parametrize(("game", "set_up"), IMPLEMENTATIONS)
def test_implementation_passes_every_vector(game: str, set_up: SetUp) -> None:
    """Every failing ID is listed. The reference leaves out only values that take the generic solver too long, each of
    which is marked; the fast engine finds these."""
    by_reference, wrong = set_up is TRUTHS[game].reference, {}
    for vector in vectors(game):
        verdict = TRUTHS[game].suite.run(set_up, vector)
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
        the_reference_conforms()


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
    refused, accepted, run = first(game, refused=REFUSED[game]), first(game, actor="X"), TRUTHS[game].suite.run
    assert run(lambda _: TRUTHS[game].reference(accepted.options), refused).wrong == {
        "refused": f"the options are accepted, expected to break {REFUSED[game]}"
    }
    named_otherwise = replace(refused, then={"refused": "HYB-BOX-1"})
    assert run(TRUTHS[game].reference, named_otherwise).wrong == {
        "refused": f'refused is "{REFUSED[game]}", expected "HYB-BOX-1"'
    }
    refusing = run(lambda _: TRUTHS[game].reference(refused.options), accepted)
    assert refusing.wrong == {
        "refused": f"the options are refused, as breaking {REFUSED[game]}, expected to be accepted"
    }


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
    vector, run = first(game, error=rule), TRUTHS[game].suite.run
    wrong = replace(vector, then={**vector.then, "error": "HYB-BOX-1"})
    assert run(TRUTHS[game].reference, wrong).wrong == {"error": f'error is "{rule}", expected "HYB-BOX-1"'}
    assert run(TRUTHS[game].fast, wrong).not_run == ("error",)
    too_early = replace(vector, given=given, when=when, then={"legal": False, "error": rule, "token": token + 1})
    assert run(TRUTHS[game].reference, too_early).wrong == {"token": f"token is {token}, expected {token + 1}"}
    assert run(TRUTHS[game].reference, replace(vector, given=given, when=None, then={})).wrong == {
        "legal": f"token {token} is rejected, as breaking {rule}, expected to be legal"
    }


def test_position_is_read_or_rejected_as_the_vector_says() -> None:
    run, read = TRUTHS["goff"].suite.run, next(v for v in vectors("goff") if v.given_position and v.then["legal"])
    refused = {"legal": False, "error": "NOTATION-STATE-1", "token": 2}
    assert run(TRUTHS["goff"].reference, replace(read, then=refused)).wrong == {
        "legal": "accepted, expected to break NOTATION-STATE-1"
    }
    malformed = replace(read, given_position="goff-1.0: X1@0")
    assert run(TRUTHS["goff"].reference, malformed).wrong == {
        "legal": "token 2 is rejected, as breaking NOTATION-STATE-1, expected to be legal"
    }
    assert run(TRUTHS["goff"].reference, replace(malformed, then={**refused, "token": 1})).wrong == {
        "token": "token is 2, expected 1"
    }
