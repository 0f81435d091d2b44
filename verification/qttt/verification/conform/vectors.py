"""The conformance vectors, asked of an engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from qttt.spec import Vector, rulesets
from qttt.verification.conform.diagnosis import Said
from qttt.verification.conform.options import flat
from qttt.verification.conform.protocol import PLAYED, Declared
from qttt.verification.conform.results import Case, Status
from qttt.verification.conform.session import Session
from qttt.verification.conform.truth import Truth
from qttt.verification.conformance import TOLD_BY_THE_KIND, near
from qttt.verification.questions import Answer, Kind, Question, Verdict, compared

SEARCH = frozenset({"value", "best", "first_moves"})
"""The fields that need a search."""


def level_of(vector: Vector) -> str:
    """The level that a vector belongs to."""
    if vector.rules[0].startswith("NOTATION-") or not {*vector.flags}.isdisjoint(("notation-error", "refused-setting")):
        return "notation"
    return "rules" if {*vector.flags}.isdisjoint(("solve", "solve-from-start")) else "values"


ASKED = {"value_near": "value", "optimal": "best"}
"""Fields of a vector that an engine is asked for under another name."""


class Plan(NamedTuple):
    """A vector and the questions that it takes: one, and another one before `when` if `optimal` is due."""

    vector: Vector
    questions: tuple[Question, ...]
    why: str = ""
    """Why there are no questions."""
    lacks: frozenset[str] = frozenset()
    """What cannot be asked, because the engine has not declared it."""

    @classmethod
    def of(cls, vector: Vector, declared: Declared, truth: Truth) -> Plan:
        """The questions of a vector that an engine can be asked. Rule: CONFORM-START-1"""
        if lacks := declared.lacks(vector.options):
            return cls.undeclared(vector, f"option {lacks[0]}")
        if rulesets()[truth.suite.game].lacks(declared.earlier, flat(vector.options)):
            return cls(vector, (), f"{declared.earlier} does not have this reading")
        played = read_as(vector, declared, truth)
        if not played.then:
            return cls(vector, (), "the answer is another one under the declared values of the options")
        vector, main = played, Question.of(played)
        is_legal = vector.then.get("legal", True) and "refused" not in vector.then
        if main.form not in declared.forms and not (main.form == "game" and PLAYED in declared.forms and is_legal):
            return cls.undeclared(vector, f"form {main.form}")
        early = "solve-from-start" in vector.flags and not declared.perfect
        can = declared.fields - (SEARCH if early else frozenset())
        due = [name for name in vector.then if name not in TOLD_BY_THE_KIND]
        fields = dict.fromkeys(ASKED.get(name, name) for name in due)
        asked = tuple(name for name in fields if name in can and (name != "best" or name in due))
        before: tuple[Question, ...] = ()
        if "optimal" in due and "best" in can:
            before = (Question(vector.ruleset, vector.options, "game", vector.given, ("best",)),)
        unasked = frozenset("perfect" if name in declared.fields else name for name in fields if name not in can)
        if not asked and not before and not {*vector.then} & {*TOLD_BY_THE_KIND}:
            return cls.undeclared(vector, *sorted(unasked))
        return cls(vector, (replace(main, fields=asked), *before), lacks=unasked)

    @classmethod
    def undeclared(cls, vector: Vector, *lacks: str) -> Plan:
        """The plan of a vector about which nothing can be asked."""
        return cls(vector, (), f"not declared: {', '.join(lacks)}", frozenset(lacks))

    def verdict(self, given: list[Answer], truth: Truth) -> Verdict:
        """Compares the answers to the questions with the vector, in the fields that were asked for."""
        vector, (main, *before) = self.vector, given
        if main.kind is Kind.ANSWERS:
            shared = {name: ASKED.get(name, name) for name in vector.then if name != "optimal"}
            said = {
                name: fitted(name, main.content[asked], vector.then[name])
                for name, asked in shared.items()
                if asked in main.content
            }
            if before and before[0].kind is Kind.ANSWERS and isinstance(before[0].content.get("best"), list):
                played = truth.reference(vector.options).parse(f"{vector.given} {vector.when}")[-1]
                said["optimal"] = str(played) in before[0].content["best"]
            main = replace(main, content=said)
        found = compared(vector.then, main)
        asked = {*TOLD_BY_THE_KIND, *(name for question in self.questions for name in question.fields)}
        return replace(found, not_run=tuple(name for name in found.not_run if ASKED.get(name, name) in asked))

    def said(self, given: list[Answer], verdict: Verdict) -> tuple[Said, ...]:
        """The answers; `optimal` is wrong about the position before."""
        wrong = {ASKED.get(name, name) for name in verdict.wrong if name != "optimal"}
        of_each = wrong, {"best"} if "optimal" in verdict.wrong else set[str]()
        return tuple(map(Said.of, self.questions, given, of_each))


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
    answers = session.ask(question for plan in plans for question in plan.questions)
    for plan in plans:
        vector = plan.vector
        given = [next(answers) for _ in plan.questions]
        about = vector.rules, vector.comment, plan.lacks
        if given:
            verdict = plan.verdict(given, truth)
            found = Case.of(vector.id, [verdict], *about, said=plan.said(given, verdict))
        else:
            found = Case(vector.id, Status.SKIPPED, plan.why, *about)
        if vector.id in skip:
            passes = found.status is Status.PASSED
            why = "skipped by --skip, but it passes: do not skip it" if passes else f"skipped by --skip: {found.why}"
            found = Case(vector.id, Status.ERRORED if passes else Status.SKIPPED, why, vector.rules, vector.comment)
        yield found


def fitted(name: str, said: Any, expected: Any) -> Any:
    """An answer in the form of a vector: a number instead of a list, some squares or moves only, a value near enough to
    a printed one. Rule: CONFORM-FIELD-1"""
    if type(expected) is int and isinstance(said, list):
        return len(said)
    if name in ("first_moves", "probabilities") and isinstance(said, Mapping) and isinstance(expected, Mapping):
        return {key: value for key, value in said.items() if key in expected}
    return near(said, expected) if name == "value_near" else said
