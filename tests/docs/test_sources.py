"""The pages of the sources: lists that agree with the verdicts below them. The numbers are tests of the pages."""

import re
from collections import Counter
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
SOURCES = sorted((DOCS / "sources").glob("*-*.md"))
INDEX = (DOCS / "sources" / "README.md").read_text(encoding="utf-8")
SECTION = re.compile(r'<details id="([a-z0-9-]+)"><summary><b>(.*)\.</b> (.*) <small>\((.*)\)</small></summary>\n')
VERDICTS = ("holds", "holds in part", "does not hold", "depends on a reading", "not reproduced", "answered")


def verdicts(page: Path) -> list[tuple[str, str]]:
    """The name and verdict of each statement."""
    return [(name, verdict.lower()) for name, verdict, *_ in SECTION.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", SOURCES, ids=lambda page: page.stem)
def test_every_statement_has_a_verdict(page: Path) -> None:
    found = dict(verdicts(page))
    assert {*found.values()} <= {*VERDICTS}
    assert 10 <= len(found) == page.read_text(encoding="utf-8").count("<details") == len(verdicts(page))


@pytest.mark.parametrize("page", SOURCES, ids=lambda page: page.stem)
def test_index_counts_the_verdicts(page: Path) -> None:
    counts = Counter(verdict for _, verdict in verdicts(page))
    assert f"]({page.name}) | {' | '.join(str(counts[each] or '') for each in VERDICTS)} |" in INDEX


@pytest.mark.parametrize("page", SOURCES, ids=lambda page: page.stem)
def test_every_verdict_has_a_block(page: Path) -> None:
    sections = re.split(SECTION, page.read_text(encoding="utf-8"))[5::5]
    # these follow from blocks before them
    allowed = {"classic-states", "not-luck", "own-mark", "player-one", "symmetry"}
    of_tests = {f"`{test.relative_to(DOCS.parent).as_posix()}`" for test in Path(__file__).parent.glob("test_*.py")}
    checked = [any(sign in text for sign in {"```pycon", *of_tests}) for text in sections]
    without = {name for (name, _), found in zip(verdicts(page), checked, strict=True) if not found}
    assert without <= allowed


def test_index_names_every_work_that_is_cited() -> None:
    references = (DOCS.parent / "CITATION.cff").read_text(encoding="utf-8").split("\n  - type: ")[1:]
    for reference in references:
        authors, [year] = re.findall(r"family-names: (\w+)", reference), re.findall(r"\n    year: ([0-9]+)", reference)
        names = f"{', '.join(authors[:-1])} and {authors[-1]}" if authors[:-1] else authors[-1]
        assert re.search(rf"^\| \[?{names} \({year}\)", INDEX, re.M), names
    assert len(references) == 8
