"""The claims in words, which the site's pages of claims show; and the check that every rule is tied: it has a formal
text, and the reference, the vectors and the claims name its ID and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from qttt import reference
from qttt.spec import games, rules, vectors
from qttt.spec.text import fenced
from qttt.verification import Refuted
from qttt.verification.mutants import ARROW
from qttt.verification.records import whole
from qttt.verification.registry import RUNS_ON, Claim, checks

# In words

ASSUMED = {
    ("proved", "page"): "that z3 is right, and that the formal text means what the prose of the page says",
    ("proved", "kernel"): "that z3 is right, and that the compiler keeps the meaning of the kernel",
    ("proved", "reference"): "that z3 is right",
    ("proved", "model"): "that z3 is right, and that the model is faithful to the rule",
    (
        "proved",
        "coq",
    ): "that the kernel of Coq, with its virtual machine, and the definitions are right",
    ("exhausted", ""): "nothing beyond the bound",
    ("certified", ""): "that the reference plays by the rules",
    ("searched", ""): "that the inputs outside the search are like those in it",
    ("tested", ""): "that the cases outside the sample are like those in it",
    ("argued", ""): "that the argument is right",
}


def mutant_in_words(name: str) -> str:
    """A mutant's name as a phrase, without its module; of an error that is spelt out, the change.

    >>> mutant_in_words("tiqtaqtoe.matches.losses_of_o_are_gains"), mutant_in_words("page.goff:GOFF-BOARD-2: 7 -> 8")
    ('losses of O are gains', '`8` for `7` in GOFF-BOARD-2')
    """
    if ARROW in name:
        where, _, change = name.partition(": ")
        before, _, after = change.partition(ARROW)
        instead = f"`{after}`" if after else "nothing"
        return f"{instead} for `{before}` in {function_in_words(where)}"
    return " ".join(word.upper() if word in ("x", "o") else word for word in name.rpartition(".")[2].split("_"))


def function_in_words(name: str) -> str:
    """What a claim is about, one of its names, as Markdown.

    >>> function_in_words("page.goff:GOFF-END-1"), function_in_words("-reference.board:image")
    ('GOFF-END-1', 'not `reference.board:image`')
    """
    if name.startswith("-"):
        return f"not {function_in_words(name[1:])}"
    if not name.startswith("page."):
        return f"`{name}`"
    page, _, rule = name.removeprefix("page.").partition(":")
    return rule or f"the page {page}"


def assumed(claim: Claim) -> str:
    """What one has to believe, besides the check itself, to take the claim for true: a clause."""
    return ASSUMED[claim.strength, claim.on]


def established_by(claim: Claim) -> str:
    """The strength of a claim with what its check runs on, and whether its whole bound was never run.

    >>> from qttt.verification.registry import claims
    >>> established_by(claims()[1])
    'proved on the formal text of the rule page'
    """
    if claim.test:
        return "a test; here run its mutants"
    return f"{claim.strength}{f' on {RUNS_ON[claim.on]}' if claim.on else ''}{'' if whole(claim) else ', not yet run'}"


# Rules and what names them

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
