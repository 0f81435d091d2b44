"""The command `qttt conform`: what it prints and writes, its exit codes, and requests that it refuses."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import jsonschema
import pytest

from qttt.app.commands import conform
from qttt.oracle import progress
from qttt.spec import schema, vectors
from qttt.verification.conform.identify import expected
from qttt.verification.conform.session import Session

from ..verification.test_conform import HEAD, LIVE
from ..verification.test_conform import engine as engine_of
from .conftest import Run


@pytest.fixture
def engine(tmp_path: Path) -> list[str]:
    """An engine in which X always acts."""
    return engine_of(tmp_path, LIVE)


@pytest.mark.thorough
def test_difference_is_printed_and_reported(qttt: Run, engine: list[str], tmp_path: Path) -> None:
    reports = [tmp_path / name for name in ("r.json", "r.XML", "r.md", "r.badge.json")]
    written = [word for file in reports for word in ("--report", str(file))]
    asked = ("--level", "games", "--games", "5", "--seed", "3")
    said = qttt("conform", "goff", *asked, *written, "--", *engine)
    assert said.code == 1
    assert "Does not conform: 5 cases failed or errored." in said.out
    assert 'actor is "X", expected "O"' in said.out
    assert '"given": "X1.1-2"' in said.out
    assert f"again: {shlex.join(['qttt', 'conform', 'goff', *asked, *written, '--', *engine])}\n" in said.out
    report = json.loads(reports[0].read_text())
    jsonschema.validate(report, schema("report"))
    assert report["command"] == engine
    (level,) = report["rulesets"][0]["levels"]
    assert level["counts"] == {"passed": 0, "failed": 5, "partly": 0, "skipped": 0, "errored": 0}
    assert "<failure" in reports[1].read_text()
    assert reports[2].read_text().startswith("# Conformance of fake\n")
    assert json.loads(reports[3].read_text())["color"] == "red"


def test_report_is_written_though_nobody_reads_the_output(
    qttt: Run, engine: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qttt.app.commands.conform._display", Mock(side_effect=BrokenPipeError))
    report = tmp_path / "r.json"
    said = qttt("conform", "goff", "--level", "games", "--games", "1", "--report", str(report), "--", *engine)
    assert said.code == 141
    jsonschema.validate(json.loads(report.read_text()), schema("report"))


def test_equal_failures_are_printed_once(qttt: Run, tmp_path: Path) -> None:
    said = qttt("conform", "goff", "--level", "rules", "--", *engine_of(tmp_path, f"{HEAD}read(); sys.exit(4)"))
    assert said.code == 3
    assert said.out.count("the engine failed: it ended with status 4") == 1
    assert "the engine failed: it ended with status 4 (5 times)" in said.out


def test_wait_for_the_start_is_announced_and_counted(
    qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "LONG", 0.1)
    monkeypatch.setattr(conform, "Session", partial(Session, starting=1.5))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    said = qttt("conform", "goff", "--json", "--", *engine_of(tmp_path, "import time; time.sleep(10**6)"))
    assert "waiting for the engine's answer to start, at most 1.5 s\n" in said.err
    assert json.loads(said.out)["seconds"] >= 1.5


@pytest.mark.parametrize("as_json", [False, True])
def test_verdict_outranks_a_report_that_cannot_be_written(
    as_json: bool, qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "replace", Mock(side_effect=OSError(28, "No space left on device")))
    reports = [tmp_path / "r.json", tmp_path / "r.md"]
    asked = [f"--report={path}" for path in reports]
    said = qttt("conform", "goff", *asked, *["--json"] * as_json, "--", *engine_of(tmp_path, "raise SystemExit(1)"))
    told = f"{reports[0]}: cannot be written: No space left on device; also not written: {reports[1]}"
    assert said.code == 3
    assert "does not answer start" in said.out
    assert (json.loads(said.err) if as_json else said.err) == (
        {"error": told, "exit_code": 3} if as_json else f"qttt: {told}\n"
    )


def test_vectors_are_exported_into_a_new_folder(qttt: Run, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    said = qttt("vectors", "export", str(folder))
    assert said.code == 0
    names = ["kit", "perft", "protocol.md", "rules", "schema", "vectors"]
    assert sorted(path.name for path in folder.iterdir()) == names
    exported = [json.loads(file.read_text()) for file in (folder / "vectors" / "goff").glob("*.json")]
    assert sum(len(file["vectors"]) for file in exported) == len(vectors("goff"))
    for page in folder.rglob("*.md"):
        for link in re.findall(r"(?<!`)\]\(([\w./-]+\.\w+)(?:#[\w-]+)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).is_file(), (page, link)
    for file in (each for each in folder.rglob("*") if each.is_file()):
        named = re.findall(r"\bspec/[\w/]*\w(?:\.schema\.json|\.md)", file.read_text(encoding="utf-8"))
        assert not named, (file, named)
    assert "expected a new or an empty folder" in qttt("vectors", "export", str(folder)).line


@pytest.mark.parametrize("line", [b"rubbish", b"[" * 100_000])
def test_rubbish_ends_serve_engine_with_one_line(line: bytes) -> None:
    command = [sys.executable, "-c", "from qttt.app.cli import main; raise SystemExit(main())", "serve-engine"]
    done = subprocess.run(command, input=line, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert done.stderr.startswith(b"qttt: request '")


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Some of the random games by which readings are told apart."""
    monkeypatch.setattr("qttt.verification.conform.identify.GAMES", 4)
    expected.cache_clear()
    yield
    expected.cache_clear()


def test_every_option_of_a_vector_is_listed(qttt: Run) -> None:
    for each in qttt("conform", "--list", "--json").rows:
        assert {name for vector in vectors(each["game"]) for name in vector.options} <= {*each["options"]}


@pytest.mark.engines
@pytest.mark.usefixtures("few_games")
def test_reading_is_identified(qttt: Run) -> None:
    reference = [sys.executable, "-m", "qttt.app", "serve-engine", "reference"]
    said = qttt("conform", "goff", "--identify", "--", *reference)
    reading = "collapse=opponent, double-win=no, pair=legal, last=move, both=narrow"
    assert f"Plays goff-1.1 with {reading}: all " in said.out
    assert said.code == 0


@pytest.mark.thorough
@pytest.mark.usefixtures("few_games")
def test_nearest_reading_is_shown_with_a_game_for_each_rule(qttt: Run, engine: list[str]) -> None:
    said = qttt("conform", "goff", "--identify", "--", *engine)
    assert said.code == 1
    assert "Nearest reading: goff-1.1 with " in said.out
    assert 'actor is "X", expected "O"' in said.out
    assert "test it: qttt conform goff" in said.out
    found = json.loads(qttt("conform", "goff", "--identify", "--json", "--", *engine).out)
    assert found["code"] == 1
    assert 0 < found["wrong"] < found["asked"]
    assert "actor" in [shown["field"] for shown in found["differences"]]
