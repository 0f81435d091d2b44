"""The vectors of every game hold on every implementation, and a suite says what is wrong with a wrong one.

`qttt verify` runs the mutants that these tests must notice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from qttt.fast.backend import Cpu
from qttt.fast.sqt.solve import solve
from qttt.reference.goff import Goff
from qttt.spec import Vector, games, vectors
from qttt.verification import Refuted
from qttt.verification.conform.truth import Truth
from qttt.verification.elsewhere import _agreeing
from qttt.verification.engines import SetUp
from qttt.verification.questions import Answer, Kind, Question
from qttt.verification.sqt import solved

TRUTHS: dict[str, Truth] = {game: import_module(f"qttt.verification.{game}.conformance").TRUTH for game in games()}
IMPLEMENTATIONS = [
    pytest.param(game, set_up, id=f"{game}-{name}")
    for game, truth in TRUTHS.items()
    for name, set_up in {"reference": truth.reference, "fast": truth.fast}.items()
]


FROM_START = [pytest.param(False, id="later"), pytest.param(True, marks=pytest.mark.engines, id="from the start")]


@pytest.fixture(scope="module")
def _settings_of_vectors() -> Iterator[None]:
    """The fast engine solves the stochastic game in the settings that vectors name, and in no others."""
    with pytest.MonkeyPatch.context() as patch:
        settings = [*dict.fromkeys(solved.settings_of_vectors())]
        patch.setattr(solved, "tablebase", cache(lambda: solve(Cpu(), settings).tablebase))
        yield


@pytest.mark.thorough
@pytest.mark.usefixtures("_settings_of_vectors")
@pytest.mark.parametrize("from_start", FROM_START)
@pytest.mark.parametrize(("game", "set_up"), IMPLEMENTATIONS)
def test_implementation_passes_every_vector(game: str, set_up: SetUp, from_start: bool) -> None:
    """Every failing ID is listed. The reference leaves out only values that take the generic solver too long, each of
    which is marked; the fast engine finds these."""
    by_reference, wrong = set_up is TRUTHS[game].reference, {}
    for vector in vectors(game):
        if from_start != ("solve-from-start" in vector.flags):
            continue
        verdict = TRUTHS[game].suite.run(set_up, vector)
        early = game == "hybrid" and vector.source == "generated"
        long = early or ("solve-from-start" in vector.flags and game in ("goff", "sqt"))
        left_out = bool(verdict.not_run) != long if by_reference else bool(early and verdict.not_run)
        if verdict.wrong or left_out or (by_reference and not (verdict.checked or long)):
            wrong[vector.id] = verdict.wrong or f"not asked: {verdict.not_run}"
    assert wrong == {}


@pytest.mark.parametrize("game", games())
def test_formal_text_passes_quick_vectors(game: str) -> None:
    """And says what the reference says of a few games."""
    assert "vectors" in import_module(f"qttt.verification.{game}.formal").PAGE.conforms(games=3, texts=20, quick=True)


@pytest.mark.engines
@pytest.mark.parametrize("game", games())
def test_formal_text_passes_every_vector(game: str) -> None:
    assert "vectors" in import_module(f"qttt.verification.{game}.formal").PAGE.conforms()


@pytest.mark.parametrize("game", [game for game, truth in TRUTHS.items() if truth.known_errors])
def test_every_form_of_a_known_error_fails_every_vector_flagged_with_it(game: str) -> None:
    for name, engines in TRUTHS[game].errors.items():
        for engine in engines:
            assert "1 errors" in TRUTHS[game].known_errors_fail({name: engine})


def test_vectors_fail_on_a_reference_that_cannot_score(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Any) -> Any:
        raise ValueError("an ending that nobody recognises")

    monkeypatch.setattr(Goff, "score", unknown)
    with pytest.raises(Refuted, match="an ending that nobody recognises"):
        TRUTHS["goff"].reference_conforms()


def first(game: str, **then: object) -> Vector:
    """The first vector of a game that expects this, and has a game."""
    return next(v for v in vectors(game) if then.items() <= v.then.items() and v.given is not None)


def test_implementation_must_reject_only_wrong_settings() -> None:
    truth, rule = TRUTHS["sqt"], "SQT-PROBABILITY-1"
    refused, accepted, run = first("sqt", refused=rule), first("sqt", actor="X"), truth.suite.run
    assert run(lambda _: truth.reference(accepted.options), refused).wrong == {
        "refused": f"the options are accepted, expected to break {rule}"
    }
    assert run(truth.reference, replace(refused, then={"refused": "HYB-BOX-1"})).wrong == {
        "refused": f'refused is "{rule}", expected "HYB-BOX-1"'
    }
    assert run(lambda _: truth.reference(refused.options), accepted).wrong == {
        "refused": f"the options are refused, as breaking {rule}, expected to be accepted"
    }


def test_implementation_must_name_the_token_and_the_rule() -> None:
    truth, rule, token = TRUTHS["goff"], "GOFF-MOVE-2", 4
    given, when, run = "X1.1-2 O2.1-2 selA X3.1-3", "O4.4-5", truth.suite.run
    vector = first("goff", error=rule)
    wrong = replace(vector, then={**vector.then, "error": "HYB-BOX-1"})
    assert run(truth.reference, wrong).wrong == {"error": f'error is "{rule}", expected "HYB-BOX-1"'}
    assert run(truth.fast, wrong).not_run == ("error",)
    too_early = replace(vector, given=given, when=when, then={"legal": False, "error": rule, "token": token + 1})
    assert run(truth.reference, too_early).wrong == {"token": f"token is {token}, expected {token + 1}"}
    assert run(truth.reference, replace(vector, given=given, when=None, then={})).wrong == {
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


def test_value_is_not_compared_where_memory_does_not_hold_the_position() -> None:
    text = "X1.4 =O O2.9>4 X3.6>4 O4.9>4 X5.7>4 O6.2>4 X7.2 =X O8.3>2 X9.7 =O O10.9 =X X11.8>2 O12.8"
    question = Question("hybrid-1.0", {"switches": {"links": "two"}}, "game", text, ("value",))
    assert _agreeing(TRUTHS["hybrid"], question, Answer(Kind.ANSWERS, {"value": "-1/16"}), solving=True) == ()
