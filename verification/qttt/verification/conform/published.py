"""What is published, asked of an engine: the conformance vectors, and counts of games, of which a wrong one is followed
down to the first wrong position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from qttt.oracle.registry import entry_of
from qttt.spec import Vector, perft_tables, rulesets
from qttt.verification.conform.campaigns import root_of
from qttt.verification.conform.diagnosis import Said
from qttt.verification.conform.differences import Difference, Differs, differing, show
from qttt.verification.conform.protocol import PLAYED, Declared
from qttt.verification.conform.results import Case, Chosen, Status
from qttt.verification.conform.session import Session
from qttt.verification.conform.truth import Truth, as_due, asked_as, asked_by
from qttt.verification.questions import SEARCHED, TOLD_BY_THE_KIND, Answer, Expected, Question, flat


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


def vector_cases(
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
    next(answers, None)  # which raises an exception if the last answer is lost, and the engine with it


# Counts of games


def count_cases(
    session: Session, truth: Truth, declared: Declared, chosen: Chosen, shown: dict[str, Difference]
) -> Iterator[Case]:
    """What became of each published table, as deep as the engine counts. For each root that is not yet shown, the first
    wrong position is shown."""
    game, wrong = truth.suite.game, list[Question]()
    asked = [
        Expected(Question(rulesets()[game].id, options, "game", table.game, depth=len(counts)), {"counts": [*counts]})
        for table in perft_tables(game)
        if chosen.allows(truth, table.options)
        for options in declared.readings(table.options)
        if truth.setting(options) == truth.setting(table.options)
        for counts in [table.counts[: declared.perft]]
    ]
    for expected, answer in zip(asked, session.ask(question for question, _ in asked), strict=True):
        request, said = expected.question, Said.to(expected, answer)
        if said.wrong:
            wrong.append(request)
        yield Case.of(f"perft '{request.text}' {dict(request.options) or ''}".strip(), [said])
    for request in wrong:
        if found := first_wrong(session, truth, declared, request):
            show(truth, found, found.root_or_hidden, shown)


def first_wrong(session: Session, truth: Truth, declared: Declared, request: Question) -> Differs | None:
    """What differs at the first wrong position below one whose count is wrong: an answer about it or about a position
    after one more action, else the count. None if the engine now counts rightly."""
    at, found = request, miscounted(session, truth, request)
    while found:
        below = ((each, worse) for each in divided(truth, at, found) if (worse := miscounted(session, truth, each)))
        if (next_one := next(below, None)) is None:
            break
        at, found = next_one
    if found is None:
        return None
    fields = tuple(name for name in truth.fields if name in declared.fields and name != "value")
    asked = [truth.expected(replace(each, fields=fields, depth=0)) for each in (at, *following(truth, at, 2))]
    given = [*session.ask(question for question, _ in asked)]
    return root_of(session.ask, truth, declared.fields, next(differing(truth, asked, given), found))


def miscounted(session: Session, truth: Truth, request: Question) -> Differs | None:
    """How the engine's count differs from the fast engine's."""
    game = truth.reference(request.options).game
    counts = entry_of(game).perft(game, request.depth, game.position(request.text), "cpu")
    expected = Expected(replace(request, depth=0), {"legal": True, "counts": [*counts]})
    return next(differing(truth, [expected], [session.one(request)]), None)


def divided(truth: Truth, request: Question, found: Differs) -> Iterator[Question]:
    """The counts that add up to the first wrong number."""
    if found.name == "counts":
        due, said = found.expected.due["counts"], found.answer.content
        yield from following(truth, request, next((n for n in range(1, len(due)) if said[:n] != due[:n]), len(due)))


def following(truth: Truth, request: Question, depth: int) -> Iterator[Question]:
    """The positions after one more action, as far as plies are left to count there."""
    game = truth.reference(request.options).game
    for action in game.actions(game.position(request.text)):
        if left := depth - game.is_ply(action):
            yield replace(request, text=game.write([*game.parse(request.text), action]), depth=left)
