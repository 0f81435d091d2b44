"""The Python of the README, of docs/python.md, docs/learning/use.md, the start pages and the notebooks does what the
pages say, and the commands that pages name exist, with their options."""

import doctest
import json
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import examples
import pytest
import typer

from qttt.app.commands import NAMES, build
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
    "JAX": ("jax", "learn"),
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


@pytest.fixture
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


@pytest.mark.thorough
@pytest.mark.usefixtures("_scratch")
def test_readme_session_prints_the_stated_output() -> None:
    [session] = re.findall(r"^```pycon\n(.*?)^```$", README, re.M | re.S)
    assert failures(session) == []
    assert failures(session.replace("Fraction(10, 1)", "Fraction(20, 1)")) != []


def test_every_script_is_found() -> None:
    assert len(OF_PYTHON) == PYTHON.count("```python\n") == PYTHON.count("\n## ") == 5
    assert {*OF_LEARNING} == {*NEEDED}


def imports(text: str) -> Iterator[tuple[str, str]]:
    """Each name that a page imports from a module of this project, with the module."""
    for module, names in re.findall(r"from (qttt[\w.]*) import ([\w, ]+)", text):
        yield from ((module, name) for name in names.split(", "))


def test_pages_import_from_the_front_door_what_it_has() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb")]
    found = {page: [*imports(page.read_text(encoding="utf-8"))] for page in pages}
    front = {*import_module("qttt").__all__}
    past = [(page.name, each) for page in pages for each in found[page] if each[0] != "qttt" and each[1] in front]
    assert past == []
    for page in (ROOT / "README.md", ROOT / "docs/python.md", *(ROOT / "docs/notebooks").iterdir()):
        assert [each for each in found[page] if re.match(r"qttt\.(fast|oracle|verification)", each[0])] == []
    assert ("qttt", "solve") in found[ROOT / "docs/python.md"]


@pytest.mark.usefixtures("_scratch")
@pytest.mark.parametrize(
    "name",
    [
        "start/solve",
        pytest.param("start/train", marks=pytest.mark.learn),
        pytest.param("learning/measure", marks=pytest.mark.thorough),
    ],
)
def test_script_of_a_page_prints_the_stated_output(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    [(code, printed)] = re.findall(SCRIPT, page, re.M | re.S)
    assert printed_by(code, capsys) == printed


@pytest.mark.usefixtures("_scratch")
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


@pytest.mark.thorough
@pytest.mark.usefixtures("_scratch")
@pytest.mark.parametrize(
    "title", [pytest.param(t, marks=[pytest.mark.learn] * (NEEDED[t][0] == "jax")) for t in NEEDED]
)
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


NOTEBOOKS = ROOT / "docs" / "notebooks"
SMALL_NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "source": ["# A small one\n"]},
        {"cell_type": "code", "source": ["x = 20\n", "print(x)\n", "x + 1"], "outputs": []},
    ]
}


def load(name: str) -> dict[str, Any]:
    """A notebook of the documentation."""
    loaded: dict[str, Any] = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    return loaded


def test_every_game_has_a_notebook() -> None:
    assert {file.stem for file in NOTEBOOKS.glob("*.ipynb")} == {*games()}
    for name in games():
        assert examples.text_of(load(name)) == (NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_notebook_shows_what_is_stored(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "user_folder", lambda: tmp_path / "store")
    assert examples.run(load(name)) == load(name), "run python docs/examples.py"


def test_cells_run_in_order_and_show_their_last_value() -> None:
    printed, value = examples.run(SMALL_NOTEBOOK)["cells"][1]["outputs"]
    assert printed["text"] == ["20\n"]
    assert value["data"] == {"text/plain": ["21"]}


def test_failing_cell_is_not_passed_over() -> None:
    with pytest.raises(ZeroDivisionError):
        examples.run({"cells": [{"cell_type": "code", "source": ["1 / 0"], "outputs": []}]})


def test_page_shows_cells_and_outputs() -> None:
    text, pictures = examples.page(examples.run(SMALL_NOTEBOOK), "small")
    assert text.startswith("# A small one\n")
    assert "```python\nx = 20\nprint(x)\nx + 1\n```\n\n```text\n20\n```\n\n```text\n21\n```" in text
    assert pictures == {}


def test_page_of_a_game_shows_its_positions() -> None:
    text, pictures = examples.page(load("goff"), "goff")
    assert pictures
    assert all(f"]({name})" in text and svg.startswith("<svg") for name, svg in pictures.items())


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMANDS = {name: typer.main.get_command(build(name)).commands[name] for name in NAMES}  # type: ignore[attr-defined]
CODE = re.compile(r"```sh\n(.*?)```|`((?:uv run [^`]*)?qttt [a-z][^`\n]*)`", re.S)


def commands(text: str) -> Iterator[list[str]]:
    """The words after `qttt` of each command in the code of a page."""
    for found in CODE.finditer(text):
        for line in (found[1] or found[2]).replace("\\\n", " ").splitlines():
            command = re.search(r"\bqttt (?!=)([a-z].*)", line.partition(" # ")[0])
            if command and not line.lstrip().startswith("#"):
                yield shlex.split(command[1].partition(" | ")[0].partition(" >")[0])


def faults(text: str) -> list[str]:
    """The commands in a text that do not exist, and options that a command does not have."""
    wrong = []
    for name, *rest in commands(text):
        words = rest[: rest.index("--")] if "--" in rest else rest
        known = COMMANDS.get(name)
        if known is None:
            wrong.append(name)
            continue
        options = {option for each in known.params for option in (*each.opts, *each.secondary_opts)} | {"--help"}
        for game in {word for word in words if word in COMMANDS}:
            options |= {option for each in COMMANDS[game].params for option in each.opts}
        given = {word.partition("=")[0] for word in words if word.startswith("--")}
        wrong += [f"{name} {option}" for option in sorted(given - options)]
    return wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_on_pages_exist(page: Path) -> None:
    assert faults(page.read_text(encoding="utf-8")) == []


def test_wrong_commands_are_found() -> None:
    block = "```sh\nuv run qttt sovle goff\nuv run qttt solve goff --boards 3\n```\n"
    text = f"{block}`qttt rules GOFF-TURN-1`, `qttt rule --serch a`"
    assert faults(text) == ["sovle", "solve --boards", "rules", "rule --serch"]
