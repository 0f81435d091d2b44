"""The results of a run: cases, levels, differences."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from qttt.spec import vectors
from qttt.verification.conform.protocol import Implementation
from qttt.verification.questions import Verdict

LEVELS: Mapping[str, str] = {
    "notation": "reading and refusing: vectors, and texts with random damage",
    "rules": "vectors that need no search",
    "perft": "counts of games, against published tables",
    "games": "random games, every position of each",
    "distributions": "chance nodes of random games",
    "values": "values and best actions: vectors, and late positions of random games",
}
"""The levels from the lowest on, each with what it compares."""


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
    words. `fields` counts the answers to each field.
    """

    id: str
    status: Status
    why: str = ""
    rules: tuple[str, ...] = ()
    note: str = ""
    lacks: frozenset[str] = frozenset()
    fields: Mapping[str, Tally] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        id: str,
        verdicts: Sequence[Verdict],
        rules: tuple[str, ...] = (),
        note: str = "",
        lacks: frozenset[str] = frozenset(),
    ) -> Case:
        """The case of several questions: as bad as its worst answer."""
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
        return cls(id, status, why, rules, note, lacks, tallied(verdicts))


@dataclass
class Tally:
    """How often a field was asked, how often the answer was right, and how often it was wrong."""

    asked: int = 0
    right: int = 0
    wrong: int = 0

    def __iadd__(self, other: Tally) -> Tally:
        self.asked += other.asked
        self.right += other.right
        self.wrong += other.wrong
        return self


def tallied(verdicts: Iterable[Verdict]) -> dict[str, Tally]:
    """The answers to each field of some questions."""
    found = defaultdict[str, Tally](Tally)
    for verdict in verdicts:
        for name in (*verdict.checked, *verdict.not_run):
            answered, wrong = name in verdict.checked, name in verdict.wrong
            found[name] += Tally(1, answered and not wrong, wrong)
    return found


@dataclass(frozen=True)
class Difference:
    """An answer that differs, in the shortest game or text that shows it: both answers, a sentence on them, the rules
    that are broken, a board, and a vector to keep."""

    question: Mapping[str, Any]
    field: str
    expected: Any
    said: Any
    why: str
    rules: tuple[str, ...]
    board: str
    vector: Mapping[str, Any]
    doubt: str = ""
    """Where the implementations of this project disagree on it: what each says."""


@dataclass
class Level:
    """The result of a level: the number of cases of each status, the IDs of those that passed, the others, the
    differences, the answers to each field, and what was not asked because it is not declared."""

    name: str
    counts: Counter[Status] = field(default_factory=Counter)
    passed: list[str] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    fields: defaultdict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    lacks: set[str] = field(default_factory=set)

    def add(self, case: Case) -> None:
        """Count a case."""
        self.counts[case.status] += 1
        self.lacks |= case.lacks
        for name, tally in case.fields.items():
            self.fields[name] += tally
        if case.status is Status.PASSED:
            self.passed.append(case.id)
        else:
            self.cases.append(case)

    @property
    def complete(self) -> bool:
        """Whether there were cases, all of them passed, and nothing was left out as not declared."""
        return bool(self.passed) and not self.cases and not self.lacks

    @property
    def bad(self) -> int:
        """The number of cases that failed or errored."""
        return self.counts[Status.FAILED] + self.counts[Status.ERRORED]


@dataclass
class OfGame:
    """The results of a ruleset, level by level; a level without cases for this game is left out."""

    ruleset: str
    levels: list[Level] = field(default_factory=list)
    known_errors: Mapping[str, int] = field(default_factory=dict)
    """The flags of the known errors that the engine has, as far as vectors say, with their numbers of vectors."""

    def number_vectors(self) -> None:
        """Give the vectors of the differences IDs: goff-found-0001, goff-found-0002, ..."""
        stem, number = vectors(self.game)[-1].id.split("-", 1)[0], 0
        for level in self.levels:
            for at, found in enumerate(level.differences):
                number += 1
                id = f"{stem}-found-{number:04}"
                level.differences[at] = replace(found, vector={"id": id, **found.vector})

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.ruleset.rpartition("-")[0]

    @property
    def fields(self) -> dict[str, Tally]:
        """The answers to each field at all levels, the fields with most answers first."""
        found = defaultdict[str, Tally](Tally)
        for level in self.levels:
            for name, tally in level.fields.items():
                found[name] += tally
        return dict(sorted(found.items(), key=lambda item: -item[1].asked))

    @property
    def lacks(self) -> list[str]:
        """What was not asked because the engine has not declared it."""
        return sorted({name for level in self.levels for name in level.lacks})

    @property
    def headline(self) -> str:
        """The highest level that is complete with all levels below it; "" if there is none."""
        found = ""
        for level in self.levels:
            if not level.complete:
                break
            found = level.name
        return found


@dataclass
class Report:
    """A run: what was run, on which engine, and its results. `failures` are what went wrong with the process."""

    command: Sequence[str]
    setting: Mapping[str, Any]
    version: str
    implementation: Implementation | None = None
    games: list[OfGame] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0
    lost: str = ""
    """Why the run ended before its time; "" if it did not."""

    @property
    def doubts(self) -> list[str]:
        """Where the implementations of this project disagree with each other."""
        levels = (level for game in self.games for level in game.levels)
        return [found.doubt for level in levels for found in level.differences if found.doubt]

    @property
    def conforms(self) -> bool:
        """Whether something passed, and nothing failed or errored."""
        levels = [level for game in self.games for level in game.levels]
        passed = any(level.counts[Status.PASSED] for level in levels)
        return passed and not any(level.bad for level in levels) and not self.failures

    @property
    def code(self) -> int:
        """The exit code: 0 conforms, 1 a difference or an error, 3 the engine did not start or died too often."""
        return 3 if self.lost else 0 if self.conforms else 1
