"""The table of claims and what runs them. Only `qttt verify` runs the claims themselves."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from qttt.verification import Refuted, table
from qttt.verification.__main__ import main
from qttt.verification.mutants import ARROW
from qttt.verification.records import Established, Past, record
from qttt.verification.registry import Claim, check_of, claims, mutants_of
from qttt.verification.runner import LONG, Skipped, planned, refutes, run_one
from qttt.verification.workers import run

ROOT = Path(__file__).resolve().parents[2]


def test_names_of_checks_and_mutants_resolve() -> None:
    for claim in claims():
        assert callable(check_of(claim)), claim.id
        assert len(mutants_of(claim)) == len(claim.mutants), claim.id


@pytest.mark.parametrize("path", table.pages())
def test_page_is_fresh(path: str) -> None:
    assert (table.DOCS / path).read_text(encoding="utf-8") == table.pages()[path], "run python -m qttt.verification"


def test_pages_are_written_into_a_source_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.verification.__main__.DOCS", tmp_path)
    assert main([]) == 0
    assert {path: (tmp_path / path).read_text(encoding="utf-8") for path in table.pages()} == table.pages()
    monkeypatch.setattr("qttt.verification.__main__.DOCS", tmp_path / "missing")
    assert main([]) == 2


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
        (breaks, False, "the check raised ZeroDivisionError: oh", []),
    ],
)
def test_result(
    check: object, ok: bool, detail: str, caught: list[tuple[str, bool]], planted: pytest.MonkeyPatch
) -> None:
    planted.setattr("qttt.verification.runner.check_of", lambda _: check)
    result = run_one(CLAIM)
    assert (result.ok, result.detail, list(result.mutants)) == (ok, detail, caught)


def test_long_claims_are_skipped_unless_asked_for() -> None:
    long = replace(CLAIM, id="long", full=True)
    assert planned([CLAIM, long], full=True) == ([CLAIM, long], [])
    assert planned([CLAIM, long], full=False) == ([CLAIM], [Skipped(long, LONG)])


def test_claims_run_in_this_process_long_ones_first(planted: pytest.MonkeyPatch) -> None:
    planted.setattr("qttt.verification.runner.check_of", lambda _: refuses)
    started: list[str] = []
    some = [replace(CLAIM, id=id, game=game) for id, game in (("a", "goff"), ("b", "goff"), ("c", "sqt"))]
    some.append(replace(CLAIM, id="d", game="sqt", full=True))
    results = [result.claim.id for result in run(some, 0, lambda claim: started.append(claim.id))]
    assert results == started == ["d", "a", "c", "b"]


QUICK = [
    replace(
        CLAIM,
        id=str(n),
        check="traceability.every_rule_is_tied",
        mutants=("verification.traceability:on_pages: {*rules()} -> {*[*rules()][1:]}",),
    )
    for n in range(4)
]


def test_claims_run_in_several_processes() -> None:
    results = {result.claim.id: result for result in run(QUICK, 2)}
    assert sorted(results) == ["0", "1", "2", "3"]
    assert all(result.ok and result.detail.endswith(" rules") for result in results.values())


def test_dead_process_fails_its_claim_only() -> None:
    deadly = replace(CLAIM, id="deadly", check="workers.os.abort")
    results = {result.claim.id: result for result in run([*QUICK[:2], deadly], 1)}
    assert results["0"].ok
    assert results["1"].ok
    assert results["deadly"].detail == "the process that ran the check died: exit code -6"
    assert not results["deadly"].ok


def test_closing_a_run_ends_its_processes_at_once() -> None:
    slow = replace(CLAIM, id="slow", check="workers.signal.pause", game="sqt")
    results = run([slow, QUICK[0]], 2)
    assert next(results).claim.id == "0"
    results.close()  # the other process waits for a signal, and would never end by itself


def test_claim_that_held_is_known_on_this_machine(tmp_path: Path) -> None:
    file = tmp_path / "new" / "claims.json"
    Past(file).remember(CLAIM)
    assert Past(file).holds(CLAIM)
    assert not Past(file).holds(replace(CLAIM, id="b"))
    assert not Past(file).holds(replace(CLAIM, bound="another"))
    for text in ("[]", '{"a": 1}', "nonsense", "[" * 100_000):
        file.write_text(text)
        assert not Past(file).holds(CLAIM)


def test_record_stores_only_claims_that_hold(tmp_path: Path) -> None:
    first, second, *_ = claims()
    ran = {
        "date": "2026-11-20",
        "machine": {"cores": 2},
        "claims": [{"id": first.id, "ok": False}, {"id": second.id, "ok": True}],
    }
    established = tmp_path / "established.json"
    assert record(ran, established) == 1
    assert json.loads(established.read_text()) == {second.id: {"date": "2026-11-20", "on": "2 cores"}}


def shown(monkeypatch: pytest.MonkeyPatch, *these: Claim) -> str:
    """The page of a game with these claims."""
    monkeypatch.setattr("qttt.verification.table.claims", lambda: these)
    return table.pages()["claims/goff.md"]


def test_page_says_what_is_known_of_a_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    page = shown(monkeypatch, replace(CLAIM, full=True, established=False))
    assert "| s<details><summary>Bound</summary>B.<br>Errors: mutant.</details> |" in page
    assert "\nLast established: not recorded.\n" in page
    assert "</code><br>tested, long, not yet established |" in page
    assert "<br>proved, page |" in shown(monkeypatch, replace(CLAIM, strength="proved", on="page"))
    assert "on the formal text of the rule page | that z3 is right" in table.pages()["claims.md"]
    monkeypatch.setattr("qttt.verification.table.established", lambda: {"a": Established("2026-11-05", "4 cores")})
    page = shown(monkeypatch, CLAIM, replace(CLAIM, id="b"), replace(CLAIM, id="c"))
    assert "\nLast established: not recorded. Exceptions:\n\n- `a`: 5 November 2026, 4 cores\n" in page
    assert "\nLast established: 5 November 2026, 4 cores.\n" in shown(monkeypatch, CLAIM)


def test_pages_name_mutants_in_words() -> None:
    words = [line for page in table.pages().values() for line in re.findall(r">Errors: (.*?)\.<", page)]
    assert len(words) == sum(not all(ARROW in name for name in claim.mutants) for claim in claims())
    assert [line for line in words if re.search(r"_|[a-z][A-Z]|[A-Z]{2}", line)] == []


def test_crash_is_not_a_refutation() -> None:
    with pytest.raises(ZeroDivisionError):
        refutes(breaks, 1)


def test_claim_needs_mutant_strength_and_text() -> None:
    with pytest.raises(ValueError, match="has no mutant"):
        Claim("a", "s", "goff", (), "tested", "b", "c", ())
    with pytest.raises(ValueError, match="claim a, proved, is on '': expected page, kernel, reference, model"):
        Claim("a", "s", "goff", (), "proved", "b", "c", ("m",))
    with pytest.raises(ValueError, match="claim a, tested, is on 'page': expected nothing"):
        Claim("a", "s", "goff", (), "tested", "b", "c", ("m",), on="page")
    with pytest.raises(ValueError, match="unknown strength 'sure'"):
        Claim("a", "s", "goff", (), "sure", "b", "c", ("m",))
