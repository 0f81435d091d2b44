"""Runs the formal text of the pages: `formal("goff")` is the game that the blocks of its page define."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from functools import cache, lru_cache
from types import CodeType, FunctionType, SimpleNamespace
from typing import Any

from qttt.spec.rulesets import Ruleset, rulesets
from qttt.spec.subset import Block, check
from qttt.spec.text import ASKED, blocks, grammar
from qttt.spec.vocabulary import WORDS, Map, head

REMEMBERED = 1 << 16
"""How many results of each function are kept: a function of the text has one result for its arguments."""


class SettingError(ValueError):
    """Options that a page rejects; `rule` is the first rule that they break.

    >>> formal("goff", collapse="nobody")
    Traceback (most recent call last):
    qttt.spec.evaluation.SettingError: the options break GOFF-SELECT-1
    """

    def __init__(self, rule: str) -> None:
        super().__init__(f"the options break {rule}")
        self.rule = rule


def formal(game: str, **options: Any) -> SimpleNamespace:
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


def run(text: tuple[Block, ...], ruleset: Ruleset, options: Mapping[str, Any]) -> SimpleNamespace:
    """Blocks run one after the other, with the words of the language, the given options, and the others' defaults.

    Raises `SettingError`, right after the block with `REFUSING`, for options that break one of its rules.
    """
    names: dict[str, Any] = {
        "__builtins__": {"__build_class__": builtins.__build_class__, "__name__": "formal"},
        "Map": Map,
        **WORDS,
        **ruleset.defaults,
        **options,
        "ruleset": ruleset.id,
        "earlier": Map({version: Map(values) for version, values in ruleset.earlier.items()}),
        "matches": grammar().matches,
        "parts": grammar().parts,
    }
    given = names.keys() | set()
    for block in text:
        code, defined = _compiled(block)
        exec(code, names)  # the text of our own pages
        for name in defined:
            if isinstance(names[name], FunctionType) and names[name].__name__ == name:
                names[name] = lru_cache(REMEMBERED)(names[name])
        refusing = names["REFUSING"] if "REFUSING" in defined else ()
        if rule := head(rule for rule, breaks in refusing if breaks()):
            raise SettingError(rule)
    return SimpleNamespace(**{name: value for name, value in names.items() if name not in given})


@lru_cache(1 << 10)
def _compiled(block: Block) -> tuple[CodeType, tuple[str, ...]]:
    """The code of a block, and the names that the block defines."""
    code = compile(Immutable().visit(block.tree()), block.page, "exec")
    return code, tuple(name for name, _ in block.definitions())


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
