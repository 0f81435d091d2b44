"""Finds from some hundred questions which reading of the rules an engine plays, or the nearest one and what differs."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any

from qttt.oracle.progress import announced
from qttt.oracle.registry import options, readings
from qttt.reference.picture import listed
from qttt.spec import Ruleset, rulesets, vectors
from qttt.verification.conform import truth_of
from qttt.verification.conform.campaigns import root_of
from qttt.verification.conform.diagnosis import Diagnosis, Said
from qttt.verification.conform.differences import HIDDEN, Difference, by_roots, differing, show
from qttt.verification.conform.protocol import Implementation
from qttt.verification.conform.published import level_of
from qttt.verification.conform.session import NotStarted, Session, TooManyLosses
from qttt.verification.engines import SetUp
from qttt.verification.questions import Answer, Expected, Kind, Question, compared, with_values
from qttt.verification.random_games import random_choices

GAMES, LAST = 30, 2
"""The random games that are played in every reading, each with the same choices, and the positions from the end of each
that are asked for, where readings differ most."""
EVEN = {"q": "1/2"}
"""The coin of public programs, for an option that must be given."""
BY_CHANCE = ("SYSTEM", "CHANCE")

Reading = Mapping[str, str]
"""A value for every option that has named values, as the page writes them."""
Named = tuple[tuple[str, str], ...]
"""A reading that can be the key of a map."""


@dataclass
class Identified:
    """The nearest `readings`, those from which fewest answers differ: `wrong` of `asked`. What the engine declares does
    not tell several ones apart. With errors of the page beside it, `known_errors`, none would differ. `differences`
    are shown for the first reading, one for each rule that is broken."""

    command: Sequence[str]
    ruleset: str
    implementation: Implementation | None = None
    asked: int = 0
    readings: list[Reading] = field(default_factory=list)
    wrong: int = 0
    known_errors: list[str] = field(default_factory=list)
    by_chance: bool = False
    """Whether the engine lets chance select in a game in which a player does."""
    differences: list[Difference] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    lost: str = ""

    @property
    def code(self) -> int:
        """The exit code: 0 for a reading, 1 for the nearest one, 3 if the engine did not start or died too often."""
        return 3 if self.lost else 1 if self.wrong or self.failures or not self.asked else 0


def identify(session: Session, game: str) -> Identified:
    """Start an engine and find the reading of a game that it plays. None of the switches is set in what it is asked."""
    found = Identified(session.command, rulesets()[game].id, failures=session.failures)
    try:
        with session:
            found.implementation = session.implementation
            _find(session, game, found)
    except (NotStarted, TooManyLosses) as error:
        found.lost = str(error)
    return found


def _find(session: Session, game: str, found: Identified) -> None:
    truth, ruleset = truth_of(game), rulesets()[game]
    declared = session.implementation.rulesets.get(ruleset.id)
    if declared is None:
        found.lost = session.implementation.lacks(ruleset.id)
        return
    needed = _needed(ruleset)
    plain = next(iter(declared.readings({name: needed[name] for name in needed.keys() & declared.options})), {})
    with announced("finding the answers of every reading"):
        every = expected(game)
    right = {read: [_declared(each, declared.fields) for each in answers] for read, answers in every.items()}
    given: dict[int, Answer] = {}
    nearest = [*right]
    while more := [at for at in _legal(right, nearest, "game" in declared.forms) if at not in given]:
        asked = [right[nearest[0]][at].question for at in more]
        given |= zip(more, session.ask(replace(each, options=plain) for each in asked), strict=True)
        far = {read: _distance(each, given) for read, each in right.items()}
        found.wrong, _ = least = min(far.values())
        nearest = [read for read, distance in far.items() if distance == least]
    found.asked = sum(answer.kind is not Kind.SKIPPED for answer in given.values())
    answers = [answer.content for answer in given.values() if answer.kind is Kind.ANSWERS]
    found.by_chance = not needed and any(each.get("actor") in BY_CHANCE for each in answers)
    if found.wrong:
        heard = [Said.to(right[nearest[0]][at], answer) for at, answer in given.items()]
        diagnosis = Diagnosis(truth, heard, "game" not in declared.forms)
        if explained := _known_errors(diagnosis, nearest, found.wrong):
            found.known_errors, nearest = explained
        order = sorted(given, key=lambda at: right[nearest[0]][at].question.text)
        differs = differing(truth, [right[nearest[0]][at] for at in order], [given[at] for at in order])
        roots = by_roots(sorted(differs, key=lambda each: len(each.expected.question.text)))
        known, shown = {some[0].rules[0] for root, some in roots.items() if root != HIDDEN}, dict[str, Difference]()
        for some in roots.values():
            first = root_of(
                lambda asked: session.ask(replace(each, options=plain) for each in asked),
                truth,
                declared.fields,
                some[0],
            )
            show(truth, first, first.root if first.rules[0] in known else first.root_or_hidden, shown)
        found.differences = [*shown.values()]
    found.readings = [dict(read) for read in nearest]


def _known_errors(diagnosis: Diagnosis, readings: list[Named], wrong: int) -> tuple[list[str], list[Named]] | None:
    """The errors that explain every answer in a reading: one, or else more where they can be planted together, each the
    one that explains most of what is left."""
    truth, chosen = diagnosis.truth, dict[str, SetUp]()
    best: SetUp | None = truth.reference
    while best:
        best = None
        forms = ((name, form) for name, some in truth.errors.items() if name not in chosen for form in some)
        for (name, form), read in product(forms, readings):
            tried = chosen | {name: form}
            engine = (
                truth.together(*(tried[each] for each in truth.errors if each in tried)) if truth.together else form
            )
            left = diagnosis.unexplained(engine, dict(read), wrong - 1)
            if left == 0:  # it may be that no wrong answer can be compared
                if diagnosis.explains(engine, dict(read), planted=True):
                    return [*tried], [read]
            elif left < wrong:
                best, wrong, nearer = engine, left, (tried, [read])
        if best:
            chosen, readings = nearer
            best = best if truth.together else None
    return None


def _needed(ruleset: Ruleset) -> Reading:
    """The options that must be given."""
    return {name: value for name, value in EVEN.items() if name in ruleset.defaults}


def _declared(asked: Expected, fields: Collection[str]) -> Expected:
    """A question about the fields that an engine has, with their answers."""
    asking = tuple(name for name in asked.question.fields if name in fields)
    answers = {name: value for name, value in asked.due.items() if name in asking or name not in asked.question.fields}
    return Expected(replace(asked.question, fields=asking), answers)


def _legal(right: Mapping[Named, Sequence[Expected]], nearest: Sequence[Named], with_texts: bool) -> list[int]:
    """The numbers of the questions about games that each of some readings allows, or of all for an engine that reads
    texts: one that plays lists of actions only gets what may be legal in its reading."""
    numbers = range(len(right[nearest[0]]))
    return [at for at in numbers if with_texts or all(right[read][at].due["legal"] for read in nearest)]


def _distance(expected: Sequence[Expected], given: Mapping[int, Answer]) -> tuple[int, int]:
    """How many answers differ from those of a reading, and how many words of an engine, such as "narrow win of O", are
    in no answer of the reading."""
    verdicts = [compared(expected[at].due, answer) for at, answer in given.items()]
    known = {(name, each) for _, due in expected for name, each in due.items() if isinstance(each, str)}
    answers = (answer.content.items() for answer in given.values() if answer.kind is Kind.ANSWERS)
    words = ((name, each) for items in answers for name, each in items if isinstance(each, str))
    return sum(bool(each.wrong or each.errored) for each in verdicts), sum(word not in known for word in words)


@cache
def expected(game: str) -> dict[Named, list[Expected]]:
    """For every reading the questions and its answers, the same questions in the same order: the vectors of the rules,
    and the last positions of random games in every reading, those only where readings differ. `value` is asked where
    the game has ended in one of them."""
    truth, ruleset = truth_of(game), rulesets()[game]
    candidates = {read: with_values(ruleset.id, _needed(ruleset), dict(read)) for read in every_reading(ruleset)}
    stated = [
        vector
        for page in filter(None, (ruleset.built_on, game))
        for vector in vectors(page)
        if level_of(vector) == "rules" and vector.given is not None
    ]
    texts = dict.fromkeys(" ".join(filter(None, (vector.given, vector.when))) for vector in stated)
    kept = len(texts)
    for number, chosen in product(range(GAMES), candidates.values()):
        choices = random_choices(f"identify/{number}", truth.longest)
        texts.update(dict.fromkeys([text for _, text in truth.positions(chosen, choices)][-LAST:]))
    shown = tuple(name for name in truth.fields if name != "value")
    found: dict[Named, list[Expected]] = {read: [] for read in candidates}

    def answered(text: str, fields: tuple[str, ...]) -> list[Expected]:
        asked = (Question(ruleset.id, options, "game", text, fields) for options in candidates.values())
        return [*map(truth.expected, asked)]

    for at, text in enumerate(texts):
        each = answered(text, shown)
        if any(answer.due.get("actor", "") is None for answer in each):
            each = answered(text, (*shown, "value"))
        if at < kept or any(answer.due != each[0].due for answer in each):
            for answers, answer in zip(found.values(), each, strict=True):
                answers.append(answer)
    return found


def every_reading(ruleset: Ruleset) -> Iterator[Named]:
    """Every combination of the options that have named values, that of the page first.

    >>> len([*every_reading(rulesets()["goff"])])
    48
    """
    named = [option for option in ruleset.options if option.values]
    for values in product(*(option.values for option in named)):
        yield tuple((option.name, value) for option, value in zip(named, values, strict=True))


# In words


def as_object(found: Identified) -> dict[str, Any]:
    """The result as a JSON object."""
    who = found.implementation
    return {
        "ruleset": found.ruleset,
        "implementation": {"name": who.name, "language": who.language, "version": who.version} if who else None,
        "command": [*found.command],
        "code": found.code,
        "asked": found.asked,
        "wrong": found.wrong,
        "readings": found.readings,
        "known_errors": found.known_errors,
        "programs": alike(found),
        "differences": [*map(vars, found.differences)],
        "failures": found.failures,
        "lost": found.lost,
    }


def alike(found: Identified) -> list[str]:
    """The public programs that have the reading, if one is found, and the known errors, if there are any."""
    if len(found.readings) != 1:
        return []
    read, known = {(name.replace("_", "-"), value) for name, value in found.readings[0].items()}, {*found.known_errors}
    return [
        program.name
        for program in readings(_game(found)).values()
        if (
            program.reading.items() <= read and program.known_errors == known
            if known
            else read <= program.reading.items()
        )
    ]


def _game(found: Identified) -> str:
    return found.ruleset.rpartition("-")[0]


def _written(found: Identified) -> list[str]:
    """The nearest reading, an option a phrase: where it is not found out, all values that it may have."""
    values = {name: dict.fromkeys(read[name] for read in found.readings) for name in found.readings[0]}
    return [f"{name.replace('_', '-')}={' or '.join(each)}" for name, each in values.items()]


def in_lines(found: Identified) -> Iterator[str]:
    """Which reading the engine plays, in sentences."""
    if found.lost:
        yield f"The run ended early: {found.lost}."
    elif not found.asked:
        yield "Nothing was answered."
    else:
        reading = f"{found.ruleset} with {', '.join(_written(found))}"
        if found.wrong:
            yield f"Nearest reading: {reading}: {found.wrong} of {found.asked} answers differ."
        else:
            yield f"Plays {reading}: all {found.asked} answers agree."
    if known := found.known_errors:
        errors = f"known error{'s' * (len(known) > 1)} {listed(known)}"
        yield f"With the {errors} in this reading, every answer is explained."
    if found.by_chance:
        yield "Chance selects, which is another game (SQT-SELECT-1): qttt conform sqt --identify."
    if untold := [each.partition("=")[0] for each in _written(found) if " or " in each] if found.readings else []:
        yield f"The answers do not show the value of {listed(untold)}."
    if programs := alike(found):
        also = {0: "", 1: " and this error"}.get(len(known), " and these errors")
        yield f"Public programs with this reading{also}: {', '.join(programs)}."


def again(found: Identified) -> str:
    """The command line that tests the engine in the reading that is found."""
    usual = {f"{option.written}={option.default}" for option in options(_game(found))}
    chosen = [each for each in _written(found) if each not in usual and " or " not in each] if found.readings else []
    words = (word for each in chosen for word in ("--switch", each))
    return shlex.join(["qttt", "conform", _game(found), *words, "--", *found.command])
