"""docs/learning.md keeps the form of a rule page, and the numbers of pairs follow from its formula."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
RULES = "".join(page.read_text(encoding="utf-8") for page in sorted((ROOT / "spec" / "rules").glob("*.md")))
ID = re.compile(r"\bRL-[A-Z]+-[0-9]+\b")
RULE = re.compile(r"\b(?:NOTATION|GOFF)-[A-Z]+-[0-9]+\b")
HEADING = re.compile(r'^<a id="([a-z0-9-]+)"></a>\n### (RL-[A-Z]+-[1-9][0-9]*) \S.*$', re.MULTILINE)
ANCHOR = re.compile(r'^<a id="[a-z0-9-]+"></a>\n', re.MULTILINE)
LINKED = re.compile(r"\[((?:NOTATION|GOFF|RL)-[A-Z]+-[0-9]+)\]\([^)#]*#([a-z0-9-]+)\)")


def sections(page: str) -> dict[str, str]:
    """The text below each heading with an ID."""
    return {
        part.split()[0]: part
        for part in re.split(r"^#{2,3} ", ANCHOR.sub("", page), flags=re.MULTILINE)
        if part.startswith("RL-")
    }


def faults(page: str) -> Iterator[str]:
    """What breaks the form of the page."""
    headings = [(name, anchor) for anchor, name in HEADING.findall(page)]
    ids = [name for name, _ in headings]
    yield from (f"{name} twice" for name in set(ids) if ids.count(name) > 1)
    yield from (f"the anchor of {name}" for name, anchor in headings if anchor != name.lower())
    sound = {match[0].partition("\n")[2] for match in HEADING.finditer(page)}
    written = re.findall(r"^#+ RL-.*$", page, re.MULTILINE)
    yield from (f"the heading {line}" for line in written if line not in sound)
    yield from (f"{name} is not defined" for name in sorted(set(ID.findall(page)) - set(ids)))
    yield from (f"{name} is not a rule" for name in sorted(set(RULE.findall(page))) if f"\n### {name} " not in RULES)
    yield from (f"the link of {name}" for name, anchor in LINKED.findall(page) if anchor != name.lower())
    for name, text in sections(page).items():
        for part in (r"\*Decision\.\*", r"\*Alternatives?:\*", r"\*Reason:\*", r"\nSource: \S.*\.\s*$"):
            if not re.search(part, text):
                yield f"{name} lacks {part}"


def test_page_has_the_form_of_a_rule_page() -> None:
    assert list(faults(PAGE)) == []
    assert len(sections(PAGE)) == len(HEADING.findall(PAGE)) > 20


def test_examples_have_the_stated_numbers() -> None:
    pairs = [(x, y) for x in range(1, 10) for y in range(x + 1, 10)]
    assert [(x - 1) * (18 - x) // 2 + (y - x - 1) for x, y in pairs] == list(range(36))
    [examples] = re.findall(r"1-2 is 0, .*?\.", PAGE.replace("\n", " "))
    for x, y, number in re.findall(r"(\d)-(\d) is (\d+)", examples):
        assert pairs.index((int(x), int(y))) == int(number)
