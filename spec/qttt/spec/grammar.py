"""Runs the grammars of the pages: EBNF (ISO/IEC 14977) without recursion, read as regular expressions.

>>> grammar = Grammar('pair = digit, "-", [ digit ] ; digit = "1" | "2" ;')
>>> grammar.parts("pair", "1-2"), grammar.parts("pair", "1-"), grammar.parts("pair", "-2")
(('1', '2'), ('1', None), None)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

CHARACTERS = {"space": " ", "tab": "\t", "line feed": "\n", "carriage return": "\r"}
"""What ISO/IEC 14977 cannot quote, by the names that the pages use."""
PIECE = re.compile(r'\s*(?:"([^"]+)"|([0-9]+ \*)|([a-z]+(?: [a-z]+)*)|([][{}()|,]))')
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
        piece = PIECE.match(body, at)
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
