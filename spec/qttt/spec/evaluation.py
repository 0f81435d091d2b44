"""Runs the formal text of the pages: `formal("goff")` is the game that the blocks of its page define."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from functools import cache, lru_cache
from types import CodeType, FunctionType, SimpleNamespace
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from qttt.spec.rulesets import Ruleset, rulesets
from qttt.spec.subset import Block, check
from qttt.spec.text import ASKED, blocks, grammar
from qttt.spec.vocabulary import WORDS, Map, head

REMEMBERED = 1 << 16
"""How many results of each function are kept: a function of the text has one result for its arguments."""
_functions: WeakValueDictionary[tuple[object, ...], Any] = WeakValueDictionary()
"""The functions in use, by what they mean: two texts, or two settings, in which a function means the same share its
results."""


class SettingError(ValueError):
    """Options that a page rejects; `rule` is the first rule that they break.

    >>> formal("goff", collapse="nobody")
    Traceback (most recent call last):
    qttt.spec.evaluation.SettingError: the options break GOFF-SELECT-1
    """

    def __init__(self, rule: str) -> None:
        super().__init__(f"the options break {rule}")
        self.rule = rule


def formal(game: str, **options: object) -> SimpleNamespace:
    """The formal text of a game, run with the given options: all names that its pages define.

    Options are those of the ruleset, in the form that the page names, and default to the ruleset's. Raises `ValueError`
    for an unknown game or option, a missing one and one that is not a text, `SettingError` for a value that breaks a
    rule of the page, and `SubsetError` for a page outside the language.

    >>> goff = formal("goff")
    >>> goff.actor(goff.initial), len(goff.actions(goff.initial))
    ('X', 36)
    """
    ruleset = rulesets().get(game)
    if ruleset is None:
        raise ValueError(f"no formal text of the game {game!r}: there is one for {', '.join(rulesets())}")
    if unknown := options.keys() - ruleset.defaults.keys():
        raise ValueError(f"{game} has no option {min(unknown)!r}: it has {', '.join(ruleset.defaults)}")
    if missing := [name for name, value in (ruleset.defaults | options).items() if value is None]:
        raise ValueError(f"{game} needs {', '.join(missing)}")
    for option in ruleset.options:
        if not isinstance(value := options.get(option.name, ""), str):
            known = f"such as {option.example!r}" if option.example else f"one of {', '.join(option.values)}"
            raise ValueError(f"{game}: the option {option.name} is a text, {known}; this is a {type(value).__name__}")
    return run(text_of(game), ruleset, options)


@cache
def text_of(game: str) -> tuple[Block, ...]:
    """The checked blocks of a game, in the order of its pages."""
    known = blocks(game)
    ruleset = rulesets()[game]
    elsewhere = {name for block in known if block.page != f"{game}.md" for name, _ in block.definitions()}
    check(
        known, {*WORDS, "matches", "parts", "ruleset", "earlier", *ruleset.defaults}, ASKED | ruleset.asked | elsewhere
    )
    return known


def run(text: tuple[Block, ...], ruleset: Ruleset, options: Mapping[str, object]) -> SimpleNamespace:
    """Blocks run one after the other, with the words of the language, the given options, and the others' defaults.

    Raises `SettingError`, right after the block with `REFUSING`, for options that break one of its rules.
    """
    chosen = {
        **ruleset.defaults,
        **options,
        "ruleset": ruleset.id,
        "earlier": Map({version: Map(values) for version, values in ruleset.earlier.items()}),
    }
    names: dict[str, Any] = {
        "__builtins__": {"__build_class__": builtins.__build_class__, "__name__": "formal"},
        "Map": Map,
        **WORDS,
        **chosen,
        "matches": grammar().matches,
        "parts": grammar().parts,
    }
    given = names.keys() | set()
    meanings = _meanings(text)
    for block in text:
        defined = _compiled(block)
        for name, definition in defined.items():
            said, used = meanings[name]
            meaning = (name, said, *(chosen.get(each) for each in used))
            if meaning in _functions:
                names[name] = _functions[meaning]
                continue
            exec(definition.code, names)  # the text of our own pages
            if isinstance(names[name], FunctionType) and names[name].__name__ == name:
                names[name] = _functions[meaning] = lru_cache(REMEMBERED)(names[name])
        refusing = names["REFUSING"] if "REFUSING" in defined else ()
        if rule := head(rule for rule, breaks in refusing if breaks()):
            raise SettingError(rule)
    return SimpleNamespace(**{name: value for name, value in names.items() if name not in given})


class Definition(NamedTuple):
    """A definition of a text: its code, the same as text, and the names in it."""

    code: CodeType
    text: str
    names: frozenset[str]


@lru_cache(1 << 10)
def _compiled(block: Block) -> Mapping[str, Definition]:
    """The definitions of a block by their names."""

    def compiled(statement: ast.stmt) -> Definition:
        text = ast.unparse(statement)
        names = frozenset(node.id for node in ast.walk(statement) if isinstance(node, ast.Name))
        code = compile(Immutable().visit(ast.Module([statement], [])), block.page, "exec")
        return Definition(code, text, names)

    return {name: compiled(statement) for name, statement in block.definitions()}


@lru_cache(1 << 6)
def _meanings(text: tuple[Block, ...]) -> Mapping[str, tuple[frozenset[str], tuple[str, ...]]]:
    """What each name means: the definitions that it rests on, and the other names in them, among them options."""
    definitions = {name: definition for block in text for name, definition in _compiled(block).items()}
    meanings = {}
    for name in definitions:
        reached, new = {name}, {name}
        while new:
            new = {used for each in new & definitions.keys() for used in definitions[each].names} - reached
            reached |= new
        said = frozenset(definitions[each].text for each in reached & definitions.keys())
        meanings[name] = said, tuple(sorted(reached - definitions.keys()))
    return meanings


class Immutable(ast.NodeTransformer):
    """Makes the sets of a text frozen sets and its dictionaries maps."""

    def visit_Set(self, node: ast.Set) -> ast.AST:
        return self._call("set", ast.Tuple(node.elts, ast.Load()), node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self._call("set", ast.GeneratorExp(node.elt, node.generators), node)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        return self._call("Map", node, node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        return self._call("Map", node, node)

    def _call(self, word: str, argument: ast.expr, node: ast.expr) -> ast.AST:
        self.generic_visit(argument)
        call = ast.Call(ast.Name(word, ast.Load()), [argument], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))
