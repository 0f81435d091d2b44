"""Proofs by z3: bit vectors of 64 bits, so that the kernels themselves can be run on them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

import z3

from qttt.verification import Refuted

BITS = 64
REALS, LINEAR = "QF_NRA", "QF_LRA"
"""The logics of real numbers, with products and without."""
Term = Any
"""A z3 expression, or what z3 takes for one: an int or a bool."""


class Undecided(RuntimeError):
    """z3 stopped without an answer; that is not a proof."""


class Vacuous(RuntimeError):
    """The hypotheses contradict each other, so anything would follow."""


def prove(name: str, hypotheses: Iterable[Term], goal: Term, logic: str = "QF_BV", seconds: int = 600) -> None:
    """Prove that the goal follows from the hypotheses, for all values of the variables.

    Raises `Refuted` with a counterexample, `Vacuous` if the hypotheses cannot all hold, and `Undecided` if z3 does not
    decide within `seconds` whether they can, or whether the goal follows.
    """
    context = z3.Context()
    solver = z3.SolverFor(logic, ctx=context)
    solver.set("timeout", 1000 * seconds)
    solver.add(*(_in(context, hypothesis) for hypothesis in hypotheses))
    possible = solver.check()
    if possible == z3.unsat:
        raise Vacuous(name)
    if possible != z3.sat:
        raise Undecided(f"{name}: whether the hypotheses can hold: {solver.reason_unknown()}")
    solver.add(z3.Not(_in(context, goal)))
    answer = solver.check()
    if answer == z3.sat:
        raise Refuted(f"{name} fails for {_values(solver.model())}")
    if answer != z3.unsat:
        raise Undecided(f"{name}: {solver.reason_unknown()}")


def _in(context: Any, term: Term) -> Term:
    """The term in a context of its own, so that a proof does not depend on what was proved before."""
    return (z3.BoolVal(term) if isinstance(term, bool) else term).translate(context)


def number(name: str, bits: int) -> Term:
    """A variable of 64 bits of which only the lowest `bits` can be set."""
    return z3.ZeroExt(BITS - bits, z3.BitVec(name, bits))


def constant(value: int) -> Term:
    return z3.BitVecVal(value, BITS)


def larger(a: Term, b: Term) -> Term:
    return z3.If(a >= b, a, b)


def smaller(a: Term, b: Term) -> Term:
    return z3.If(a >= b, b, a)


def count(conditions: Iterable[Term]) -> Term:
    """How many of the conditions hold."""
    return z3.Sum([z3.If(condition, constant(1), constant(0)) for condition in conditions])


def every_path(kernel: Callable[..., Any], *arguments: Term) -> Term:
    """The value of a branching kernel as one term, or as a tuple of terms: the kernel runs along every path, and If
    joins the results.

    The kernel may branch on comparisons of its arguments and of what it computes from them, and must end on each path.
    """

    def explore(decided: list[bool]) -> Term:
        path = _Path(decided)
        joined = _as_term(kernel(*(_Number(term, path) for term in arguments)))
        for i in reversed(range(len(decided), len(path.conditions))):
            taken = decided + [True] * (i - len(decided))
            joined = _either(path.conditions[i], joined, explore([*taken, False]))
        return joined

    return explore([])


def _as_term(value: Any) -> Term:
    if isinstance(value, tuple):
        return tuple(map(_as_term, value))
    return value.term if isinstance(value, _Number) else constant(value)


def _either(condition: Term, one: Term, other: Term) -> Term:
    if isinstance(one, tuple):
        return tuple(_either(condition, *each) for each in zip(one, other, strict=True))
    return z3.If(condition, one, other)


def _values(model: Any) -> str:
    return ", ".join(sorted(f"{variable} = {model[variable]}" for variable in model.decls())) or "every value"


class _Path:
    """The conditions met on one path: the first ones are decided, and each later one is taken as true once."""

    def __init__(self, decided: list[bool]) -> None:
        self.decided = decided
        self.conditions: list[Term] = []
        self._places: dict[int, int] = {}

    def decide(self, condition: Term) -> bool:
        place = self._places.setdefault(condition.get_id(), len(self.conditions))
        if place == len(self.conditions):
            self.conditions.append(condition)
        return self.decided[place] if place < len(self.decided) else True


def _operator(of_terms: Callable[[Term, Term], Term]) -> Callable[[_Number, Any], Any]:
    return lambda number, other: _Number(of_terms(number.term, _term_of(other)), number.path)


def _term_of(value: Any) -> Term:
    return value.term if isinstance(value, _Number) else value


class _Number:
    """A term that a branching kernel can compute with, and if it is a condition branch on."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, term: Term, path: _Path) -> None:
        self.term, self.path = term, path

    __and__ = __rand__ = _operator(operator.and_)
    __or__ = __ror__ = _operator(operator.or_)
    __add__ = __radd__ = _operator(operator.add)
    __sub__, __rsub__ = _operator(operator.sub), _operator(lambda term, other: other - term)
    __rshift__, __rlshift__ = _operator(operator.rshift), _operator(lambda term, other: constant(other) << term)
    __eq__, __gt__, __lt__ = map(_operator, (operator.eq, operator.gt, operator.lt))

    def __invert__(self) -> _Number:
        return _Number(~self.term, self.path)

    def __bool__(self) -> bool:
        return self.path.decide(self.term if z3.is_bool(self.term) else self.term != 0)

    def satisfies(self, predicate: Callable[[Term], Term]) -> _Number:
        """A condition on the number as a whole, in place of a table in which the kernel would look it up."""
        return _Number(predicate(self.term), self.path)
