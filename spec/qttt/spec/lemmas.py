"""The lemmas of the rule pages, and what each of them rests on."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from qttt.spec.text import PAGES, Rule

HEADING = re.compile(
    r"^## (?P<section>[^\n]+)$|^### LEMMA (?P<name>[a-z0-9-]+)\n+(?P<text>.*?)(?=^##|^<a id=|\Z)", re.M | re.S
)
BASIS = re.compile(r"^\*Basis\.\* (?P<parts>.*?)$(?=\n\nProof)", re.M | re.S)
SHOWN = re.compile(
    r"(?:(?P<argued>Argued below)(?:: (?P<what>[^.]+))?"
    r"|(?P<strength>[A-Z][a-z]+)(?: on the (?P<on>[a-z]+))? \(`(?P<claim>[a-z0-9-]+)`"
    r"(?:, LEMMA (?P<lemma>[a-z0-9-]+)\)|\): (?P<statement>.+?)))\."
    r"(?: (?=Argued below|[A-Z][a-z]+(?: on the [a-z]+)? \(`)|$)"
)


class Shown(NamedTuple):
    """What shows a lemma, or a part of it: a claim with its strength, what a proof runs on, and its statement, which
    is empty where the line names the lemma that quotes it. What is argued below the line, on the page, has no claim;
    its statement is empty if that is the whole lemma.
    """

    strength: str
    on: str = ""
    claim: str = ""
    statement: str = ""
    lemma: str = ""


@dataclass(frozen=True)
class Lemma(Rule):
    """A lemma of a page: its ID is the page and its name, such as `goff:forest`.

    `basis` is the line before its proof that says which claims show which parts of it, and what is argued.
    """

    text: str = field(repr=False)
    basis: tuple[Shown, ...] = field(repr=False)


@cache
def lemmas() -> Mapping[str, Lemma]:
    """Every lemma of every page by its ID, in the order of the pages. Read-only.

    Raises `ValueError` for a lemma without a line that says what it rests on.

    >>> lemmas()["goff:forest"].basis[1].claim
    'goff-forest'
    """
    return MappingProxyType({lemma.id: lemma for page in sorted(PAGES.glob("*.md")) for lemma in _on(page.name)})


def _on(page: str) -> Iterator[Lemma]:
    section = ""
    for found in HEADING.finditer((PAGES / page).read_text(encoding="utf-8")):
        section = found["section"] or section
        if name := found["name"]:
            id = f"{page.removesuffix('.md')}:{name}"
            yield Lemma(
                id,
                f"LEMMA {name}",
                page,
                section,
                f"lemma-{name}",
                found["text"].strip(),
                read_basis(id, found["text"]),
            )


def read_basis(id: str, text: str) -> tuple[Shown, ...]:
    """What the line before the proof of a lemma says. Raises `ValueError` for a text without such a line."""
    line = BASIS.search(text)
    parts = " ".join(line["parts"].split()).replace("−", "-") if line else ""
    found = [*SHOWN.finditer(parts)]
    if not parts or "".join(part[0] for part in found) != parts:
        raise ValueError(f"LEMMA {id}: expected a line such as '*Basis.* Argued below.' before the proof: {parts!r}")
    return tuple(
        Shown("argued", statement=part["what"] or "")
        if part["argued"]
        else Shown(
            part["strength"].lower(), part["on"] or "", part["claim"], part["statement"] or "", part["lemma"] or ""
        )
        for part in found
    )
