"""The pages of claims and what runs them. Only `qttt verify` runs the claims themselves."""

from __future__ import annotations

import py_compile
import re
from dataclasses import replace
from pathlib import Path

import pytest

from qttt.verification import Refuted
from qttt.verification.__main__ import main
from qttt.verification.records import Record, dependencies, digest, merge, read, record, whole
from qttt.verification.registry import SAMPLE, WHOLE, Claim, check_of, checks, claims, mutants_of
from qttt.verification.runner import LONG, Skipped, plan, refutes, run, run_one

ROOT = Path(__file__).resolve().parents[2]


def test_names_of_checks_and_mutants_resolve() -> None:
    for claim in checks():
        assert callable(check_of(claim)), claim.id
        assert len(mutants_of(claim)) == len(claim.mutants), claim.id


def test_claims_whose_records_are_missing_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    missing = [claim.id for claim in claims() if not whole(claim)]
    assert f"{len(missing)} of {len(claims())} claims never run at their whole bounds: " in capsys.readouterr().out


def test_what_is_drawn_is_not_exhausted() -> None:
    """Boards of probabilities may be drawn, and every position of one be run."""
    drawn = re.compile(r"random (games?|positions?)\b")
    assert [each.id for each in checks() if each.strength in ("proved", "exhausted") and drawn.search(each.bound)] == []


def test_every_claim_named_in_the_code_exists() -> None:
    known = {claim.id for claim in checks()}
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
    assert plan([CLAIM, long], full=True) == ([CLAIM, long], [])
    assert plan([CLAIM, long], full=False) == ([CLAIM], [Skipped(long, LONG)])


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
        check="claim_pages.every_rule_is_tied",
        mutants=("verification.claim_pages:on_pages: {*rules()} -> {*[*rules()][1:]}",),
    )
    for n in range(4)
]


@pytest.mark.thorough
def test_claims_run_in_several_processes() -> None:
    results = {result.claim.id: result for result in run(QUICK, 2)}
    assert sorted(results) == ["0", "1", "2", "3"]
    assert all(result.ok and result.detail.endswith(" rules") for result in results.values())


@pytest.mark.thorough
def test_dead_process_fails_its_claim_only() -> None:
    deadly = replace(CLAIM, id="deadly", check="runner.os.abort")
    results = {result.claim.id: result for result in run([*QUICK[:2], deadly], 1)}
    assert results["0"].ok
    assert results["1"].ok
    assert results["deadly"].detail == "the process that ran the check died with exit code -6"
    assert not results["deadly"].ok


@pytest.mark.thorough
def test_check_that_leaves_fails_its_claim_only() -> None:
    leaving = replace(CLAIM, id="leaving", check="random_games.sys.exit")
    results = {result.claim.id: result for result in run([QUICK[0], leaving, QUICK[1]], 1)}
    assert [results[id].ok for id in ("0", "1", "leaving")] == [True, True, False]
    assert results["leaving"].detail == "the check raised SystemExit: "


@pytest.mark.thorough
def test_closing_a_run_ends_its_processes_at_once() -> None:
    slow = replace(CLAIM, id="slow", check="runner.signal.pause", game="sqt")
    results = run([slow, QUICK[0]], 2)
    assert next(results).claim.id == "0"
    results.close()  # the other process waits for a signal, and would never end by itself


GOFF_LINES = next(claim for claim in claims() if claim.id == "goff-lines")
SAMPLED = next(claim for claim in claims() if claim.id == "goff-boards-agree")


def test_record_keeps_both_bounds_and_other_claims(tmp_path: Path) -> None:
    file = tmp_path / "new" / "established.json"
    record(GOFF_LINES, {}, "0.1", file)
    record(SAMPLED, SAMPLED.few, "0.1", file)
    assert {id: [*runs] for id, runs in read(file).items()} == {GOFF_LINES.id: [WHOLE], SAMPLED.id: [SAMPLE]}
    record(SAMPLED, {}, "0.2", file)
    assert [*read(file)[SAMPLED.id]] == [SAMPLE, WHOLE]
    last = read(file)[SAMPLED.id][WHOLE]
    assert (last.version, last.digest) == ("0.2", digest(SAMPLED))
    assert not last.is_stale(SAMPLED)
    assert last.is_stale(replace(SAMPLED, bound="another"))
    for text in ("[]", '{"a": 1}', '{"a": {"whole": {}}}', "nonsense", "[" * 100_000):
        file.write_text(text)
        assert read(file) == {}


def ran(claim: Claim, **more: object) -> dict[str, object]:
    """What `qttt verify --json` prints of a claim that held at its whole bound."""
    row = {"id": claim.id, "ok": True, "ran": WHOLE, "arguments": {}, "digest": digest(claim)}
    return {"date": "2026-11-20", "version": "0.1", "machine": {"name": "2 cores"}, "claims": [row | more]}


