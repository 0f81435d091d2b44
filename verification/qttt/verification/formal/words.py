"""The operators and words of the formal text, for values and terms alike."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from fractions import Fraction
from functools import partial, reduce
from typing import Any

import z3

from qttt.spec.vocabulary import WORDS
from qttt.verification.formal.terms import (
    Family,
    Pairs,
    anything,
    conjunction,
    contains,
    disjunction,
    either,
    entries_of,
    equal,
    family,
    is_collection,
    is_plain,
    joined,
    lifted,
    members,
    negation,
    selection,
    subset,
    truth,
    union,
)
from qttt.verification.proof import Term


def _on_sets(of_sets: Callable[[Any, Any], Any], of_numbers: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda one, other: (of_sets if is_collection(one) else of_numbers)(one, other)


def _unsigned(
    of_vectors: Callable[[Any, Any], Any], of_numbers: Callable[[Any, Any], Any]
) -> Callable[[Any, Any], Any]:
    return lambda one, other: (of_vectors if z3.is_bv(one) or z3.is_bv(other) else of_numbers)(one, other)


less_or_equal = _on_sets(subset, _unsigned(z3.ULE, operator.le))
OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.FloorDiv: _unsigned(z3.UDiv, operator.floordiv),
    ast.Mod: _unsigned(z3.URem, operator.mod),
    ast.BitOr: union,
    ast.BitAnd: _on_sets(partial(selection, inside=True), operator.and_),
    ast.Sub: _on_sets(partial(selection, inside=False), operator.sub),
    ast.Eq: equal,
    ast.NotEq: lambda one, other: negation(equal(one, other)),
    ast.Is: equal,
    ast.IsNot: lambda one, other: negation(equal(one, other)),
    ast.In: lambda one, other: contains(other, one),
    ast.NotIn: lambda one, other: negation(contains(other, one)),
    ast.LtE: less_or_equal,
    ast.GtE: lambda one, other: less_or_equal(other, one),
    ast.Lt: _unsigned(z3.ULT, operator.lt),
    ast.Gt: _unsigned(z3.UGT, operator.gt),
    ast.USub: operator.neg,
}


# Words


def number_of(values: Any) -> Any:
    """`len(values)`."""
    counts: list[Term] = [True]
    for condition, _ in distinct(values):
        here = [conjunction((count, negation(condition))) for count in counts]
        more = [conjunction((count, condition)) for count in counts]
        counts = [disjunction(pair) for pair in zip((*here, False), (False, *more), strict=True)]
    return joined((condition, count) for count, condition in enumerate(counts))


def distinct(values: Any) -> Pairs:
    """The elements, those of a set once each."""
    pairs = members(values)
    if not isinstance(values, Family) or not values.is_set:
        return pairs
    earlier = (
        disjunction(conjunction((c, equal(v, value))) for c, v in pairs[:at]) for at, (_, value) in enumerate(pairs)
    )
    plain = all(is_plain(value) for _, value in pairs)
    return (
        pairs
        if plain
        else tuple(
            (conjunction((condition, negation(again))), value)
            for (condition, value), again in zip(pairs, earlier, strict=True)
        )
    )


def total(values: Any) -> Any:
    """`sum(values)`."""
    found = ((condition, either(value, 1, 0) if z3.is_bool(value) else value) for condition, value in distinct(values))
    numbers = (either(condition, value, 0) for condition, value in found)
    return reduce(partial(lifted, operator.add), numbers, 0)


def extreme(less: type[ast.AST], *values: Any) -> Any:
    """`max` or `min`, by the comparison in which a better number is on the left."""
    pairs = members(values[0]) if len(values) == 1 else members(values)
    some: Term = False
    best = anything(next((value for _, value in pairs if z3.is_expr(value)), None))
    for condition, value in pairs:
        better = True if some is False else disjunction((negation(some), lifted(OPERATORS[less], value, best)))
        best = either(conjunction((condition, better)), value, best)
        some = disjunction((some, condition))
    return best


def only(values: Any) -> Any:
    """`the(values)`: undefined where there is no element, or more than one; terms count as different elements."""
    found: dict[Any, tuple[Term, Any]] = {}
    for condition, value in members(values):
        key = value if is_plain(value) else id(value)
        found[key] = disjunction((found.get(key, (False,))[0], condition)), value
    alone = tuple(
        (conjunction((condition, *(negation(other) for key, (other, _) in found.items() if key != each))), value)
        for each, (condition, value) in found.items()
    )
    some = disjunction(condition for condition, _ in alone)
    if some is False:
        raise TypeError("'the' needs exactly one element")
    like = next((value for _, value in alone if z3.is_expr(value)), None)
    return joined(alone if some is True else (*alone, (negation(some), anything(like))))


def number(*values: Any) -> Any:
    """`Fraction(values)`: a term is a number already."""
    return values[0] if len(values) == 1 and z3.is_expr(values[0]) else Fraction(*values)


ON_TERMS: dict[str, Callable[..., Any]] = {
    "all": lambda values: conjunction(disjunction((negation(c), truth(value))) for c, value in members(values)),
    "any": lambda values: disjunction(conjunction((c, truth(value))) for c, value in members(values)),
    "dom": lambda values: family(((c, key) for key, (c, _) in entries_of(values).items()), is_set=True),
    "ran": lambda values: family(entries_of(values).values(), is_set=True),
    "set": lambda values=(): family(members(values), is_set=True),
    "tuple": lambda values=(): family(distinct(values), is_set=False),
    "len": number_of,
    "sum": total,
    "max": partial(extreme, ast.Gt),
    "min": partial(extreme, ast.Lt),
    "the": only,
    "Fraction": number,
    "choices": WORDS["choices"],
}
"""The words of the language that take terms."""


def word(name: str) -> Callable[..., Any]:
    """A word of the language; one that does not take terms raises `TypeError` for them."""
    if name in ON_TERMS:
        return partial(lifted, ON_TERMS[name])

    def on_values(*arguments: Any) -> Any:
        if not all(map(is_plain, arguments)):
            raise TypeError(f"{name} does not take terms")
        return WORDS[name](*arguments)

    return partial(lifted, on_values)
