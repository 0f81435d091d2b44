"""The results of a run: cases, levels, differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

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
    """What became of a case. Only `passed` is one in which everything that is due was answered, and rightly."""

    PASSED = "passed"
    FAILED = "failed"
    PARTLY = "partly"
    SKIPPED = "skipped"
    ERRORED = "errored"


@dataclass(frozen=True)
class Case:
    """A vector, a text, a count or a random game, and what became of it; `why` is a sentence unless it passed."""

    id: str
    status: Status
    why: str = ""
    rules: tuple[str, ...] = ()
    note: str = ""

    @classmethod
    def of(cls, id: str, verdicts: Sequence[Verdict], rules: tuple[str, ...] = (), note: str = "") -> Case:
        """The case of several questions: as bad as its worst answer."""
        wrong = [why for verdict in verdicts for why in verdict.wrong]
        errors = [verdict.errored for verdict in verdicts if verdict.errored]
        left = sorted({field for verdict in verdicts for field in verdict.not_run})
        if wrong:
            return cls(id, Status.FAILED, "; ".join(wrong), rules, note)
        if errors:
            return cls(id, Status.ERRORED, errors[0], rules, note)
        if not any(verdict.checked for verdict in verdicts):
            return cls(id, Status.SKIPPED, f"not answered: {', '.join(left)}", rules, note)
        if left:
            return cls(id, Status.PARTLY, f"not answered: {', '.join(left)}", rules, note)
        return cls(id, Status.PASSED, "", rules, note)


@dataclass(frozen=True)
class Difference:
    """An answer that differs, in the shortest game or text that shows it: a board, the game, and a vector to keep."""

    question: Mapping[str, Any]
    field: str
    expected: Any
    said: Any
    board: str
    vector: Mapping[str, Any]
    doubt: str = ""
    """Where the implementations of this project disagree on it: what each says."""


@dataclass
class Level:
    """The result of a level: the number of cases of each status, the cases that did not pass, and the differences."""

    name: str
    counts: Counter[Status] = field(default_factory=Counter)
    cases: list[Case] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)

    def add(self, case: Case) -> None:
        """Count a case."""
        self.counts[case.status] += 1
        if case.status is not Status.PASSED:
            self.cases.append(case)

    @property
    def complete(self) -> bool:
        """Whether there were cases, and all of them passed."""
        return bool(self.counts[Status.PASSED]) and self.counts.total() == self.counts[Status.PASSED]

    @property
    def bad(self) -> int:
        """The number of cases that failed or errored."""
        return self.counts[Status.FAILED] + self.counts[Status.ERRORED]


@dataclass
class OfGame:
    """The results of a ruleset, level by level; a level without cases for this game is left out."""

    ruleset: str
    levels: list[Level] = field(default_factory=list)

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
