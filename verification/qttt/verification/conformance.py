"""Runs the conformance vectors of a game on an engine, as `spec/qttt/spec/vectors/README.md` describes."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from qttt.reference.notation import NotationError
from qttt.reference.perft import perft
from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.engines import Illegal, NotAnswered, Refused, SetUp
from qttt.verification.questions import (
    ASKED,
    SEARCHED,
    TOLD_BY_THE_KIND,
    Answer,
    Expected,
    Kind,
    Question,
    Verdict,
    compared,
)


@dataclass(frozen=True)
class Replayed:
    """An engine after it has played a game: its last position, and all actions played; there are none if a position is
    stated and not a game."""

    engine: Any
    position: Any
    actions: tuple[Any, ...] = ()


Answering = Callable[[Replayed], Any]
"""An engine's answer to a field."""


def actor(replayed: Replayed) -> Any:
    found = replayed.engine.actor(replayed.position)
    return None if found is None else str(found)


def actions(replayed: Replayed) -> Any:
    return [str(action) for action in replayed.engine.actions(replayed.position)]


def chance(replayed: Replayed) -> Any:
    return as_texts(replayed.engine.chance(replayed.position))


def outcome(replayed: Replayed) -> Any:
    return replayed.engine.outcome(replayed.position)


def outcome_rule(replayed: Replayed) -> Any:
    return replayed.engine.outcome_rule(replayed.position)


def value(replayed: Replayed) -> Any:
    ended = replayed.engine.actor(replayed.position) is None
    return str(replayed.engine.score(replayed.position) if ended else replayed.engine.value(replayed.position))


def best(replayed: Replayed) -> Any:
    return [str(action) for action in replayed.engine.best(replayed.position)]


def first_moves(replayed: Replayed) -> Any:
    return as_texts(replayed.engine.values(replayed.position))


def as_texts(numbers: Mapping[Any, Any]) -> dict[str, str]:
    """Numbers by action, both as text."""
    return {str(action): str(number) for action, number in numbers.items()}


def position(replayed: Replayed) -> Any:
    return replayed.engine.write_position(replayed.position)


def printed(replayed: Replayed) -> Any:
    return replayed.engine.write(replayed.actions)


OF_EVERY_GAME = (actor, actions, chance, outcome, outcome_rule, value, best, first_moves, position, printed)
SLOW = {*SEARCHED, *ASKED, "selections", "circuit"}
"""The fields whose answers may take long."""


# The form of vectors


def asked_by(vector: Vector) -> list[Expected]:
    """What a vector asks: one question, and another one before `when` if `optimal` is due."""
    due = dict(vector.then)
    before = {"optimal": due.pop("optimal")} if "optimal" in due else {}
    fields = dict.fromkeys(asked_as(name) for name in due if name not in TOLD_BY_THE_KIND)
    main = Question.of(vector, tuple(fields))
    earlier = replace(main, text=vector.given, fields=("best",))
    return [Expected(main, due), *[Expected(earlier, before)] * bool(before)]


def asked_as(name: str) -> str:
    """The name under which an engine is asked for a field. Rule: CONFORM-FIELD-1"""
    return ASKED.get(name, name)


def as_due(vector: Vector, expected: Expected, answer: Answer, set_up: SetUp) -> Answer:
    """An answer to what a vector asks, with the fields of the vector, each in the form that it has there."""
    if answer.kind is not Kind.ANSWERS:
        return answer
    said = {name: answer.content[asked_as(name)] for name in expected.due if asked_as(name) in answer.content}
    if isinstance(best := said.pop("optimal", None), list):
        played = set_up(vector.options).parse(f"{vector.given} {vector.when}")[-1]
        said["optimal"] = str(played) in best
    return Answer(answer.kind, {name: fitted(name, each, expected.due[name]) for name, each in said.items()})


def fitted(name: str, said: Any, expected: Any) -> Any:
    """An answer in the form of a vector: a number instead of a list, some squares or moves only, a value near enough to
    a printed one. Rule: CONFORM-FIELD-1"""
    if type(expected) is int and isinstance(said, list):
        return len(said)
    if name in ("first_moves", "probabilities") and isinstance(said, Mapping) and isinstance(expected, Mapping):
        return {key: value for key, value in said.items() if key in expected}
    return near(said, expected) if name == "value_near" else said


