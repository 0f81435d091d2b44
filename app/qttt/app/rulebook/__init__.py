"""Rules with everything that is tied to them, as `qttt rule` prints them and the site shows them. Here are the pages of
rules as text: headings and their anchors, the text of each rule, and the versions of a page.

Besides the rules of the games there are those of learning, RL-…, on docs/learning.md: they belong to no ruleset, and
have neither vectors nor claims.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from qttt.spec import Rule, rules
from qttt.spec.text import PAGES

ROOT: Final = Path(__file__).parents[4]
"""The repository, in a source tree."""
LEARNING: Final = "learning.md"
FENCE = r"^(?P<fence> *(?:```+|~~~+)).*?^(?P=fence)$"
CODE = re.compile(rf"{FENCE}|(?P<ticks>`+)(?!`)[^\n]+?(?<!`)(?P=ticks)(?!`)", re.M | re.S)
"""A fenced block, or code within a line."""
HEADING = re.compile(r'(?:^<a id="(?P<anchor>[^"\n]+)"></a>\n)?^(?P<level>#{1,6}) (?P<title>.+?) *$', re.M)
RULE_ID = re.compile(r"\b[A-Z]+-[A-Z]+-[0-9]+\b")
VERSIONS = re.compile(r"^\| (?:ruleset|version) \| change \|\n\|[- |]+\|\n(?P<rows>(?:\| .+ \|\n)+)", re.M)


class Heading(NamedTuple):
    """A heading of a page: where it begins and ends in the text, its level, its title, and its anchor.

    The anchor is that of a line `<a id="…"></a>` above the heading, or else follows from the title as GitHub does it.
    """

    start: int
    end: int
    level: int
    title: str
    anchor: str


class Change(NamedTuple):
    """A version of a page, and what it changed."""

    version: str
    change: str


def blank_code(page: str, code: re.Pattern[str] = CODE) -> str:
    """A page whose code is replaced by spaces, of the same length and with the same lines.

    >>> blank_code("see `a](b)` and [c](d)")
    'see         and [c](d)'
    """
    return code.sub(lambda code_found: re.sub(r"[^\n]", " ", code_found[0]), page)


def headings(page: str) -> list[Heading]:
    """The headings of a page, with different anchors: equal ones are numbered, as GitHub does.

    >>> [heading.anchor for heading in headings('<a id="b-1"></a>\\n# B\\n## What *is* `C`?\\n## What is C\\n')]
    ['b-1', 'what-is-c', 'what-is-c-1']
    """
    marks, seen = [], Counter[str]()
    for match in HEADING.finditer(blank_code(page, re.compile(FENCE, re.M | re.S))):
        plain = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", match["title"])
        name = match["anchor"] or re.sub(r"[^\w -]", "", plain.lower()).replace(" ", "-")
        number, seen[name] = seen[name], seen[name] + 1
        anchor = f"{name}-{number}" if number else name
        marks.append(Heading(match.start(), match.end(), len(match["level"]), match["title"], anchor))
    return marks


def shipped(name: str) -> str:
    """The text of a file of the repository that a package has beside this module; empty if it is missing."""
    places = (Path(__file__).with_name(Path(name).name), ROOT / name)
    return next((place.read_text(encoding="utf-8") for place in places if place.is_file()), "")


@cache
def text_of(page: str) -> str:
    """The text of a page of rules. The page of learning is empty if it is missing."""
    if page == LEARNING:
        return shipped(f"docs/{LEARNING}")
    return (PAGES / page).read_text(encoding="utf-8")


@cache
def all_rules() -> Mapping[str, Rule]:
    """The rules of the games, and those of learning, by ID."""
    every, section = dict(rules()), ""
    for heading in headings(text_of(LEARNING)):
        section = heading.title if heading.level == 2 else section
        id, _, title = heading.title.partition(" ")
        if re.fullmatch(r"RL-[A-Z]+-[0-9]+", id):
            every[id] = Rule(id, title, LEARNING, section, heading.anchor)
    return every


@cache
def texts(page: str) -> Mapping[str, str]:
    """The text of each rule of a page below its heading, in Markdown."""
    text = text_of(page)
    marks = headings(text)
    ends = [*(heading.start for heading in marks[1:]), len(text)]
    by_id = {mark.title.split()[0]: text[mark.end : end].strip() for mark, end in zip(marks, ends, strict=True)}
    return {rule.id: by_id[rule.id] for rule in all_rules().values() if rule.page == page}


def versions(page: str) -> list[Change]:
    """The version history of a rule page, the first version first; empty for the page of learning, which has none."""
    table = VERSIONS.search(text_of(page))
    rows = table["rows"].splitlines() if table else []
    stem = "" if rows and "`" in rows[0] else page.removesuffix(".md") + "-"
    cells = ([cell.strip(" `") for cell in row.strip("|").split(" | ", 1)] for row in rows)
    return [Change(f"{stem}{version}", change) for version, change in cells]


def history(rule: Rule) -> list[Change]:
    """The versions of its page that added or changed a rule: those that name the rule, else the first.

    >>> [change.version for change in history(rules()["NOTATION-STATE-2"])]
    ['notation-1.4']
    """
    every = versions(rule.page)
    return [change for change in every if rule.id in _with_ranges(change.change)] or every[:1]


def _with_ranges(text: str) -> set[str]:
    """The IDs in a text, with those between the ends of `A-B-1 to A-B-4`."""
    ids = set(RULE_ID.findall(text))
    for stem, first, last in re.findall(r"\b([A-Z]+-[A-Z]+)-([0-9]+) to \1-([0-9]+)", text):
        ids |= {f"{stem}-{number}" for number in range(int(first), int(last) + 1)}
    return ids
