"""The transcripts `*.md` of this folder: what the command prints.

A `console` block holds commands behind `$ ` and below each what it prints, without spaces at the ends of lines; what
goes to standard error comes last, and `[2]` after it is an exit code other than 0. `…` stands for any text within a
line, and alone on a line for any lines. A block with a title, such as ```` ```text games.txt ````, is a file: `< FILE`
reads it, `cat FILE` prints it. The blocks of a page share an empty folder. `pytest tests/cli --update` writes what the
commands print now; read the difference before you commit it.
"""

import re
import shlex
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from qttt.app import cli

PAGES = sorted(Path(__file__).parent.glob("*.md"))
BLOCK = re.compile(r"^(```+)(\w+) ?(\S*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
"""A command, which may go on after a backslash, and what it prints."""

Run = Callable[[str], str]
"""What a command line prints."""


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shared_folder: Path
) -> Run:
    """Runs a command line in this process, in a folder of the page's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("sys.unraisablehook", sys.unraisablehook)  # which main replaces
    monkeypatch.setattr("qttt.oracle.store.user_folder", lambda: shared_folder)

    def ran(line: str) -> str:
        program, *words = shlex.split(line.replace("\\\n", " "))
        if program == "cat":
            return "".join(Path(name).read_text(encoding="utf-8") for name in words)
        assert program == "qttt", f"a transcript runs qttt and cat, not {program}"
        with monkeypatch.context() as patched:
            if "<" in words:
                *words, _, name = words
                patched.setattr("sys.stdin", StringIO(Path(name).read_text(encoding="utf-8")))
            code = cli.main(words)
        lines = [line.rstrip() for text in capsys.readouterr() for line in text.splitlines()]
        return "".join(f"{line}\n" for line in [*lines, *([f"[{code}]"] if code else [])])

    return ran


@pytest.mark.thorough
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_transcript_holds(page: Path, run: Run, request: pytest.FixtureRequest) -> None:
    text = page.read_text(encoding="utf-8")
    now = replayed(text, run)
    if request.config.getoption("--update"):
        page.write_text(now, encoding="utf-8")
    else:
        assert now == text


def replayed(text: str, run: Run) -> str:
    """A page with what its commands print now; what still matches stays as it is written."""

    def command(found: re.Match[str]) -> str:
        line, expected = found.groups()
        printed = run(line)
        same = pattern(expected).fullmatch(printed)
        return found[0] if same else f"$ {line}\n{printed}"

    def block(found: re.Match[str]) -> str:
        _, kind, name, body = found.groups()
        if name:
            Path(name).write_text(body, encoding="utf-8")
        return found[0].replace(body, COMMAND.sub(command, body)) if kind == "console" else found[0]

    return BLOCK.sub(block, text)


def pattern(expected: str) -> re.Pattern[str]:
    """What a printed text must match."""
    lines = ("(?:.*\n)*" if line == "…\n" else re.escape(line).replace("…", ".*") for line in expected.splitlines(True))
    return re.compile("".join(lines))
