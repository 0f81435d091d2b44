"""No module takes a field of a named tuple by its number: a name says what a field is.

What an expression holds follows from annotations, from what is called and unpacked, from loops, and from the attributes
of classes; nothing is run. An expression of which these say nothing is passed over."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PIECES = ("spec", "reference", "fast", "oracle", "learn", "verification", "app")
HOLD_ONE_KIND = ("list", "Iterator", "Iterable", "Sequence", "Collection", "set", "frozenset")
PASS_ON = ("list", "tuple", "sorted", "reversed", "iter", "converted", "in_python", "next", "max", "min", "replace")
"""Functions whose result is what its first argument is, or has elements of the same kind."""


@dataclass(frozen=True)
class Kind:
    """What an expression holds: an instance of a class, or the class itself; what calls to it return; the parts of a
    tuple; or elements."""

    instance: "Class | None" = None
    made: "Class | None" = None
    returned: "Kind | None" = None
    parts: "tuple[Kind, ...]" = ()
    elements: "Kind | None" = None


NOTHING_KNOWN = Kind()


@dataclass(eq=False)
class Class:
    """A class: what its attributes and methods are, in order, and whether it is a named tuple."""

    named: bool
    attributes: dict[str, Kind] = field(default_factory=dict)
    fields: list[str] = field(default_factory=list)


Names = dict[str, Kind]


class Reader:
    """Reads the modules of a tree, and notes the literal subscripts of named tuples."""

    def __init__(self, sources: dict[str, str]) -> None:
        self.modules = {name: ast.parse(source) for name, source in sources.items()}
        self.names: dict[str, Names] = {name: {} for name in sources}
        self.found: set[tuple[str, int]] = set()
        self.module = ""
        for _ in range(3):  # what a module imports may be read later than the module itself
            self.found.clear()
            for name, tree in self.modules.items():
                self.module = name
                self.within(tree.body, self.names[name])

    def within(self, body: list[ast.stmt], names: Names, owner: Class | None = None) -> None:
        """Read statements in the scope of some names; those of a class's body are its `owner`'s."""
        for statement in body:
            self.statement(statement, names, owner)

    def statement(self, node: ast.stmt, names: Names, owner: Class | None) -> None:
        match node:
            case ast.ImportFrom(module=str(module)):
                for alias in node.names:
                    at = f"{module}.{alias.name}"
                    found = self.names.get(module, {}).get(alias.name, NOTHING_KNOWN)
                    if at in self.names:
                        found = Kind(instance=Class(False, self.names[at]))
                    names[alias.asname or alias.name] = found
            case ast.ClassDef():
                named = any(isinstance(base, ast.Name) and base.id == "NamedTuple" for base in node.bases)
                known = names.get(node.name, NOTHING_KNOWN).made
                names[node.name] = Kind(made=known or Class(named))
                self.within(node.body, dict(names), names[node.name].made)
            case ast.FunctionDef():
                result = Kind(returned=self.annotated(node.returns, names))
                is_property = any("property" in ast.unparse(each) for each in node.decorator_list)
                names[node.name] = result
                if owner:
                    owner.attributes[node.name] = result.returned or NOTHING_KNOWN if is_property else result
                inner = dict(names)
                for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                    inner[argument.arg] = self.annotated(argument.annotation, names)
                if owner and node.args.args:
                    inner[node.args.args[0].arg] = Kind(instance=owner, made=owner)
                self.within(node.body, inner)
            case ast.AnnAssign(target=target, annotation=annotation, value=value):
                self.bind(target, self.annotated(annotation, names), names)
                if owner and isinstance(target, ast.Name):
                    owner.attributes[target.id] = self.annotated(annotation, names)
                    owner.fields = [*dict.fromkeys([*owner.fields, target.id])]
                self.expression(value, names)
            case ast.Assign(targets=targets, value=value):
                kind = self.expression(value, names)
                for target in targets:
                    self.bind(target, kind, names)
            case ast.For(target=target, iter=items):
                self.bind(target, self.element(self.expression(items, names)), names)
                self.within([*node.body, *node.orelse], names)
            case ast.With():
                for item in node.items:
                    self.bind(item.optional_vars, self.expression(item.context_expr, names), names)
                self.within(node.body, names)
            case _:
                for name, value in ast.iter_fields(node):
                    parts = value if isinstance(value, list) else [value]
                    for part in parts:
                        if isinstance(part, ast.stmt):
                            self.statement(part, names, owner)
                        elif isinstance(part, ast.ExceptHandler | ast.match_case):
                            self.within(part.body, names)
                        elif isinstance(part, ast.expr) and name != "decorator_list":
                            self.expression(part, names)

    def bind(self, target: ast.expr | None, kind: Kind, names: Names) -> None:
        """Let a target hold something."""
        match target:
            case ast.Name(id=name):
                names[name] = kind
            case ast.Attribute(value=value, attr=name):
                if (owner := self.expression(value, names).instance) and not owner.named and kind != NOTHING_KNOWN:
                    owner.attributes[name] = kind
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                parts = self.parts(kind, len(targets))
                for each, part in zip(targets, parts, strict=True):
                    self.bind(each.value if isinstance(each, ast.Starred) else each, part, names)
            case ast.expr():
                self.expression(target, names)

    def parts(self, kind: Kind, count: int) -> tuple[Kind, ...]:
        """What the parts of something hold that is unpacked."""
        if kind.instance and kind.instance.named:
            parts = tuple(kind.instance.attributes[name] for name in kind.instance.fields)
        else:
            parts = kind.parts or (kind.elements or NOTHING_KNOWN,) * count
        return parts if len(parts) == count else (NOTHING_KNOWN,) * count

    def element(self, kind: Kind) -> Kind:
        return kind.elements or (kind.parts[0] if kind.parts and len({*kind.parts}) == 1 else NOTHING_KNOWN)

    def annotated(self, node: ast.expr | None, names: Names) -> Kind:
        """What an annotation says."""
        match node:
            case ast.Constant(value=str(text)):
                return self.annotated(ast.parse(text, mode="eval").body, names)
            case ast.Name() | ast.Attribute():
                kind = self.expression(node, names)
                return Kind(instance=kind.made) if kind.made else kind
            case ast.BinOp(left=left, right=right):
                left_kind = self.annotated(left, names)
                return left_kind if left_kind != NOTHING_KNOWN else self.annotated(right, names)
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[one, ast.Constant(value=e)])) if (
                e is ...
            ):
                return Kind(elements=self.annotated(one, names))
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
                return Kind(parts=tuple(self.annotated(part, names) for part in parts))
            case ast.Subscript(value=ast.Name(id="Callable"), slice=ast.Tuple(elts=[_, result])):
                return Kind(returned=self.annotated(result, names))
            case ast.Subscript(value=ast.Name(id="dict" | "Mapping"), slice=ast.Tuple(elts=[_, value])):
                return Kind(elements=self.annotated(value, names))
            case ast.Subscript(value=ast.Name(id=name), slice=one) if name in HOLD_ONE_KIND:
                return Kind(elements=self.annotated(one, names))
            case ast.Subscript(value=value):
                return self.annotated(value, names)
        return NOTHING_KNOWN

    def expression(self, node: ast.expr | None, names: Names) -> Kind:
        """What an expression holds; notes the literal subscripts in it."""
        match node:
            case ast.Name(id=name):
                return names.get(name, NOTHING_KNOWN)
            case ast.Attribute(value=value, attr=name):
                kind = self.expression(value, names)
                owner = kind.instance or kind.made
                return owner.attributes.get(name, NOTHING_KNOWN) if owner else NOTHING_KNOWN
            case ast.Call():
                return self.call(node, names)
            case ast.Subscript(value=value, slice=index):
                kind = self.expression(value, names)
                self.expression(index, names)
                return self.subscript(node, kind, index)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                kinds = tuple(self.expression(part, names) for part in parts)
                return (
                    Kind(parts=kinds) if isinstance(node, ast.Tuple) else Kind(elements=self.element(Kind(parts=kinds)))
                )
            case ast.IfExp(body=body, orelse=other, test=test):
                _, one, another = (self.expression(each, names) for each in (test, body, other))
                return one if one != NOTHING_KNOWN else another
            case ast.NamedExpr(target=target, value=value):
                kind = self.expression(value, names)
                self.bind(target, kind, names)
                return kind
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp() | ast.DictComp():
                inner = dict(names)
                for loop in node.generators:
                    self.bind(loop.target, self.element(self.expression(loop.iter, inner)), inner)
                    for test in loop.ifs:
                        self.expression(test, inner)
                if isinstance(node, ast.DictComp):
                    self.expression(node.key, inner)
                    return Kind(elements=self.expression(node.value, inner))
                return Kind(elements=self.expression(node.elt, inner))
            case ast.Lambda(body=body):
                arguments = {each.arg: NOTHING_KNOWN for each in node.args.args}
                return Kind(returned=self.expression(body, {**names, **arguments}))
            case ast.expr():
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        self.expression(child, names)
        return NOTHING_KNOWN

    def call(self, node: ast.Call, names: Names) -> Kind:
        """What a call returns."""
        arguments = [self.expression(each, names) for each in (*node.args, *(each.value for each in node.keywords))]
        match node.func:
            case ast.Attribute(value=value, attr="_replace"):
                return self.expression(value, names)
            case ast.Attribute(value=value, attr="_make"):
                return Kind(instance=self.expression(value, names).made)
            case ast.Name(id="enumerate") if arguments:
                return Kind(elements=Kind(parts=(NOTHING_KNOWN, self.element(arguments[0]))))
            case ast.Name(id="zip"):
                return Kind(elements=Kind(parts=tuple(map(self.element, arguments[: len(node.args)]))))
            case ast.Name(id="map") if arguments:
                return Kind(elements=Kind(instance=arguments[0].made) if arguments[0].made else arguments[0].returned)
            case ast.Name(id="next" | "max" | "min") if len(arguments) == 1:
                return self.element(arguments[0])
            case ast.Name(id=name) if name in PASS_ON and arguments:
                return arguments[0]
        called = self.expression(node.func, names)
        if called.made and called.instance is None:
            return Kind(instance=called.made)
        return called.returned or NOTHING_KNOWN

    def subscript(self, node: ast.Subscript, kind: Kind, index: ast.expr) -> Kind:
        """What a subscript holds; notes it if it is literal and that of a named tuple."""
        bounds = [index.lower, index.upper] if isinstance(index, ast.Slice) else [index]
        literal = all(isinstance(each, ast.UnaryOp | ast.Constant) for each in bounds if each) and any(bounds)
        if kind.instance and kind.instance.named and literal:
            self.found.add((self.module, node.lineno))
        if isinstance(index, ast.Constant) and isinstance(index.value, int):
            parts = self.parts(kind, len(kind.instance.fields) if kind.instance else len(kind.parts) or 1)
            return parts[index.value] if -len(parts) <= index.value < len(parts) else NOTHING_KNOWN
        return kind if isinstance(index, ast.Slice) else self.element(kind)


def literal_subscripts(sources: dict[str, str]) -> Iterator[str]:
    """The lines of modules that subscript a named tuple by a number."""
    for module, line in sorted(Reader(sources).found):
        yield f"{module}:{line}: {sources[module].splitlines()[line - 1].strip()}"


def product() -> dict[str, str]:
    """The text of each module, by its dotted name."""
    paths = {path: root for root in PIECES for path in (ROOT / root / "qttt").rglob("*.py")}
    return {
        ".".join(path.relative_to(ROOT / root).with_suffix("").parts).removesuffix(".__init__"): path.read_text("utf-8")
        for path, root in paths.items()
    }


def test_fields_are_taken_by_their_names() -> None:
    assert [*literal_subscripts(product())] == []


HEAD = """
from typing import NamedTuple
class Inner(NamedTuple):
    low: int
