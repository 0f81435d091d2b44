"""`qttt rule`: a rule and everything that is tied to it, on a terminal and as JSON; and the search for rules."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from qttt.app import screen
from qttt.app.command import Command
from qttt.app.commands.cite import show
from qttt.app.errors import BadInput
from qttt.app.games import print_json
from qttt.app.options import Json
from qttt.app.rulebook import FENCE, LEARNING, all_rules, cite, texts
from qttt.app.rulebook.named import UnknownID, find
from qttt.app.rulebook.named import cite as cite_by_id
from qttt.app.rulebook.tied import Source, Tied, chosen_options, expectation, question
from qttt.reference.picture import listed
from qttt.spec import Lemma, Rule, Vector, lemmas

if TYPE_CHECKING:
    from qttt.verification.registry import Claim

EXAMPLE = "such as: qttt rule GOFF-COLLAPSE-2"
PASSED_OVER = {"a", "an", "and", "are", "at", "has", "have", "if", "in", "is", "of", "or", "the", "to", "when"}
SAME = ({"tie", "draw"},)
"""Words of which each also finds the others."""

WIDE, HIGH = 80, 24
"""Columns of the text of a rule, and the lines of a screen."""
ASIDE = re.compile(rf"{FENCE}|^ *<!--.*?-->$", re.M | re.S)
"""What the short form of a rule leaves out: formal text."""
DECISION, ALTERNATIVE = ("*Decision", "*Basis"), re.compile(r"\s*\*Alternatives?:\*.*", re.S)

Part = Iterable[str | Text]
"""A head, and what belongs to it."""


def _complete(incomplete: str) -> list[str]:
    """The IDs of rules and lemmas that begin like this, for the completion of shells."""
    return [id for id in (*all_rules(), *lemmas()) if id.lower().startswith(incomplete.lower())]


def rule(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ID",
            help='ID of a rule, such as GOFF-COLLAPSE-2, of a lemma, such as goff:forest or "LEMMA forest", of a claim '
            "or of a vector; or words to search for.",
            autocompletion=_complete,
        ),
    ] = None,
    search: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="List the rules that contain words beginning like these; a plural also finds the singular, and tie "
            "also finds draw.",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also show the formal text and everything tied to the rule.")
    ] = False,
    only_citation: Annotated[bool, typer.Option("--cite", help="Print only how to cite the rule or claim.")] = False,
    bibtex: Annotated[bool, typer.Option("--bibtex", help="Print only the entry for BibTeX to cite.")] = False,
    as_json: Json = False,
) -> None:
    """Show a rule or a lemma and how to cite it, or the rules that a claim or a vector is tied to.

    With --all, a rule comes with its formal text, the functions of the reference and the kernels with their source, its
    vectors with their reasons, its claims with strength and mutants, known errors that break it, its history, and an
    entry for BibTeX.
    """
    id = " ".join(words or []).strip() or None
    if id is not None and search is not None:
        raise BadInput(f"give an ID or --search, not both, {EXAMPLE}")
    if id is None and search is None:
        raise BadInput(f"expected an ID or --search TEXT, {EXAMPLE}")
    if id is not None and (only_citation or bibtex):
        return show(cite_by_id(id), bibtex, as_json)
    try:
        thing = find(id) if id is not None else None
    except UnknownID:
        if not re.fullmatch(r"[A-Za-z ]+", id or ""):  # no ID looks like these words
            raise
        thing, search = None, id
    if thing is None:
        chosen = search_for(search or "")
        print_json(_listing(chosen)) if as_json else _display_listing(chosen)
    elif isinstance(thing, Rule):
        print_json(_json_object(Tied(thing))) if as_json else _display(Tied(thing), everything)
    else:
        print_json(_named_object(thing)) if as_json else _display_named(thing)


def _display(shown: Tied, everything: bool) -> None:
    """Print a rule and how to cite it, in one screen if it fits, or with all that is tied to it."""
    out, rule = screen.console(), shown.rule
    out.print(Text.assemble((rule.id, "bold cyan"), " ", (rule.title, "bold")))
    out.print(Text(f"{cite.ruleset_of(rule)}, section {rule.section}", "dim"), end="\n\n")
    if not everything:
        width = min(out.width, WIDE)
        cited = Text(cite.of_rule(rule).line)
        more = Text(f"qttt rule {rule.id} --all shows the whole text and what is tied to it.", "dim")
        room = HIGH - 4 - len(cited.wrap(out, width)) - len(more.wrap(out, width))
        for line in _short(out, shown.text, width, room):
            out.print(line)
        out.print()
        out.print(cited, width=width)
        out.print(more, width=width)
        return
    if out.is_terminal:
        from rich.markdown import Markdown

        out.print(Markdown(shown.text, code_theme="ansi_dark"))
    else:
        out.print(Text(shown.text), soft_wrap=True)
    for title, parts in _parts(shown):
        out.print(Text(f"\n{title}", "bold"))
        for part in parts:
            _print_part(out, part)


def _short(out: Console, text: str, width: int, room: int) -> list[Text]:
    """The prose of a rule in as many lines as there is room: its first part comes before all else, then its decisions,
    then their alternatives."""
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", ASIDE.sub("", text))
    blocks = [block for block in re.split(r"\n{2,}", plain.strip()) if not block.isspace()]
    lines = {block: _lines(out, block, width) for block in blocks}
    for block in sorted(blocks[:0:-1], key=lambda block: block.startswith(DECISION)):
        if sum(len(each) + bool(each) for each in lines.values()) > room:
            short = block.startswith(DECISION) and ALTERNATIVE.sub("", block)
            lines[block] = _lines(out, short, width) if short else []
    return [line for block in lines.values() if block for line in (Text(), *block)][1:]


def _lines(out: Console, block: str, width: int) -> list[Text]:
    """A block of Markdown as lines without spaces at their ends."""
    from rich.markdown import Markdown

    rows = out.render_lines(Markdown(block, code_theme="ansi_dark"), out.options.update(width=width))
    lines = [Text.assemble(*((part.text, part.style or "") for part in row)) for row in rows]
    for line in lines:
        line.rstrip()
    return [line for line in lines if line.plain] or [Text()]


def _print_part(out: Console, part: Part) -> None:
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


def _parts(shown: Tied) -> Iterator[tuple[str, Iterable[Part]]]:
    errors = ((Text(error.name, "cyan"), error.note, ", ".join(error.vectors)) for error in shown.errors)
    parts: list[tuple[str, list[Part]]] = [
        ("Learners" if shown.rule.page == LEARNING else "Reference", [*map(_source, shown.reference)]),
        ("Kernels", [*map(_source, shown.kernels)]),
        (f"Vectors: {len(shown.vectors)}", [*map(_vector_part, shown.vectors)]),
        (f"Claims: {len(shown.claims)}", [*map(_claim_part, shown.claims)]),
        ("Known errors of public implementations", [*errors]),
        ("History", [[f"{version}: {change}"] for version, change in shown.history]),
    ]
    yield from ((title, part) for title, part in parts if part)
    citation = cite.of_rule(shown.rule)
    yield "Cite", ([citation.line], [citation.bibtex])


def _source(source: Source) -> Part:
    from rich.syntax import Syntax

    code = Syntax("", "python", theme="ansi_dark").highlight(source.text.rstrip())
    code.no_wrap, code.overflow = False, "fold"
    return Text.assemble((source.address, "cyan"), f"  {source.file}:{source.line}"), code


def _vector_part(vector: Vector) -> Part:
    """A vector, as it is printed."""
    set_to = f"  with {chosen_options(vector)}" if vector.options else ""
    head = Text.assemble((vector.id, "cyan"), f"  {question(vector)}{set_to}")
    return head, vector.comment, expectation(vector)


def _claim_part(claim: "Claim") -> Part:
    """A claim, as it is printed."""
    from qttt.verification.claim_pages import assumed, established_by

    return (
        Text.assemble((claim.id, "cyan"), f"  {established_by(claim)}"),
        claim.statement,
        f"Bound: {claim.bound}.",
        f"Assumed: {assumed(claim)}.",
        f"Errors that the check catches: {'; '.join(_errors(claim))}.",
    )


def _errors(claim: "Claim") -> list[str]:
    """The errors that the check of a claim notices, in words."""
    from qttt.verification.claim_pages import function_in_words, mutant_in_words

    small = [f"small errors in {listed([*map(function_in_words, claim.about)])}"] if claim.about else []
    return [*map(mutant_in_words, claim.mutants), *small]


def _json_object(shown: Tied) -> dict[str, object]:
    """The JSON object of a rule and what is tied to it."""
    citation = cite.of_rule(shown.rule)

    def code(sources: Sequence[Source]) -> list[dict[str, object]]:
        return [{"name": each.address, "file": each.file, "line": each.line, "source": each.text} for each in sources]

    basis = {"basis": [part._asdict() for part in shown.rule.basis]} if isinstance(shown.rule, Lemma) else {}
    return {
        **_listing([shown.rule])[0],
        "text": shown.text,
        **basis,
        "reference": code(shown.reference),
        "kernels": code(shown.kernels),
        "vectors": [*map(_vector_object, shown.vectors)],
        "claims": [*map(_claim_object, shown.claims)],
        "known_errors": [error._asdict() for error in shown.errors],
        "history": [change._asdict() for change in shown.history],
        "cite": citation.line,
        "bibtex": citation.bibtex,
    }


def _vector_object(vector: Vector) -> dict[str, object]:
    """The JSON object of a vector."""
    return {
        "id": vector.id,
        "given": question(vector),
        "options": dict(vector.options),
        "comment": vector.comment,
        "expected": expectation(vector),
    }


def _claim_object(claim: "Claim") -> dict[str, object]:
    """The JSON object of a claim."""
    from qttt.verification.claim_pages import assumed, established_by
    from qttt.verification.records import whole

    return {
        "id": claim.id,
        "statement": claim.statement,
        "strength": established_by(claim),
        "bound": claim.bound,
        "assumed": assumed(claim),
        "established": str(last) if (last := whole(claim)) else None,
        "mutants": _errors(claim),
    }


def _listing(chosen: Iterable[Rule]) -> list[dict[str, str]]:
    """The JSON list of rules: ID, title, ruleset, section and place below the address of the site."""
    return [
        {
            "id": rule.id,
            "title": rule.title,
            "ruleset": cite.ruleset_of(rule),
            "section": rule.section,
            "place": cite.place_of(rule),
        }
        for rule in chosen
    ]


def _display_listing(chosen: Sequence[Rule]) -> None:
    """Print rules as a table."""
    table = screen.table("rule", "title", "ruleset", "section")
    for row in _listing(chosen):
        table.add_row(row["id"], row["title"], row["ruleset"], row["section"])
    screen.console().print(table)


def _display_named(thing: "Claim | Vector") -> None:
    """Print a claim or a vector, and a table of its rules."""
    out, rules = screen.console(), [all_rules()[id] for id in thing.rules]
    out.print(Text("Vector" if isinstance(thing, Vector) else "Claim", "bold"))
    _print_part(out, _vector_part(thing) if isinstance(thing, Vector) else _claim_part(thing))
    out.print()
    if rules:
        _display_listing(rules)
    else:
        out.print("This claim does not name single rules.", soft_wrap=True)


def _named_object(thing: "Claim | Vector") -> dict[str, object]:
    """The JSON object of a claim or a vector, with its rules."""
    own = {"vector": _vector_object(thing)} if isinstance(thing, Vector) else {"claim": _claim_object(thing)}
    return {**own, "rules": _listing(all_rules()[id] for id in thing.rules)}


def search_for(words: str) -> list[Rule]:
    """The rules in whose ID, title, section or text each of these words begins a word, in any case; those with all of
    them in title and ID come first.

    A plural also finds the singular, and a word also finds those of the same meaning (`SAME`). Words such as "a" and
    "have" do not count beside others. Raises BadInput for an empty text, and if there is no such rule.
    """
    typed = words.split()
    if not typed:
        raise BadInput("--search: the text is empty; expected words, such as: qttt rule --search collapse")
    wanted = [_pattern(word) for word in typed if word.lower() not in PASSED_OVER] or [*map(_pattern, typed)]

    def has_all(text: str) -> bool:
        return all(word.search(text) for word in wanted)

    every = ((it, f"{it.id} {it.title} {it.section} {texts(it.page)[it.id]}") for it in all_rules().values())
    chosen = [rule for rule, text in every if has_all(text)]
    if not chosen:
        raise BadInput(f"no rule contains '{words}'; try fewer words, or qttt rule --search GOFF for all of a page")
    return sorted(chosen, key=lambda rule: not has_all(f"{rule.id} {rule.title}"))


def _pattern(word: str) -> re.Pattern[str]:
    """Matches the beginning of a word: of this one, of its singular, or of one of the same meaning."""
    low = word.lower()
    stem = low[:-1] if len(low) > 3 and low.endswith("s") and not low.endswith("ss") else low
    meant = next((same for same in SAME if stem in same), {stem})
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(meant)))})", re.I)


COMMANDS = {"rule": Command(rule)}
