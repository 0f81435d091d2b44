"""The rules of learning, RL-…, of docs/learning.md. They belong to no ruleset, and have neither vectors nor claims."""

import re
from collections.abc import Mapping
from functools import cache

from qttt.app.site.markdown import headings
from qttt.app.site.tree import PLACES
from qttt.spec import Rule
from qttt.spec import rules as of_games

PAGE = "learning.md"
SECTION = 2
"""The level of the headings whose sections hold rules."""


@cache
def rules() -> Mapping[str, Rule]:
    """The rules of the learning page, by ID; empty if the page is missing."""
    found: dict[str, Rule] = {}
    section = ""
    for heading in headings(page()):
        if heading.level == SECTION:
            section = heading.title
        id, _, title = heading.title.partition(" ")
        if re.fullmatch(r"RL-[A-Z]+-[0-9]+", id):
            found[id] = Rule(id, title, PAGE, section, heading.anchor)
    return found


@cache
def all_rules() -> Mapping[str, Rule]:
    """The rules of the games, and those of learning, by ID."""
    return {**of_games(), **rules()}


@cache
def page() -> str:
    """The text of the learning page; empty if the page is missing."""
    file = next((place / PAGE for place in PLACES["docs"] if place.is_dir()), None)
    return file.read_text(encoding="utf-8") if file else ""
