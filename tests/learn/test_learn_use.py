"""The scripts of docs/learning.md print what the page says."""

import contextlib
import io
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from qttt.fast.goff import solve
from qttt.oracle import games
from qttt.oracle.registry import entry

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("\n## Use it from\n")[2]
SCRIPT = re.compile(
    r"^### (?P<title>.+?)$.*?^```python\n(?P<code>.*?)^```\n\n```text\n(?P<printed>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
SCRIPTS = {match["title"]: (match["code"], match["printed"]) for match in SCRIPT.finditer(SECTION)}
NEEDED = {
    "Plain NumPy": ("numpy", ""),
    "Gymnasium": ("gymnasium", "envs"),
    "PettingZoo": ("pettingzoo", "envs"),
    "OpenSpiel": ("pyspiel", "openspiel"),
}


@pytest.fixture(autouse=True)
def _solved(monkeypatch: pytest.MonkeyPatch, solution: solve.Solution) -> None:
    monkeypatch.setattr(solve, "solve", lambda *_, **__: solution)


def printed_by(code: str) -> str:
    """What a script prints."""
    printed = io.StringIO()
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "script", "exec"), names)
    return printed.getvalue()


def test_every_script_is_found() -> None:
    assert {*SCRIPTS} == {*NEEDED}


@pytest.mark.parametrize("title", NEEDED)
def test_script_prints_the_stated_output(title: str) -> None:
    package, extra = NEEDED[title]
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed: needs the extra {extra}")
    code, expected = SCRIPTS[title]
    assert printed_by(code) == expected
    if title == "Plain NumPy":
        assert printed_by(code.replace("seed=1", "seed=2")) != expected


@pytest.mark.parametrize("name", games())
def test_page_names_every_environment(name: str) -> None:
    assert f"`qttt/{entry(name).kind.__name__}-v1`" in SECTION
    assert f"`qttt_{name}`" in SECTION
