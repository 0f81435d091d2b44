"""The results of a run: cases, levels, differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import takewhile
from typing import Any, NamedTuple

from qttt.verification.conform.diagnosis import Explained, Said
from qttt.verification.conform.differences import Difference
from qttt.verification.conform.protocol import Implementation
from qttt.verification.conform.truth import Truth
from qttt.verification.questions import Verdict, known, with_values

LEVELS: Mapping[str, str] = {
    "notation": "reading and refusing: vectors, and texts with random damage",
    "rules": "vectors that need no search",
    "perft": "counts of games, against published tables",
    "games": "random games, every position of each",
    "distributions": "chance nodes of random games",
    "values": "values and best actions: vectors, and late positions of random games",
}
"""The levels from the lowest on, each with what it compares."""


@dataclass(frozen=True)
class Chosen:
    """What to run: games (none for all that the engine plays) and levels, options that are fixed, and how many random
    games from which seed. `skip` are IDs of vectors that are known to fail. At the plies `values_at` of random games
    values are asked, too, in every setting."""

    games: Sequence[str] = ()
    levels: Sequence[str] = tuple(LEVELS)
    options: Mapping[str, str] = field(default_factory=dict)
    number: int = 1_000
    seed: int = 1
    skip: Sequence[str] = ()
    values_at: Sequence[int] = ()

    def allows(self, truth: Truth, options: Mapping[str, Any]) -> bool:
        """Whether options have the values that are fixed."""
        return not self.options or self.options.items() <= truth.setting(options).items()

    def fixed(self, ruleset: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """Options with the values that are fixed."""
        return with_values(ruleset, options, self.options)


class Status(StrEnum):
    """What became of a case. Only `passed` is one in which everything that was asked was answered, and rightly."""

    PASSED = "passed"
    FAILED = "failed"
    PARTLY = "partly"
    SKIPPED = "skipped"
    ERRORED = "errored"


@dataclass(frozen=True)
class Case:
    """A vector, a text, a count or a random game, and what became of it; `why` is a sentence unless it passed.

    `lacks` is what was not asked, because the engine has not declared it: fields, and options, forms and perft in
    words. `fields` counts the fields that were asked, each as right, wrong or left. `said` are the answers.
    """

    id: str
    status: Status
    why: str = ""
    rules: tuple[str, ...] = ()
    note: str = ""
    lacks: frozenset[str] = frozenset()
    fields: Counter[tuple[str, str]] = field(default_factory=Counter, repr=False)
    said: tuple[Said, ...] = field(default=(), repr=False, compare=False)

    @classmethod
    def undeclared(cls, id: str, *lacks: str) -> Case:
        """A case about which nothing can be asked."""
        return cls(id, Status.SKIPPED, f"not declared: {', '.join(sorted(lacks))}", lacks=frozenset(lacks))

    @classmethod
    def of(cls, id: str, said: Sequence[Said], **about: Any) -> Case:
        """The case of the answers to several questions: as bad as its worst answer."""
        verdicts = [each.verdict for each in said]
        wrong = [why for verdict in verdicts for why in verdict.wrong.values()]
        errors = [verdict.errored for verdict in verdicts if verdict.errored]
        reasons = dict.fromkeys(f"the engine says: {verdict.skipped}" for verdict in verdicts if verdict.skipped)
        left = sorted({name for verdict in verdicts if not verdict.skipped for name in verdict.not_run})
        why = "; ".join((*reasons, *([f"not answered: {', '.join(left)}"] if left else [])))
        if wrong:
            status, why = Status.FAILED, "; ".join(wrong)
        elif errors:
            status, why = Status.ERRORED, errors[0]
        elif not any(verdict.checked for verdict in verdicts):
            status = Status.SKIPPED
        else:
            status = Status.PARTLY if why else Status.PASSED
        return cls(id, status, why, fields=tallied(verdicts), said=tuple(said), **about)


class Tally(NamedTuple):
    """How often a field was asked, how often the answer was right, and how often it was wrong."""

    asked: int
    right: int
    wrong: int


def tallied(verdicts: Iterable[Verdict]) -> Counter[tuple[str, str]]:
    """How often each field of some questions is right, wrong or left."""
    return Counter(
        (name, "left" if name not in verdict.checked else "wrong" if name in verdict.wrong else "right")
        for verdict in verdicts
        for name in (*verdict.checked, *verdict.not_run)
    )


MOST_KEPT = 2_000
"""The first cases of a level whose answers are kept, and the first that did not pass."""


@dataclass
class Level:
    """The result of a level: the number of cases of each status, those that passed, the others, the differences, the
    answers to each field, what was not asked because it is not declared, and the number of answers."""

    name: str
    counts: Counter[Status] = field(default_factory=Counter)
    passed: list[Case] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    fields: Counter[tuple[str, str]] = field(default_factory=Counter)
    lacks: set[str] = field(default_factory=set)
    answers: int = 0

    def add(self, case: Case) -> None:
        self.counts[case.status] += 1
        self.lacks |= case.lacks
        self.fields += case.fields
        self.answers += len(case.said)
        of_kind = self.passed if case.status is Status.PASSED else self.cases
        keeps = self.counts.total() <= MOST_KEPT or (of_kind is self.cases and len(of_kind) < MOST_KEPT)
        of_kind.append(case if keeps else replace(case, said=()))

    @property
    def complete(self) -> bool:
        """Whether there were cases, all of them passed, and nothing was left out as not declared."""
        return bool(self.passed) and not self.cases and not self.lacks

    @property
    def bad(self) -> list[Case]:
        return [case for case in self.cases if case.status in (Status.FAILED, Status.ERRORED)]

    @property
    def reasons(self) -> list[str]:
        """Why the others did not pass, each reason with its number of cases, the most frequent first."""
        others = (case for case in self.cases if case.status in (Status.PARTLY, Status.SKIPPED))
        found = Counter(f"{case.status}: {case.why}" for case in others)
        return [f"{number:,} {'case' if number == 1 else 'cases'} {reason}" for reason, number in found.most_common()]


@dataclass
class OfGame:
    """The results of a ruleset, level by level; a level without cases for this game is left out."""

    ruleset: str
    levels: list[Level] = field(default_factory=list)
    chosen: Sequence[str] = tuple(LEVELS)
    """The names of the levels that were to run."""
    explained: list[Explained] = field(default_factory=list)
    """What gives every answer of the engine that is kept and can be compared."""

    @property
    def game(self) -> str:
        return self.ruleset.rpartition("-")[0]

    @property
    def said(self) -> list[Said]:
        """Every answer that is kept."""
        return [each for level in self.levels for case in (*level.passed, *level.cases) for each in case.said]

    @property
    def fields(self) -> dict[str, Tally]:
        """The answers to each field at all levels, the fields with most answers first."""
        total = sum((level.fields for level in self.levels), Counter[tuple[str, str]]())
        asked = Counter(name for name, _ in total.elements())
        return {name: Tally(number, total[name, "right"], total[name, "wrong"]) for name, number in asked.most_common()}

    @property
    def lacks(self) -> list[str]:
        """What was not asked because the engine has not declared it, except options that the ruleset does not have, of
        which vectors use some."""
        lacking = {name for level in self.levels for name in level.lacks}
        options = {f"option {name}" for name in known(self.ruleset)}
        return sorted(name for name in lacking if not name.startswith("option ") or name in options)

    @property
    def headline(self) -> str:
        """The highest level that is complete with all levels below it, which were chosen; "" if there is none."""
        run = {level.name: level.complete for level in self.levels}
        below = takewhile(lambda name: name in self.chosen and run.get(name, True), LEVELS)
        return next((name for name in reversed([*below]) if name in run), "")


@dataclass
class Report:
    """A run: the command of the engine, what was chosen, the time limit of an answer, and the results. `failures` are
    what went wrong with the process."""

    command: Sequence[str]
    chosen: Chosen
    timeout: float
    version: str
    implementation: Implementation | None = None
    games: list[OfGame] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0
    lost: str = ""
    """Why the run ended before its time; "" if it did not."""
    words: Sequence[str] | None = None
    """What was typed before the command of the engine; None if nobody typed it."""

    @property
    def levels(self) -> Iterator[tuple[OfGame, Level]]:
        """The levels of all games, each with the results of its game."""
        return ((game, level) for game in self.games for level in game.levels)

    @property
    def bad(self) -> int:
        return sum(len(level.bad) for _, level in self.levels)

    @property
    def doubts(self) -> list[str]:
        """Where the implementations of this project disagree with each other."""
        return [found.doubt for _, level in self.levels for found in level.differences if found.doubt]

    @property
    def conforms(self) -> bool:
        """Whether the run came to its end, something passed, and nothing failed or errored."""
        passed = any(level.passed for _, level in self.levels)
        return passed and not (self.bad or self.failures or self.lost)

    @property
    def code(self) -> int:
        """The exit code: 0 conforms, 1 a difference or an error, 3 the engine did not start or died too often."""
        return 3 if self.lost else 0 if self.conforms else 1
