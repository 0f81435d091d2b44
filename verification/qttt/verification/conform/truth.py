"""What is true of a game, to hold engines against: its vectors, run as `spec/qttt/spec/vectors/README.md` describes,
and random games and damaged texts with the answers of the reference."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from qttt.reference.notation import NotationError
from qttt.reference.perft import perft
from qttt.spec import KNOWN_ERROR, Vector, vectors
from qttt.verification import Refuted
from qttt.verification.engines import Illegal, NotAnswered, OptionsRejected, SetUp
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
from qttt.verification.random_games import Choices, damaged, nth


@dataclass(frozen=True)
class Replayed:
    """An engine after it has played a game: its last position, and all actions played; there are none if a position is
    stated and not a game."""

    engine: Any
    position: object
    actions: tuple[object, ...] = ()


Answering = Callable[[Replayed], object]
"""An engine's answer to a field."""


def actor(replayed: Replayed) -> object:
    found = replayed.engine.actor(replayed.position)
    return None if found is None else str(found)


def actions(replayed: Replayed) -> object:
    return [str(action) for action in replayed.engine.actions(replayed.position)]


def chance(replayed: Replayed) -> object:
    return as_texts(replayed.engine.chance(replayed.position))


def outcome(replayed: Replayed) -> object:
    return replayed.engine.outcome(replayed.position)


def outcome_rule(replayed: Replayed) -> object:
    return replayed.engine.outcome_rule(replayed.position)


def value(replayed: Replayed) -> object:
    ended = replayed.engine.actor(replayed.position) is None
    return str(replayed.engine.score(replayed.position) if ended else replayed.engine.value(replayed.position))


def best(replayed: Replayed) -> object:
    engine, position = replayed.engine, replayed.position
    return [str(action) for action in sorted(engine.best(position), key=[*engine.actions(position)].index)]


def first_moves(replayed: Replayed) -> object:
    return as_texts(replayed.engine.values(replayed.position))


def as_texts(numbers: Mapping[object, object]) -> dict[str, str]:
    """Numbers by action, both as text."""
    return {str(action): str(number) for action, number in numbers.items()}


def position(replayed: Replayed) -> object:
    return replayed.engine.write_position(replayed.position)


def printed(replayed: Replayed) -> object:
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


def fitted(name: str, said: object, expected: object) -> object:
    """An answer in the form of a vector: a number instead of a list, some squares or moves only, a value near enough to
    a printed one. Rule: CONFORM-FIELD-1"""
    if type(expected) is int and isinstance(said, list):
        return len(said)
    if name in ("first_moves", "probabilities") and isinstance(said, Mapping) and isinstance(expected, Mapping):
        return {key: value for key, value in said.items() if key in expected}
    return near(said, expected) if name == "value_near" else said


def near(said: Any, expected: Any) -> object:
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
        except OptionsRejected as refused:
            return Answer(Kind.REFUSED, refused.rule)
        except NotAnswered:
            return Answer(Kind.SKIPPED, "this implementation does not answer it")
        if isinstance(replayed, Answer):
            return replayed
        if question.depth:
            return Answer(Kind.COUNTS, [*perft(engine, question.depth, replayed.position)])
        return Answer(Kind.ANSWERS, self.answered(replayed, question.fields))

    def answered(self, replayed: Replayed, fields: Iterable[str]) -> dict[str, object]:
        """An engine's answers to those of the fields that it answers."""
        said = {}
        for name in fields:
            try:
                said[name] = self.answers[name](replayed)
            except NotAnswered:
                continue
            except (ValueError, LookupError) as error:
                said[name] = f"no answer: {error}"
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


# The implementations of this project

TEXTS_OF_A_GAME = 5
"""The number of damaged texts from one random game."""
PLAYERS = ("X", "O")
PLY = re.compile(r"([XO])([1-9][0-9]?)(?=\.)")
"""The player and the ply of a move."""


class Setting(NamedTuple):
    """A ruleset and options."""

    ruleset: str
    options: Mapping[str, object]


