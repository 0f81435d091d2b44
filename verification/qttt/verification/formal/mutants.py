"""Errors planted in a formal text: every small change of one node of its syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from qttt.spec.subset import Block
from qttt.verification.syntax import changes, difference, replacements

FIELDS = {"D": "E", "E": "D"}
"""Fields of a position of the same kind."""


@dataclass(frozen=True)
class Mutant:
    """A formal text with one change: the rule in whose block it is, and the line before and after."""

    rule: str
    before: str
    after: str
    text: tuple[Block, ...]

    def __str__(self) -> str:
        return f"{self.rule}: '{self.before}' as '{self.after}'"


def mutants(text: tuple[Block, ...]) -> Iterator[Mutant]:
    """Every mutant of a text, block by block."""
    for number, block in enumerate(text):
        tree = block.tree()
        plain = ast.unparse(tree)
        for _ in changes(tree, _replacements):
            after = ast.unparse(tree)
            if after != plain:
                altered = (*text[:number], replace(block, text=after), *text[number + 1 :])
                yield Mutant(block.rule, *difference(plain, after), altered)


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    yield from replacements(node)
    if isinstance(node, ast.Attribute) and node.attr in FIELDS:
        yield ast.Attribute(node.value, FIELDS[node.attr], node.ctx)
