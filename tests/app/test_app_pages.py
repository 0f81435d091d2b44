"""The commands that the pages name exist, with the options that the pages give them."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from qttt.app.commands import NAMES, build

ROOT = Path(__file__).resolve().parents[2]
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
