"""Random games, chances, values and damaged texts, asked of an engine; a difference is shrunk."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Any, NamedTuple

from qttt.spec import vectors
from qttt.verification import Refuted
from qttt.verification.conform.results import Case, Difference, Status
from qttt.verification.conform.session import Session
from qttt.verification.conform.truth import Expected, Setting, Truth, due, truth_of
from qttt.verification.questions import MOST, Answer, Kind, Question, compared, short
from qttt.verification.rules import Choices, random_choices, shrunk
from qttt.verification.workers import most_processes

CHUNK = 100
"""So many games are prepared at a time."""


class Campaign(NamedTuple):
    """Random games, numbers 0 to `games` - 1: what is asked of each (a method of `Truth`), for which fields, in
    which settings in turn.

    Fields that an engine has not `declared` are due all the same, and left out of the questions.
    """

    game: str
    what: str
    fields: tuple[str, ...]
    declared: frozenset[str]
    settings: Sequence[Setting]
    games: int
    seed: int

    @property
    def truth(self) -> Truth:
        """What is true of the game."""
        return truth_of(self.game)

    def choices(self, number: int) -> Choices:
        """The choices of a game."""
        return random_choices(f"{self.seed}/{self.what}/{number}", self.truth.longest)

    def setting(self, number: int) -> Setting:
        """The setting of a game."""
        return self.settings[number % len(self.settings)]

    def asked(self, setting: Setting, choices: Choices) -> list[Expected]:
        """The questions about a game."""
        ask: Callable[..., Iterator[Expected]] = getattr(self.truth, self.what)
        return [Expected(self.of_declared(question), due) for question, due in ask(setting, choices, self.fields)]

    def of_declared(self, question: Question) -> Question:
        """A question about those of its fields that the engine has declared."""
        return replace(question, fields=tuple(name for name in question.fields if name in self.declared))

    def prepared(self, start: int) -> list[list[Expected]]:
        """The questions of the games from a number on, a chunk of them."""
        numbers = range(start, min(start + CHUNK, self.games))
        return [self.asked(self.setting(number), self.choices(number)) for number in numbers]


def prepared(campaign: Campaign) -> Iterator[list[Expected]]:
    """The questions of every game: those of the first chunk from this process, then from one for each core."""
    yield from campaign.prepared(0)
    starts = iter(range(CHUNK, campaign.games, CHUNK))
    if campaign.games <= 2 * CHUNK:
        for start in starts:
            yield from campaign.prepared(start)
        return
    workers = most_processes()
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        waiting: deque[Future[list[list[Expected]]]] = deque()
        try:
            while True:
                while len(waiting) < 2 * workers and (following := next(starts, None)) is not None:
                    waiting.append(pool.submit(campaign.prepared, following))
                if not waiting:
                    return
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def cases(session: Session, campaign: Campaign, differences: list[Difference]) -> Iterator[Case]:
    """What became of each game of which something is asked. Of the games that differ, the one that differs soonest in
    each field is shrunk and added to the differences."""
    games: deque[tuple[int, list[Expected]]] = deque()

    def questions() -> Iterator[Question]:
        for number, asked in enumerate(prepared(campaign)):
            if asked:
                games.append((number, asked))
            yield from (question for question, _ in asked)

    answers, soonest = session.ask(questions()), dict[str, tuple[int, int]]()
    for answer in answers:
        number, asked = games.popleft()
        given = (answer, *islice(answers, len(asked) - 1))
        verdicts = [compared(expected.due, said) for expected, said in zip(asked, given, strict=True)]
        case = Case.of(f"{campaign.what} {number}", verdicts)
        if case.status is Status.FAILED:
            at, wrong = next((at, v.wrong[0]) for at, v in enumerate(verdicts) if v.wrong and not v.errored)
            text, field = asked[at].question.text, wrong.split(" ", 1)[0]
            soonest[field] = min(soonest.get(field, (len(text), number)), (len(text), number))
            case = replace(case, why=f"'{text}': {wrong}")
        yield case
    for _, number in sorted(soonest.values())[:MOST_SHOWN]:
        found = simplest(session, campaign, number)
        if found and found.field not in {shown.field for shown in differences}:
            differences.append(found)


def simplest(session: Session, campaign: Campaign, number: int) -> Difference | None:
    """The shortest game that still differs, or the shortest text, in the simplest setting; None if the engine now
    answers otherwise."""
    if campaign.what == "texts":
        return _simplest_text(session, campaign, number)

    def shows(setting: Setting, choices: Choices) -> _Differs | None:
        return next(_differing(session, campaign.asked(setting, choices)), None)

    setting, choices = campaign.setting(number), campaign.choices(number)
    found = shows(setting, choices)
    if found is None:
        return None
    for simpler in simpler_settings(campaign.settings, setting):
        if in_simpler := shows(simpler, choices):
            setting, found = simpler, in_simpler
            break
    return difference(campaign.truth, shrunk(partial(shows, setting), choices, found))


def simpler_settings(settings: Sequence[Setting], setting: Setting) -> list[Setting]:
    """The settings that are simpler than one of them: the first one, then those with shorter options, shortest first.

    >>> settings = [Setting("goff-1.0", options) for options in ({"q": "1/2"}, {"q": "1/22", "s": 1}, {"q": "1/3"})]
    >>> [dict(simpler.options) for simpler in simpler_settings(settings, settings[1])]
    [{'q': '1/2'}, {'q': '1/3'}]
    """

    def effort(other: Setting) -> tuple[bool, int]:
        return other != settings[0], len(json.dumps(dict(other.options)))

    return sorted((other for other in settings if effort(other) < effort(setting)), key=effort)


class _Differs(Refuted):
    """An engine's answer that differs from what is due."""

    def __init__(self, expected: Expected, answer: Answer) -> None:
        super().__init__(expected, answer)
        self.expected, self.answer = expected, answer


