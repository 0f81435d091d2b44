"""The pages keep their form, and the registry is what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qttt.spec import rules
from qttt.spec.pages import PageError, page_order, read_page, read_pages
from qttt.spec.text import PAGES

ID = re.compile(r"\b(?:NOTATION|GOFF|PROB|SQT|TIQ|HYB)-[A-Z]+-[0-9]+\b")
LEMMA = re.compile(r"LEMMA ([a-z0-9]+(?:-[a-z0-9]+)*)")
LEMMA_ELSEWHERE = re.compile(r"\[LEMMA\s([a-z0-9-]+)\]\([a-z]+\.md#lemma-\1\)")


@pytest.mark.parametrize("page", page_order(), ids=lambda page: page.name)
def test_every_rule_and_lemma_mentioned_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert set(ID.findall(text)) - set(rules()) == set()
    defined = re.findall(r"^### LEMMA ([a-z0-9-]+)", text, flags=re.MULTILINE)
    assert len(defined) == len(set(defined))
    assert set(LEMMA.findall(LEMMA_ELSEWHERE.sub("", text))) == set(defined), "a lemma of another page needs a link"


def test_sqt_page_states_which_goff_rules_hold() -> None:
    page = (PAGES / "sqt.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^\| of the page .+\n(?:\|.+\n)+", page, flags=re.MULTILINE)
    listed = [rule for row in table.splitlines() for rule in ID.findall(row.split("|")[1])]
    assert listed[-1] == "GOFF-SCORE-2"
    assert sorted(listed) == sorted(rule.id for rule in rules().values() if rule.page == "goff.md")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("## S\n### GOFF-A-1\n", "page.md:2: expected"),
        ('## S\n<a id="goff-a-1"></a>\n## GOFF-A-1 Title\n## GOFF-A-2\n', "page.md:3: expected"),
        ("## S\n### GOFF-A-1 Title\n", "page.md:2: GOFF-A-1 needs the line '<a id=\"goff-a-1\"></a>' above it"),
        ('## S\n<a id="goff-a-2"></a>\n### GOFF-A-1 Title\n', "page.md:3: GOFF-A-1 needs the line"),
        ('<a id="goff-a-1"></a>\n### GOFF-A-1 Title\n', "page.md:2: GOFF-A-1 is not in a section"),
    ],
)
def test_broken_heading_is_rejected(text: str, message: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)
    with pytest.raises(PageError, match=re.escape(message)):
        list(read_page(page))


def test_id_on_two_pages_is_rejected(tmp_path: Path) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text('## S\n<a id="goff-a-1"></a>\n### GOFF-A-1 Title\n')
    with pytest.raises(PageError, match=r"b\.md: GOFF-A-1 is already on a\.md"):
        read_pages(tmp_path)


def test_tree_without_pages_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(PageError, match="no rule pages"):
        read_pages(tmp_path)
