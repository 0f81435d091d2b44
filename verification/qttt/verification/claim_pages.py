"""The claims in words and as pages, `docs/claims.md` and one page for each game in `docs/claims/`; and the check that
every rule is tied: it has a formal text, and the reference, the vectors and the claims name its ID and no other."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from qttt import reference
from qttt.spec import games, rules, rulesets, vectors
from qttt.spec.text import fenced
from qttt.verification import Refuted
from qttt.verification.mutants import ARROW
from qttt.verification.records import last, whole
from qttt.verification.registry import RUNS_ON, SAMPLE, STRENGTHS, Claim, checks

DOCS = Path(__file__).resolve().parents[3] / "docs"
MANY = 6
"""Of more rules than these on one page only the number is shown, with the page if it is not that of the game."""


def pages() -> dict[str, str]:
    """The text of every page, by its path in `docs`."""
    every = checks()
    games = [game for game in rulesets() if any(claim.game == game for claim in every)]
    own = {game: [claim for claim in every if claim.game == game] for game in games}
    return {"claims.md": _contents(own), **{f"claims/{game}.md": "".join(_page(game, own[game])) for game in games}}


def _contents(own: Mapping[str, Sequence[Claim]]) -> str:
    """The page that leads to the others, whose text before the tables stays as it is."""
    every = [claim for here in own.values() for claim in here if not claim.test]
    kinds = [kind for kind in ASSUMED if any((claim.strength, claim.on) == kind for claim in every)]
    meanings: list[list[str]] = []
    for strength, on in kinds:
        means = "as above" if meanings and meanings[-1][0].startswith(f"*{strength}*") else STRENGTHS[strength]
        runs = f", on {RUNS_ON[on]}" if on else ""
        meanings.append([f"*{strength}*{f', {on}' if on else ''}", f"{means}{runs}", ASSUMED[strength, on]])
    strengths = list(dict.fromkeys(strength for strength, _ in kinds))
    rows = []
    for game, here in own.items():
        count = Counter("tests" if claim.test else claim.strength if whole(claim) else "not yet run" for claim in here)
        numbers = [str(count[column]) if count[column] else "" for column in (*strengths, "not yet run", "tests")]
        rows.append([f"[{rulesets()[game].title}](claims/{game}.md)", *numbers])
    table = _table(["game", *strengths, "not yet run", "tests"], rows)
    head, *_ = (DOCS / "claims.md").read_text(encoding="utf-8").partition("| game ")
    return f"{head}{table}\n{_table(['strength', 'means', 'assumes'], meanings)}"


def _page(game: str, here: Sequence[Claim]) -> Iterator[str]:
    """The page of a game: its claims in one table, what belongs to each folded, and its tests in another."""
    ruleset, own = rulesets()[game], [claim for claim in here if not claim.test]
    yield f"# Claims about {ruleset.title}\n\n"
    rules_page = f"[the rules `{ruleset.id}`](../../spec/rules/{game}.md)"
    yield f"{len(own)} claims about {rules_page}. [Claims](../claims.md) explains the table.\n\n"
    runs: dict[str, list[str]] = {}
    for claim in own:
        if last := whole(claim):
            runs.setdefault(f"{last} ({last.on})", []).append(f"`{claim.id}`")
    (usual, _), *others = sorted(runs.items(), key=lambda run: -len(run[1])) or [("", [])]
    yield f"Whole bounds last run: {usual}.{' Exceptions:' * bool(others)}\n\n" if usual else ""
    yield from (f"- {', '.join(ids)}: {run}\n" for run, ids in others)
    yield "\n" * bool(others)
    yield _table(["claim, strength", "statement"], map(_row, own))
    if tests := [claim for claim in here if claim.test]:
        yield f"\n## Tests\n\n{_table(['test', 'statement'], map(_row, tests))}"


def _row(claim: Claim) -> list[str]:
    parts = "<br>".join([f"{claim.bound[:1].upper()}{claim.bound[1:]}.", *_parts(claim)])
    folded = f"<details><summary>Bound</summary>{parts}</details>"
    strength = "" if claim.test else f"<br>{_strength(claim)}"
    return [f'<code id="{claim.id}">{claim.id}</code>{strength}', claim.statement + folded]


def _parts(claim: Claim) -> Iterator[str]:
    """What belongs to a claim besides its bound: sentences."""
    if claim.sample:
        yield f"Sample: {claim.sample} ({last(claim, SAMPLE) or 'not yet run'})."
    if claim.needs:
        yield f"Needs: {', '.join(claim.needs)}."
    named, own = [], f"{claim.game}.md"
    for page in dict.fromkeys(rules()[id].page for id in claim.rules):
        here = [id for id in claim.rules if rules()[id].page == page]
        of_page = sum(rule.page == page for rule in rules().values())
        many = f"{'all' if len(here) == of_page else len(here)}{f' of {page[:-3]}' * (page != own)}"
        named += [many] if len(here) > MANY else here
    if named:
        yield f"Rules: {', '.join(named)}."
    if planted := [mutant_in_words(name) for name in claim.mutants if ARROW not in name]:
        yield f"Errors: {'; '.join(planted)}."


def _strength(claim: Claim) -> str:
    notes = [claim.on, "long" * claim.full, "" if whole(claim) else "not yet run"]
    return ", ".join([claim.strength, *filter(None, notes)])


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [f"| {' | '.join(cells)} |\n" for cells in (head, *rows)]
    return "".join([lines[0], f"|{'---|' * len(head)}\n", *lines[1:]])


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
