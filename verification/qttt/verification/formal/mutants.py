"""Errors planted in a formal text: every small change of one node of its syntax trees."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass, replace

from qttt.spec.subset import Block

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{
        ast.Eq: ast.NotEq,
        ast.NotEq: ast.Eq,
        ast.In: ast.NotIn,
        ast.NotIn: ast.In,
        ast.Is: ast.IsNot,
        ast.IsNot: ast.Is,
    },
    **{ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult},
    **{ast.Mod: ast.FloorDiv, ast.FloorDiv: ast.Mod, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr},
}
"""Operators, each with the one that is most easily written in its place."""
WORDS = {"all": "any", "any": "all", "max": "min", "min": "max", "dom": "ran", "ran": "dom"}
PLAYERS = {"X": "O", "O": "X", "selA": "selB", "selB": "selA", "success": "failure", "failure": "success"}


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
        plain = ast.unparse(block.tree())
        for changed in _changed(block.tree()):
            after = ast.unparse(ast.fix_missing_locations(changed))
            if after != plain:
                different = [(a, b) for a, b in zip(plain.split("\n"), after.split("\n"), strict=False) if a != b]
                was, now = different[0] if different else (plain, after)
                altered = replace(block, text=after)
                yield Mutant(block.rule, was.strip(), now.strip(), (*text[:number], altered, *text[number + 1 :]))


def _changed(tree: ast.Module) -> Iterator[ast.Module]:
    """The tree with one change, each time another one."""
    for at, node in enumerate(ast.walk(tree)):
        for choice in range(len([*_replacements(node)])):
            other = copy.deepcopy(tree)
            target = next(found for number, found in enumerate(ast.walk(other)) if number == at)
            new = [*_replacements(target)][choice]
            _Exchange(target, new).visit(other)
            yield other


class _Exchange(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    """What may be written in place of a node by mistake."""
    if type(node) in SWAPPED:
        yield SWAPPED[type(node)]()
    match node:
        case ast.BoolOp(op=op, values=values):
            for left_out in range(len(values)):
                kept = values[:left_out] + values[left_out + 1 :]
                yield kept[0] if len(kept) == 1 else ast.BoolOp(op, kept)
        case ast.BinOp(left=left, right=right):
            yield left
            if not isinstance(node.op, ast.Add | ast.Mult | ast.BitAnd):  # which commute, on numbers and on sets
                yield ast.BinOp(right, node.op, left)
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield ast.IfExp(test, orelse, body)
            yield body
            yield orelse
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Constant(value=str(value)):
            yield ast.Constant(PLAYERS.get(value, value + "?"))
        case ast.Name(id=name) if name in WORDS:
            yield ast.Name(WORDS[name], node.ctx)
        case ast.Tuple(elts=[_, _, *_]) | ast.Set(elts=[_, _, *_]) if not isinstance(
            getattr(node, "ctx", None), ast.Store
        ):
            kind = type(node)
            more = [node.ctx] if isinstance(node, ast.Tuple) else []
            for at in range(len(node.elts)):
                yield kind(node.elts[:at] + node.elts[at + 1 :], *more)
                if kind is ast.Tuple and at:
                    yield kind([*node.elts[: at - 1], node.elts[at], node.elts[at - 1], *node.elts[at + 1 :]], *more)
        case ast.Dict(keys=[_, _, *_]):
            for at in range(len(node.keys)):
                yield ast.Dict(node.keys[:at] + node.keys[at + 1 :], node.values[:at] + node.values[at + 1 :])
        case ast.comprehension(target=target, iter=over, ifs=[*ifs]):
            for at in range(len(ifs)):
                yield ast.comprehension(target, over, ifs[:at] + ifs[at + 1 :], 0)
        case ast.Call(func=function, args=[first, second, *rest]):
            yield ast.Call(function, [second, first, *rest], node.keywords)
        case ast.Attribute(value=value, attr=field) if field in FIELDS:
            yield ast.Attribute(value, FIELDS[field], node.ctx)


FIELDS = {"D": "E", "E": "D"}
"""Fields of a position of the same kind."""
