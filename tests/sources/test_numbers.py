"""The numbers in the tables of the sources: the blocks beside this file compute them, or the command in the row."""

import re
import shlex
from collections.abc import Iterator
from doctest import DocTestParser, DocTestRunner
from functools import cache
from pathlib import Path

import pytest

from qttt.app.cli import main

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SOURCES = sorted(HERE.glob("*.md"))
SLOW = re.compile(r"^<!-- slow -->\n+```pycon\n.*?^```$", re.M | re.S)
ROW = re.compile(r'^\| <a id="([a-z0-9-]+)"></a>.* \| [a-z ]+ \| (.*) \| (.*) \|$', re.M)
ELSEWHERE = re.compile(r"\[[^]]*\]\([^#][^)]*\)")
RUN = re.compile(r"\[run\]\(../../(tests/sources/\S+\.md)#(\S+)\)")
NAMED = re.compile(r"\b(?:at|box|depths?|Figure|high|in|minimal|Protocol|readings?) [0-9](?:, [0-9])*(?![0-9/.,%])")
"""Depths and readings, which a number names."""
NUMBER = re.compile(r"(?<![\w.])[0-9](?:[0-9,./e-]*[0-9])?%?")

by_source = pytest.mark.parametrize("page", SOURCES, ids=lambda page: page.stem)


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["quick", "long"])
@by_source
def test_blocks_compute_what_they_show(page: Path, long: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In their order, from the root of a clone; without the slow ones if not all of them run."""
    monkeypatch.chdir(ROOT)
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text if long else SLOW.sub("", text), re.M | re.S)
    found: list[str] = []
    DocTestRunner().run(DocTestParser().get_doctest("\n".join(blocks), {}, page.stem, str(page), 0), out=found.append)
    assert found == []


@cache
def blocks_of(page: Path) -> dict[str, str]:
    """The blocks of each statement."""
    text = page.read_text(encoding="utf-8").replace("_000", ",000")
    return dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", text, re.M | re.S))


def rows(text: str) -> Iterator[tuple[str, list[str], str]]:
    """The name of each statement, the numbers in its row but in links to other pages, and the command."""
    for name, number, command in ROW.findall(text):
        yield name, NUMBER.findall(NAMED.sub("", ELSEWHERE.sub("", number))), command


def text_of(page: Path) -> str:
    """The page with the table of a source."""
    return (ROOT / "docs" / "sources" / page.name).read_text(encoding="utf-8")


def not_computed(page: Path, text: str) -> list[tuple[str, str]]:
    """The numbers in the rows of a page that no block beside this file shows."""
    found = []
    for name, numbers, command in rows(text):
        if run := RUN.fullmatch(command):
            file, other = run.groups()
            shown = NUMBER.findall(blocks_of(ROOT / file)[other] + blocks_of(page).get(name, ""))
            found += [(name, number) for number in numbers if number not in shown]
    return found


@by_source
def test_numbers_of_a_row_are_those_of_its_blocks(page: Path) -> None:
    text = text_of(page)
    assert not_computed(page, text) == []
    assert {command[:6] for *_, command in rows(text)} <= {"[run](", "`qttt ", "`uv ru"}
    assert {*blocks_of(page)} <= {name for name, *_ in rows(text)}


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("[18,753](", "[18,754](", "states"),
        ("0.5697 ± 0.0001", "0.5697 ± 0.0002", "mean"),
        ("[mean 0.5696, web", "[mean 0.5697, web", "generator"),
    ],
)
def test_wrong_number_in_a_row_is_found(old: str, new: str, name: str) -> None:
    page = SOURCES[0]
    assert old in text_of(page)
    assert [named for named, _ in not_computed(page, text_of(page).replace(old, new))] == [name]


@by_source
def test_numbers_of_a_row_are_those_of_its_command(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, numbers, command in rows(text_of(page)):
        if command.startswith("`qttt "):
            assert main(shlex.split(command.strip("`"))[1:]) == 0
            assert {*numbers} <= {*NUMBER.findall(capsys.readouterr().out)}, name
