"""The language of the formal text: a declarative subset of Python, checked on the syntax tree.

The check keeps the pages to their language. It is not a sandbox: do not run a text of somebody you don't trust.

A block holds definitions: `NAME = expression`, functions that give some values a name and then return an expression,
and named tuples. Nothing is assigned twice, changed, imported or repeated, and no name is used for two things.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

EXPRESSIONS = (
    *(ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Compare, ast.Call, ast.Attribute, ast.Subscript, ast.Slice),
    *(ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Name, ast.Starred, ast.Lambda, ast.arguments, ast.arg),
    *(ast.Set, ast.SetComp, ast.Dict, ast.DictComp, ast.Tuple, ast.GeneratorExp, ast.comprehension, ast.keyword),
    *(ast.And, ast.Or, ast.Not, ast.USub, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow),
    *(ast.BitOr, ast.BitAnd, ast.BitXor, ast.RShift),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot),
    *(ast.Load, ast.Store),
)
"""All of the language inside an expression."""
CONSTANTS = (int, str, bool, type(None))
METHODS = frozenset({"join", "replace", "split", "strip"})
"""What a text offers after a dot, besides the fields of the named tuples."""
TYPES = frozenset({"Map", "None", "int", "set", "str", "tuple"})
"""What a field of a named tuple is said to be."""


class SubsetError(ValueError):
    """A block outside the language; the message names the page, the line and the fault."""


DEEPEST = 100
"""The most levels of a syntax tree, of which a walk through it keeps one call each."""


def _depth(tree: ast.AST) -> int:
    """The number of levels of a syntax tree."""
    depth, level = 0, [tree]
    while level:
        depth, level = depth + 1, [child for node in level for child in ast.iter_child_nodes(node)]
    return depth


@dataclass(frozen=True)
class Block:
    """A formal block of a page: the rule in whose section it stands, its text, and the line before its first."""

    page: str
    rule: str
    text: str
    line: int

    def tree(self) -> ast.Module:
        """The syntax tree, with the lines of the page. Raises `SubsetError` if the text is no Python, or too deep."""
        try:
            tree = ast.increment_lineno(ast.parse(self.text, filename=self.page), self.line)
        except SyntaxError as error:
            raise SubsetError(f"{self.page}:{self.line + (error.lineno or 0)}: {error.msg}") from error
        except (MemoryError, RecursionError):  # so the parser says it
            tree = None
        if tree is None or _depth(tree) > DEEPEST:
            raise SubsetError(f"{self.page}:{self.line}: the block is nested too deeply")
        return tree

    def definitions(self) -> Iterator[tuple[str, ast.stmt]]:
        """Each definition with its name. Raises `SubsetError` for any other statement."""
        for statement in self.tree().body:
            match statement:
                case ast.FunctionDef(name=name, decorator_list=[]) | ast.ClassDef(name=name, decorator_list=[]):
                    yield name, statement
                case ast.Assign(targets=[ast.Name(id=name)]):
                    yield name, statement
                case _:
                    raise SubsetError(f"{self.page}:{statement.lineno}: expected a definition")


def names_used(blocks: Iterable[Block]) -> set[str]:
    """The names that the blocks use and do not define inside a function."""
    used: set[str] = set()
    for _, statement in (definition for block in blocks for definition in block.definitions()):
        names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
        inner = {node.arg for node in ast.walk(statement) if isinstance(node, ast.arg)}
        inner |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
        used |= {node.id for node in names if isinstance(node.ctx, ast.Load)} - inner
    return used


def check(blocks: Iterable[Block], words: Iterable[str], asked: Iterable[str]) -> None:
    """Raises `SubsetError` unless the blocks are in the language and define each name once, with no name unused.

    `words` are the names that are given, `asked` those that are used from outside.
    """
    defined = [(name, statement, block) for block in blocks for name, statement in block.definitions()]
    count = Counter(name for name, _, _ in defined)
    used = set(asked)
    given = {*words}
    classes = [statement for _, statement, _ in defined if isinstance(statement, ast.ClassDef)]
    attributes = METHODS | {
        ast.unparse(field.target) for each in classes for field in each.body if isinstance(field, ast.AnnAssign)
    }
    for name, statement, block in defined:
        where = f"{block.page}:{statement.lineno}"
        if count[name] > 1 or name in given:
            raise SubsetError(f"{where}: {name} is defined twice")
        if name.startswith("_"):
            raise SubsetError(f"{where}: {name} begins with _")
        others = [n.attr for n in ast.walk(statement) if isinstance(n, ast.Attribute) and n.attr not in attributes]
        for fault in (
            *_faults(statement, given | count.keys()),
            *(f".{name} is not in the language" for name in others),
        ):
            raise SubsetError(f"{where}: {fault}")
        used |= {n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and n.id != name}
    for name, statement, block in defined:
        if name not in used:
            raise SubsetError(f"{block.page}:{statement.lineno}: {name} is used nowhere")


def _faults(statement: ast.stmt, known: set[str]) -> Iterator[str]:
    """What is wrong with a definition, where `known` are all names that any block may use."""
    match statement:
        case ast.FunctionDef(args=arguments, body=[*named, ast.Return(value=ast.expr() as result)], returns=None):
            scope = Scope(known, {})
            yield from scope.bind(arguments)
            for step in named:
                if not isinstance(step, ast.Assign) or len(step.targets) != 1:
                    yield "a function gives values a name and then returns an expression"
                    return
                yield from scope.expression(step.value)
                yield from scope.names(step.targets[0])
            yield from scope.expression(result)
            yield from scope.unused()
        case ast.Assign(value=value):
            yield from Scope(known, {}).expression(value)
        case ast.ClassDef(bases=[ast.Name(id="NamedTuple")], keywords=[], body=fields):
            if not all(map(_is_field, fields)):
                yield "a named tuple has fields and nothing else"
        case _:
            yield "expected a value, a function that ends with its only return, or a named tuple"


def _is_field(statement: ast.stmt) -> bool:
    """Whether this is a field of a named tuple, such as `n: int | None`."""
    match statement:
        case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=None):
            return not name.startswith("_") and {*ast.unparse(annotation).split(" | ")} <= TYPES
    return False


class Scope:
    """The local names in force, each with whether it has been used."""

    def __init__(self, known: set[str], local: Mapping[str, list[bool]]) -> None:
        self.known = known
        self.local = dict(local)
        self.own: list[str] = []

    def bind(self, arguments: ast.arguments) -> Iterator[str]:
        others = (arguments.posonlyargs, arguments.kwonlyargs, arguments.vararg, arguments.kwarg, arguments.defaults)
        if any((*others, *(argument.annotation for argument in arguments.args))):
            yield "parameters are plain names"
        for argument in arguments.args:
            yield from self.name(argument.arg)
            self.local[argument.arg][0] = True

    def names(self, target: ast.expr) -> Iterator[str]:
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                yield from self.name(node.id)
            elif not isinstance(node, ast.Tuple | ast.expr_context):
                yield "only names and tuples of names are given values"

    def name(self, name: str) -> Iterator[str]:
        if name != "_" and (name in self.known or name in self.local):
            yield f"{name} means something else already"
        self.local[name] = [False]
        self.own.append(name)

    def unused(self) -> Iterator[str]:
        yield from (f"{name} is not used" for name in self.own if name != "_" and not self.local[name][0])

    def expression(self, node: ast.AST) -> Iterator[str]:
        """Faults of an expression; a comprehension or lambda opens a scope of its own."""
        match node:
            case ast.Name(id=name):
                if name in self.local:
                    self.local[name][0] = True
                elif name not in self.known:
                    yield f"{name} is defined nowhere"
            case ast.Constant(value=value) if not isinstance(value, CONSTANTS):
                yield f"{value!r} is neither an integer nor a text"
            case ast.Lambda(args=arguments, body=body):
                inner = Scope(self.known, self.local)
                yield from inner.bind(arguments)
                yield from inner.expression(body)
            case ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                inner = Scope(self.known, self.local)
                for part in node.generators:
                    yield from inner.expression(part.iter)
                    yield from inner.names(part.target)
                    for condition in part.ifs:
                        yield from inner.expression(condition)
                for result in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
                    yield from inner.expression(result)
                yield from inner.unused()
            case _ if isinstance(node, EXPRESSIONS):
                for child in ast.iter_child_nodes(node):
                    yield from self.expression(child)
            case _:
                yield f"{type(node).__name__} is not in the language"
