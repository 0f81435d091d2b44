"""Runs the formal text of a page on terms of z3, so that a proof can quote the page.

The syntax tree is evaluated with quantifiers, comparisons, conditions and comprehensions that take values and terms
alike. What depends on a term is a term again, or it is one of three things: `Cases`, values under conditions; `Family`,
a sequence or a set with a condition for each element; `Partial`, a map with a condition for each key. Bit vectors are
numbers that are not negative.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial, reduce
from typing import Any, NamedTuple

import z3

from qttt.spec.subset import Block
from qttt.spec.text import grammar
from qttt.spec.vocabulary import WORDS, Map
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
    """The condition that a value counts as true."""
    match value:
        case z3.BoolRef() | bool():
            return value
        case Cases(pairs):
            return disjunction(conjunction((condition, truth(each))) for condition, each in pairs)
        case Family(pairs):
            return disjunction(condition for condition, _ in pairs)
    return value != 0 if z3.is_expr(value) else bool(value)


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
    """`one == other`."""
    match one, other:
        case (Cases(), _) | (_, Cases()):
            return truth(lifted(equal, one, other))
        case (Mapping() | Partial(), Mapping() | Partial()):
            left, right = entries_of(one), entries_of(other)
            both = left.keys() & right.keys()
            alone = (negation(left[key][0]) for key in left.keys() - both)
            others = (negation(right[key][0]) for key in right.keys() - both)
            same = (
                conjunction((equal(left[key][0], right[key][0]), disjunction((negation(left[key][0]), values))))
                for key in both
                for values in (equal(left[key][1], right[key][1]),)
            )
            return conjunction((*alone, *others, *same))
        case _ if is_collection(one) and is_collection(other):
            return conjunction((subset(one, other), subset(other, one)))
        case (tuple(), tuple()) if not isinstance(one, Family) and not isinstance(other, Family):
            return len(one) == len(other) and conjunction(map(equal, one, other))
    if z3.is_expr(one) or z3.is_expr(other):
        numbers = all(z3.is_expr(value) or isinstance(value, int | Fraction) for value in (one, other))
        return one == other if numbers else False
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


def first_of(values: Any) -> Any:
    """`first(values)`."""
    return reduce(lambda rest, pair: either(pair[0], pair[1], rest), reversed(members(values)), None)


def only(values: Any) -> Any:
    """`the(values)`, where no condition depends on a term."""
    elements = {id(value) if not is_plain(value) else value: value for condition, value in members(values)}
    if len(elements) != 1 or any(condition is not True for condition, _ in members(values)):
        raise TypeError("'the' needs exactly one element, whatever the terms are")
    return next(iter(elements.values()))


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
    "first": first_of,
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


# The text


class Symbols:
    """The names of a formal text, each evaluated when it is first used: `Symbols(text, double_win="yes").outcome(p)`.

    `meanings` are the options of the ruleset, and names of the page in place of their definitions.
    """

    def __init__(self, text: Iterable[Block], **meanings: Any) -> None:
        self._definitions = _definitions(tuple(text))
        self._names = {"matches": grammar().matches, "parts": grammar().parts, **meanings}

    def __getattr__(self, name: str) -> Any:
        if name not in self._names:
            self._names[name] = self._defined(name)
        return self._names[name]

    def _defined(self, name: str) -> Any:
        if name not in self._definitions:
            return word(name)
        page, statement = self._definitions[name]
        match statement:
            case ast.FunctionDef(args=arguments, body=body):
                return self._function(page, arguments, body)
            case ast.ClassDef(body=fields):
                return NamedTuple(name, [(field.target.id, Any) for field in fields])  # type: ignore[attr-defined]
            case ast.Assign(value=value):
                return self._value(page, value, {})
        raise SymbolError(f"{page}:{statement.lineno}: {name} cannot be run on terms")

    def _function(self, page: str, arguments: ast.arguments, body: list[ast.stmt], outer: Any = None) -> Any:
        parameters = [argument.arg for argument in arguments.args]

        def function(*given: Any) -> Any:
            local = {**(outer or {}), **dict(zip(parameters, given, strict=True))}
            for step in body[:-1]:
                assert isinstance(step, ast.Assign)
                _bind(step.targets[0], self._value(page, step.value, local), local)
            result = body[-1]
            assert isinstance(result, ast.Return)
            assert result.value
            return self._value(page, result.value, local)

        return function

    def _value(self, page: str, node: ast.expr, local: dict[str, Any]) -> Any:
        """The value of an expression. Raises `SymbolError` for one that cannot be run on terms."""
        try:
            return self._evaluated(page, node, local)
        except (TypeError, AttributeError, z3.Z3Exception) as error:
            raise SymbolError(f"{page}:{node.lineno}: {error}") from error

    def _evaluated(self, page: str, node: ast.expr, local: dict[str, Any]) -> Any:
        value = partial(self._value, page, local=local)
        match node:
            case ast.Constant(value=constant):
                return constant
            case ast.Name(id=name):
                return local[name] if name in local else getattr(self, name)
            case ast.Attribute(value=inner, attr=name):
                return lifted(lambda each: getattr(each, name), value(inner))
            case ast.Subscript(value=inner, slice=index) if not isinstance(index, ast.Slice):
                return lifted(look_up, value(inner), value(index))
            case ast.BoolOp(op=op, values=operands):
                return self._connected(page, operands, isinstance(op, ast.Or), local)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return negation(truth(value(operand)))
            case ast.UnaryOp(op=op, operand=operand):
                return lifted(OPERATORS[type(op)], value(operand))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                return lifted(OPERATORS[type(op)], value(left), value(right))
            case ast.Compare(left=left, ops=ops, comparators=others):
                numbers = [value(each) for each in (left, *others)]
                compared = zip(ops, numbers, numbers[1:], strict=False)
                return conjunction(truth(lifted(OPERATORS[type(op)], *pair)) for op, *pair in compared)
            case ast.IfExp(test=test, body=yes, orelse=no):
                condition = truth(value(test))
                if isinstance(condition, bool):
                    return value(yes if condition else no)
                return either(condition, value(yes), value(no))
            case ast.Call(func=function, args=arguments, keywords=[]):
                return value(function)(*self._each(page, arguments, local))
            case ast.Tuple(elts=elements):
                return tuple(self._each(page, elements, local))
            case ast.Set(elts=elements):
                return family(((True, each) for each in self._each(page, elements, local)), is_set=True)
            case ast.Dict(keys=keys, values=values):
                return map_of((True, value(key), value(each)) for key, each in zip(keys, values, strict=True) if key)
            case ast.Lambda(args=arguments, body=body):
                return self._function(page, arguments, [ast.Return(body)], local)
            case ast.GeneratorExp(elt=element, generators=generators) | ast.SetComp(elt=element, generators=generators):
                is_set = isinstance(node, ast.SetComp)
                found = self._generated(page, generators, local, members if is_set else distinct)
                pairs = ((condition, self._value(page, element, inner)) for condition, inner in found)
                return family(pairs, is_set)
            case ast.DictComp(key=key, value=result, generators=generators):
                found = self._generated(page, generators, local, members)
                return map_of(
                    (c, self._value(page, key, inner), self._value(page, result, inner)) for c, inner in found
                )
        raise TypeError(f"{type(node).__name__} cannot be run on terms")

    def _connected(self, page: str, operands: list[ast.expr], is_or: bool, local: dict[str, Any]) -> Any:
        """Operands connected by `or` or `and`, up to the first that settles the result. Plain ones keep their value."""
        first, *rest = operands
        value = self._value(page, first, local)
        condition = truth(value)
        if not rest or condition is is_or:
            return value
        other = self._connected(page, rest, is_or, local)
        if isinstance(condition, bool):
            return other
        return disjunction((condition, truth(other))) if is_or else conjunction((condition, truth(other)))

    def _each(self, page: str, nodes: Iterable[ast.expr], local: dict[str, Any]) -> Iterator[Any]:
        for node in nodes:
            if not isinstance(node, ast.Starred):
                yield self._value(page, node, local)
                continue
            for condition, value in members(self._value(page, node.value, local)):
                if condition is not True:
                    raise TypeError("the length of a sequence must not depend on terms")
                yield value

    def _generated(
        self, page: str, generators: list[ast.comprehension], local: dict[str, Any], elements: Callable[[Any], Pairs]
    ) -> Iterator[tuple[Term, dict[str, Any]]]:
        """The local names of each round of a comprehension, with the condition of the round; `elements` lists those of
        what a round goes through."""
        if not generators:
            yield True, local
            return
        generator, *rest = generators
        for condition, element in elements(self._value(page, generator.iter, local)):
            inner = {**local}
            _bind(generator.target, element, inner)
            held = condition
            for test in generator.ifs:
                held = held is not False and conjunction((held, truth(self._value(page, test, inner))))
            if held is not False:
                for later, found in self._generated(page, rest, inner, elements):
                    yield conjunction((held, later)), found


@cache
def _definitions(text: tuple[Block, ...]) -> dict[str, tuple[str, ast.stmt]]:
    """Each name of a text with its page and its definition."""
    return {name: (block.page, statement) for block in text for name, statement in block.definitions()}


def _bind(target: ast.expr, value: Any, local: dict[str, Any]) -> None:
    """Give names, or a tuple of names, a value."""
    if isinstance(target, ast.Name):
        local[target.id] = value
        return
    assert isinstance(target, ast.Tuple)
    for at, part in enumerate(target.elts):
        _bind(part, lifted(lambda each, at=at: each[at], value), local)
