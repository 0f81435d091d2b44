"""Checks that every rule on a page has a formal text, and that the reference, the vectors and the claims name its ID
and no other."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from importlib.resources.abc import Traversable

from qttt import reference
from qttt.spec import games, rules, vectors
from qttt.spec.text import fenced
from qttt.verification import Refuted
from qttt.verification.registry import claims

NAMES_A_RULE = re.compile(r"^\s*Rule: ([A-Z]+-[A-Z]+-[0-9]+)$", re.MULTILINE)


@dataclass(frozen=True)
class Ties:
    """The rule IDs on the pages, those whose section has a formal block or a grammar, and the IDs named by docstrings
    of the reference, by vectors and by claims."""

    pages: frozenset[str]
    formal_text: frozenset[str]
    reference: frozenset[str]
    vectors: frozenset[str]
    claims: frozenset[str]


def ties() -> Ties:
    """The rule IDs of this project."""
    return Ties(
        frozenset(rules()),
        frozenset(
            block.rule
            for page in ("notation", *games())
            for language in ("python", "ebnf")
            for block in fenced(page, language)
            if block.rule
        ),
        frozenset(rule for text in _docstrings() for rule in NAMES_A_RULE.findall(text)),
        frozenset(rule for game in games() for vector in vectors(game) for rule in vector.rules),
        frozenset(rule for claim in claims() for rule in claim.rules),
    )


def _docstrings() -> Iterator[str]:
    """The docstrings of all functions and classes of the reference."""
    for source in _modules(files(reference)):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield ast.get_docstring(node) or ""


def _modules(folder: Traversable) -> Iterator[Traversable]:
    """The Python modules below a folder of a package."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _modules(entry)
        elif entry.name.endswith(".py"):
            yield entry


def every_rule_is_tied(tied: Ties | None = None) -> str:
    """Each rule on a page has a formal text, and a function of the reference, a vector and a claim name its ID; none of
    them names any other ID."""
    found = tied or ties()
    gaps = []
    for by in ("formal_text", "reference", "vectors", "claims"):
        named: frozenset[str] = getattr(found, by)
        gaps += [f"{rule} is not named by the {by}" for rule in sorted(found.pages - named)]
        gaps += [f"{rule}, named by the {by}, is not on any page" for rule in sorted(named - found.pages)]
    if gaps:
        raise Refuted("; ".join(gaps))
    return f"{len(found.pages)} rules"


def _all_named(pages: set[str]) -> Ties:
    return Ties(*(frozenset(pages) for _ in range(5)))


_SOUND = _all_named({"GOFF-CYCLE-1", "GOFF-END-1"})
a_rule_without_formal_text = replace(_SOUND, formal_text=frozenset({"GOFF-END-1"}))
a_rule_without_a_function = replace(_SOUND, reference=frozenset({"GOFF-END-1"}))
a_rule_without_a_vector = replace(_SOUND, vectors=frozenset({"GOFF-END-1"}))
a_rule_without_a_claim = replace(_SOUND, claims=frozenset({"GOFF-END-1"}))
a_claim_of_a_retired_rule = replace(_SOUND, pages=frozenset({"GOFF-END-1"}))
