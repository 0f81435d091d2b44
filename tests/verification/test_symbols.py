"""The formal text on terms: the same results as on values, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
import z3

from qttt.spec import rulesets
from qttt.spec.evaluation import run
from qttt.spec.subset import Block
from qttt.verification import Refuted
from qttt.verification.formal.symbols import Symbols
from qttt.verification.formal.terms import Cases, Family, SymbolError, is_plain
from qttt.verification.goff.formal import PAGE
from qttt.verification.proof import prove

X, Y = z3.BitVecs("x y", 8)

EXPRESSIONS = (
    "all(a < 3 for a in (x, y, 1))",
    "any(a == y for a in {x, 2} if a != 1)",
    "max(x, y, 2)",
    "max(a for a in (x, y, 0) if a % 2 == 0)",
    "min({x + 1, y})",
    "min(a + y for a in {0, 1, 2, x} if a >= x)",
    "sum(a for a in {x, y, 3})",
    "sum(a * y for a in (x, y) if a > 1)",
    "len({x, y, 2})",
    "len({a for a in {0, 1, 2} if a < x} | {a for a in {2, 3} if a < y})",
    "{a for a in {0, 1, 2} if a <= x} == {a for a in {0, 1, 2} if not a > y}",
    "{a for a in {0, 1, 2} if a <= x} != set()",
    "{a for a in {0, 1, 2} if a < x} <= {0, y}",
    "{0, 1, 2} - {x} & {y, 0}",
    "{x, y} == {y, 2}",
    "x in {1, y} or y == 3 and x == 0",
    "0 < x <= y",
    "not (x == y)",
    "x if x < y else y",
    "'X' if x < y else 'O' if x == y else None",
    "(x, 'few') if x < 2 else (y, 'many')",
    "{'X': 1, 'O': 2, None: 0}['X' if x < y else 'O'] + x",
    "{0: 5, 1: y, 2: 7, 3: x}[x]",
    "tuple(a for a in (1, 2, 3)) == (1, 2, x)",
    "the({x}) + the({2})",
    "the(a for a in {1, 2, 3, 4} if a == x + y)",
    "dom({a: y for a in {0, 1, 2} if a < x}) == {0, 1}",
    "ran({0: x, 1: y}) == {1, 2}",
    "ran({0: x} | {a: y for a in {0, 1} if a < x}) == {y, 2}",
    "any(f[0] == f[1] for f in choices({0: (x, 1), 1: (y,)}))",
    "(x, y)[1]",
    "sum(tuple({x, y}))",
    "sum(a == x for a in (1, y, 2)) % 2 == 1",
    "any(a == b and b != x for a in {0, 1} for b in {y, 1} if a < 2)",
    "len({a for a in {1, 2} if a == x}) == 1 and not any(a == y for a in {1, 2})",
)


def text(expression: str) -> tuple[Block, ...]:
    return (Block("page.md", "PAGE-RULE-1", f"def found(x, y): return {expression}\n", 10),)


def at_values(value: Any, x: int, y: int) -> Any:
    """A result with numbers for the variables."""

    def number(term: Any) -> Any:
        if isinstance(term, bool):
            return term
        put = z3.simplify(z3.substitute(term, (X, z3.BitVecVal(x, 8)), (Y, z3.BitVecVal(y, 8))))
        return z3.is_true(put) if z3.is_bool(put) else put.as_long()

    match value:
        case Cases(pairs):
            [found] = [each for condition, each in pairs if number(condition)]
            return at_values(found, x, y)
        case Family(pairs, is_set):
            kept = [at_values(each, x, y) for condition, each in pairs if number(condition)]
            return frozenset(kept) if is_set else tuple(kept)
        case tuple():
            return tuple(at_values(each, x, y) for each in value)
    return number(value) if z3.is_expr(value) else value


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_terms_agree_with_values(expression: str) -> None:
    on_terms = Symbols(text(expression)).found(X, Y)
    assert not is_plain(on_terms)
    on_values = run(text(expression), rulesets()["goff"], {}).found
    defined = 0
    for x, y in product(range(4), repeat=2):
        try:
            expected = on_values(x, y)
        except ValueError:  # the largest of nothing
            continue
        defined += 1
        assert at_values(on_terms, x, y) == expected, (x, y)
    assert defined > 8


@pytest.mark.parametrize(
    ("expression", "complaint"),
    [
        ("str(x + y)", "str does not take terms"),
        ("range(x + y)", "range does not take terms"),
        ("f'{x}{y}'", "JoinedStr cannot be run on terms"),
        ("(x, y)[:1]", "Subscript cannot be run on terms"),
        ("x ^ y", "BinOp cannot be run on terms"),
        ("{x: y}", "the keys of a map must not depend on terms"),
        ("the(a for a in {1, 2} if a > 3)", "'the' needs exactly one element"),
        ("(*{1, 2}, y)", "Starred cannot be run on terms"),
        ("(lambda a: a + x)(y)", "Lambda cannot be run on terms"),
        ("not {a for a in {1, 2} if a < x}", "a Family is not a condition"),
        ("{0: x} == {a: y for a in {0, 1} if a < x}", "a Map with terms cannot be compared"),
        ("{0: x} == {0: y}", "a Map with terms cannot be compared"),
        ("{x: 1}[y]", "the keys of a map must not depend on terms"),
    ],
)
def test_unsupported_construct_is_rejected_with_line(expression: str, complaint: str) -> None:
    with pytest.raises(SymbolError, match=f"page.md:11: {complaint}".replace("(", "[(]")):
        Symbols(text(expression)).found(X, Y)


def test_undefined_value_proves_nothing() -> None:
    found = Symbols(text("max(a for a in (x, y) if a > 3)")).found(X, Y)
    prove("defined", [X == 5, Y == 1], found == 5)
    with pytest.raises(Refuted):
        prove("undefined", [X == 1, Y == 1], found == 1)
    several = Symbols(text("the(a for a in {1, 2} if a >= x)")).found(X, Y)
    prove("one", [X == 2], several == 2)
    with pytest.raises(Refuted):
        prove("two", [X == 1], z3.Or(several == 1, several == 2))


def test_names_of_a_page_can_mean_something_else() -> None:
    page = Symbols(PAGE.text, player=lambda m: "O", collapse="opponent")
    assert page.selector(page.initial) == "X"


def test_definitions_are_evaluated_when_used() -> None:
    broken: Callable[..., Any] = Symbols((*text("x + y"), Block("page.md", "", "BAD = f'{1}'\n", 20))).found
    assert broken(1, 2) == 3
