"""Reads the headings of the rule pages: they are the registry of rules."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from qttt.spec.text import PAGES

SECTION = re.compile(r"## (?P<title>.+)")
RULE = re.compile(r"### (?P<id>[A-Z]+-[A-Z]+-[1-9][0-9]*) (?P<title>\S.*)")
LOOKS_LIKE_A_RULE = re.compile(r"#+ [A-Z]+-[A-Z]+-[0-9]")


@dataclass(frozen=True)
class Rule:
    """A rule of a page: its permanent ID, its title, and where it stands.

    `anchor` is the fragment of its heading: `spec/rules/goff.md#goff-cycle-1`.
    """

    id: str
    title: str
    page: str
    section: str
    anchor: str = field(repr=False)


class PageError(ValueError):
    """A malformed rule page; the message names the page and the line."""


def page_order(folder: Path = PAGES) -> list[Path]:
    """The pages: notation.md, which all games share, then the games by name.

    Raises `PageError` if the folder has no pages.
    """
    pages = sorted(folder.glob("*.md"), key=lambda page: (page.name != "notation.md", page.name))
    if not pages:
        raise PageError(f"no rule pages in {folder}")
    return pages


def read_page(page: Path) -> Iterator[Rule]:
    """The rules of a page in its order.

    Raises `PageError` for a rule heading that is not of the form `### ID Title` below a line with its anchor, the ID in
    small letters, or that precedes the first section.
    """
    section = above = ""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if rule := RULE.fullmatch(line):
            anchor = rule["id"].lower()
            if above != f'<a id="{anchor}"></a>':
                raise PageError(f"{page.name}:{number}: {rule['id']} needs the line '<a id=\"{anchor}\"></a>' above it")
            if not section:
                raise PageError(f"{page.name}:{number}: {rule['id']} is not in a section")
            yield Rule(rule["id"], rule["title"], page.name, section, anchor)
        elif LOOKS_LIKE_A_RULE.match(line):
            raise PageError(f"{page.name}:{number}: expected '### ID Title', found '{line}'")
        elif heading := SECTION.fullmatch(line):
            section = heading["title"]
        above = line


def read_pages(folder: Path = PAGES) -> dict[str, Rule]:
    """The rules of all pages by ID. Raises `PageError` if two of them share an ID."""
    rules: dict[str, Rule] = {}
    for page in page_order(folder):
        for rule in read_page(page):
            if rule.id in rules:
                raise PageError(f"{page.name}: {rule.id} is already on {rules[rule.id].page}")
            rules[rule.id] = rule
    return rules