@dataclass(frozen=True, kw_only=True)
class Truth:
    """The implementations of this project of a game, and how to ask them.

    `rules` are the fields that need no search, each with the rule that a wrong answer breaks, and `legal`, which stands
    for an action that an engine rejects or lacks. `by_action` are the rules in place of these where an action of a kind
    has been taken (for a field that it changes) or is due; the first pattern that fits the action counts. `by_option`
    are rules in place of others under a value of an option, and `elsewhere` where only the squares of the right marks
    are wrong; `searched` is the rule of values under best play.

    `state` are the fields from which the others follow, the marks first. `settings()` are the options to play with,
    `longest` the most actions of a random game and `pick` how a choice picks one of its actions. `is_late` says whether
    any engine can find the value of a position, and `picture` draws it in text. `lacks` are the fields and forms that
    the fast engine does not answer, and `chance` is the field with the chances of the game, if it has any.
    `known_errors` are those of the page, planted in the reference, by their flags, and `variants` other forms of them;
    `together` plants several at once, the first ones of `known_errors` first, in a game that can.
    """

    suite: Suite
    reference: SetUp
    fast: SetUp
    rules: Mapping[str, str]
    by_action: Mapping[str, Mapping[str, str]]
    searched: str
    state: tuple[str, ...]
    settings: Callable[[], Sequence[Mapping[str, object]]]
    longest: int
    is_late: Callable[[Any], bool]
    picture: Callable[[Any], str]
    lacks: frozenset[str] = frozenset()
    chance: tuple[str, ...] = ()
    by_option: Mapping[tuple[str, str], str] = field(default_factory=dict)
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    known_errors: Mapping[str, SetUp] = field(default_factory=dict)
    variants: Mapping[str, Sequence[SetUp]] = field(default_factory=dict)
    together: Callable[..., SetUp] | None = None
    pick: Callable[[Sequence[Any], int], object] = field(default=nth, repr=False)

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(name for name in self.rules if name != "legal")

    @property
    def errors(self) -> Mapping[str, Sequence[SetUp]]:
        """Every form of each known error."""
        return {name: (engine, *self.variants.get(name, ())) for name, engine in self.known_errors.items()}

    def answer(self, question: Question) -> Answer:
        return self.suite.ask(self.reference, question)

    def expected(self, question: Question) -> Expected:
        return Expected(question, due(self.answer(question)))

    # The checks of claims

    def reference_conforms(self, **bound: Any) -> str:
        return self.suite.conformance(self.reference, **bound)

    def fast_engine_conforms(self, **bound: Any) -> str:
        return self.suite.conformance(self.fast, **bound)

    def known_errors_fail(self, engines: Mapping[str, SetUp] | None = None) -> str:
        """An implementation with a known error fails every vector flagged with the error; each error has a vector."""
        engines, count = engines or self.known_errors, 0
        for name, engine in engines.items():
            flagged = [vector for vector in vectors(self.suite.game) if f"{KNOWN_ERROR}{name}" in vector.flags]
            passed = [vector.id for vector in flagged if not self.suite.run(engine, vector).wrong]
            if passed or not flagged:
                why = ", ".join(passed) or "because it has no vector"
                raise Refuted(f"the engine with the error {name} passes {why}")
            count += len(flagged)
        return f"{len(engines)} errors, {count} vectors"

    # What is asked

    def setting(self, options: Mapping[str, object]) -> Mapping[str, str]:
        """Every option of the game with its value; nothing for options that are refused, and for those of a file."""
        try:
            found: Mapping[str, str] = self.reference(options).game.setting
        except (OptionsRejected, AttributeError):
            return {}
        return found

    def positions(self, options: Mapping[str, object], choices: Choices) -> Iterator[tuple[Replayed, str]]:
        """The positions of a game and the games that lead to them, until the choices run out or the game ends."""
        engine = self.reference(options)
        position, made = engine.initial(), []
        yield Replayed(engine, position), ""
        for choice in choices:
            actions = engine.actions(position)
            if not actions:
                break
            made.append(self.pick(actions, choice))
            position = engine.play(position, made[-1])
            yield Replayed(engine, position), engine.write(made)

    def _asked(self, setting: Setting, at: Replayed, text: str, fields: Iterable[str]) -> Expected:
        question = Question(*setting, "game", text, tuple(fields))
        return Expected(question, {"legal": True, **self.suite.answered(at, question.fields)})

    # What random games ask, each for the fields that an engine has

    def games(self, setting: Setting, choices: Choices, fields: Collection[str]) -> Iterator[Expected]:
        """What the rules say of every position of a game; `value` is the score of its end."""
        for at, text in self.positions(setting.options, choices):
            ended = at.engine.actor(at.position) is None
            yield self._asked(setting, at, text, (name for name in fields if name != "value" or ended))

    def distributions(self, setting: Setting, choices: Choices, fields: Collection[str]) -> Iterator[Expected]:
        """The chances at the chance nodes of a game, and at the late nodes of the System."""
        for at, text in self.positions(setting.options, choices):
            actor = at.engine.actor(at.position)
            if actor == "CHANCE" or (actor == "SYSTEM" and self.is_late(at.position)):
                yield self._asked(setting, at, text, fields)

    def values(self, setting: Setting, choices: Choices, fields: Collection[str]) -> Iterator[Expected]:
        """The values and the best actions of the late positions of a game."""
        for at, text in self.positions(setting.options, choices):
            actor = at.engine.actor(at.position)
            if actor and self.is_late(at.position):
                yield self._asked(setting, at, text, (name for name in fields if name == "value" or actor in PLAYERS))

    def texts(self, setting: Setting, choices: Choices, fields: Collection[str]) -> Iterator[Expected]:
        """Damaged texts of the end of a game, with what is wrong with them."""
        texts = [text for _, text in self.positions(setting.options, choices) if text]
        for text in damaged(texts[-3:], Random(f"{choices}"), TEXTS_OF_A_GAME):
            yield self.expected(Question(*setting, "game", text, tuple(fields)))


def due(answer: Answer) -> Mapping[str, object]:
    """What an answer demands of another engine."""
    match answer.kind:
        case Kind.ANSWERS:
            return {"legal": True, **answer.content}
        case Kind.ILLEGAL:
            return {"legal": False, **answer.content}
        case Kind.REFUSED:
            return {"refused": answer.content}
    raise ValueError(f"the reference has no answer: {answer.content}")