def near(said: Any, expected: Any) -> Any:
    """What is expected, a printed value and a distance, if a value is within that distance; else the value."""
    try:
        printed, distance = map(Fraction, expected)
        return expected if abs(Fraction(said) - printed) <= distance else said
    except (TypeError, ValueError, ZeroDivisionError):
        return said


@dataclass(frozen=True)
class Suite:
    """The vectors of a game, and the answers specific to it, named after the fields of `then`."""

    game: str
    own: Sequence[Answering] = ()

    @cached_property
    def answers(self) -> Mapping[str, Answering]:
        """The function that answers each field of `then`."""
        return {answer.__name__: answer for answer in (*OF_EVERY_GAME, *self.own)}

    def run(self, set_up: SetUp, vector: Vector) -> Verdict:
        """Set up and play a vector, and compare every field of `then`."""
        asked = asked_by(vector)
        given = [as_due(vector, each, self.ask(set_up, each.question), set_up) for each in asked]
        said = {name: each for answer in given if answer.kind is Kind.ANSWERS for name, each in answer.content.items()}
        main = given[0]
        return compared(vector.then, replace(main, content=said) if main.kind is Kind.ANSWERS else main)

    def ask(self, set_up: SetUp, question: Question) -> Answer:
        """The answer of an implementation; to a question with a depth, its counts of games."""
        try:
            engine = set_up(question.options)
            replayed = self._replayed(engine, question)
        except Refused as refused:
            return Answer(Kind.REFUSED, refused.rule)
        except NotAnswered:
            return Answer(Kind.SKIPPED, "this implementation does not answer it")
        if isinstance(replayed, Answer):
            return replayed
        if question.depth:
            return Answer(Kind.COUNTS, [*perft(engine, question.depth, replayed.position)])
        return Answer(Kind.ANSWERS, self.answered(replayed, question.fields))

    def answered(self, replayed: Replayed, fields: Iterable[str]) -> dict[str, Any]:
        """An engine's answers to those of the fields that it answers."""
        said = {}
        for field in fields:
            try:
                said[field] = self.answers[field](replayed)
            except NotAnswered:
                continue
            except (ValueError, LookupError) as error:
                said[field] = f"no answer: {error}"
        return said

    def _replayed(self, engine: Any, question: Question) -> Replayed | Answer:
        """The engine at the position of a question, or its answer if it rejects a token."""
        number = 0
        try:
            match question.form:
                case "marks":
                    return Replayed(engine, engine.board(question.text))
                case "position":
                    return Replayed(engine, engine.position(question.text))
            actions = engine.parse(question.text)
            if question.form == "open":
                for number in range(1, len(actions) + 1):
                    engine.circuit(actions[:number])
                return Replayed(engine, None, actions)
            position = engine.initial()
            for action in actions:
                number += 1
                position = engine.play(position, action)
        except (Illegal, NotationError) as error:
            at = error.number if isinstance(error, NotationError) else number
            return Answer(Kind.ILLEGAL, {**({"error": error.rule} if error.rule else {}), "token": at})
        return Replayed(engine, position, actions)

    def conformance(self, set_up: SetUp, quick: bool = False, search: bool = True) -> str:
        """Run all vectors of the game on an implementation. Raises `Refuted` with the vectors that fail.

        If it is to be `quick`, those that need much search are left out, and the first that fails is the last to run;
        without `search` all are left out that ask for values.
        """
        verdicts = {}
        for vector in self._quick_first(search) if quick else vectors(self.game):
            verdicts[vector.id] = self.run(set_up, vector)
            if quick and verdicts[vector.id].wrong:
                break
        failed = [f"{id}: {'; '.join(verdict.wrong.values())}" for id, verdict in verdicts.items() if verdict.wrong]
        if failed:
            raise Refuted(f"{len(failed)} vectors fail: {' | '.join(failed)}")
        checked = sum(len(verdict.checked) for verdict in verdicts.values())
        not_run = Counter(field for verdict in verdicts.values() for field in verdict.not_run)
        left = ", ".join(f"{field} {count}" for field, count in not_run.items())
        return f"{len(verdicts)} vectors, {checked} fields" + (f"; without an answer: {left}" if left else "")

    def _quick_first(self, search: bool) -> list[Vector]:
        """The vectors that need little search, those that need none first; without `search` only these."""
        kept = (vector for vector in vectors(self.game) if "solve-from-start" not in vector.flags)
        ordered = sorted(kept, key=lambda vector: bool(SLOW & {*vector.then}))
        return [vector for vector in ordered if search or not SLOW & {*vector.then}]
