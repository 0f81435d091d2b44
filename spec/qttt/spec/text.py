"""The rule pages: their rules and lemmas, and the formal text, blocks and grammars in the sections of the rules.

A grammar is EBNF (ISO/IEC 14977) without recursion, read as regular expressions:

>>> pairs = Grammar('pair = digit, "-", [ digit ] ; digit = "1" | "2" ;')
>>> pairs.parts("pair", "1-2"), pairs.parts("pair", "1-"), pairs.parts("pair", "-2")
(('1', '2'), ('1', None), None)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from qttt.spec.rulesets import rulesets
from qttt.spec.subset import Block, names_used

PIECE = Path(__file__).resolve().parent
PAGES = next(filter(Path.is_dir, (PIECE / "rules", PIECE.parents[1] / "rules")), PIECE / "rules")
"""The rule pages: inside an installed package, or in `spec/rules` of a source tree."""
HEADING = re.compile(
    r"^(?:## (?P<section>.+)"
    r'|<a id="(?P<anchor>[a-z0-9-]+)"></a>\n### (?P<id>[A-Z]+-[A-Z]+-[0-9]+) (?P<title>\S.*))$',
    re.M,
)
BLOCK = re.compile(
    r"^(?:### (?P<rule>[A-Z]+-[A-Z]+-[0-9]+) [^\n]*|#[^\n]*"
    r"|```(?P<language>[a-z]+)\n(?P<text>(?:(?!```)[^\n]*\n)*+)```)$",
    re.M,
)
ROW = re.compile(r"^\| (?P<rules>[A-Z0-9, -]+) \| (?:replaced|not in force)\b", re.M)
"""A row of a page built on another one: rules of the other page that it does not take over."""
LEMMA = re.compile(r"^## (?P<section>[^\n]+)|^### LEMMA (?P<name>\S+)\n+(?P<text>.*?)(?=^##|^<a id=|\Z)", re.M | re.S)
BASIS = re.compile(r"^\*Basis\.\* (.*?)\n\nProof", re.M | re.S)
SHOWN = re.compile(
    r"(?:Argued below|(?P<strength>[A-Z][a-z]+)(?: (?:on the|in) (?P<on>[A-Za-z]+))? \(`(?P<claim>[a-z0-9-]+)`"
    r"(?:, LEMMA (?P<lemma>[a-z0-9-]+))?\))(?:: (?P<statement>.+?))?\."
    r"(?: (?=[A-Z][a-z]+ (?:below|on the|in Coq|\(`))|$)"
)
"""What the line before the proof of a lemma says: a claim, or what is argued."""
GIVEN = {"other": r"[^ \t\n\r]", "letter": "[a-z]"}
"""The symbols that the notation page defines in words."""
ASKED = frozenset(
    {"REFUSING", "actions", "actor", "best", "chance", "error", "initial", "outcome", "play", "position_error"}
    | {"printed", "reached", "score", "stated", "system", "value", "written"}
)
"""What the formal text of every game defines and other code asks for, as notation.md says."""


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


def read_rules() -> Iterator[Rule]:
    """The rules of notation.md, which all games share, then those of the games by name, in the order of the page."""
    for page in sorted(PAGES.glob("*.md"), key=lambda page: (page.name != "notation.md", page.name)):
        section = ""
        for heading in HEADING.finditer(page.read_text(encoding="utf-8")):
            section = heading["section"] or section
            if heading["id"]:
                yield Rule(heading["id"], heading["title"], page.name, section, heading["anchor"])


class Shown(NamedTuple):
    """What shows a lemma, or a part of it: a claim with its strength, what a proof runs on, and its statement, which
    is empty where the line names the lemma that quotes it. What is argued below the line, on the page, has no claim;
    its statement is empty if that is the whole lemma."""

    strength: str
    on: str
    claim: str
    lemma: str
    statement: str


@dataclass(frozen=True)
class Lemma(Rule):
    """A lemma of a page: its ID is the page and its name, such as `goff:forest`.

    `basis` is the line before its proof that says which claims show which parts of it, and what is argued.
    """

    text: str = field(repr=False)
    basis: tuple[Shown, ...] = field(repr=False)


def read_lemmas() -> Iterator[Lemma]:
    """The lemmas of all pages, in the order of the pages. Raises `ValueError` as `read_basis`."""
    for page in sorted(PAGES.glob("*.md")):
        section = ""
        for found in LEMMA.finditer(page.read_text(encoding="utf-8")):
            section, name, text = found["section"] or section, found["name"], found["text"] or ""
            if name:
                where = f"{page.stem}:{name}", f"LEMMA {name}", page.name, section, f"lemma-{name}"
                yield Lemma(*where, text.strip(), read_basis(name, text))


def read_basis(name: str, text: str) -> tuple[Shown, ...]:
    """What the line before the proof of a lemma says. Raises `ValueError` for a text without such a line."""
    parts = " ".join("".join(BASIS.findall(text)).split()).replace("−", "-")
    found = [*SHOWN.finditer(parts)]
    if not parts or "".join(part[0] for part in found) != parts:
        raise ValueError(f"LEMMA {name}: expected a line such as '*Basis.* Argued below.' before the proof: {parts!r}")
    return tuple(
        Shown((part[1] or "argued").lower(), (part[2] or "").lower(), *(text or "" for text in part.groups()[2:]))
        for part in found
    )


def fenced(page: str, language: str) -> Iterator[Block]:
    """The fenced blocks of a page in a language, each with the rule in whose section it stands; "" outside of rules."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    rule = ""
    for block in BLOCK.finditer(text):
        if block["language"] is None:
            rule = block["rule"] or ""
        elif block["language"] == language:
            yield Block(f"{page}.md", rule, block["text"], text.count("\n", 0, block.start()) + 1)


