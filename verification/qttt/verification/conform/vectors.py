"""The conformance vectors, asked of an engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from qttt.spec import Vector, rulesets
from qttt.verification.conform.diagnosis import Said
from qttt.verification.conform.protocol import PLAYED, Declared
from qttt.verification.conform.results import Case, Status
from qttt.verification.conform.session import Session
from qttt.verification.conform.truth import Truth
from qttt.verification.conformance import as_due, asked_as, asked_by
from qttt.verification.options import flat
from qttt.verification.questions import SEARCHED, TOLD_BY_THE_KIND, Answer, Expected, Question


def level_of(vector: Vector) -> str:
    """The level that a vector belongs to."""
    if vector.rules[0].startswith("NOTATION-") or not {*vector.flags}.isdisjoint(("notation-error", "refused-setting")):
        return "notation"
    return "rules" if {*vector.flags}.isdisjoint(("solve", "solve-from-start")) else "values"


class Plan(NamedTuple):
    """A vector and what it asks: one question, and another one before `when` if `optimal` is due."""

    vector: Vector
    asked: Sequence[Expected] = ()
    why: str = ""
    """Why nothing is asked."""
    lacks: frozenset[str] = frozenset()
    """What cannot be asked, because the engine has not declared it."""

    @classmethod
    def of(cls, vector: Vector, declared: Declared, truth: Truth) -> Plan:
        """The questions of a vector that an engine can be asked. Rule: CONFORM-START-1"""
        if lacks := declared.lacks(vector.options):
            return cls.undeclared(vector, f"option {lacks[0]}")
        if rulesets()[truth.suite.game].lacks(declared.earlier, flat(vector.options)):
            return cls(vector, why=f"{declared.earlier} does not have this reading")
        played = read_as(vector, declared, truth)
        if not (then := played.then):
            return cls(vector, why="the answer is another one under the declared values of the options")
        vector, form = played, Question.of(played).form
        is_legal = then.get("legal", True) and "refused" not in then
        if form not in declared.forms and not (form == "game" and PLAYED in declared.forms and is_legal):
            return cls.undeclared(vector, f"form {form}")
        early = "solve-from-start" in vector.flags and not declared.perfect
        can = declared.fields.difference(SEARCHED if early else ())
        due = {name: each for name, each in then.items() if name in TOLD_BY_THE_KIND or asked_as(name) in can}
        lacking = map(asked_as, then.keys() - due)
        unasked = frozenset("perfect" if name in declared.fields else name for name in lacking)
        if not due:
            return cls.undeclared(vector, *sorted(unasked))
        return cls(vector, asked_by(replace(vector, then=due)), lacks=unasked)

    @classmethod
    def undeclared(cls, vector: Vector, *lacks: str) -> Plan:
        """The plan of a vector about which nothing can be asked."""
        return cls(vector, (), f"not declared: {', '.join(lacks)}", frozenset(lacks))

    def said(self, given: Sequence[Answer], truth: Truth) -> list[Said]:
        """The answers, compared in the form of the vector."""
        fitted = (as_due(self.vector, *each, truth.reference) for each in zip(self.asked, given, strict=True))
        return [*map(Said.to, self.asked, given, fitted)]


def read_as(vector: Vector, declared: Declared, truth: Truth) -> Vector:
    """A vector under options that an engine has: its own ones if they are among them, else those under which the
    reference gives most of the same answers; the others are left out of `then`."""
    others = [replace(vector, options=options) for options in declared.readings(vector.options)]
    own = truth.setting(vector.options)
    for other in others:
        if other.options == vector.options or (own and truth.setting(other.options) == own):
            return other

    def same(other: Vector) -> Vector:
        verdict = truth.suite.run(truth.reference, other)
        return replace(other, then={name: vector.then[name] for name in verdict.checked if name not in verdict.wrong})

    return max(map(same, others), key=lambda other: len(other.then))


def cases(
    session: Session, declared: Declared, vectors: Iterable[Vector], truth: Truth, skip: Sequence[str]
) -> Iterator[Case]:
    """What became of each vector. A skipped one is asked all the same: if it passes, the skip is an error."""
    plans = [Plan.of(vector, declared, truth) for vector in vectors]
    answers = session.ask(question for plan in plans for question, _ in plan.asked)
    for plan in plans:
        vector, said = plan.vector, plan.said([next(answers) for _ in plan.asked], truth)
        about: Any = {"rules": vector.rules, "note": vector.comment, "lacks": plan.lacks}
        found = Case.of(vector.id, said, **about) if said else Case(vector.id, Status.SKIPPED, plan.why, **about)
        if vector.id in skip:
            passes = found.status is Status.PASSED
            why = "skipped by --skip, but it passes: do not skip it" if passes else f"skipped by --skip: {found.why}"
            found = Case(vector.id, Status.ERRORED if passes else Status.SKIPPED, why, vector.rules, vector.comment)
        yield found
