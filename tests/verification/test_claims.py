"""Every claim that is not marked as long: its check accepts the real thing and refutes each mutant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qttt.spec import games
from qttt.verification import Refuted, table
from qttt.verification.__main__ import main
from qttt.verification.registry import Claim, check_of, claims, mutants_of
from qttt.verification.runner import refutes, run, run_one

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("claim", [c for c in claims() if not c.full and not c.gpu], ids=lambda claim: claim.id)
def test_claim(claim: Claim) -> None:
    result = run_one(claim)
    assert result.ok, result.detail
    assert [name for name, caught in result.mutants if not caught] == []
    assert len(result.mutants) == len(claim.mutants)


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.id)
def test_names_lead_somewhere(claim: Claim) -> None:
    assert callable(check_of(claim))
    assert len(mutants_of(claim)) == len(claim.mutants)


def test_page_is_fresh() -> None:
    assert table.PAGE.read_text(encoding="utf-8") == table.page(), "run python -m qttt.verification"


def test_stale_page_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.verification.__main__.PAGE", tmp_path / "claims.md")
    assert main(["--check"]) == 1
    assert main([]) == 0
    assert main(["--check"]) == 0
    monkeypatch.setattr("qttt.verification.__main__.PAGE", tmp_path / "missing" / "claims.md")
    assert main([]) == 2


@pytest.mark.parametrize("game", games())
def test_every_lemma_of_the_page_is_a_claim(game: str) -> None:
    page = (ROOT / "spec" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    lemmas = re.findall(r"^### LEMMA ([a-z0-9-]+)", page, flags=re.MULTILINE)
    assert lemmas
    known = {claim.id for claim in claims()}
    assert [lemma for lemma in lemmas if f"{game}-{lemma}" not in known] == []


def test_every_claim_named_in_the_code_exists() -> None:
    known = {claim.id for claim in claims()}
    named = {
        (path.name, name)
        for piece in ("spec", "reference", "fast", "verification", "app")
        for path in (ROOT / piece).rglob("*.py")
        for name in re.findall(r"claims? `([a-z0-9-]+)`", path.read_text(encoding="utf-8"))
    }
    assert named
    assert [(file, name) for file, name in sorted(named) if name not in known] == []


CLAIM = Claim("a", "s", "goff", (), "tested", "b", "fake.check", ("fake.mutant",))


def says(_: object = None) -> str:
    return "done"


def refuses(mutant: object = None) -> str:
    if mutant is not None:
        raise Refuted("found it")
    return "done"


def breaks(_: object = None) -> str:
    raise ZeroDivisionError("oh")


def fails(_: object = None) -> str:
    raise Refuted("a counterexample")


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr("qttt.verification.runner.mutants_of", lambda _: {"fake.mutant": 1})
    return monkeypatch


@pytest.mark.parametrize(
    ("check", "ok", "detail", "caught"),
    [
        (refuses, True, "done", [("fake.mutant", True)]),
        (says, False, "done", [("fake.mutant", False)]),
        (fails, False, "a counterexample", []),
        (breaks, False, "the check broke: ZeroDivisionError: oh", []),
    ],
)
def test_result(
    check: object, ok: bool, detail: str, caught: list[tuple[str, bool]], planted: pytest.MonkeyPatch
) -> None:
    planted.setattr("qttt.verification.runner.check_of", lambda _: check)
    result = run_one(CLAIM)
    assert (result.ok, result.detail, list(result.mutants)) == (ok, detail, caught)


def test_long_claims_are_run_when_asked_for(planted: pytest.MonkeyPatch) -> None:
    planted.setattr("qttt.verification.runner.check_of", lambda _: refuses)
    long = Claim("long", "s", "goff", (), "tested", "b", "c", ("m",), full=True)
    on_gpu = Claim("gpu", "s", "goff", (), "tested", "b", "c", ("m",), gpu=True)
    told: list[str] = []
    some = [CLAIM, long, on_gpu]
    assert [result.claim.id for result in run(some, on_result=lambda result: told.append(result.claim.id))] == ["a"]
    assert told == ["a"]
    assert [result.claim.id for result in run(some, full=True)] == ["a", "long"]
    assert [result.claim.id for result in run(some, full=True, gpu=True)] == ["a", "long", "gpu"]


def test_a_crash_is_no_refutation() -> None:
    with pytest.raises(ZeroDivisionError):
        refutes(breaks, 1)


def test_a_claim_needs_a_mutant_and_a_strength() -> None:
    with pytest.raises(ValueError, match="has no mutant"):
        Claim("a", "s", "goff", (), "tested", "b", "c", ())
    with pytest.raises(ValueError, match="unknown strength 'sure'"):
        Claim("a", "s", "goff", (), "sure", "b", "c", ("m",))
