"""The Python of the README, of docs/python.md, docs/learning/use.md and of the start pages does what the pages say."""

import doctest
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from qttt.fast.goff import solve
from qttt.oracle import games, store
from qttt.oracle.registry import entry

ROOT = Path(__file__).resolve().parents[1]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
README, PYTHON, USE = (
    (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/python.md", "docs/learning/use.md")
)
SCRIPT = r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$"
"""A script, and what it prints."""
NEEDED = {
    "Plain NumPy": ("numpy", ""),
    "Gymnasium": ("gymnasium", "envs"),
    "PettingZoo": ("pettingzoo", "envs"),
    "OpenSpiel": ("pyspiel", "openspiel"),
}
"""What the scripts of docs/learning/use.md import, and the extra that installs it."""


def scripts(text: str, heading: str) -> dict[str, tuple[str, str]]:
    """The first script below each heading of a level, with what it prints."""
    below = rf"^{heading} ([^\n]+?)$.*?{SCRIPT}"
    return {title: (code, printed) for title, code, printed in re.findall(below, text, re.M | re.S)}


OF_PYTHON, OF_LEARNING = scripts(PYTHON, "##"), scripts(USE, "##")


@pytest.fixture(autouse=True)
def _scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, solution: solve.Solution) -> None:
    """A working folder and a user's folder of the test's own, and Goff's game solved already."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(store, "user_folder", lambda: tmp_path / "store")
    monkeypatch.setattr(solve, "solve", lambda *_, **__: solution)


def printed_by(code: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a script prints."""
    names: dict[str, Any] = {}
    exec(compile(code, "script", "exec"), names)
    return capsys.readouterr().out


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
    assert len(OF_PYTHON) == PYTHON.count("```python\n") == PYTHON.count("\n## ") == 6
    assert {*OF_LEARNING} == {*NEEDED}


@pytest.mark.parametrize("name", ["solve", "train"])
def test_script_of_a_start_page_prints_the_stated_output(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "start" / f"{name}.md").read_text(encoding="utf-8")
    [(code, printed)] = re.findall(SCRIPT, page, re.M | re.S)
    assert printed_by(code, capsys) == printed


@pytest.mark.slow
@pytest.mark.parametrize("title", OF_PYTHON)
def test_script_prints_the_stated_output(
    title: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MPLBACKEND", "Agg")
    code, printed = OF_PYTHON[title]
    assert printed_by(code, capsys) == printed
    written = re.findall(r'"([\w-]+\.(?:svg|parquet))"', code)
    assert all(Path(name).stat().st_size > 0 for name in written)


@pytest.mark.parametrize("title", NEEDED)
def test_script_on_learning_prints_the_stated_output(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    package, extra = NEEDED[title]
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed: needs the extra {extra}")
    code, printed = OF_LEARNING[title]
    assert printed_by(code, capsys) == printed


@pytest.mark.parametrize("name", games())
def test_page_names_every_environment(name: str) -> None:
    assert f"`qttt/{entry(name).kind.__name__}-v1`" in USE
    assert f"`qttt_{name}`" in USE
