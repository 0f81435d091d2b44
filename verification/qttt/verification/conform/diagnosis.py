"""Explains all answers of an engine: by a reading of the rules, a known error of the page, or both.

An explanation is the reference, in another reading or with an error planted: it is named only if it gives every
answer that the engine gave, the wrong ones and the right ones. Answers to games that only the engine plays, and values
that an explanation finds only by a long search, are not compared, and do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, islice, product
from math import prod
from typing import Any, NamedTuple

from qttt.reference.notation import split
from qttt.spec import rulesets
from qttt.verification.conform.truth import PLY, Truth
from qttt.verification.engines import SetUp
from qttt.verification.questions import (
    ASKED,
    SEARCHED,
    Answer,
    Expected,
    Kind,
    Question,
    Verdict,
    compared,
    plain,
    with_values,
    written,
)

MOST_COUNTED = 2_000
"""The largest right count of games that is compared."""
MOST_READINGS = 64
"""In a game with more readings, and of an engine that is asked in many settings, only those are compared that differ in
one option."""
MOST_SEARCHED = 2_000
"""The most positions that a search for a value may meet."""
PROBES = 12
"""The wrong answers, of different kinds, that are compared first."""
MOST_SETTINGS = 4
"""An engine that is asked in more settings is compared with no more readings than those of one option."""


class Said(NamedTuple):
    """A question and its answer, of fields each as a digest, and the `verdict` on it."""

    question: Question
    kind: Kind
    content: Any
    verdict: Verdict

    @classmethod
    def to(cls, expected: Expected, answer: Answer, as_due: Answer | None = None) -> Said:
        """What an engine said to a question; `as_due` is its answer in the form of what is due, by default the answer
        itself. Counts of games are kept up to the first wrong one, or as deep as they are compared, or whole if
        there are too many."""
        (question, due), content = expected, answer.content
        verdict = compared(due, as_due or answer)
        if answer.kind is Kind.ANSWERS:
            content = _digests(content)
        elif answer.kind is Kind.COUNTS:
            counts = due["counts"]
            wrong = next((at for at in range(len(counts)) if content[: at + 1] != [*counts[: at + 1]]), None)
            depth = sum(count <= MOST_COUNTED for count in counts) if wrong is None else wrong + 1
            question = replace(question, depth=max(1, depth))
            content = content if len(content) > len(counts) else content[: question.depth]
        return cls(question, answer.kind, content, verdict)

    @property
    def wrong(self) -> frozenset[str]:
        """The fields that are wrong; `legal` stands for an answer of another kind than is due."""
        return frozenset(ASKED.get(name, name) for name in self.verdict.wrong)


def _digests(fields: Mapping[str, object]) -> dict[str, int]:
    return {name: hash(written(value)) for name, value in fields.items()}


@dataclass(frozen=True)
class Explained:
    """What gives every answer that it can be compared with: the reference with these `options` in place of others and
    with a known error, each perhaps left out; `answers` were compared, of which `wrong` are wrong."""

    options: Mapping[str, str]
    error: str
    answers: int
    wrong: int


class Compared(NamedTuple):
    """The number of answers that could be compared, and how many of them are wrong."""

    answers: int
    wrong: int


@dataclass(frozen=True)
class Diagnosis:
    """Every answer of an engine, and whether it only gets lists of legal actions."""

    truth: Truth
    answers: Sequence[Said]
    plays_lists: bool = False
    _tried: dict[object, Compared | None] = field(default_factory=dict)
    _long: set[object] = field(default_factory=set)

    @cached_property
    def wrong(self) -> list[Said]:
        """The wrong answers, those to short questions first, and counts of games last."""
        wrong = (each for each in self.answers if each.wrong)
        return sorted(wrong, key=lambda each: (each.question.depth, len(f"{each.question.text}")))

    @cached_property
    def _offers(self) -> bool:
        """Whether the engine has said which actions it has, so that others need not be compared."""
        return any(each.kind is Kind.ANSWERS and "actions" in each.content for each in self.answers)

    @cached_property
    def _settings(self) -> list[Question]:
        """A question for each of the options that were asked."""
        return [*{written(each.question.options): each.question for each in self.answers}.values()]

    @cached_property
    def _ordered(self) -> list[Said]:
        """The answers in the order in which they are compared: some wrong ones that differ in kind, those to short
        questions first, then all others."""
        kinds: dict[object, Said] = {}
        for each in self.wrong:
            kinds.setdefault((each.wrong, written(each.question.options)), each)
        return [*[*kinds.values()][:PROBES], *self.wrong, *(each for each in self.answers if not each.wrong)]

    def found(self) -> Iterator[Explained]:
        """The simplest explanations: known errors, then readings, else readings with known errors; none of an engine
        that gives no wrong answer."""
        if not self.wrong:
            return
        engines = [(name, engine) for name, some in self.truth.errors.items() for engine in some]
        readings = [*self._readings()]
        alone = [*self._fitting(({}, name, engine) for name, engine in engines)]
        yield from alone
        alone += (others := self._simplest((each, "", self.truth.reference) for each in readings))
        yield from others
        if not alone:
            yield from self._simplest((each, name, engine) for each in readings for name, engine in engines)

    def _readings(self) -> Iterator[dict[str, str]]:
        """Values in place of those asked for, the fewest first."""
        named = [option for option in rulesets()[self.truth.suite.game].options if option.values]
        are_many = prod(len(option.values) for option in named) > MOST_READINGS or len(self._settings) > MOST_SETTINGS
        for size in range(1, 2 if are_many else len(named) + 1):
            for some in combinations(named, size):
                for values in product(*(option.values for option in some)):
                    yield {option.name: value for option, value in zip(some, values, strict=True)}

    def _simplest(self, candidates: Iterable[tuple[dict[str, str], str, SetUp]]) -> list[Explained]:
        """Of candidates with ever more options those that fit with the fewest."""
        found: list[Explained] = []
        for each in candidates:
            if found and len(each[0]) > len(found[0].options):
                break
            found += self._fitting([each])
        return found

    def _fitting(self, candidates: Iterable[tuple[dict[str, str], str, SetUp]]) -> Iterator[Explained]:
        named = set[str]()
        for options, name, engine in candidates:
            if name not in named and (compared := self.explains(engine, options, bool(name))):
                named |= {name} - {""}
                yield Explained(options, name, *compared)

    def explains(self, engine: SetUp, options: Mapping[str, str], planted: bool) -> Compared | None:
        """How many answers an implementation gives too, with some options in place of others; None if another one than
        these can be compared, or no wrong one."""
        key: object = (engine, planted, *(written(self._with(asked, options)) for asked in self._settings))
        if key not in self._tried:
            self._tried[key] = self._compared(engine, options, planted)
        return self._tried[key]

    def _compared(self, engine: SetUp, options: Mapping[str, str], planted: bool) -> Compared | None:
        agreed: dict[int, bool | None] = {}
        for each in self._ordered:
            agreed[id(each)] = agrees = self._agrees(engine, options, each, planted)
            if agrees is False:
                return None
        found = [each for each in self.answers if agreed[id(each)]]
        wrong = sum(bool(each.wrong) for each in found)
        return Compared(len(found), wrong) if wrong else None

    def unexplained(self, engine: SetUp, options: Mapping[str, str], most: int) -> int:
        """How many answers an engine with an error planted does not give, counted up to one more than `most`."""
        answers = {id(each): each for each in self._ordered}.values()
        differ = (True for each in answers if self._agrees(engine, options, each, planted=True) is False)
        return sum(islice(differ, most + 1))

    def _with(self, asked: Question, options: Mapping[str, str]) -> dict[str, object]:
        """The options of a question, with some in place of others."""
        return plain(asked.ruleset, with_values(asked.ruleset, asked.options, options))

    def _agrees(self, engine: SetUp, options: Mapping[str, str], given: Said, planted: bool) -> bool | None:
        """Whether an implementation gives this answer; None if the two cannot be compared."""
        if given.kind is Kind.SKIPPED:
            return None
        asked = replace(given.question, options=self._with(given.question, options))
        if {*asked.fields} & {*SEARCHED} and self._is_long(engine, asked):
            return None
        return self._same(self._answer(engine, asked, given), given, planted)

    def _is_long(self, engine: SetUp, asked: Question) -> bool:
        """Whether the search of an implementation is long: from an early position, or over too many, as with an error
        that lets games go on; then every other search in its games is taken for long, too."""
        key = engine, written(asked.options)
        try:
            players = engine(asked.options)
            waiting = [players.game.position(asked.text)]
            if not players.actions(waiting[0]):
                return False
            if key in self._long or not self.truth.is_late(waiting[0]):
                return True
            found = {*waiting}
            while waiting and len(found) <= MOST_SEARCHED:
                position = waiting.pop()
                after = {players.play(position, action) for action in players.actions(position)} - found
                found |= after
                waiting += after
        except Exception:  # a planted error may not play every position
            return False
        if is_long := len(found) > MOST_SEARCHED:
            self._long.add(key)
        return is_long

    def _answer(self, engine: SetUp, asked: Question, given: Said) -> Answer:
        """The answer of an implementation. An engine that only gets legal actions passes over what only settles a
        position, such as a selection, where nothing waits to be settled."""
        try:
            answer = self.truth.suite.ask(engine, asked)
            while self.plays_lists and answer.kind is Kind.ILLEGAL and given.kind is not Kind.ERRORED:
                tokens = split(asked.text)
                number = answer.content["token"]
                if PLY.match(tokens[number - 1]):
                    break
                asked = replace(asked, text=" ".join((*tokens[: number - 1], *tokens[number:])))
                answer = self.truth.suite.ask(engine, asked)
        except Exception as error:  # a planted error may not play every position
            return Answer(Kind.ERRORED, f"{error}")
        return answer

    def _same(self, answer: Answer, given: Said, planted: bool) -> bool | None:
        """Whether an engine has given this answer, as far as both say something; None if one of them says nothing. The
        rule is not compared of an action that only the error rejects."""
        if answer.kind in (Kind.ERRORED, Kind.SKIPPED):
            return False if given.wrong else None
        if answer.kind is Kind.ILLEGAL and self.plays_lists:
            return None if self._offers or not given.wrong else False  # the engine itself never plays such an action
        if answer.kind is not given.kind:
            return False
        match answer.kind:
            case Kind.ANSWERS:
                due = _digests(answer.content)
                return all(due.get(name) == has for name, has in given.content.items() if name in {*due, *given.wrong})
            case Kind.ILLEGAL:
                free = {"error"} if planted and "legal" in given.wrong else set[str]()
                return all(answer.content.get(name) == has for name, has in given.content.items() if name not in free)
        return bool(answer.content == given.content)
