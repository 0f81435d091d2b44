"""`qttt verify`: how results are told. What they are is for the tests of the verification."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

import pytest

from qttt.verification import Refuted, runner
from qttt.verification.registry import Claim

Run = Callable[..., Any]
"""A run of the command; see `conftest.py`."""

CLAIMS = [
    Claim("even", "Two is even.", "goff", ("GOFF-BOARD-1",), "proved", "every two", "check", ("odd", "seven")),
    Claim("late", "It takes long.", "goff", ("GOFF-BOARD-1",), "tested", "one hour", "check", ("odd",), full=True),
    Claim("cuda", "It needs a GPU.", "goff", ("GOFF-BOARD-1",), "tested", "one GPU", "check", ("odd",), gpu=True),
]


@pytest.fixture
def establish(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `qttt verify` on three claims, with these mutants caught."""

    def check(number: int = 2) -> str:
        if number % 2:
            raise Refuted(f"{number} is odd")
        return "looked at it"

    def run(*args: str, mutants: Sequence[int] = (3, 7)) -> Any:
        monkeypatch.setattr("qttt.app.verify.claims", lambda: tuple(CLAIMS))
        monkeypatch.setattr(runner, "check_of", lambda _: check)
        monkeypatch.setattr(runner, "mutants_of", lambda claim: dict(zip(claim.mutants, mutants, strict=False)))
        return qttt("verify", *args)

    return run


def test_json(establish: Run) -> None:
    told = establish("--json").json
    seconds = told["claims"][0].pop("seconds")
    assert seconds >= 0
    assert told == {
        "ok": True,
        "claims": [
            {
                "id": "even",
                "statement": "Two is even.",
                "strength": "proved",
                "bound": "every two",
                "ok": True,
                "detail": "looked at it",
                "mutants": {"odd": True, "seven": True},
            }
        ],
    }


def test_table(establish: Run) -> None:
    said = establish()
    assert (said.code, said.err) == (0, "")
    head, row, _, end = said.out.splitlines()
    assert head.split() == ["claim", "strength", "bound", "time", "mutants"]
    assert row.split()[:5] == ["✓", "even", "proved", "every", "two"]
    assert row.endswith("2 of 2")
    assert end == "1 of 1 claims hold."


def test_claims_that_take_long_run_when_asked_for(establish: Run) -> None:
    assert [claim["id"] for claim in establish("--full", "--json").json["claims"]][:2] == ["even", "late"]
    assert [claim["id"] for claim in establish("late", "--json").json["claims"]] == ["late"]


def test_missed_mutant_fails(establish: Run) -> None:
    said = establish(mutants=(3, 4))
    assert said.code == 1
    assert "✗" in said.out
    assert "missed the mutant seven" in said.out
    assert "0 of 1 claims hold." in said.out
    assert establish("--json", mutants=(3, 4)).code == 1


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_unknown_claim(establish: Run, form: list[str]) -> None:
    assert establish("event", *form).line == "unknown claim 'event': the nearest IDs are even, late and cuda"


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_missing_extra(establish: Run, form: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "find_spec", lambda name: None if name == "z3" else find_spec(name))
    line = establish(*form).line
    assert "z3-solver" in line
    assert "pip install 'qttt[verify]'" in line
