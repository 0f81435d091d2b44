"""`qttt rule`: a rule and everything that is tied to it, on a terminal and as JSON."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.syntax import Syntax
from rich.text import Text

from qttt.app import screen
from qttt.app.errors import BadInput
from qttt.app.rules import cite, vectors
from qttt.app.rules.pages import LEARNING, all_rules
from qttt.app.rules.sources import Source
from qttt.app.rules.tied import Tied, tied
from qttt.reference.picture import listed
from qttt.spec import Rule, Vector, games
from qttt.spec import vectors as vectors_of
from qttt.verification.in_words import assumed, established_by, mutant_in_words
from qttt.verification.registry import Claim, claims


def found(id: str) -> Tied:
    """What is tied to a rule, by its ID in any case. Raises BadInput for an unknown ID."""
    if id.upper() in all_rules():
        return tied(id.upper())
    known = {each.lower(): each for each in (*all_rules(), *(claim.id for claim in claims()))}
    near = [known[each] for each in get_close_matches(id.lower(), known, n=3)]
    hint = f"expected {listed(near, 'or')}" if near else "qttt rule --search TEXT finds rules by words"
    raise BadInput(f"unknown ID '{id}': {hint}")


def display(shown: Tied) -> None:
    """Print a rule and what is tied to it."""
    out, rule = screen.console(), shown.rule
    out.print(Text.assemble((rule.id, "bold cyan"), " ", (rule.title, "bold")))
    out.print(Text(f"{cite.ruleset_of(rule)}, section {rule.section}", "dim"), end="\n\n")
    if out.is_terminal:
        out.print(Markdown(shown.text, code_theme="ansi_dark"))
    else:
        out.print(Text(shown.text), soft_wrap=True)
    for title, parts in _parts(shown):
        out.print(Text(f"\n{title}", "bold"))
        for part in parts:
            print_part(out, part)


def print_part(out: Console, part: "Part") -> None:
    """Print a head, and below it what belongs to it."""
    head, *lines = part
    _print(out, head, 2)
    for line in lines:
        _print(out, line, 4)


def _print(out: Console, line: str | Text, indent: int) -> None:
    """Print a line, further in; only a terminal wraps it."""
    text = Text(line) if isinstance(line, str) else line
    if out.is_terminal:
        out.print(Padding(text, (0, 0, 0, indent), expand=False))
    else:
        for each in text.split("\n"):
            out.print(Text(" " * indent if each else "") + each, soft_wrap=True)


Part = Iterable[str | Text]
"""A head, and what belongs to it."""


def _parts(shown: Tied) -> Iterator[tuple[str, Iterable[Part]]]:
    errors = ((Text(error.name, "cyan"), error.note, ", ".join(error.vectors)) for error in shown.errors)
    parts: list[tuple[str, list[Part]]] = [
        ("Learners" if shown.rule.page == LEARNING else "Reference", [*map(_source, shown.reference)]),
        ("Kernels", [*map(_source, shown.kernels)]),
        (f"Vectors: {len(shown.vectors)}", [*map(vector_part, shown.vectors)]),
        (f"Claims: {len(shown.claims)}", [*map(claim_part, shown.claims)]),
        ("Known errors of public implementations", [*errors]),
        ("History", [[f"{version}: {change}"] for version, change in shown.history]),
    ]
    yield from ((title, part) for title, part in parts if part)
    citation = cite.of_rule(shown.rule)
    yield "Cite", ([citation.line], [citation.bibtex])


def _source(source: Source) -> Part:
    code = Syntax("", "python", theme="ansi_dark").highlight(source.text.rstrip())
    code.no_wrap, code.overflow = False, "fold"
    return Text.assemble((source.address, "cyan"), f"  {source.file}:{source.line}"), code


def vector_part(vector: Vector) -> Part:
    """A vector, as it is printed."""
    set_to = f"  with {vectors.options(vector)}" if vector.options else ""
    head = Text.assemble((vector.id, "cyan"), f"  {vectors.given(vector)}{set_to}")
    return head, vector.comment, vectors.expected(vector)


def claim_part(claim: Claim) -> Part:
    """A claim, as it is printed."""
    state = "" if claim.established else " (not yet established)"
    return (
        Text.assemble((claim.id, "cyan"), f"  {established_by(claim)}{state}"),
        claim.statement,
        f"Bound: {claim.bound}.",
        f"Assumed: {assumed(claim)}.",
        f"Errors that the check catches: {'; '.join(map(mutant_in_words, claim.mutants))}.",
    )


def json_object(shown: Tied) -> dict[str, Any]:
    """The JSON object of a rule and what is tied to it."""
    citation = cite.of_rule(shown.rule)

    def code(sources: Sequence[Source]) -> list[dict[str, Any]]:
        return [{"name": each.address, "file": each.file, "line": each.line, "source": each.text} for each in sources]

    return {
        **listing([shown.rule])[0],
        "text": shown.text,
        "reference": code(shown.reference),
        "kernels": code(shown.kernels),
        "vectors": [*map(vector_object, shown.vectors)],
        "claims": [*map(claim_object, shown.claims)],
        "known_errors": [error._asdict() for error in shown.errors],
        "history": [change._asdict() for change in shown.history],
        "cite": citation.line,
        "bibtex": citation.bibtex,
    }


def vector_object(vector: Vector) -> dict[str, Any]:
    """The JSON object of a vector."""
    return {
        "id": vector.id,
        "given": vectors.given(vector),
        "options": dict(vector.options),
        "comment": vector.comment,
        "expected": vectors.expected(vector),
    }


def claim_object(claim: Claim) -> dict[str, Any]:
    """The JSON object of a claim."""
    return {
        "id": claim.id,
        "statement": claim.statement,
        "strength": established_by(claim),
        "bound": claim.bound,
        "assumed": assumed(claim),
        "established": claim.established,
        "mutants": list(map(mutant_in_words, claim.mutants)),
    }


def listing(chosen: Iterable[Rule]) -> list[dict[str, str]]:
    """The JSON list of rules: ID, title, ruleset, section and address."""
    return [
        {
            "id": rule.id,
            "title": rule.title,
            "ruleset": cite.ruleset_of(rule),
            "section": rule.section,
            "address": cite.of_rule(rule).address,
        }
        for rule in chosen
    ]


def display_listing(chosen: Sequence[Rule]) -> None:
    """Print rules as a table."""
    table = screen.table("rule", "title", "ruleset", "section")
    for row in listing(chosen):
        table.add_row(row["id"], row["title"], row["ruleset"], row["section"])
    screen.console().print(table)


class Named(NamedTuple):
    """A claim or a vector, and the rules that it is tied to, in its own order."""

    thing: Claim | Vector
    rules: list[Rule]


def named(id: str) -> Named | None:
    """The claim or vector with this ID, in any case; None if there is none."""
    things: list[Claim | Vector] = [*claims(), *(vector for game in games() for vector in vectors_of(game))]
    thing = next((each for each in things if each.id == id.lower()), None)
    return Named(thing, [all_rules()[rule] for rule in thing.rules]) if thing else None


def display_named(found: Named) -> None:
    """Print a claim or a vector, and a table of its rules."""
    out, is_claim = screen.console(), isinstance(found.thing, Claim)
    out.print(Text("Claim" if is_claim else "Vector", "bold"))
    print_part(out, claim_part(found.thing) if isinstance(found.thing, Claim) else vector_part(found.thing))
    out.print()
    if found.rules:
        display_listing(found.rules)
    else:
        out.print("This claim does not name single rules.", soft_wrap=True)


def named_object(found: Named) -> dict[str, Any]:
    """The JSON object of a claim or a vector, with its rules."""
    thing = found.thing
    if isinstance(thing, Claim):
        return {"claim": claim_object(thing), "rules": listing(found.rules)}
    return {"vector": vector_object(thing), "rules": listing(found.rules)}
