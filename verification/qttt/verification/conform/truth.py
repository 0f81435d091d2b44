"""What is true of a game, to hold engines against: random games and damaged texts with the answers of the reference."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from qttt.spec import KNOWN_ERROR, vectors
from qttt.verification import Refuted
from qttt.verification.conformance import Replayed, Suite
from qttt.verification.engines import Refused, SetUp
from qttt.verification.questions import Answer, Expected, Kind, Question
from qttt.verification.rules import Choices, nth
from qttt.verification.texts import damaged

TEXTS_OF_A_GAME = 5
"""The number of damaged texts from one random game."""
PLAYERS = ("X", "O")
PLY = re.compile(r"([XO])([1-9][0-9]?)(?=\.)")
"""The player and the ply of a move."""


class Setting(NamedTuple):
    """A ruleset and options."""

    ruleset: str
    options: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Truth:
    """The implementations of this project of a game, and how to ask them.

    `rules` are the fields that need no search, each with the rule that a wrong answer breaks, and `legal`, which stands
    for an action that an engine rejects or lacks. `by_action` are the rules in place of these where an action of a kind
    has been taken (for a field that it changes) or is due; the first pattern that fits the action counts. `by_option`
    are rules in place of others under a value of an option, and `searched` is the rule of values under best play.

    `state` are the fields from which the others follow, the marks first. `settings()` are the options to play with,
    `longest` the most actions of a random game and `pick` how a choice picks one of its actions. `is_late` says whether
    any engine can find the value of a position, and `picture` draws it in text. `lacks` are the fields and forms that
    the fast engine does not answer, and `chance` is the field with the chances of the game, if it has any.
    `known_errors` are those of the page, planted in the reference, by their flags, and `variants` other forms of them.
    """

    suite: Suite
    reference: SetUp
    fast: SetUp
    rules: Mapping[str, str]
    by_action: Mapping[str, Mapping[str, str]]
    searched: str
    state: tuple[str, ...]
    settings: Callable[[], Sequence[Mapping[str, Any]]]
    longest: int
    is_late: Callable[[Any], bool]
    picture: Callable[[Any], str]
    lacks: frozenset[str] = frozenset()
    chance: tuple[str, ...] = ()
    by_option: Mapping[tuple[str, str], str] = field(default_factory=dict)
    known_errors: Mapping[str, SetUp] = field(default_factory=dict)
    variants: Mapping[str, Sequence[SetUp]] = field(default_factory=dict)
    pick: Callable[[Sequence[Any], int], Any] = field(default=nth, repr=False)

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

    def setting(self, options: Mapping[str, Any]) -> Mapping[str, str]:
        """Every option of the game with its value; nothing for options that are refused, and for those of a file."""
        try:
            found: Mapping[str, str] = self.reference(options).game.setting
        except (Refused, AttributeError):
            return {}
        return found

    def positions(self, options: Mapping[str, Any], choices: Choices) -> Iterator[tuple[Replayed, str]]:
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


def due(answer: Answer) -> Mapping[str, Any]:
    """What an answer demands of another engine."""
    match answer.kind:
        case Kind.ANSWERS:
            return {"legal": True, **answer.content}
        case Kind.ILLEGAL:
            return {"legal": False, **answer.content}
        case Kind.REFUSED:
            return {"refused": answer.content}
    raise ValueError(f"the reference has no answer: {answer.content}")
