"""Asks an engine many questions ahead of its answers, and starts it again when it fails."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from qttt.oracle.progress import announced
from qttt.oracle.registry import entry
from qttt.spec import rulesets
from qttt.verification.conform import truth_of
from qttt.verification.conform.pipe import Child, Lost, NotStarted, Silent
from qttt.verification.conform.protocol import (
    START,
    WINDOW,
    Implementation,
    ProtocolError,
    answer_of,
    as_played,
    implementation_of,
    line_of,
)
from qttt.verification.questions import Answer, Kind, Question

SECONDS = 10.0
"""The time limit of an answer. Rule: CONFORM-TIME-1"""
STARTING, AT_LEAST = 5, 10.0
"""How many of it are the time limit of a start and of the first answer about a ruleset, and the fewest seconds."""
MOST_LOSSES, MOST_SILENT = 5, 1.8
"""The failures in a row that end a run, and the time limits of a start after which a silent engine ends it: nine time
limits of an answer, or 18 seconds. Rule: CONFORM-FAIL-1"""


class TooManyLosses(Exception):
    """An engine has failed too often in a row; the message says how at last."""


@dataclass
class Session:
    """A conversation with an engine: a context, in which the program runs.

    `seconds` is the time limit of an answer, `starting` that of a start, `first` that of the first answer about a
    ruleset, and `window` the most bytes of requests that wait for an answer. `stated` are options that the engine plays
    although it does not say so. `failures` are what has gone wrong, in words, and `implementation` is what the engine
    has declared. Entering raises `NotStarted`.
    """

    command: Sequence[str]
    seconds: float = SECONDS
    starting: float = 0.0
    first: float = 0.0
    window: int = WINDOW
    stated: Mapping[str, str] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    implementation: Implementation = field(init=False, default=Implementation(""))
    asked: int = 0
    _child: Child = field(init=False, repr=False)
    _in_a_row: int = field(default=0, repr=False)
    _silent: float = field(default=0.0, repr=False)
    _ready: set[str] = field(default_factory=set, repr=False)

    def __post_init__(self) -> None:
        usual = max(STARTING * self.seconds, AT_LEAST)
        self.starting, self.first = self.starting or usual, self.first or usual

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, *error: object) -> None:
        if error[0]:
            self._child.kill()
        elif remark := self._child.close():
            self.failures.append(remark)

    def ask(self, requests: Iterable[Question]) -> Iterator[Answer]:
        """The answers to requests, in their order. Who asks takes all of them before asking again: what is left would
        be read as the answers to later requests. Raises `TooManyLosses`."""
        source, waiting, sent = iter(requests), deque[tuple[int, Question, bytes]](), 0
        while True:
            lines = []
            while sent < self.window and (request := next(source, None)) is not None:
                self.asked += 1
                declared = self.implementation.rulesets.get(request.ruleset)
                if request.form == "game" and declared and "game" not in declared.forms:
                    engine = truth_of(entry(request.ruleset).name).reference(request.options)
                    request = as_played(request, engine.parse(request.text) if request.text else ())
                if declared:
                    told, id = declared.told(request.options), declared.earlier or request.ruleset
                    request = replace(request, options=told, ruleset=id)
                line = line_of(request, self.asked)
                waiting.append((self.asked, request, line))
                lines.append(line)
                sent += len(line)
            if lines:
                self._child.send(b"".join(lines))
            if not waiting:
                return
            while waiting and (sent > self.window // 2 or not lines):
                seq, request, line = waiting.popleft()
                sent -= len(line)
                ready = request.ruleset in self._ready
                self._ready.add(request.ruleset)
                try:
                    limit = self.seconds if ready else max(self.seconds, self.first)
                    answer = answer_of(self._line(limit), seq, request)
                    self._in_a_row, self._silent = 0, 0.0
                except (Lost, ProtocolError) as error:
                    if ready:  # an engine that failed at its first answer does not get the longer limit again
                        self._ready.clear()
                    self._again(str(error))
                    self._child.send(b"".join(line for _, _, line in waiting))
                    answer = Answer(Kind.ERRORED, str(error))
                yield answer

    def one(self, request: Question) -> Answer:
        return next(self.ask((request,)))

    def _start(self) -> None:
        self._child = Child(self.command)
        try:
            self._child.send(START)
            with announced(f"waiting for the engine's answer to start, at most {self.starting:g} s"):
                declared = implementation_of(self._line(self.starting))
            games = {ruleset.id: ruleset for ruleset in rulesets().values()}
            stating = {
                id: has.stating(games[id], self.stated) if id in games else has for id, has in declared.rulesets.items()
            }
            self.implementation = replace(declared, rulesets=stating)
        except (Lost, ProtocolError) as error:
            self._child.kill()
            raise NotStarted(f"'{self.command[0]}' does not answer start: {error}") from error
        except BaseException:
            self._child.kill()
            raise

    def _line(self, limit: float) -> bytes:
        """The next line. Raises `Lost` if none comes in time, or before the engine has been silent for too long."""
        limit = min(limit, max(0.0, MOST_SILENT * self.starting - self._silent))
        try:
            return self._child.line(limit)
        except Silent:
            self._silent += limit
            raise

    def _again(self, why: str) -> None:
        """Start the engine again after a failure. Raises `TooManyLosses`.

        Rules: CONFORM-FAIL-1, CONFORM-LINE-3
        """
        self._child.kill()
        self.failures.append(why)
        self._in_a_row += 1
        if self._in_a_row >= MOST_LOSSES or self._silent >= MOST_SILENT * self.starting:
            times = "once" if self._in_a_row == 1 else f"{self._in_a_row} times in a row"
            raise TooManyLosses(f"the engine failed {times}, at last: {why}")
        try:
            self._start()
        except NotStarted as error:
            raise TooManyLosses(str(error)) from error
