"""What is tied to a rule: its text, the code that names it, its vectors and these in words, its claims, and errors that
break it.

The functions, classes and constants whose docstrings name rules are read in the source, which is not imported.
"""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, NamedTuple

from qttt.app.rulebook import LEARNING, Change, history, texts
from qttt.spec import KNOWN_ERROR, Lemma, Rule, Vector, flags, games, vectors

if TYPE_CHECKING:
    from qttt.verification.registry import Claim

LIST = re.compile(r"\bRules?: ((?:[A-Z]+-[A-Z]+-[0-9]+|-[0-9]+|to|and|[,\s])+)")
ITEM = re.compile(r"(?P<to>to\s+)?(?P<stem>[A-Z]+-[A-Z]+)?-(?P<number>[0-9]+)")
DEFINITIONS = (ast.FunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Source:
    """A definition that names a rule: its file in the repository, its module and name, its first line, its text and
    its docstring. A module that names a rule in its own docstring has no name."""

    file: str
    module: str
    name: str
    line: int
    text: str = field(repr=False)
    doc: str = field(repr=False)

    @property
    def address(self) -> str:
        """The dotted name."""
        return f"{self.module}.{self.name}" if self.name else self.module


def find_rules(text: str) -> list[str]:
    """The IDs of the rules that a docstring names after `Rule:` or `Rules:`, with the shortened ones in full.

    >>> find_rules("What it is. Rules: GOFF-TURN-1, GOFF-END-2 to GOFF-END-4, -6")
    ['GOFF-TURN-1', 'GOFF-END-2', 'GOFF-END-3', 'GOFF-END-4', 'GOFF-END-6']
    """
    ids: list[str] = []
    for listed in LIST.finditer(text):
        stem, last = "", 0
        for item in ITEM.finditer(listed[1]):
            stem, number = item["stem"] or stem, int(item["number"])
            ids += [f"{stem}-{each}" for each in range(last + 1 if item["to"] else number, number + 1)]
            last = number
    return ids


@cache
def sources(piece: str) -> Mapping[str, tuple[Source, ...]]:
    """The definitions in a piece, such as "qttt.reference", by the rules that they name, in order of modules."""
    by_rule = defaultdict[str, list[Source]](list)
    for file, module, text in _modules(files(piece), piece):
        if "Rule" in text:
            for source in _definitions(f"{piece.rpartition('.')[2]}/{file}", module, text):
                for rule in dict.fromkeys(find_rules(source.doc)):
                    by_rule[rule].append(source)
    return {rule: tuple(named) for rule, named in by_rule.items()}


def _modules(folder: Traversable, package: str) -> Iterator[tuple[str, str, str]]:
    """The modules below a package: the file below the source root, the name, and the text."""
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        name = entry.name.removesuffix(".py")
        if entry.is_dir() and entry.name.isidentifier():
            yield from _modules(entry, f"{package}.{name}")
        elif entry.name.endswith(".py"):
            file = f"{package.replace('.', '/')}/{entry.name}"
            module = package if name == "__init__" else f"{package}.{name}"
            yield file, module, entry.read_text(encoding="utf-8")


def _definitions(file: str, module: str, text: str) -> Iterator[Source]:
    """The module itself, and its functions, classes, methods and documented constants."""
    lines = text.splitlines()

    def source(name: str, first: ast.stmt, last: ast.stmt, doc: str) -> Source:
        decorators = first.decorator_list if isinstance(first, DEFINITIONS) else []
        start = min([first.lineno, *(each.lineno for each in decorators)])
        shown = lines[start - 1 : last.end_lineno]
        return Source(file, module, name, start, "\n".join(line[first.col_offset :] for line in shown), doc)

    def below(body: list[ast.stmt], prefix: str) -> Iterator[Source]:
        for at, node in enumerate(body):
            if isinstance(node, DEFINITIONS):
                if doc := ast.get_docstring(node):
                    yield source(prefix + node.name, node, node, doc)
                yield from below(node.body, f"{prefix}{node.name}.") if isinstance(node, ast.ClassDef) else ()
            elif isinstance(node, ast.Assign | ast.AnnAssign) and at + 1 < len(body):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                match body[at + 1]:
                    case ast.Expr(ast.Constant(str(doc))):
                        yield source(prefix + ast.unparse(target).strip("()"), node, body[at + 1], doc)

    tree = ast.parse(text)
    if tree.body and (doc := ast.get_docstring(tree)):
        yield source("", tree.body[0], tree.body[0], doc)
    yield from below(tree.body, "")


class KnownError(NamedTuple):
    """An error of public implementations: its name in words, what is wrong, and the vectors of a rule that it fails."""

    name: str
    note: str
    vectors: Sequence[str]


@dataclass(frozen=True)
class Tied:
    """A rule or a lemma, and what names it, each in the order of its file and read when it is asked for.

    >>> from qttt.spec import rules
    >>> collapse = Tied(rules()["GOFF-COLLAPSE-2"])
    >>> [source.name for source in collapse.reference], collapse.vectors[0].id
    (['collapsing', 'settle'], 'goff-collapse-0007')
    """

    rule: Rule

    @cached_property
    def text(self) -> str:
        """The text on the page, without its heading."""
        return self.rule.text if isinstance(self.rule, Lemma) else texts(self.rule.page)[self.rule.id]

    @cached_property
    def reference(self) -> Sequence[Source]:
        """The code of the reference; for a rule of learning, the code of `learn`."""
        return sources("qttt.learn" if self.rule.page == LEARNING else "qttt.reference").get(self.rule.id, ())

    @cached_property
    def kernels(self) -> Sequence[Source]:
        """The code of the fast engine."""
        return sources("qttt.fast").get(self.rule.id, ())

    @cached_property
    def vectors(self) -> Sequence[Vector]:
        """The vectors that test the rule."""
        return [vector for game in games() for vector in vectors(game) if self.rule.id in vector.rules]

    @cached_property
    def claims(self) -> "Sequence[Claim]":
        """The claims about the rule; of a lemma, those of the line on its basis."""
        from qttt.verification.registry import checks

        if isinstance(self.rule, Lemma):
            shown = {part.claim for part in self.rule.basis}
            return [claim for claim in checks() if claim.id in shown]
        return [claim for claim in checks() if self.rule.id in claim.rules]

    @cached_property
    def errors(self) -> Sequence[KnownError]:
        """The errors of public implementations that break the rule."""
        return _errors(self.vectors)

    @cached_property
    def history(self) -> Sequence[Change]:
        """The versions of the page that changed the rule."""
        return () if isinstance(self.rule, Lemma) else history(self.rule)

    @property
    def own_vectors(self) -> list[Vector]:
        """The vectors that test this rule before all others."""
        return [vector for vector in self.vectors if vector.rules[0] == self.rule.id]


def _errors(named: Sequence[Vector]) -> list[KnownError]:
    kinds = dict.fromkeys(flag for vector in named for flag in vector.flags if flag.startswith(KNOWN_ERROR))
    failed = {kind: [vector.id for vector in named if kind in vector.flags] for kind in kinds}
    return [
        KnownError(kind.removeprefix(KNOWN_ERROR).replace("-", " "), flags()[kind], ids) for kind, ids in failed.items()
    ]


# Vectors in words

MOST_ENTRIES = 12
"""Entries of a list that are shown; of a longer one the number is told too."""
NAMES = {
    "actor": "to act",
    "player_ply": "ply of the lines",
    "outcome_rule": "by",
    "first_moves": "values of first moves",
    "value_near": "value near",
    "score_table_2": "scores",
}


def question(vector: Vector) -> str:
    """What a vector gives, on one line: a game with the next token, marks, a written position, or options.

    >>> question(vectors("goff")[0]), question(vectors("hybrid")[292])[:20]
    ('X1.1-9', 'open game X1.1 =X O2')
    """
    if vector.given_marks is not None:
        return "marks " + _pairs(vector.given_marks)
    if vector.given_position is not None:
        return f"position {vector.given_position}"
    if vector.given_open is not None:
        return f"open game {vector.given_open}"
    return " ".join(filter(None, (vector.given, vector.when))) or "the start"


def chosen_options(vector: Vector) -> str:
    """The options of a vector on one line; empty if all have their defaults."""
    return _short(", ".join(f"{name} {_value(value)}" for name, value in vector.options.items()), 200)


def expectation(vector: Vector) -> str:
    """What must hold, as a phrase.

    >>> from qttt.spec import vectors
    >>> vector = next(each for each in vectors("goff") if each.id == "goff-collapse-0001")
    >>> expectation(vector)
    'rejected by GOFF-COLLAPSE-1 at token 3'
    """
    return "; ".join(_expectations(vector.then))


def _expectations(then: Mapping[str, object]) -> Iterator[str]:
    if "refused" in then:
        yield f"the setting is rejected by {then['refused']}"
        return
    if then.get("legal") is False:
        yield f"rejected by {then['error']} at token {then['token']}"
        return
    if then.get("legal"):
        yield "legal"
    for name, value in then.items():
        if name != "legal":
            yield f"{NAMES.get(name, name.replace('_', ' '))}: {_value(value)}"


def _value(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case str():
            return _short(value or "empty", 160)
        case {}:
            return _pairs(value)
        case [*items]:
            shown = ", ".join(
                f"{{{_value(item)}}}" if isinstance(item, list) else _value(item) for item in items[:MOST_ENTRIES]
            )
            return (f"{shown}, … ({len(items)})" if len(items) > MOST_ENTRIES else shown) or "none"
        case _:
            return json.dumps(value, ensure_ascii=False)


def _pairs(value: Mapping[str, object]) -> str:
    items = [f"{name} {_value(each)}" for name, each in value.items()]
    return ", ".join(items[:MOST_ENTRIES]) + (f", … ({len(items)})" if len(items) > MOST_ENTRIES else "") or "none"


def _short(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
