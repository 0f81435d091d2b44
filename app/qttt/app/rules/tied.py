"""What is tied to a rule: its text, the code that names it, its vectors, its claims, and errors that break it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from qttt.app.rules import learning
from qttt.app.rules.learning import all_rules
from qttt.app.rules.sources import Source, sources
from qttt.app.site.markdown import headings
from qttt.spec import Rule, Vector, flags, games, rules, vectors
from qttt.spec.text import PAGES
from qttt.verification.registry import Claim, claims

KNOWN = "known-error:"
RULE_ID = re.compile(r"\b[A-Z]+-[A-Z]+-[0-9]+\b")
VERSIONS = re.compile(r"^\| (?:ruleset|version) \| change \|\n\|[- |]+\|\n(?P<rows>(?:\| .+ \|\n)+)", re.M)


class KnownError(NamedTuple):
    """An error of public implementations: its name in words, what is wrong, and the vectors of a rule that it fails."""

    name: str
    note: str
    vectors: Sequence[str]


class Change(NamedTuple):
    """A version of a page, and what it changed."""

    version: str
    change: str


@dataclass(frozen=True)
class Tied:
    """A rule, its text on the page without heading, and what names it, each in the order of its file.

    `reference` is the code of the reference; for a rule of learning, the code of `learn`."""

    rule: Rule
    text: str = field(repr=False)
    reference: Sequence[Source] = field(repr=False)
    kernels: Sequence[Source] = field(repr=False)
    vectors: Sequence[Vector] = field(repr=False)
    claims: Sequence[Claim] = field(repr=False)
    errors: Sequence[KnownError] = field(repr=False)
    history: Sequence[Change] = field(repr=False)

    @property
    def own_vectors(self) -> list[Vector]:
        """The vectors that test this rule before all others."""
        return [vector for vector in self.vectors if vector.rules[0] == self.rule.id]


def tied(id: str) -> Tied:
    """What is tied to the rule with this ID.

    Raises `KeyError` for an unknown ID.

    >>> found = tied("GOFF-COLLAPSE-2")
    >>> [source.name for source in found.reference], found.vectors[0].id
    (['collapsing', 'settle'], 'goff-collapse-0007')
    """
    rule = all_rules()[id]
    named = _vectors().get(id, ())
    return Tied(
        rule,
        texts(rule.page)[id],
        sources("qttt.learn" if rule.page == learning.PAGE else "qttt.reference").get(id, ()),
        sources("qttt.fast").get(id, ()),
        named,
        [claim for claim in claims() if id in claim.rules],
        _errors(named),
        history(rule),
    )


@cache
def texts(page: str) -> Mapping[str, str]:
    """The text of each rule of a page below its heading, in Markdown."""
    text = _page(page)
    marks = headings(text)
    ends = [heading.start for heading in marks[1:]] + [len(text)]
    found = {
        heading.title.split()[0]: text[heading.end : end].strip() for heading, end in zip(marks, ends, strict=True)
    }
    return {rule.id: found[rule.id] for rule in all_rules().values() if rule.page == page}


def _page(page: str) -> str:
    return learning.page() if page == learning.PAGE else (PAGES / page).read_text(encoding="utf-8")


@cache
def _vectors() -> Mapping[str, Sequence[Vector]]:
    found: dict[str, list[Vector]] = {id: [] for id in rules()}
    for game in games():
        for vector in vectors(game):
            for id in vector.rules:
                found[id].append(vector)
    return found


def _errors(named: Iterable[Vector]) -> list[KnownError]:
    failed: dict[str, list[str]] = {}
    for vector in named:
        for flag in vector.flags:
            if flag.startswith(KNOWN):
                failed.setdefault(flag, []).append(vector.id)
    return [KnownError(flag.removeprefix(KNOWN).replace("-", " "), flags()[flag], ids) for flag, ids in failed.items()]


def versions(page: str) -> list[Change]:
    """The version history of a rule page, the first version first; empty for the learning page, which has none."""
    table = VERSIONS.search(_page(page))
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
    naming = [change for change in every if rule.id in _with_ranges(change.change)]
    return naming or every[:1]


def _with_ranges(text: str) -> set[str]:
    """The IDs in a text, with those between the ends of `A-B-1 to A-B-4`."""
    found = set(RULE_ID.findall(text))
    for stem, first, last in re.findall(r"\b([A-Z]+-[A-Z]+)-([0-9]+) to \1-([0-9]+)", text):
        found |= {f"{stem}-{number}" for number in range(int(first), int(last) + 1)}
    return found
