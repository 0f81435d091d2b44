"""Conditions, and values, sets and maps that depend on them, for the formal text on terms of z3."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

import z3

from qttt.spec.vocabulary import Map
from qttt.verification.proof import Term

Pairs = tuple[tuple[Term, Any], ...]
"""Conditions, each with a value."""


class SymbolError(ValueError):
    """A construct that cannot be run on terms; the message names the page and the line."""


@dataclass(frozen=True, eq=False)
class Cases:
    """A value that depends on terms and is not a term: exactly one of the conditions holds."""

    pairs: Pairs


@dataclass(frozen=True, eq=False)
class Family:
    """A sequence or a set: each element belongs to it if its condition holds."""

    pairs: Pairs
    is_set: bool = True


@dataclass(frozen=True, eq=False)
class Partial:
    """A map: each key belongs to its domain if a condition holds."""

    entries: Mapping[Any, tuple[Term, Any]]


# Conditions


def negation(condition: Term) -> Term:
    return not condition if isinstance(condition, bool) else z3.Not(condition)


def conjunction(conditions: Iterable[Term]) -> Term:
    return _connected(conditions, False, z3.And)


def disjunction(conditions: Iterable[Term]) -> Term:
    return _connected(conditions, True, z3.Or)


def _connected(conditions: Iterable[Term], decisive: bool, connect: Callable[..., Term]) -> Term:
    """The conditions connected; `decisive` is the value that settles the result."""
    open_conditions = []
    for condition in conditions:
        if not isinstance(condition, bool):
            open_conditions.append(condition)
        elif condition is decisive:
            return decisive
    if len(open_conditions) < 2:
        return open_conditions[0] if open_conditions else not decisive
    return connect(*open_conditions)


def truth(value: Any) -> Term:
    """A value as a condition. Raises `TypeError` for one that is not true or false."""
    if not isinstance(value, bool | z3.BoolRef):
        raise TypeError(f"a {type(value).__name__} is not a condition")
    return value


# Values that depend on conditions


def is_plain(value: Any) -> bool:
    """Whether no term occurs in a value."""
    if isinstance(value, Mapping):
        return all(is_plain(each) for pair in value.items() for each in pair)
    if isinstance(value, Cases | Family | Partial) or z3.is_expr(value):
        return False
    return all(map(is_plain, value)) if isinstance(value, tuple | frozenset) else True


def joined(pairs: Iterable[tuple[Term, Any]]) -> Any:
    """The value under the condition that holds; exactly one does. A term if the values are numbers or conditions and
    some of them are terms."""
    flat: list[tuple[Term, Any]] = []
    for outer, value in pairs:
        for inner, each in value.pairs if isinstance(value, Cases) else ((True, value),):
            condition = conjunction((outer, inner))
            if condition is True:
                return each
            if condition is not False:
                flat.append((condition, each))
    values = [value for _, value in flat]
    if all(isinstance(value, bool | z3.BoolRef) for value in values):
        return disjunction(map(conjunction, flat))
    if any(map(z3.is_expr, values)) and all(z3.is_expr(value) or isinstance(value, int | Fraction) for value in values):
        *_, like = filter(z3.is_expr, values)
        return reduce(lambda result, pair: z3.If(pair[0], pair[1], result), flat[:-1], like.sort().cast(values[-1]))
    return _merged(flat)


def _merged(pairs: list[tuple[Term, Any]]) -> Any:
    """Cases in which each plain value occurs once."""
    kept: dict[Any, tuple[Term, Any]] = {}
    for condition, value in pairs:
        key = (type(value), value) if is_plain(value) else object()
        before, _ = kept.get(key, (False, value))
        kept[key] = (disjunction((before, condition)), value)
    return pairs[0][1] if len(kept) == 1 else Cases(tuple(kept.values()))


def either(condition: Term, yes: Any, no: Any) -> Any:
    """`yes if condition else no`."""
    if isinstance(condition, bool):
        return yes if condition else no
    return joined(((condition, yes), (negation(condition), no)))


def lifted(function: Callable[..., Any], *arguments: Any) -> Any:
    """A function applied to arguments, in each of their cases."""
    for at, argument in enumerate(arguments):
        if isinstance(argument, Cases):
            before, behind = arguments[:at], arguments[at + 1 :]
            return joined((condition, lifted(function, *before, value, *behind)) for condition, value in argument.pairs)
    return function(*arguments)


def anything(like: Any) -> Term:
    """The value of what the text leaves without a value: nothing can be proved of it."""
    return z3.FreshConst(like.sort() if z3.is_expr(like) else z3.IntSort(), "undefined")


# Sets and maps


def members(values: Any) -> Pairs:
    """The elements of a sequence, set or map, each with its condition."""
    match values:
        case Cases(pairs):
            return tuple(
                (conjunction((outer, inner)), each) for outer, value in pairs for inner, each in members(value)
            )
        case Family(pairs):
            return pairs
        case Partial():
            return tuple((condition, key) for key, (condition, _) in values.entries.items())
    return tuple((True, each) for each in values)


def family(pairs: Iterable[tuple[Term, Any]], is_set: bool) -> Any:
    """A set or a sequence; a plain one if nothing depends on a term."""
    kept = tuple((condition, value) for condition, value in pairs if condition is not False)
    if all(condition is True for condition, _ in kept) and (not is_set or all(is_plain(value) for _, value in kept)):
        values = (value for _, value in kept)
        return frozenset(values) if is_set else tuple(values)
    if is_set and all(is_plain(value) for _, value in kept):
        conditions: dict[Any, Term] = {}
        for condition, value in kept:
            conditions[value] = disjunction((conditions.get(value, False), condition))
        kept = tuple((condition, value) for value, condition in conditions.items())
    return Family(kept, is_set)


def map_of(entries: Iterable[tuple[Term, Any, Any]]) -> Any:
    """A map of conditions, keys and values; of values for the same key the last one counts."""
    found: dict[Any, tuple[Term, Any]] = {}
    for condition, key, value in entries:
        if not is_plain(key):
            raise TypeError("the keys of a map must not depend on terms")
        before, old = found.get(key, (False, value))
        found[key] = (disjunction((before, condition)), either(condition, value, old))
    if all(condition is True for condition, _ in found.values()):
        return Map({key: value for key, (_, value) in found.items()})
    return Partial(found)


def entries_of(values: Any) -> Mapping[Any, tuple[Term, Any]]:
    return values.entries if isinstance(values, Partial) else {key: (True, value) for key, value in values.items()}


def look_up(values: Any, key: Any) -> Any:
    """`values[key]`; in a map the key may be a term."""
    if z3.is_expr(key):
        found = [(equal(each, key), value) for each, (_, value) in entries_of(values).items()]
        return joined((*found[:-1], (negation(disjunction(condition for condition, _ in found[:-1])), found[-1][1])))
    return values.entries[key][1] if isinstance(values, Partial) else values[key]


def is_collection(value: Any) -> bool:
    return isinstance(value, frozenset) or (isinstance(value, Family) and value.is_set)


def equal(one: Any, other: Any) -> Term:
    """`one == other`. Raises `TypeError` for a map with terms, and for a sequence whose length depends on terms."""
    match one, other:
        case (Cases(), _) | (_, Cases()):
            return truth(lifted(equal, one, other))
        case _ if is_collection(one) and is_collection(other):
            return conjunction((subset(one, other), subset(other, one)))
        case (tuple(), tuple()) if not isinstance(one, Family) and not isinstance(other, Family):
            return len(one) == len(other) and conjunction(map(equal, one, other))
    if z3.is_expr(one) or z3.is_expr(other):
        numbers = all(z3.is_expr(value) or isinstance(value, int | Fraction) for value in (one, other))
        return one == other if numbers else False
    for each in (one, other):
        if isinstance(each, Partial | Family) or (isinstance(each, Mapping) and not is_plain(each)):
            raise TypeError(f"a {type(each).__name__} with terms cannot be compared")
    return bool(one == other)


def contains(values: Any, element: Any) -> Term:
    """`element in values`."""
    if isinstance(values, str):
        return element in values
    return disjunction(conjunction((condition, equal(each, element))) for condition, each in members(values))


def subset(one: Any, other: Any) -> Term:
    """`one <= other`, of sets."""
    return conjunction(disjunction((negation(condition), contains(other, each))) for condition, each in members(one))


def union(one: Any, other: Any) -> Any:
    """`one | other`, of sets, maps and numbers."""
    if is_collection(one) and is_collection(other):
        return family((*members(one), *members(other)), is_set=True)
    if isinstance(one, Mapping | Partial):
        entries = (
            (condition, key, value) for each in (one, other) for key, (condition, value) in entries_of(each).items()
        )
        return map_of(entries)
    return one | other


def selection(one: Any, other: Any, inside: bool) -> Any:
    """`one & other` of sets, or `one - other`."""
    pairs = (
        (conjunction((condition, found if inside else negation(found))), each)
        for condition, each, found in ((*pair, contains(other, pair[1])) for pair in members(one))
    )
    return family(pairs, is_set=True)
