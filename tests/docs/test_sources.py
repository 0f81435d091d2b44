"""The pages of the sources: lists that agree with the verdicts below them. The numbers are tests of the pages."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from qttt.app.rulebook import all_rules

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


LEDGER = (DOCS / "sources" / "ledger.md").read_text(encoding="utf-8")
ROW = re.compile(r"\| ([0-9]+) \| (.+), ([0-9]+)\.([0-9]+)(?:–([0-9]+))? \| .+ \| (.+) \|")
ANSWER = re.compile(r"\[([a-z ]+)\]\((\S+)\)|(\S+-[1-9][0-9]*)|not judged: (\S+|.+ .+)")
COLUMNS = ("judged", "in the rules", "shown", "not judged")


def column(answer: str, given: Mapping[str, str]) -> str:
    """The column of the table that an answer counts in. Raises AssertionError for an answer that is wrong."""
    columns = set()
    for part in [answer] if answer.startswith("not judged: ") else answer.split(", "):
        found = ANSWER.fullmatch(part)
        assert found, part
        word, target, rule, reason = found.groups()
        assert word in (None, "shown", given.get(target)), part
        assert rule is None or rule in all_rules(), part
        assert reason is None or " " in reason or f"\n| {reason} | " in LEDGER, part
        columns.add("not judged" if reason else "in the rules" if rule else "shown" if word == "shown" else "judged")
    return min(columns, key=COLUMNS.index)


def check_ledger(ledger: str) -> None:
    """Raise AssertionError for a number, place, answer or total that is wrong, and for a verdict without a row."""
    given = {f"{page.name}#{name}": verdict for page in SOURCES for name, verdict in verdicts(page)}
    for page in SOURCES:
        text = page.read_text(encoding="utf-8")
        title = text.removeprefix("# ").partition(", judged")[0]
        lines = ledger.partition(f"\n## {title}\n\n")[2].partition("\n\n")[0].splitlines()[2:]
        rows = [row.groups() for row in map(ROW.fullmatch, lines) if row]
        assert [int(row[0]) for row in rows] == [*range(1, len(lines) + 1)], title
        places = [("", 1, 0)]
        for _, part, paragraph, first, last, _ in rows:
            for sentence in range(int(first), int(last or first) + 1):
                before, at, done = places[-1]
                place = part, int(paragraph), sentence
                if place not in places:
                    assert place in {(before, at, done + 1), (before, at + 1, 1), (part, 1, 1)}, place
                    places.append(place)
            assert place == places[-1], place
        columns = Counter(column(row[-1], given) for row in rows)
        totals = " | ".join(map(str, [len(places) - 1, len(rows), *(columns[each] for each in COLUMNS)]))
        assert f") | {totals} |" in ledger.partition(f"\n| [{title}](#")[2].partition("\n")[0], totals
        for name, _, _, place in SECTION.findall(text):
            assert place == "not asked" or f"]({page.name}#{name})" in ledger, name


def test_ledger_answers_every_statement() -> None:
    check_ledger(LEDGER)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("| 5 | abstract, 1.5 | a program", "| 6 | abstract, 1.5 | a program"),
        ("| 5 | abstract, 1.5 | a program", "| 5 | abstract, 1.6 | a program"),
        ("| 14 | Rule 2, 1.1–2 |", "| 14 | Rule 1, 1.1–2 |"),
        ("| 17 | Rule 2, 1.5 |", "| 17 | Rule 2, 1.3 |"),
        ("| GOFF-MOVE-2 |", "| GOFF-MOVE-99 |"),
        ("| GOFF-MOVE-2 |", "| |"),
        ("| GOFF-MOVE-2 |", "| not judged: unheard |"),
        ("| GOFF-MOVE-2 |", "| not judged: background |"),
        ("[does not hold](sakuta-tomioka-2017.md#longest)", "[holds](sakuta-tomioka-2017.md#longest)"),
        ("[does not hold](sakuta-tomioka-2017.md#longest)", "[does not hold](sakuta-tomioka-2017.md#blunders)"),
    ],
)
def test_errors_in_the_ledger_are_found(old: str, new: str) -> None:
    assert old in LEDGER
    with pytest.raises(AssertionError):
        check_ledger(LEDGER.replace(old, new))
