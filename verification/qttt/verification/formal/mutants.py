"""Errors planted in a formal text: every small change of one node of its syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile

from qttt.spec.subset import Block
from qttt.verification.syntax import changes, difference, replacements

FIELDS = {"D": "E", "E": "D"}
"""Fields of a position of the same kind."""
AROUND = 16
"""So many characters before and after a change are shown, and the rest of their words."""


@dataclass(frozen=True)
class Mutant:
    """A formal text with one change: the rule in whose block it is, and the line before and after.

    Its text is the rule with the part of the line that the change is in.
    """

    rule: str
    before: str
    after: str
    text: tuple[Block, ...]

    def __str__(self) -> str:
        return shown(self.rule, *parts_that_differ(self.before, self.after))


def shown(rule: str, before: str, after: str) -> str:
    """A change in a rule's block as a text."""
    return f"{rule}: '{before}' as '{after}'"


def parts_that_differ(before: str, after: str) -> tuple[str, str]:
    """Two lines without what they have in common at their ends, apart from some words around the difference.

    >>> parts_that_differ("return {x for x in free(p) if x < 3}", "return {x for x in free(p) if x <= 3}")
    ('in free(p) if x < 3}', 'in free(p) if x <= 3}')
    """
    begin = _equal_at_first(before, after)
    shorter = min(len(before), len(after)) - begin
    end = min(shorter, _equal_at_first(before[::-1], after[::-1]))
    begin = max(0, before.rfind(" ", 0, max(0, begin - AROUND)) + 1)
    following = before.find(" ", len(before) - end + AROUND)
    end = 0 if following < 0 else len(before) - following
    return before[begin : len(before) - end], after[begin : len(after) - end]


def _equal_at_first(one: str, other: str) -> int:
    """The number of characters before the first that differs."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def mutants(text: tuple[Block, ...]) -> Iterator[Mutant]:
    """Every mutant of a text, block by block. The types of fields stay: they are for the reader only."""
    for number, block in enumerate(text):
        tree = block.tree()
        plain = ast.unparse(tree)
        fields = (node for node in ast.walk(tree) if isinstance(node, ast.AnnAssign))
        for _ in changes(tree, _replacements, {id(node) for field in fields for node in ast.walk(field)}):
            after = ast.unparse(tree)
            if after != plain:
                altered = (*text[:number], replace(block, text=after), *text[number + 1 :])
                yield Mutant(block.rule, *difference(plain, after), altered)


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    yield from replacements(node)
    if isinstance(node, ast.Attribute) and node.attr in FIELDS:
        yield ast.Attribute(node.value, FIELDS[node.attr], node.ctx)
