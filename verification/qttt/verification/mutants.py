"""Which small errors are planted: the mutants of functions of the reference, the kernels and the pages.

Every likely slip in one node of a function's syntax tree makes a mutant of it. `equivalent.toml` lists the mutants that
nothing can notice, each with the reason; its keys are the function and the change, as a mutant is printed. A claim can
also spell out an error of its own, in the same form.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from itertools import chain, count, islice, takewhile
from random import Random
from textwrap import dedent
from typing import NamedTuple, TypeVar

from qttt.spec.text import fenced

DRAWN, SEED = 2, 2031
"""How many mutants of each function are run by default, and the seed that draws them."""
PAGE = "page."
"""With it begins the name of a rule page, among the names of modules below `qttt`."""
ARROW = " -> "
"""It stands between what a mutant replaces and what it has instead."""


class Mutant(NamedTuple):
    """A module or page with one change.

    `place` is the function, variable or rule that is changed, `before` and `after` are the parts that differ of a line
    of it, `number` is that of the changed part in its module or page, and `text` the whole part with the change.
    """

    module: str
    place: str
    before: str
    after: str
    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.module}:{self.place}: {self.before}{ARROW}{self.after}"

    def tree(self) -> ast.Module:
        """The syntax tree of the module; the changed part begins on its own line, where `inspect` looks for it."""
        tree = ast.parse(source(self.module))
        body, at, _ = next(islice(_parts(tree), self.number, None))
        first = min(node.lineno for node in (body[at], *getattr(body[at], "decorator_list", ())))
        body[at : at + 1] = ast.increment_lineno(ast.parse(self.text), first - 1).body
        return tree


def mutants_about(about: Sequence[str]) -> dict[str, Mutant]:
    """The mutants of some functions by their names, the equivalent ones among them.

    `about` are modules below `qttt`, pages such as "page.goff", and functions, classes or variables in modules and
    rules on pages, such as "reference.goff.ending:ply_of_line"; a name with "-" before it is left out. A module stands
    for all in it that states a rule. Raises `ValueError` for a name in which nothing can be changed.
    """
    found: dict[str, Mutant] = {}
    for name in about:
        here = _of(name.removeprefix("-"))
        if not here:
            raise ValueError(f"in {name} nothing can be changed")
        found = {key: found[key] for key in found if key not in here} if name.startswith("-") else found | here
    return found


def read_mutant(name: str) -> Mutant:
    """The mutant that a name describes, such as "page.goff:GOFF-BOARD-2: {3, 5, 7} -> {3, 5, 8}".

    Raises `ValueError` unless the text of the place has what is replaced exactly once."""
    where, _, change = name.partition(": ")
    (module, _, place), (before, _, after) = where.partition(":"), change.partition(ARROW)
    there = [(number, text) for number, (own, text) in enumerate(_texts(module)) if own == place and before in text]
    if len(there) != 1 or there[0][1].count(before) != 1:
        raise ValueError(f"{where} has {before!r} {sum(text.count(before) for _, text in there)} times")
    return Mutant(module, place, before, after, there[0][0], there[0][1].replace(before, after))


def _texts(module: str) -> Iterator[tuple[str, str]]:
    """The places of a module or page, by their numbers, each with its text."""
    if module.startswith(PAGE):
        yield from ((block.rule, block.text) for block in fenced(module.removeprefix(PAGE), "python"))
        return
    lines = source(module).splitlines(keepends=True)
    for body, at, place in _parts(ast.parse("".join(lines))):
        yield place, dedent("".join(lines[body[at].lineno - 1 : body[at].end_lineno]))


def few(mutants: Mapping[str, Mutant], number: int = DRAWN) -> list[str]:
    """The names of a seeded few of the mutants, so many of each function."""
    by_place: dict[str, list[str]] = {}
    for name, mutant in mutants.items():
        by_place.setdefault(f"{mutant.module}:{mutant.place}", []).append(name)
    drawn = (
        Random(f"{SEED}/{place}").sample(names, min(number, len(names))) for place, names in sorted(by_place.items())
    )
    return [*chain.from_iterable(drawn)]


@cache
def equivalent(game: str | None = None) -> Mapping[str, str]:
    """The mutants that nothing can notice by their names, each with the reason: in a game, or in any."""
    table = tomllib.loads((files(__package__) / "equivalent.toml").read_text(encoding="utf-8"))
    rows = [row for row in table["equivalent"] if game is None or row.get("game", game) == game]
    return {name: row["reason"] for row in rows for name in row["mutants"]}


def source(module: str) -> str:
    """The text of a module below `qttt`."""
    piece, _, path = module.partition(".")
    return (files(f"qttt.{piece}") / f"{path.replace('.', '/')}.py").read_text(encoding="utf-8")


def _of(name: str) -> dict[str, Mutant]:
    """The mutants of a module, or of one place in it and all within."""
    module, _, place = name.partition(":")
    found = _mutants(module)
    if not place:
        return {key: mutant for key, mutant in found.items() if NOT_RULES.isdisjoint(mutant.place.split("."))}
    return {key: mutant for key, mutant in found.items() if f"{mutant.place}.".startswith(f"{place}.")}


@cache
def _mutants(module: str) -> dict[str, Mutant]:
    """Every mutant of a module or page by its name; one that is printed as another before it has a number."""
    found: dict[str, Mutant] = {}
    for mutant in _of_page(module) if module.startswith(PAGE) else _of_module(module):
        names = (f"{mutant}{again}" for again in chain([""], map(" ({})".format, count(2))))
        found[next(name for name in names if name not in found)] = mutant
    return found


def _of_page(page: str) -> Iterator[Mutant]:
    """The mutants of a page, block by block. The types of fields stay: they are for the reader only."""
    for number, block in enumerate(fenced(page.removeprefix(PAGE), "python")):
        tree = block.tree()
        fields = (node for node in ast.walk(tree) if isinstance(node, ast.AnnAssign))
        skipped = {id(node) for field in fields for node in ast.walk(field)}
        for before, after in _changed(tree, skipped):
            yield Mutant(page, block.rule, *parts_that_differ(*difference(before, after)), number, after)


def _of_module(module: str) -> Iterator[Mutant]:
    for number, (body, at, place) in enumerate(_parts(ast.parse(source(module)))):
        node = body[at]
        skipped = {id(inner) for outer in _not_rules(node, place) for inner in _below(outer)}
        for before, after in _changed(node, skipped):
            yield Mutant(module, place, *parts_that_differ(*difference(before, after)), number, after)


def _changed(tree: ast.AST, skipped: Collection[int]) -> Iterator[tuple[str, str]]:
    """The text of a tree, with the text after each change."""
    plain = ast.unparse(tree)
    seen = {plain}
    for _ in changes(tree, partial(replacements, skipped), skipped):
        after = ast.unparse(tree)
        if after not in seen:
            seen.add(after)
            yield plain, after


# What in a module can be changed

Part = tuple[list[ast.stmt], int, str]
"""A function, or a statement outside of functions: the list that has it, its index there, and its place in the
module."""
NOT_RULES = {
    *("__repr__", "_repr_svg_", "_repr_html_", "example", "expected", "what"),  # what people see
    "has_system",  # what no rule mentions
    *("P", "A", "T"),  # types
}
"""Names of what states no rule in any game, and what no checker reads."""
ASKED = {"NotationError": slice(1, 3), "StateError": slice(1, 2), "BoardError": slice(1)}
"""The arguments of an exception that vectors ask for: a number, a rule. Of other exceptions, none."""
TEXTS = {"take", "check", "end"}
"""Methods whose last argument is a message."""


def _parts(tree: ast.Module | ast.ClassDef, within: str = "") -> Iterator[Part]:
    for at, node in enumerate(tree.body):
        match node:
            case ast.ClassDef() | ast.FunctionDef():
                name = node.name
            case ast.Assign(value=ast.BinOp(op=ast.BitOr()) | ast.Subscript()):  # a type
                continue
            case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name), value=ast.AST()):
                pass
            case ast.Assign():
                name = ""
            case _:
                continue
        place = f"{within}.{name}".strip(".")
        if isinstance(node, ast.ClassDef):
            yield from _parts(node, place)
        else:
            yield tree.body, at, place


def _below(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below one; without operators, which syntax trees share."""
    return (inner for inner in ast.walk(node) if not isinstance(inner, ast.operator | ast.cmpop | ast.boolop))


