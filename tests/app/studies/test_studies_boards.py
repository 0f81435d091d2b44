"""`qttt study`: streamed, resumed, summed up."""

import json
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
from pyarrow import parquet

from qttt.app.jobs.folder import Folder
from qttt.app.studies.boards import parts
from qttt.app.studies.boards.job import StudyJob
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.solve import solve
from qttt.reference.probabilistic.board import random_board

from ..conftest import Run

pytestmark = pytest.mark.slow

BOARDS, PART, SEED = 250, 100, 7


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PART", PART)


def folder_of(out: Path) -> Path:
    """The folder beside a study's file that keeps its parts until it is complete."""
    return out.with_name(f"{out.name}.parts")


def run(qttt: Run, out: Path, *options: str, boards: int = BOARDS, seed: int = SEED) -> Any:
    return qttt(
        "study", "probabilistic", "--boards", str(boards), "--seed", str(seed), "--out", str(out), "--json", *options
    )


@pytest.fixture
def interrupted(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a study interrupted in its second part."""
    calls = []

    def interrupting(*arguments: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return solve(*arguments)

    out = tmp_path / "study.parquet"
    monkeypatch.setattr(parts, "solve", interrupting)
    said = run(qttt, out)
    monkeypatch.setattr(parts, "solve", solve)
    assert (said.code, said.out) == (130, "")
    assert "run the same command to resume" in said.err
    return out


def test_file_has_a_row_per_board(qttt: Run, tmp_path: Path) -> None:
    out = tmp_path / "study.parquet"
    assert run(qttt, out).json["boards"] == BOARDS
    rows = parquet.read_table(out).to_pylist()
    assert [row["board"] for row in rows] == [*range(BOARDS)]
    for row in rows[::50]:
        engine = Exact(random_board(SEED, row["board"]))
        squares = engine.squares(0)
        assert row["value_first"] == pytest.approx(float(engine.value(0)), abs=1e-14)
        assert row["best_first"] == sum(1 << square - 1 for square in engine.best(0))
        assert row["worst_first"] == sum(1 << s - 1 for s, v in squares.items() if v == min(squares.values()))
    assert not folder_of(out).exists()


def test_summary_agrees_with_rows(qttt: Run, tmp_path: Path) -> None:
    out = tmp_path / "study.parquet"
    found = run(qttt, out).json
    rows = parquet.read_table(out).to_pylist()
    values = [row["value_first"] for row in rows]
    assert found["mean"] == pytest.approx(fmean(values), abs=1e-12)
    assert found["standard_deviation"] == pytest.approx(stdev(values), abs=1e-12)
    assert found["standard_error"] == pytest.approx(stdev(values) / BOARDS**0.5, abs=1e-12)
    assert found["minimum"] == {"value": min(values), "board": values.index(min(values))}
    assert found["maximum"] == {"value": max(values), "board": values.index(max(values))}
    assert found["favour_first"] == sum(value > 0.5 for value in values)
    assert sum(found["distribution"]) == BOARDS
    assert found["best_first"] == {str(k): sum(row["best_first"] >> k - 1 & 1 for row in rows) for k in range(1, 10)}
    assert sum(found["worst_first"].values()) >= BOARDS


def test_study_resumes_after_interruption(qttt: Run, interrupted: Path, tmp_path: Path) -> None:
    assert not interrupted.exists()
    assert run(qttt, interrupted).json["boards_found"] == PART
    whole = tmp_path / "whole.parquet"
    assert run(qttt, whole).json["boards_found"] == 0
    assert parquet.read_table(interrupted).equals(parquet.read_table(whole))


def test_damaged_part_is_solved_again(qttt: Run, interrupted: Path) -> None:
    part = folder_of(interrupted) / "0.part"
    content = part.read_bytes()
    for damaged in (content[:-9], content[:400] + bytes(8) + content[408:]):
        part.write_bytes(damaged)
        assert not Folder(part.parent, StudyJob(BOARDS, SEED)).has(0)
    assert run(qttt, interrupted).json["boards_found"] == 0


def test_study_ignores_files_of_a_killed_process(qttt: Run, tmp_path: Path) -> None:
    out = tmp_path / "study.parquet"
    folder_of(out).mkdir()
    (folder_of(out) / ".job.json.1").touch()
    assert run(qttt, out).json["boards"] == BOARDS


def test_parts_of_another_study_are_rejected_and_kept(qttt: Run, interrupted: Path) -> None:
    assert "another job, with --seed 7, not 8" in run(qttt, interrupted, seed=8).line
    assert folder_of(interrupted).exists()


def test_unrelated_folder_is_rejected_and_kept(qttt: Run, tmp_path: Path) -> None:
    out = tmp_path / "study.parquet"
    (folder_of(out)).mkdir()
    (folder_of(out) / "precious").touch()
    assert "is not a folder with the parts of a job" in run(qttt, out).line
    assert [file.name for file in folder_of(out).iterdir()] == ["precious"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--boards", "1" + "0" * 18, "--seed", "1", "--out", "a.parquet"], "is out of range: expected 1 to"),
        (["--boards", "0", "--seed", "1", "--out", "a.parquet"], "--boards: 0 is out of range: expected 1 to"),
        (["--boards", "1", "--seed", "-1", "--out", "a.parquet"], "--seed: -1 is out of range"),
        (["--boards", "1", "--seed", "1", "--out", "a.csv"], "ends in .parquet"),
        (["--boards", "1", "--seed", "1", "--out", "no/a.parquet"], "the folder does not exist"),
        (["--boards", "1", "--seed", "1", "--out", "a.parquet", "--plot", "a.pdf"], "ends in .svg or .png"),
        (["--boards", "1", "--seed", "1"], "--out"),
    ],
)
def test_bad_input_is_one_line(
    qttt: Run, options: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in qttt("study", "probabilistic", *options).line
    assert [*tmp_path.iterdir()] == []


def test_histogram_is_the_same_each_time(qttt: Run, tmp_path: Path) -> None:
    plots = [tmp_path / "a.svg", tmp_path / "b.SVG"]
    for plot in plots:
        run(qttt, tmp_path / "study.PARQUET", "--plot", str(plot))
    assert plots[0].read_bytes() == plots[1].read_bytes()
    assert b"<svg" in plots[0].read_bytes()


def test_text_has_the_mean_and_its_error(qttt: Run, tmp_path: Path) -> None:
    out = tmp_path / "study.parquet"
    mean = run(qttt, out).json["mean"]
    said = qttt("study", "probabilistic", "--boards", str(BOARDS), "--seed", str(SEED), "--out", str(out))
    assert f"{mean:.6f} ± " in said.out


def test_file_names_its_study(qttt: Run, tmp_path: Path) -> None:
    out = tmp_path / "study.parquet"
    run(qttt, out)
    metadata = {key.decode(): value.decode() for key, value in parquet.read_schema(out).metadata.items()}
    assert (metadata["ruleset"], metadata["generator"], metadata["seed"]) == (
        "probabilistic-1.0",
        "abraham-2024",
        str(SEED),
    )
    assert json.loads(metadata["boards"]) == BOARDS
