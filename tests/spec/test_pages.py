"""The pages keep their form, and the registry is what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qttt.spec import rules
from qttt.spec.text import PAGES, fenced

ID = re.compile(r"\b(?:NOTATION|GOFF|PROB|SQT|TIQ|HYB)-[A-Z]+-[0-9]+\b")
LEMMA = re.compile(r"LEMMA ([a-z0-9]+(?:-[a-z0-9]+)*)")
LEMMA_ELSEWHERE = re.compile(r"\[LEMMA\s([a-z0-9-]+)\]\([a-z]+\.md#lemma-\1\)")


every_page = pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.name)


@every_page
def test_every_heading_of_a_rule_has_its_form_and_an_id_of_its_own(page: Path) -> None:
    headings = re.findall(r"^#+ ([A-Z]+-[A-Z]+-[0-9].*)", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    own = [rule for rule in rules().values() if rule.page == page.name]
    assert headings == [f"{rule.id} {rule.title}" for rule in own]
    assert all(rule.section and rule.anchor == rule.id.lower() for rule in own)


@every_page
def test_every_rule_and_lemma_mentioned_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert set(ID.findall(text)) - set(rules()) == set()
    defined = re.findall(r"^### LEMMA ([a-z0-9-]+)", text, flags=re.MULTILINE)
    assert len(defined) == len(set(defined))
    assert set(LEMMA.findall(LEMMA_ELSEWHERE.sub("", text))) == set(defined), "a lemma of another page needs a link"


@every_page
def test_formal_text_has_at_most_80_columns(page: Path) -> None:
    blocks = [block for language in ("python", "ebnf") for block in fenced(page.stem, language)]
    assert [line for block in blocks for line in block.text.splitlines() if len(line) > 80] == []


@every_page
def test_prose_has_no_broken_line(page: Path) -> None:
    """Every line has at most 120 columns, and a list has not been joined to one."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    lines = [line for line in text.splitlines() if not line.startswith(("|", "    "))]
    broken = re.compile(r"\S {2,}\S|\s$|^ *\+ |.{121}")
    assert [line for line in lines if broken.search(line)] == []
    assert re.findall(r"\b([A-Za-z]{2,})\s+\1\b", "\n".join(lines)) in ([], ["no"])  # no semicolon, no no-break space


def test_sqt_page_states_which_goff_rules_hold() -> None:
    page = (PAGES / "sqt.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^\| of the page .+\n(?:\|.+\n)+", page, flags=re.MULTILINE)
    listed = [rule for row in table.splitlines() for rule in ID.findall(row.split("|")[1])]
    assert listed[-1] == "GOFF-SETTING-1"
    assert sorted(listed) == sorted(rule.id for rule in rules().values() if rule.page == "goff.md")