def _differing(session: Session, asked: Sequence[Expected]) -> Iterator[_Differs]:
    """The questions to which an engine gives another answer than is due."""
    answers = session.ask(question for question, _ in asked)
    given = [*zip(asked, answers, strict=True)]
    for expected, answer in given:
        verdict = compared(expected.due, answer)
        if verdict.wrong and answer.kind is not Kind.ERRORED:
            yield _Differs(expected, answer)


def _simplest_text(session: Session, campaign: Campaign, number: int) -> Difference | None:
    """A text that differs, without the tokens and characters that it does not need."""
    truth, setting = campaign.truth, campaign.setting(number)

    def shows(asked: Question) -> _Differs | None:
        return next(_differing(session, [Expected(asked, due(truth.answer(asked)))]), None)

    found = next(_differing(session, campaign.asked(setting, campaign.choices(number))), None)
    if found is None:
        return None
    question = found.expected.question
    for simpler in simpler_settings(campaign.settings, setting):
        if in_simpler := shows(replace(question, options=simpler.options)):
            found = in_simpler
            break
    while simpler_text := next(
        (other for asked in _shorter(found.expected.question) if (other := shows(asked))),
        None,
    ):
        found = simpler_text
    return difference(truth, found)


def _shorter(question: Question) -> Iterator[Question]:
    return (replace(question, text=text) for text in shorter(question.text))


def shorter(text: str) -> Iterator[str]:
    """A text without one of its tokens, then without one of its characters.

    >>> [*shorter("X1 O2")]
    ['O2', 'X1', '1 O2', 'X O2', 'X1O2', 'X1 2', 'X1 O']
    """
    tokens = text.split(" ")
    if len(tokens) > 1:
        yield from (" ".join((*tokens[:at], *tokens[at + 1 :])) for at in range(len(tokens)))
    yield from (text[:at] + text[at + 1 :] for at in range(len(text)))


def difference(truth: Truth, found: _Differs) -> Difference:
    """A difference as it is reported, with a vector that takes the side of the reference."""
    (question, expected), answer = found.expected, found.answer
    wrong = compared(expected, answer).wrong[0]
    name = next((name for name in expected if wrong.startswith(f"{name} is ")), "legal")
    said = answer.content.get(name) if name in answer.content else answer.content
    said = said if len(written := json.dumps(said, ensure_ascii=False)) <= MOST else short(written)
    vector = {
        "id": f"{vectors(truth.suite.game)[-1].id.split('-')[0]}-found-0001",
        "rules": [expected.get("error") or truth.rules.get(name, "NOTATION-GAME-1")],
        "flags": [],
        "source": "generated",
        **({"options": question.options} if question.options else {}),
        "comment": f"An engine differed: {name}.",
        **_stated(question.text, expected),
        "then": {key: value for key, value in expected.items() if key == name or not expected["legal"]},
    }
    if expected["legal"] and name == "legal":
        vector["then"] = {"legal": True}
    return Difference(
        _asked(question),
        name,
        expected.get(name),
        said,
        _board(truth, question),
        vector,
        _doubt(truth, question, expected),
    )


def _stated(text: str, expected: Mapping[str, Any]) -> dict[str, Any]:
    """A text as `given` and `when`: an illegal one is divided before the token at fault."""
    if expected["legal"]:
        return {"given": text, "when": None}
    tokens = text.split()
    at = expected.get("token", len(tokens)) - 1
    return {"given": " ".join(tokens[:at]), "when": tokens[at] if at < len(tokens) else None}


def _asked(question: Question) -> dict[str, Any]:
    return {"ruleset": question.ruleset, "options": dict(question.options), question.form: question.text}


def _board(truth: Truth, question: Question) -> str:
    """The position of a legal game, drawn in text."""
    answer = truth.answer(replace(question, fields=()))
    if answer.kind is not Kind.ANSWERS:
        return ""
    return truth.picture(truth.reference(question.options).game.position(question.text))


def _doubt(truth: Truth, question: Question, expected: Mapping[str, Any]) -> str:
    """Where the fast engine says something else than the reference about a legal game: what each says."""
    if not expected["legal"]:
        return ""
    other = truth.suite.ask(truth.fast, question, expected)
    wrong = compared(expected, other).wrong
    return f"about {_asked(question)} the fast engine and the reference differ: {'; '.join(wrong)}" if wrong else ""


MOST_SHOWN = 3
"""The most differences of a campaign that are shrunk."""