def _not_rules(tree: ast.AST, place: str) -> Iterator[ast.AST]:
    """What in a function states no rule: docstrings, annotations, messages, and checks of types."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                yield node
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name("self"), attr="check" | "_check_actions"))):
                yield node
            case ast.FunctionDef():
                yield from filter(None, (node.returns, *node.decorator_list))
                yield from (
                    default
                    for default in node.args.defaults
                    if isinstance(default, ast.Constant) and isinstance(default.value, str)
                )
            case ast.arg(annotation=ast.AST() as annotation) | ast.AnnAssign(annotation=annotation):
                yield annotation
            case ast.keyword(arg="strict" | "repr"):
                yield node
            case ast.If(body=[ast.Raise(exc=ast.Call(func=ast.Name("TypeError")))]):
                yield node
            case ast.Call(func=ast.Name("cast"), args=[kind, _]):
                yield kind
            case ast.Raise(exc=ast.Call(func=ast.Name(name), args=arguments)) if name in ASKED:
                yield from (text for text in arguments if text not in arguments[ASKED[name]])
            case ast.Raise(exc=ast.AST() as error):
                yield error
            case ast.Assign(targets=[ast.Name(name)]) | ast.AugAssign(target=ast.Name(name)) if name in NOT_RULES:
                yield node
            case ast.Call(func=ast.Attribute(attr=method), args=[_, *_] as arguments) if method in TEXTS:
                yield arguments[-1]
            case ast.JoinedStr(values) if not place.endswith("__str__") and any(
                isinstance(part, ast.Constant) and " " in str(part.value) for part in values
            ):
                yield node
            case ast.FormattedValue(format_spec=ast.AST() as form):
                yield form


# Slips: every change of one node of a syntax tree that is likely by mistake

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
SYMMETRIC = {"larger", "smaller", "max", "min"}
"""Functions whose arguments may change places."""
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
            if not _commutes(node):
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
        case ast.Call(func=function, args=[first, second, *rest]) if getattr(function, "id", "") not in SYMMETRIC:
            yield ast.Call(function, [second, first, *rest], node.keywords)
        case ast.Attribute(value=value, attr=name) if name in FIELDS:
            yield ast.Attribute(value, FIELDS[name], node.ctx)


def _commutes(node: ast.BinOp) -> bool:
    """Whether the operands of numbers or sets may change places; of two dictionaries the second decides."""
    if isinstance(node.op, ast.BitOr):
        return not any(isinstance(inner, ast.Dict | ast.DictComp) for inner in (*_ors(node.left), *_ors(node.right)))
    return isinstance(node.op, ast.Add | ast.Mult | ast.BitAnd | ast.BitXor)


def _ors(node: ast.expr) -> Iterator[ast.expr]:
    """What `|` joins below a node, or the node."""
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from (*_ors(left), *_ors(right))
        case _:
            yield node


def _one_less(items: list[N]) -> Iterator[list[N]]:
    """The items without each of them, in turn."""
    return (items[:at] + items[at + 1 :] for at in range(len(items)))
