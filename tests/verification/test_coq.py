"""Goff's game as verification/coq/Goff.v defines it: Coq counts its games, and the OCaml engine that Coq extracts
conforms; with another tie-break it does not. The tests are skipped where coqc or ocamlopt is missing."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from qttt.spec import perft_tables
from qttt.verification import coq
from qttt.verification.conform import truth_of
from qttt.verification.conform.levels import run
from qttt.verification.conform.results import Chosen, Report, Status
from qttt.verification.conform.session import Session

pytestmark = pytest.mark.coq

COQ = Path(__file__).parents[2] / "verification" / "coq"
LEVELS = ("rules", "games", "perft")
NOT_STATED = {"outcome_rule", "score_table_2", "option double_win_score", "form game", "form position"}
"""What Goff.v does not state, or leaves to the notation."""
COUNTS = """
From Coq Require Import List NArith.
Require Import Goff.
Import ListNotations.
Goal map (fun depth => perft (source Opponent) depth initial) [1; 2; 3] = [{}]%N.
Proof. vm_compute. reflexivity. Qed.
"""
PLAN = re.compile(
    r"From Coq Require Import List PArith\.\nRequire Import Goff Forces Values\.\nImport ListNotations\.\n"
    r"Local Open Scope positive_scope\.\n(Definition plan_\d_\d := \[\n(0x[0-9a-f]+;\n)*0x[0-9a-f]+\]\.\n)+"
    r"Definition plans : half := \[[^.]+\]\.\nLemma accepted : accept (Opponent|Self) [XO] plans = true\.\n"
    r"Proof\. vm_cast_no_check \(eq_refl true\)\. Qed\.\n"
)
"""A file of plans: it says nothing else."""
TIE_BREAKS = {
    "GOFF-END-3": ("max k m", "min k m", None),
    "GOFF-END-4": ("p X <? ply_of_player p O", "p O <? ply_of_player p X", "later-line-wins"),
}
"""Text of these rules in Goff.v, what takes its place, and the known error that this is, if it is one."""


@pytest.fixture(scope="module", autouse=True)
def _tools() -> None:
    for name in ("coqc", "ocamlopt"):
        if not shutil.which(name):
            pytest.skip(f"{name} is not installed")


def build(folder: Path, old: str = "", new: str = "") -> Path:
    """Build the engine of Goff.v, with another text in one place, in a folder."""
    for name in ("Goff.v", "Extract.v", "engine.ml"):
        shutil.copy(COQ / name, folder)
    text = (folder / "Goff.v").read_text(encoding="utf-8")
    assert not old or text.count(old) == 1
    (folder / "Goff.v").write_text(text.replace(old, new) if old else text, encoding="utf-8")
    for command in ("coqc Goff.v", "coqc Extract.v", "ocamlopt -o engine goff.mli goff.ml engine.ml"):
        subprocess.run(command.split(), cwd=folder, check=True)
    return folder / "engine"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("coq"))


def report_of(engine: Path) -> Report:
    return run(Session([str(engine)]), Chosen(["goff"], LEVELS, number=100))


def test_coq_counts_games(engine: Path) -> None:
    start = next(table for table in perft_tables("goff") if not table.game and not table.options)
    counts = "; ".join(map(str, start.counts[:3]))
    (engine.parent / "Counts.v").write_text(COUNTS.format(counts), encoding="utf-8")
    subprocess.run(["coqc", "Counts.v"], cwd=engine.parent, check=True)


def test_what_the_theorems_rest_on_has_no_axiom() -> None:
    assert coq.proved("Values") == "2 theorems: closed under the global context"


def test_plans_are_written_to_a_new_folder_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert coq.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"{tmp_path}: File exists; name a new folder\n"
    assert coq.main([]) == 2
    assert [*tmp_path.iterdir()] == []


def test_plans_are_numbers_and_the_same_each_time() -> None:
    text = coq.plan_file("Plan_1_9")
    assert PLAN.fullmatch(text)
    coq.plan_file.cache_clear()
    assert coq.plan_file("Plan_1_9") == text


def test_extracted_engine_conforms_in_every_reading(engine: Path) -> None:
    report = report_of(engine)
    assert (report.code, report.failures) == (0, [])
    assert {*report.games[0].lacks} == NOT_STATED - {"option double_win_score"}
    rules, games, counts = report.games[0].levels
    assert games.complete
    assert counts.complete
    assert {case.status for case in rules.cases} == {Status.SKIPPED}
    assert all(case.lacks <= NOT_STATED for case in rules.cases)
    truth = truth_of("goff")
    played = [truth.setting(said.question.options) for case in games.passed for said in case.said]
    assert all(truth.setting(reading) in played for reading in truth.settings())


@pytest.mark.parametrize("rule", TIE_BREAKS)
def test_another_tie_break_is_found(rule: str, tmp_path: Path) -> None:
    old, new, error = TIE_BREAKS[rule]
    report = report_of(build(tmp_path, old, new))
    assert (report.code, report.failures) == (1, [])
    rules, games, counts = report.games[0].levels
    assert rule in {broken for case in rules.bad for broken in case.rules}
    assert games.bad
    assert counts.complete
    shown = {broken for level in (rules, games) for each in level.differences for broken in each.rules}
    assert shown == {"GOFF-END-4", "GOFF-BOTH-2"}
    assert [each.error for each in report.games[0].explained] == [error] * bool(error)
