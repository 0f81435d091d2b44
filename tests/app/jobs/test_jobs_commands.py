"""Shards of the commands, gathered: the same output as of the whole."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from qttt.app import conform_job, verify_job
from qttt.app.jobs.folder import Folder
from qttt.app.jobs.job import KINDS
from qttt.app.jobs.run import solved
from qttt.app.studies.sqt import sweep
from qttt.app.version import version_line
from qttt.verification.registry import check_of, claims
from qttt.verification.runner import in_parts, run_part

from ..conftest import Run

ENGINE = ["--", sys.executable, "-m", "qttt.app", "serve-engine", "fast"]


def gathered(qttt: Run, tmp_path: Path, words: list[str], *last: str, of: int = 2) -> Any:
    """The JSON of a command that was run in shards: of an object or of a list."""
    folders = [str(tmp_path / f"shard-{number}") for number in range(1, of + 1)]
    for number, folder in enumerate(folders, start=1):
        assert qttt(*words, "--shard", f"{number}/{of}", "--parts", folder, "--json", *last).code == 0
    said = qttt("gather", *folders, "--json")
    assert said.code == 0
    return json.loads(said.out)


def without(found: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in names}


def test_claims_in_shards_are_those_of_one_run(qttt: Run, tmp_path: Path) -> None:
    words = ["verify", "goff-lines", "goff-margin", "goff-notation"]
    whole, parts = qttt(*words, "--json").json, gathered(qttt, tmp_path, words)

    def judged(found: Any) -> list[Any]:
        return [(each["id"], each["ok"], each["detail"], each["mutants"]) for each in found["claims"]]

    assert judged(parts) == judged(whole)
    assert parts["ok"] is True


def test_long_random_claims_run_in_parts() -> None:
    long = [claim for claim in claims() if claim.full and ("at-length" in claim.id or "random-games" in claim.id)]
    assert len(long) >= 10
    assert [claim.id for claim in long if not in_parts(check_of(claim))] == []


def test_parts_of_a_claim_cover_all_games_and_mutants() -> None:
    claim = next(claim for claim in claims() if claim.id == "goff-many-random-games")
    job = verify_job.VerifyJob([claim.id])
    assert [piece.number for piece in job.pieces] == [*range(verify_job.PARTS + 1)]
    assert run_part(claim, 0, 1000).detail == "1,000 games, seed 2002"
    assert run_part(claim, 999, 1000).detail == "1,000 games, seed 2002"


def test_engine_tested_in_shards_has_every_case(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conform_job, "PART", 5)
    words = ["conform", "goff", "--level", "games", "--level", "notation", "--games", "12"]
    whole = qttt(*words, "--json", *ENGINE).json
    parts = gathered(qttt, tmp_path, words, *ENGINE)
    assert without(parts, "seconds") == without(whole, "seconds")
    assert whole["conforms"] is True


def test_engine_that_never_starts_completes_no_shard(qttt: Run, tmp_path: Path) -> None:
    parts, words = tmp_path / "s1", ["conform", "goff", "--games", "12", "--shard", "1/1"]
    said = qttt(*words, "--parts", str(parts), "--", str(tmp_path / "missing"))
    assert (said.code, said.out) == (3, "")
    assert said.err.endswith("missing' cannot be run: No such file or directory\n")
    assert not [*parts.glob("*.part")]
    again = ["--level", "rules", "--parts", str(parts), "--json", *ENGINE]
    assert qttt(*words, *again).json["parts"] == 1, "a folder without parts is that of any job"


@pytest.mark.parametrize("kind", [*KINDS])
def test_damaged_description_is_one_line(qttt: Run, tmp_path: Path, kind: str) -> None:
    (tmp_path / "job.json").write_text(json.dumps({"job": kind, "version": version_line()}))
    assert qttt("gather", str(tmp_path)).line == f"{tmp_path}: cannot be gathered: its description is damaged"


@pytest.mark.slow
def test_sweep_in_shards_writes_the_same_table(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["sweep", "sqt", "--points", "0,1/2,3/4", "--scoring", "draws-even", "--no-double-win"]
    whole = qttt(*words, "--json").rows
    monkeypatch.setattr(sweep, "MOST", 2)
    assert gathered(qttt, tmp_path, words) == whole


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["tiqtaqtoe", "hybrid"])
def test_readings_in_shards_are_those_of_one_run(qttt: Run, tmp_path: Path, ruleset: str) -> None:
    whole = qttt("readings", ruleset, "--json", "--device", "cpu")
    assert gathered(qttt, tmp_path, ["readings", ruleset, "--device", "cpu"], of=3) == json.loads(whole.out)


@pytest.mark.slow
def test_games_of_an_agent_in_shards_are_those_of_one_run(qttt: Run, tmp_path: Path) -> None:
    words = ["evaluate", "monte-carlo:2", "--game", "goff", "--through", "1", "--games", "1"]
    assert gathered(qttt, tmp_path, words) == qttt(*words, "--json").json


def test_exact_measures_have_no_shards(qttt: Run, tmp_path: Path) -> None:
    words = ("evaluate", "random", "--game", "probabilistic", "--random", "1", "--shard", "1/2", "--parts")
    assert "is measured exactly, in one piece" in qttt(*words, str(tmp_path / "a")).line


def test_part_is_the_same_each_time(tmp_path: Path) -> None:
    job = verify_job.VerifyJob(["goff-margin"])
    first, again = (dict(solved(job, [0], None, "cpu")) for _ in range(2))
    assert first == again
    with Folder.begun(tmp_path, job) as folder:
        folder.write(0, first[0])
        assert folder.read(0) == first[0]