def test_runs_elsewhere_are_merged(tmp_path: Path) -> None:
    file = tmp_path / "established.json"
    assert merge(ran(GOFF_LINES), file) == 1
    assert read(file)[GOFF_LINES.id] == {
        WHOLE: Record(digest(GOFF_LINES), "2026-11-20", "0.1", "2 cores", GOFF_LINES.bound)
    }
    assert merge(ran(SAMPLED, ok=False), file) == 0
    assert merge(ran(SAMPLED, ran=SAMPLE, arguments=dict(SAMPLED.few)), file) == 1
    assert {id: [*runs] for id, runs in read(file).items()} == {GOFF_LINES.id: [WHOLE], SAMPLED.id: [SAMPLE]}


def test_sample_is_not_recorded_for_the_whole_bound(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the sample, and is not recorded as whole"):
        merge(ran(SAMPLED, arguments=dict(SAMPLED.few)), tmp_path / "established.json")
    with pytest.raises(ValueError, match="goff-lines: ran with another source"):
        merge(ran(GOFF_LINES, digest="another"), tmp_path / "established.json")
    assert not [*tmp_path.iterdir()]


def test_run_says_what_ran(planted: pytest.MonkeyPatch) -> None:
    planted.setattr("qttt.verification.runner.check_of", lambda _: lambda *_, **given: refuses(*_))
    exhausted = replace(CLAIM, strength="exhausted", few={"step": 25}, sample="one in 25")
    for full, expected in (True, (WHOLE, "exhausted", "b")), (False, (SAMPLE, "tested", "one in 25")):
        result = run_one(exhausted, full)
        assert result.claim.ran(result.arguments) == expected


def test_digest_covers_what_a_check_imports_and_reads() -> None:
    of_lines = dependencies(GOFF_LINES)
    assert {"qttt.verification.goff.lemmas", "qttt.fast.goff.board", "rules/goff.md"} <= of_lines.keys()
    assert not [name for name in of_lines if "hybrid" in name or "oracle.tiqtaqtoe" in name]
    known = next(claim for claim in claims() if claim.id == "sqt-known-values")
    assert "known/sqt.xz" in dependencies(known)
    assert "known/sqt.xz" not in dependencies(next(claim for claim in claims() if claim.id == "sqt-offers"))
    written = next(claim for claim in checks() if claim.id == "tiqtaqtoe-reference-conforms")
    assert [name for name in dependencies(written) if name.startswith("tiqtaqtoe/")]


def test_bytecode_changes_no_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (module := tmp_path / "read" / "module.py").parent.mkdir()
    module.write_text("1\n")
    monkeypatch.setattr("qttt.verification.records.ROOT", tmp_path)
    reader = replace(GOFF_LINES, reads=("read",))
    before = digest(reader)
    py_compile.compile(str(module))
    assert list(module.parent.rglob("*.pyc"))
    assert digest(reader) == before


def test_claim_whose_tool_is_missing_does_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    needy = replace(CLAIM, needs=("no-such-tool",))
    assert plan([needy], full=True) == ([], [Skipped(needy, "not run: no no-such-tool")])
    monkeypatch.setattr("qttt.verification.runner.ROOT", Path("missing"))
    assert plan([needy], full=True) == ([], [Skipped(needy, "not run: no checkout")])


def test_no_function_and_no_rule_is_left_without_a_check() -> None:
    """The mutants of so many functions and modules were checked when the checks of vectors became tests."""
    about = {name for check in checks() for name in check.about if not name.startswith("-")}
    assert len(about) >= 199
    assert {rule for check in checks() if check.test for rule in check.rules} >= {
        "NOTATION-MOVE-1",
        "NOTATION-ERROR-1",
    }


def test_crash_is_not_a_refutation() -> None:
    with pytest.raises(ZeroDivisionError):
        refutes(breaks, 1)


def test_claim_needs_mutant_strength_and_text() -> None:
    with pytest.raises(ValueError, match="has no mutant"):
        Claim("a", "s", "goff", (), "tested", "b", "c", ())
    with pytest.raises(ValueError, match="claim a, proved, is on '': expected page, kernel, reference, model, coq"):
        Claim("a", "s", "goff", (), "proved", "b", "c", ("m",))
    with pytest.raises(ValueError, match="claim a, tested, is on 'page': expected nothing"):
        Claim("a", "s", "goff", (), "tested", "b", "c", ("m",), on="page")
    with pytest.raises(ValueError, match="expected `sample`, in words, if and only if there is `few`"):
        Claim("a", "s", "goff", (), "tested", "b", "c", ("m",), few={"step": 2})
    with pytest.raises(ValueError, match="unknown strength 'sure'"):
        Claim("a", "s", "goff", (), "sure", "b", "c", ("m",))
