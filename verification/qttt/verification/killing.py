"""Whether the published vectors alone notice small errors in the reference: mutants of the modules that state rules.

A game's `mutants.toml` names these modules, leaves out what in them states no rule, and lists, each with the reason,
the mutants that no game and no text tells from the reference.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.resources import files
from importlib.util import spec_from_loader
from itertools import chain, count, islice
from pkgutil import resolve_name
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.survivors import LEAST, limited, survivors
from qttt.verification.syntax import changes, difference, replacements

SECONDS = 10
"""A mutant that takes more CPU time for a vector counts as killed: it does not come to an end."""
SAMPLE, SEED = 100, 2031
"""How many mutants are run by default, and the seed that draws them."""
COPIED = ("qttt.reference", "qttt.oracle", "qttt.verification")
"""The packages that use the reference: with a mutant they are imported anew."""


class Mutant(NamedTuple):
    """A module of the reference with one change: the function or statement that is changed, its place, number and text,
    a line of it before and after, and the rules that it names."""

    module: str
    place: str
    before: str
    after: str
    number: int
    text: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.module}, {self.place}: {self.before} -> {self.after}"

    def tree(self) -> ast.Module:
        """The syntax tree of the module."""
        tree = ast.parse(source(self.module))
        body, at, *_ = next(islice(_parts(tree), self.number, None))
        body[at : at + 1] = ast.parse(self.text).body
        return tree


@dataclass(frozen=True)
class Killing:
    """The mutants of a game and the vectors that must kill them, except those that ask for early values.

    Planted errors leave out the vectors of the rules `without`, or change nothing in the reference.
    """

    game: str
    without: tuple[str, ...] = ()
    changed: bool = True

    def sample(self, other: Killing | None = None) -> str:
        """The vectors kill at least 98% of a sample of the mutants that are not listed."""
        return (other or self)._check(SAMPLE)

    def all(self, other: Killing | None = None) -> str:
        """The vectors kill at least 98% of the mutants that are not listed, and none of those that are."""
        return (other or self)._check()

    def _check(self, size: int | None = None) -> str:
        names, same = mutants_of(self.game), equivalent(self.game)
        if gone := same.keys() - names.keys():
            raise Refuted(f"{len(gone)} listed mutants do not exist: {' | '.join(sorted(gone))}")
        others = [name for name in names if name not in same]
        chosen = Random(f"{SEED}/{self.game}").sample(others, size) if size else others
        alive: list[str] = []
        for name in survivors(partial(_surviving, self), chosen, len(chosen)):
            alive.append(name)
            if len(alive) > (1 - LEAST) * len(chosen):
                raise Refuted(f"more than {1 - LEAST:.0%} of {len(chosen)} mutants survive: {' | '.join(alive)}")
        if not size and (killed := same.keys() - survivors(partial(_surviving, self), [*same], len(same))):
            raise Refuted(f"{len(killed)} listed mutants are killed: {' | '.join(sorted(killed))}")
        left = f"; alive: {' | '.join(alive)}" if alive else ""
        return f"{len(chosen) - len(alive):,} of {len(chosen):,} mutants killed, {len(same)} others mean the same{left}"

    def survives(self, mutant: Mutant) -> bool:
        """Whether no vector fails with a mutant in place of its module.

        A mutant that cannot be loaded is killed, and one with which only the runner of vectors cannot be loaded is not.
        """
        tree = mutant.tree() if self.changed else ast.parse(source(mutant.module))
        with reference_with(mutant.module, tree):
            if not (_loads(mutant.module) and _loads(self.game)):
                return False
            try:
                truth = resolve_name(f"qttt.verification.{self.game}.conformance.TRUTH")
            except Exception:
                return True
            try:
                return not any(_fails(truth, vector) for vector in self._ordered(mutant))
            except Exception:  # whatever goes wrong in a mutant kills it
                return False

    def _ordered(self, mutant: Mutant) -> list[Vector]:
        """The vectors, first those that name a rule of the mutant, last those that need search; none that need much."""
        left_out = {*self.without, "solve-from-start"}
        kept = (vector for vector in vectors(self.game) if not {*vector.rules, *vector.flags} & left_out)
        return sorted(kept, key=lambda vector: (bool(SEARCHED & {*vector.then}), not {*vector.rules} & {*mutant.rules}))


SEARCHED = {"value", "value_near", "best", "optimal", "first_moves", "circuit"}
"""The fields whose answers may take long."""


def _loads(module: str) -> bool:
    """Whether a module of the reference can be imported, in time."""
    try:
        with limited(SECONDS):
            import_module(f"qttt.reference.{module}")
    except Exception:
        return False
    return True


def _fails(truth: Any, vector: Vector) -> bool:
    with limited(SECONDS):
        return bool(truth.suite.run(truth.reference, vector).wrong)


def _surviving(killing: Killing, names: Sequence[str]) -> list[str]:
    return [name for name in names if killing.survives(mutants_of(killing.game)[name])]


# The mutants of a game


def _table(game: str) -> dict[str, Any]:
    return tomllib.loads((files("qttt.verification") / game / "mutants.toml").read_text(encoding="utf-8"))


def equivalent(game: str) -> dict[str, str]:
    """The mutants that no vector can tell from the reference, each with the reason."""
    return {mutant: row["reason"] for row in _table(game)["equivalent"] for mutant in row["mutants"]}


@cache
def mutants_of(game: str) -> Mapping[str, Mutant]:
    """Every mutant of a game by its name, in the order of the modules."""
    found: dict[str, Mutant] = {}
    for module, left_out in _table(game)["modules"].items():
        for mutant in mutants(module, left_out):
            names = (f"{mutant}{again}" for again in chain([""], map(" ({})".format, count(2))))
            found[next(name for name in names if name not in found)] = mutant
    return found


def source(module: str) -> str:
    """The text of a module of the reference."""
    return (files("qttt.reference") / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")


def mutants(module: str, left_out: Collection[str] = ()) -> Iterator[Mutant]:
    """Every mutant of a module; `left_out` are functions, classes and names in it that state no rule."""
    for number, (body, at, place, rules) in enumerate(_parts(ast.parse(source(module)))):
        if not any(place == name or place.startswith(f"{name}.") for name in left_out):
            node = body[at]
            skipped = {id(inner) for outer in _not_rules(node, place, left_out) for inner in _below(outer)}
            plain = ast.unparse(node)
            seen = {plain}
            for _ in changes(node, partial(_replacements, skipped), skipped):
                after = ast.unparse(node)
                if after not in seen:
                    seen.add(after)
                    yield Mutant(module, place, *difference(plain, after), number, after, rules)


Part = tuple[list[ast.stmt], int, str, tuple[str, ...]]
"""A function, or a statement outside of functions: the list that has it, its index there, its place in the module, and
the rules that it names."""


def _parts(tree: ast.Module | ast.ClassDef, within: str = "") -> Iterator[Part]:
    for at, node in enumerate(tree.body):
        match node:
            case ast.ClassDef() | ast.FunctionDef():
                name = node.name
            case ast.Assign(value=ast.BinOp() | ast.Subscript()):  # a type
                continue
            case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name), value=ast.AST()):
                pass
            case ast.Assign():
                name = ""
            case _:
                continue
        place = f"{within}.{name}".strip(".")
        if name in NOT_RULES:
            continue
        if isinstance(node, ast.ClassDef):
            yield from _parts(node, place)
        else:
            yield tree.body, at, place, _named(node) or _named(tree)


def _named(node: ast.AST) -> tuple[str, ...]:
    text = ast.get_docstring(node) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) else None
    return tuple(re.findall(r"Rule: (\S+)", text or ""))


NOT_RULES = {
    *("__repr__", "_repr_svg_", "_repr_html_", "example", "expected", "what"),  # what people see
    *("turned", "turned_action", "symmetries", "is_ply", "has_system"),  # what the rules do not mention
    *("P", "A", "T"),  # types
}
"""Names of what states no rule in any game."""
ASKED = {"NotationError": slice(1, 3), "StateError": slice(1, 2), "BoardError": slice(1)}
"""The arguments of an exception that vectors ask for: a number, a rule. Of other exceptions, none."""
TEXTS = {"take", "check", "end"}
"""Methods whose last argument is a message."""


def _below(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below one; without operators, which syntax trees share."""
    return (inner for inner in ast.walk(node) if not isinstance(inner, ast.operator | ast.cmpop | ast.boolop))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _not_rules(tree: ast.AST, place: str, left_out: Collection[str]) -> Iterator[ast.AST]:
    """What in a function states no rule: docstrings, annotations, messages, and checks of types."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                yield node
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name("self"), attr="check" | "_check_actions"))):
                yield node
            case ast.FunctionDef():
                yield from filter(None, (node.returns, *node.decorator_list))
                yield from (default for default in node.args.defaults if _is_text(default))
            case ast.arg(annotation=ast.AST() as annotation) | ast.AnnAssign(annotation=annotation):
                yield annotation
            case ast.keyword(arg="strict" | "repr"):
                yield node
            case ast.If(body=[ast.Raise(exc=ast.Call(func=ast.Name("TypeError")))]):
                yield node
            case ast.Raise(exc=ast.Call(func=ast.Name(name), args=arguments)) if name in ASKED:
                yield from (text for text in arguments if text not in arguments[ASKED[name]])
            case ast.Raise(exc=ast.AST() as error):
                yield error
            case ast.Assign(targets=[ast.Name(name)]) | ast.AugAssign(target=ast.Name(name)):
                if name in NOT_RULES or f"{place}.{name}" in left_out:
                    yield node
            case ast.Call(func=ast.Attribute(attr=method), args=[_, *_] as arguments) if method in TEXTS:
                yield arguments[-1]
            case ast.JoinedStr(values) if not place.endswith("__str__") and any(
                isinstance(part, ast.Constant) and " " in str(part.value) for part in values
            ):
                yield node
            case ast.FormattedValue(format_spec=ast.AST() as form):
                yield form


REMOVED = ast.Expr | ast.Return | ast.Raise | ast.AugAssign | ast.Continue | ast.Break
"""Statements that may be left out; without others a name has no meaning."""


def _replacements(skipped: set[int], node: ast.AST) -> Iterator[ast.AST]:
    if id(node) in skipped:
        return
    yield from replacements(node)
    match node:
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            yield ast.Pass()
        case _ if isinstance(node, REMOVED):
            yield ast.Pass()


# The reference with a mutant


class _Planted(MetaPathFinder, Loader):
    """Finds a module, and executes another syntax tree in its place."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name, self.tree = name, tree

    def find_spec(self, name: str, *_: Any) -> ModuleSpec | None:
        return spec_from_loader(name, self) if name == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.tree, self.name, "exec"), module.__dict__)


@contextmanager
def reference_with(module: str, tree: ast.Module) -> Iterator[None]:
    """Within, the reference and all that uses it are imported anew, with another syntax tree for one module."""
    kept = {name: sys.modules.pop(name) for name in [*sys.modules] if name.startswith(COPIED)}
    planted = _Planted(f"qttt.reference.{module}", tree)
    sys.meta_path.insert(0, planted)
    try:
        yield
    finally:
        sys.meta_path.remove(planted)
        for name in [name for name in sys.modules if name.startswith(COPIED)]:
            del sys.modules[name]
        sys.modules.update(kept)
        for name in {*COPIED} & {*kept}:
            setattr(sys.modules["qttt"], name.rpartition(".")[2], kept[name])
