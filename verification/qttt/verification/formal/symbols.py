"""Runs the formal text of a page on terms of z3, so that a proof can quote the page.

The syntax tree is evaluated with operators, words, quantifiers, conditions and comprehensions that take values and
terms alike. What depends on a term is a term again, or it is one of three things: `Cases`, values under conditions;
`Family`, a sequence or a set with a condition for each element; `Partial`, a map with a condition for each key. Bit
vectors are numbers that are not negative.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache, partial, reduce
from typing import Any, NamedTuple

import z3

from qttt.spec.subset import Block
from qttt.spec.text import grammar
from qttt.spec.vocabulary import WORDS
from qttt.verification.formal.terms import (
    Family,
    Pairs,
    SymbolError,
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
    look_up,
    map_of,
    members,
    negation,
    selection,
    subset,
    truth,
    union,
)
from qttt.verification.proof import Term

Binary = Callable[..., object]


def _on_sets(of_sets: Binary, of_numbers: Binary) -> Binary:
    return lambda one, other: (of_sets if is_collection(one) else of_numbers)(one, other)


def _unsigned(of_vectors: Binary, of_numbers: Binary) -> Binary:
    return lambda one, other: (of_vectors if z3.is_bv(one) or z3.is_bv(other) else of_numbers)(one, other)


less_or_equal = _on_sets(subset, _unsigned(z3.ULE, operator.le))
OPERATORS: dict[type[ast.AST], Callable[..., object]] = {
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


def number_of(values: object) -> object:
    """`len(values)`."""
    counts: list[Term] = [True]
    for condition, _ in distinct(values):
        here = [conjunction((count, negation(condition))) for count in counts]
        more = [conjunction((count, condition)) for count in counts]
        counts = [disjunction(pair) for pair in zip((*here, False), (False, *more), strict=True)]
    return joined((condition, count) for count, condition in enumerate(counts))


def distinct(values: object) -> Pairs:
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


def total(values: object) -> object:
    """`sum(values)`."""
    found = ((condition, either(value, 1, 0) if z3.is_bool(value) else value) for condition, value in distinct(values))
    numbers = (either(condition, value, 0) for condition, value in found)
    return reduce(partial(lifted, operator.add), numbers, 0)


def extreme(less: type[ast.AST], *values: object) -> object:
    """`max` or `min`, by the comparison in which a better number is on the left."""
    pairs = members(values[0]) if len(values) == 1 else members(values)
    some: Term = False
    best = anything(next((value for _, value in pairs if z3.is_expr(value)), None))
    for condition, value in pairs:
        better = True if some is False else disjunction((negation(some), lifted(OPERATORS[less], value, best)))
        best = either(conjunction((condition, better)), value, best)
        some = disjunction((some, condition))
    return best


def only(values: object) -> object:
    """`the(values)`: undefined where there is no element, or more than one; terms count as different elements."""
    found: dict[object, tuple[Term, object]] = {}
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


def number(*values: Any) -> object:
    """`Fraction(values)`: a term is a number already."""
    return values[0] if len(values) == 1 and z3.is_expr(values[0]) else Fraction(*values)


ON_TERMS: dict[str, Callable[..., object]] = {
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


def word(name: str) -> Callable[..., object]:
    """A word of the language; one that does not take terms raises `TypeError` for them."""
    if name in ON_TERMS:
        return partial(lifted, ON_TERMS[name])

    def on_values(*arguments: object) -> object:
        if not all(map(is_plain, arguments)):
            raise TypeError(f"{name} does not take terms")
        return WORDS[name](*arguments)

    return partial(lifted, on_values)


# The text

# The text


class Symbols:
    """The names of a formal text, each evaluated when it is first used: `Symbols(text, double_win="yes").outcome(p)`.

    `meanings` are the options of the ruleset, and names of the page in place of their definitions.
    """

    def __init__(self, text: Iterable[Block], **meanings: object) -> None:
        self._definitions = _definitions(tuple(text))
        self._names = {"matches": grammar().matches, "parts": grammar().parts, **meanings}

    def __getattr__(self, name: str) -> Any:
        if name not in self._names:
            self._names[name] = self._defined(name)
        return self._names[name]

    def _defined(self, name: str) -> object:
        if name not in self._definitions:
            return word(name)
        page, statement = self._definitions[name]
        match statement:
            case ast.FunctionDef(args=arguments, body=body):
                return self._function(page, arguments, body)
            case ast.ClassDef(body=fields):
                return NamedTuple(name, [(field.target.id, object) for field in fields])  # type: ignore[attr-defined]
            case ast.Assign(value=value):
                return self._value(page, value, {})
        raise SymbolError(f"{page}:{statement.lineno}: {name} cannot be run on terms")

    def _function(self, page: str, arguments: ast.arguments, body: list[ast.stmt]) -> object:
        parameters = [argument.arg for argument in arguments.args]

        def function(*given: object) -> object:
            local = dict(zip(parameters, given, strict=True))
            for step in body[:-1]:
                assert isinstance(step, ast.Assign)
                _bind(step.targets[0], self._value(page, step.value, local), local)
            result = body[-1]
            assert isinstance(result, ast.Return)
            assert result.value
            return self._value(page, result.value, local)

        return function

    def _value(self, page: str, node: ast.expr, local: dict[str, object]) -> Any:
        """The value of an expression. Raises `SymbolError` for one that cannot be run on terms."""
        try:
            return self._evaluated(page, node, local)
        except (TypeError, AttributeError, z3.Z3Exception) as error:
            raise SymbolError(f"{page}:{node.lineno}: {error}") from error

    def _evaluated(self, page: str, node: ast.expr, local: dict[str, object]) -> object:
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
                return value(function)(*map(value, arguments))
            case ast.Tuple(elts=elements):
                return tuple(map(value, elements))
            case ast.Set(elts=elements):
                return family(((True, value(each)) for each in elements), is_set=True)
            case ast.Dict(keys=keys, values=values):
                return map_of((True, value(key), value(each)) for key, each in zip(keys, values, strict=True) if key)
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

    def _connected(self, page: str, operands: list[ast.expr], is_or: bool, local: dict[str, object]) -> object:
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

    def _generated(
        self,
        page: str,
        generators: list[ast.comprehension],
        local: dict[str, object],
        elements: Callable[[object], Pairs],
    ) -> Iterator[tuple[Term, dict[str, object]]]:
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


def _bind(target: ast.expr, value: object, local: dict[str, object]) -> None:
    """Give names, or a tuple of names, a value."""
    if isinstance(target, ast.Name):
        local[target.id] = value
        return
    assert isinstance(target, ast.Tuple)
    for at, part in enumerate(target.elts):
        _bind(part, lifted(lambda each, at=at: each[at], value), local)
