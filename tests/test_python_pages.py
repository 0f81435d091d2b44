"""The Python of the README, of docs/python.md and of the start pages does what the pages say."""

import contextlib
import doctest
import io
import re
from pathlib import Path
from typing import Any

import pytest

from qttt.fast.goff import solve
from qttt.oracle import store

ROOT = Path(__file__).resolve().parents[1]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
README, PYTHON = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/python.md"))
SCRIPT = re.compile(
    r"^## (?P<title>.+?)$.*?^```python\n(?P<code>.*?)^```\n\n```text\n(?P<printed>.*?)^```$", re.MULTILINE | re.DOTALL
)
SHORT = re.compile(r"^```python\n(?P<code>.*?)^```\n\n```text\n(?P<printed>.*?)^```$", re.MULTILINE | re.DOTALL)
SCRIPTS = {match["title"]: (match["code"], match["printed"]) for match in SCRIPT.finditer(PYTHON)}


@pytest.fixture(autouse=True)
def _scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, solution: solve.Solution) -> None:
    """A working folder and a user's folder of the test's own, and Goff's game solved already."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(store, "user_folder", lambda: tmp_path / "store")
    monkeypatch.setattr(solve, "solve", lambda *_, **__: solution)


def failures(source: str) -> list[str]:
    """The examples of a session whose output differs from the stated one."""
    test = doctest.DocTestParser().get_doctest(source, {}, "README.md", None, 0)
    assert test.examples
    told: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=told.append)
    return told


def test_readme_session_prints_the_stated_output() -> None:
    [session] = re.findall(r"^```pycon\n(.*?)^```$", README, re.M | re.S)
    assert failures(session) == []
    assert failures(session.replace("Fraction(10, 1)", "Fraction(20, 1)")) != []


def test_every_script_is_found() -> None:
    assert len(SCRIPTS) == PYTHON.count("```python\n") == PYTHON.count("\n## ") == 6


@pytest.mark.parametrize("name", ["solve", "train"])
def test_script_of_a_start_page_prints_the_stated_output(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "start" / f"{name}.md").read_text(encoding="utf-8")
    [script] = SHORT.finditer(page)
    exec(compile(script["code"], name, "exec"), {})
    assert capsys.readouterr().out == script["printed"]


@pytest.mark.slow
@pytest.mark.parametrize("title", SCRIPTS)
def test_script_prints_the_stated_output(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "Agg")
    code, expected = SCRIPTS[title]
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, title, "exec"), names)
    assert printed.getvalue() == expected
    written = re.findall(r'"([\w-]+\.(?:svg|parquet))"', code)
    assert all(Path(name).stat().st_size > 0 for name in written)