class World(NamedTuple):
    table: list[int]
    inner: Inner
def made() -> World: ...
def both() -> tuple[int, World]: ...
class Holder:
    worlds: list[World]
    def __init__(self) -> None:
        self.kept = World([], Inner(0))
    @property
    def shown(self) -> World: ...
"""

PLANTED = {
    "argument": "def f(world: World) -> int:\n    return world[1]",
    "text as annotation": "def f(world: 'World | None') -> int:\n    return world[-1]",
    "slice": "def f(world: World) -> int:\n    a, b = world[:2]",
    "call": "x = made()[0]",
    "class called": "x = World([], Inner(0))[0]",
    "name of a call": "def f() -> None:\n    x = made()\n    print(x[0])",
    "unpacked": "def f(world: World) -> None:\n    table, inner = world\n    print(inner[0])",
    "unpacked call": "_, world = both()\nx = world[0]",
    "field": "def f(world: World) -> int:\n    return world.inner[0]",
    "replaced": "def f(world: World) -> int:\n    return world._replace(table=[])[0]",
    "loop": "def f(worlds: list[World]) -> None:\n    for n, world in enumerate(worlds):\n        print(world[0])",
    "comprehension": "def f(worlds: list[World]) -> None:\n    print([world[0] for world in worlds])",
    "element": "def f(worlds: list[World], n: int) -> int:\n    return worlds[n][0]",
    "attribute": "def f(holder: Holder) -> int:\n    return holder.kept[0]",
    "property": "def f(holder: Holder) -> int:\n    return holder.shown[0]",
    "elements of an attribute": "def f(holder: Holder) -> int:\n    return max(holder.worlds)[0]",
    "closure": "def f(world: World) -> None:\n    def g() -> int:\n        return world[0]",
    "walrus": "if (world := made()):\n    print(world[0])",
    "map": "for inner in map(Inner, [1]):\n    print(inner[0])",
}


@pytest.mark.parametrize("case", PLANTED)
def test_planted_subscript_is_found(case: str) -> None:
    assert len([*literal_subscripts({"planted": HEAD + PLANTED[case]})]) == 1


def test_planted_subscript_is_found_in_another_module() -> None:
    other = "from {} import World as W\nfrom {} import made\ndef f(w: W) -> int:\n    return w[0]\nx = made()[1]\n"
    found = [*literal_subscripts({"a": other.format("home", "home"), "home": HEAD})]
    assert found == ["a:4: return w[0]", "a:5: x = made()[1]"]


def test_arrays_and_plain_tuples_are_left_alone() -> None:
    sound = "def f(world: World, pair: tuple[int, int]) -> int:\n    return world.table[0] + pair[0] + made().table[1]"
    assert [*literal_subscripts({"sound": HEAD + sound})] == []
