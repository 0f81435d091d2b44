"""Checks that every rule on a page has a formal text, and that the reference, the vectors and the claims name its ID
and no other."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from qttt import reference
from qttt.spec import games, rules, vectors
from qttt.spec.text import fenced
from qttt.verification import Refuted
from qttt.verification.registry import checks

NAMES_A_RULE = re.compile(r"^\s*Rule: ([A-Z]+-[A-Z]+-[0-9]+)$", re.MULTILINE)


def on_pages() -> set[str]:
    """The rule IDs on the pages."""
    return {*rules()}


def named() -> Mapping[str, set[str]]:
    """The rule IDs of sections with a formal block or a grammar, and those named by docstrings of the reference, by
    vectors and by claims."""
    pages, languages = ("notation", *games()), ("python", "ebnf")
    return {
        "formal text": {b.rule for page in pages for language in languages for b in fenced(page, language) if b.rule},
        "reference": {rule for text in _docstrings() for rule in NAMES_A_RULE.findall(text)},
        "vectors": {rule for game in games() for vector in vectors(game) for rule in vector.rules},
        "claims": {rule for claim in checks() for rule in claim.rules},
    }


def _docstrings() -> Iterator[str]:
    """The docstrings of all functions and classes of the reference."""
    for path in sorted(Path(reference.__path__[0]).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield ast.get_docstring(node) or ""


def every_rule_is_tied() -> str:
    """Each rule on a page has a formal text, and a function of the reference, a vector and a claim name its ID; none of
    them names any other ID."""
    pages, gaps = on_pages(), list[str]()
    for by, found in named().items():
        gaps += [f"{rule} is not named by the {by}" for rule in sorted(pages - found)]
        gaps += [f"{rule}, named by the {by}, is not on any page" for rule in sorted(found - pages)]
    if gaps:
        raise Refuted("; ".join(gaps))
    return f"{len(pages)} rules"