@cache
def grammar() -> Grammar:
    """The grammar of the notation page."""
    return Grammar("\n".join(block.text for block in fenced("notation", "ebnf")), GIVEN)


@cache
def blocks(game: str) -> tuple[Block, ...]:
    """The formal text of a game: the blocks of notation.md that are used, the page it is built on, and its own page."""
    own, base = tuple(fenced(game, "python")), rulesets()[game].built_on
    if base:
        gone = {
            rule for row in ROW.finditer((PAGES / f"{game}.md").read_text("utf-8")) for rule in row["rules"].split(", ")
        }
        own = (*(block for block in fenced(base, "python") if block.rule not in gone), *own)
    return in_order((*needed(fenced("notation", "python"), names_used(own) | ASKED), *own))


def in_order(text: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks of a game, `REFUSING` first with what it uses: the values of others need options that are allowed."""
    refusing = next(block for block in text if "REFUSING" in (name for name, _ in block.definitions()))
    first = {*needed(text, names_used([refusing])), refusing}
    return (*(block for block in text if block in first), *(block for block in text if block not in first))


def needed(offered: Iterable[Block], names: set[str]) -> tuple[Block, ...]:
    """The blocks that define names, in their order, with those that these use themselves."""
    left, used = [*offered], {*names}
    gathered: list[Block] = []
    while new := [block for block in left if used & {name for name, _ in block.definitions()}]:
        gathered += new
        used |= names_used(new)
        left = [block for block in left if block not in new]
    return tuple(sorted(gathered, key=lambda block: block.line))


CHARACTERS = {"space": " ", "tab": "\t", "line feed": "\n", "carriage return": "\r"}
"""What ISO/IEC 14977 cannot quote, by the names that the pages use."""
OF_GRAMMAR = re.compile(r'\s*(?:"([^"]+)"|([0-9]{1,9} \*)|([a-z]+(?: [a-z]+)*)|([][{}()|,]))')
SIGNS = {"[": "(?:", "]": ")?", "{": "(?:", "}": ")*", "(": "(?:", ")": ")", "|": "|", ",": ""}


class GrammarError(ValueError):
    """A text that is not such a grammar; the message quotes the place."""


class Grammar:
    """The symbols that a text defines.

    `given` has further symbols as regular expressions, which the page defines in words. Raises `GrammarError` for a
    text of another form, a symbol that is defined twice, and one that is not defined, or only by itself.
    """

    def __init__(self, text: str, given: Mapping[str, str] | None = None) -> None:
        plain = {**{name: re.escape(character) for name, character in CHARACTERS.items()}, **(given or {})}
        definitions: dict[str, str] = {}
        for definition in filter(str.strip, re.split(r";(?=\s|$)", text)):
            name, equals, body = definition.partition("=")
            if not equals or name.strip() in definitions or name.strip() in plain:
                raise GrammarError(f"expected the definition of a new symbol: {definition.strip()!r}")
            definitions[name.strip()] = body.strip()

        @cache
        def expression(name: str) -> str:
            if name not in plain and name not in definitions:
                raise GrammarError(f"the symbol {name!r} is not defined")
            return f"(?:{plain.get(name) or _translated(definitions[name], expression)})"

        try:
            self._expressions = {
                name: re.compile(_translated(body, lambda symbol: f"({expression(symbol)})"))
                for name, body in definitions.items()
            }
        except RecursionError as error:
            raise GrammarError("a symbol is defined by itself") from error
        except re.error as error:
            raise GrammarError(f"a bracket is not closed: {error}") from error

    def matches(self, symbol: str, text: str) -> bool:
        """Whether a text is an instance of a symbol."""
        return self.parts(symbol, text) is not None

    def parts(self, symbol: str, text: str) -> tuple[str | None, ...] | None:
        """The texts of the symbols that stand in a symbol's definition, in its order; None if `text` does not match.

        Where a symbol is left out it has None, where it is repeated its last text. Raises `KeyError` for an unknown
        symbol.
        """
        found = self._expressions[symbol].fullmatch(text)
        return None if found is None else found.groups()


def _translated(body: str, symbol: Callable[[str], str]) -> str:
    """The right side of a definition as a regular expression; `symbol` gives that of each symbol."""
    pieces, at, count = [], 0, ""
    while at < len(body.rstrip()):
        piece = OF_GRAMMAR.match(body, at)
        if piece is None:
            raise GrammarError(f"expected a symbol, a quoted text or one of [ ] {{ }} ( ) | , at {body[at:]!r}")
        quoted, times, name, sign = piece.groups()
        if times:
            count = f"{{{int(times[:-1])}}}"
        elif sign:
            pieces.append(SIGNS[sign])
        else:
            pieces.append((re.escape(quoted) if quoted else symbol(name)) + count)
            count = ""
        at = piece.end()
    return "".join(pieces)
