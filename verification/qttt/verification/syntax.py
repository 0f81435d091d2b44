"""Small errors planted in a text of Python: every change of one node of its syntax tree that is likely by mistake."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import takewhile
from typing import TypeVar

PAIRS: tuple[tuple[type[ast.AST], type[ast.AST]], ...] = (
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot)),
    *((ast.And, ast.Or), (ast.Add, ast.Sub), (ast.Mult, ast.Div), (ast.Mod, ast.FloorDiv), (ast.BitOr, ast.BitAnd)),
)
SWAPPED = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
"""Operators, each with the one that is most easily written in its place."""
WORDS = {"all": "any", "any": "all", "max": "min", "min": "max", "dom": "ran", "ran": "dom"}
PLAYERS = {"X": "O", "O": "X", "selA": "selB", "selB": "selA", "success": "failure", "failure": "success"}
FIELDS = {"D": "E", "E": "D"}
"""Fields of a position on a page that are of the same kind."""
REMOVED = ast.Expr | ast.Return | ast.Raise | ast.AugAssign | ast.Continue | ast.Break
"""Statements that may be left out; without others a name has no meaning."""
AROUND = 16
"""The characters that are shown before and after a change, and the rest of their words."""

N = TypeVar("N")
Replacements = Callable[[ast.AST], Iterable[ast.AST]]


def changes(tree: ast.AST, replacements: Replacements, skipped: Collection[int] = ()) -> Iterator[None]:
    """Every change of one node below `tree`, except directly below nodes whose `id` is in `skipped`.

    While a change is yielded `tree` has it; afterwards `tree` is as before.
    """
    for parent in [*ast.walk(tree)]:
        for child, put in _places(parent) if id(parent) not in skipped else ():
            for new in replacements(child):
                put(ast.fix_missing_locations(ast.copy_location(new, child)))
                yield
            put(child)


def _places(parent: ast.AST) -> Iterator[tuple[ast.AST, Callable[[ast.AST], None]]]:
    """Each child of a node, with the function that puts another one in its place."""
    for name, value in ast.iter_fields(parent):
        if isinstance(value, ast.AST):
            yield value, lambda new, name=name: setattr(parent, name, new)  # type: ignore[misc]
        elif isinstance(value, list):
            for at, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield child, lambda new, value=value, at=at: value.__setitem__(at, new)  # type: ignore[misc]


def difference(before: str, after: str) -> tuple[str, str]:
    """The first lines in which two texts differ."""
    lines = zip(before.split("\n"), after.split("\n"), strict=False)
    was, now = next(((a, b) for a, b in lines if a != b), (before, after))
    return was.strip(), now.strip()


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


def replacements(skipped: Collection[int], node: ast.AST) -> Iterator[ast.AST]:
    """What may be written in place of a node by mistake; nothing if its `id` is in `skipped`."""
    if id(node) in skipped:
        return
    yield from _slips(node)
    match node:
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            yield ast.Pass()
        case _ if isinstance(node, REMOVED):
            yield ast.Pass()


def _slips(node: ast.AST) -> Iterator[ast.AST]:
    if type(node) in SWAPPED:
        yield SWAPPED[type(node)]()
    match node:
        case ast.BoolOp(op=op, values=values):
            yield from (kept[0] if len(kept) == 1 else ast.BoolOp(op, kept) for kept in _one_less(values))
        case ast.Compare(left=first, ops=[_, _, *_] as links, comparators=others):
            for left_out in range(len(links) + 1):
                chain = [first, *others]
                del chain[left_out]
                yield ast.Compare(chain[0], [*links[: max(left_out - 1, 0)], *links[max(left_out, 1) :]], chain[1:])
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
            yield from map(ast.Dict, _one_less(node.keys), _one_less(node.values))
        case ast.comprehension(target=target, iter=over, ifs=[*ifs]):
            yield from (ast.comprehension(target, over, kept, 0) for kept in _one_less(ifs))
        case ast.Call(func=function, args=[first, second, *rest]):
            yield ast.Call(function, [second, first, *rest], node.keywords)
        case ast.Attribute(value=value, attr=name) if name in FIELDS:
            yield ast.Attribute(value, FIELDS[name], node.ctx)


def _one_less(items: list[N]) -> Iterator[list[N]]:
    """The items without each of them, in turn."""
    return (items[:at] + items[at + 1 :] for at in range(len(items)))
