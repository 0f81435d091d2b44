"""Runs the conformance vectors of a game on an engine, as `spec/qttt/spec/vectors/README.md` describes."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

from qttt.reference.notation import NotationError
from qttt.reference.perft import perft
from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.engines import Illegal, NotAnswered, Refused, SetUp
from qttt.verification.questions import Answer, Kind, Question, Verdict, compared


@dataclass(frozen=True)
class Replayed:
    """An engine after it has played a vector: `position` is the last position, `before` the one before `action`.

    `actions` are all actions played; there are none if the vector states a position and not a game.
    """

    engine: Any
    position: Any
    actions: tuple[Any, ...] = ()
    before: Any = None

    @property
    def action(self) -> Any:
        """The last action played; None if there is none."""
        return self.actions[-1] if self.actions else None


Answering = Callable[[Replayed, Any], Any]
"""An engine's answer to a field of `then`. The expected answer, if there is one, sets the form of the answer."""


def actor(replayed: Replayed, _: Any) -> Any:
    found = replayed.engine.actor(replayed.position)
    return None if found is None else str(found)


def actions(replayed: Replayed, expected: Any) -> Any:
    found = replayed.engine.actions(replayed.position)
    return len(found) if isinstance(expected, int) else [str(action) for action in found]


def chance(replayed: Replayed, _: Any) -> Any:
    return as_texts(replayed.engine.chance(replayed.position))


def outcome(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.outcome(replayed.position)


def outcome_rule(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.outcome_rule(replayed.position)


def value(replayed: Replayed, _: Any) -> Any:
    ended = replayed.engine.actor(replayed.position) is None
    return str(replayed.engine.score(replayed.position) if ended else replayed.engine.value(replayed.position))


def best(replayed: Replayed, _: Any) -> Any:
    return [str(action) for action in replayed.engine.best(replayed.position)]


def optimal(replayed: Replayed, _: Any) -> Any:
    return replayed.action in replayed.engine.best(replayed.before)


def first_moves(replayed: Replayed, _: Any) -> Any:
    return as_texts(replayed.engine.values(replayed.position))


def as_texts(numbers: Mapping[Any, Any]) -> dict[str, str]:
    """Numbers by action, both as text."""
    return {str(action): str(number) for action, number in numbers.items()}


def near(said: Any, expected: Any) -> Any:
    """What is expected, a printed value and a distance, if a value is within that distance; else the value."""
    try:
        printed, distance = map(Fraction, expected)
        return expected if abs(Fraction(said) - printed) <= distance else said
    except (TypeError, ValueError, ZeroDivisionError):
        return said


def position(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.write_position(replayed.position)


def printed(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.write(replayed.actions)


OF_EVERY_GAME = (actor, actions, chance, outcome, outcome_rule, value, best, optimal, first_moves, position, printed)
SEARCHED = {"value", "value_near", "best", "optimal", "first_moves", "selections", "circuit"}
"""The fields whose answers may take long."""
TOLD_BY_THE_KIND = ("legal", "error", "token", "refused")
"""The fields of `then` that the kind of an answer tells."""


class _Rejected(Exception):
    """An engine rejects a token: the rule, if it names one, and the number of the token."""

    def __init__(self, rule: str | None, number: int) -> None:
        super().__init__(rule, number)
        self.told = {**({"error": rule} if rule else {}), "token": number}


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
        fields = tuple(field for field in vector.then if field not in TOLD_BY_THE_KIND)
        return compared(vector.then, self.ask(set_up, Question.of(vector, fields), vector.then))

    def ask(self, set_up: SetUp, question: Question, expected: Mapping[str, Any] = MappingProxyType({})) -> Answer:
        """The answer of an implementation, to a question with a depth its counts of games. An expected answer to a
        field sets the form of the answer."""
        try:
            engine = set_up(question.options)
            replayed = self._replayed(engine, question)
        except Refused as refused:
            return Answer(Kind.REFUSED, refused.rule)
        except NotAnswered:
            return Answer(Kind.SKIPPED, "this implementation does not answer it")
        except _Rejected as rejected:
            return Answer(Kind.ILLEGAL, rejected.told)
        if question.depth:
            return Answer(Kind.COUNTS, [*perft(engine, question.depth, replayed.position)])
        return Answer(Kind.ANSWERS, self.answered(replayed, question.fields, expected))

    def answered(
        self, replayed: Replayed, fields: Iterable[str], expected: Mapping[str, Any] = MappingProxyType({})
    ) -> dict[str, Any]:
        """An engine's answers to those of the fields that it answers."""
        said = {}
        for field in fields:
            try:
                said[field] = self.answers[field](replayed, expected.get(field))
            except NotAnswered:
                continue
            except (ValueError, LookupError) as error:
                said[field] = f"no answer: {error}"
        return said

    def _replayed(self, engine: Any, question: Question) -> Replayed:
        """The engine at the position of a question. Raises `_Rejected` if it rejects a token."""
        number = 0
        try:
            match question.form:
                case "marks":
                    return Replayed(engine, engine.board(question.text))
                case "position":
                    return Replayed(engine, engine.read_position(question.text))
            actions = engine.parse(question.text)
            if question.form == "open":
                for number in range(1, len(actions) + 1):
                    engine.circuit(actions[:number])
                return Replayed(engine, None, actions)
            position = before = engine.initial()
            for action in actions:
                number += 1
                before, position = position, engine.play(position, action)
        except Illegal as illegal:
            raise _Rejected(illegal.rule, number) from illegal
        except NotationError as error:
            raise _Rejected(error.rule, error.number) from error
        return Replayed(engine, position, actions, before)

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
        ordered = sorted(kept, key=lambda vector: bool(SEARCHED & {*vector.then}))
        return [vector for vector in ordered if search or not SEARCHED & {*vector.then}]

    def known_errors(self, engines: Mapping[str, SetUp]) -> str:
        """An implementation with a known error fails every vector flagged with this error; each error has a vector."""
        count = 0
        for name, set_up in engines.items():
            flagged = [vector for vector in vectors(self.game) if f"known-error:{name}" in vector.flags]
            passed = [vector.id for vector in flagged if not self.run(set_up, vector).wrong]
            if passed or not flagged:
                why = ", ".join(passed) or "because it has no vector"
                raise Refuted(f"the engine with the error {name} passes {why}")
            count += len(flagged)
        return f"{len(engines)} errors, {count} vectors"
