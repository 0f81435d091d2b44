"""An engine as a child process: lines in, lines out, and no wait without an end. A session asks it many questions ahead
of their answers, and starts it again when it fails."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from queue import Empty, Full, Queue, SimpleQueue
from typing import Self

from qttt.oracle.progress import announced
from qttt.oracle.registry import entry
from qttt.spec import rulesets
from qttt.verification.conform import truth_of
from qttt.verification.conform.protocol import (
    LONGEST,
    START,
    STOP,
    WINDOW,
    Implementation,
    ProtocolError,
    answer_of,
    as_played,
    implementation_of,
    line_of,
    shown,
)
from qttt.verification.questions import Answer, Kind, Question

CHUNK = 1 << 16
AHEAD = 64
"""The chunks of output that are read before somebody wants them."""
LAST_WORDS = 2_000
"""The most characters of standard error that are kept."""
PATIENCE = 0.2
"""Seconds between two looks at whether the process lives."""
FAREWELL = 10.0
"""Seconds that an engine has for ending after `stop`."""


class NotStarted(Exception):
    """The program cannot be run; the message says why."""


class Lost(Exception):
    """An engine has died, is silent or says what nobody can read; the message says which."""


class Silent(Lost):
    """No line has come in time."""


class Child:
    """A running engine. Raises `NotStarted`.

    The program is run without a shell, in a process group of its own, which ends with it. Three threads serve the
    pipes, so that the engine may read and write when it likes; `close` must be called.
    """

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=os.name == "posix",
            )
        except (OSError, ValueError) as error:
            raise NotStarted(f"'{command[0]}' {_unrunnable(command[0], error)}") from error
        self._unsent: SimpleQueue[bytes | None] = SimpleQueue()
        self._chunks: Queue[bytes] = Queue(AHEAD)
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._words = b""
        self._closed = False
        for work in (self._write, self._read, self._listen):
            threading.Thread(target=work, daemon=True).start()

    def send(self, lines: bytes) -> None:
        """Send lines as soon as the engine reads them."""
        self._unsent.put(lines)

    def line(self, seconds: float) -> bytes:
        """The next line of output, without its end. Raises `Lost`, and `Silent` if none comes in time."""
        deadline, ended = time.monotonic() + seconds, False
        while not self._lines:
            try:
                self._take(self._chunks.get(timeout=max(0.0, min(PATIENCE, deadline - time.monotonic()))))
            except Empty:
                if ended:
                    raise Lost(self._end()) from None
                ended = self._process.poll() is not None
                if time.monotonic() >= deadline and not ended:
                    raise Silent(self._silence(seconds)) from None
        return self._lines.popleft()

    def _take(self, chunk: bytes) -> None:
        """Divide a chunk of output into lines. Raises `Lost` at the end, and for a line without one."""
        if not chunk:
            raise Lost(self._end())
        *lines, self._rest = (self._rest + chunk).split(b"\n") if b"\n" in chunk else [self._rest + chunk]
        self._lines += lines
        longest = max(map(len, (*lines, self._rest)))
        if longest > LONGEST:
            raise Lost(f"it printed more than {LONGEST:,} bytes without a line feed")

    def close(self) -> str:
        """Ask the engine to stop, and end it if it does not; a sentence about what was wrong with its end.

        Rule: CONFORM-STOP-1
        """
        remark = ""
        if self._process.poll() is None:
            self.send(STOP)
            self._unsent.put(None)
            try:
                status = self._process.wait(FAREWELL)
                if status:
                    remark = f"after stop it ended with {_status(status)}, expected 0"
            except subprocess.TimeoutExpired:
                remark = f"it did not end within {FAREWELL:g} s after stop"
            else:
                remark = remark or self._unasked()
        self.kill()
        return remark

    def kill(self) -> None:
        """End the process and those that it has started."""
        self._closed = True
        self._unsent.put(None)
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()

    def _unasked(self) -> str:
        """A sentence about a line that no request has asked for, once the output has ended."""
        with contextlib.suppress(Lost, Empty):
            while not self._lines:
                self._take(self._chunks.get(timeout=FAREWELL))
        line = self._lines.popleft() if self._lines else self._rest
        return f"it printed a line that nobody asked for: {shown(line)}" if line else ""

    # What is wrong, in words

    def _end(self) -> str:
        try:
            status = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        half = f" in the middle of a line, {shown(self._rest)}" if self._rest else ""
        said = telling(self._words.decode("utf-8", "replace"))
        last = f"; its last words: {shown(said.encode())}" if said else ""
        return f"it ended with {_status(status)}{half}{last}"

    def _silence(self, seconds: float) -> str:
        if self._rest:
            return f"no line feed within {seconds:g} s after {shown(self._rest)}"
        return f"no answer within {seconds:g} s; an engine that prints through a buffer must flush it after each line"

    # The three threads

    def _write(self) -> None:
        assert self._process.stdin
        with contextlib.suppress(OSError, ValueError), self._process.stdin as pipe:
            while lines := self._unsent.get():
                pipe.write(lines)

    def _read(self) -> None:
        assert self._process.stdout
        with contextlib.suppress(OSError, ValueError), self._process.stdout as pipe:
            while chunk := os.read(pipe.fileno(), CHUNK):
                self._put(chunk)
        self._put(b"")

    def _put(self, chunk: bytes) -> None:
        while not self._closed:
            with contextlib.suppress(Full):
                return self._chunks.put(chunk, timeout=PATIENCE)

    def _listen(self) -> None:
        assert self._process.stderr
        with contextlib.suppress(OSError, ValueError), self._process.stderr as pipe:
            while chunk := os.read(pipe.fileno(), CHUNK):
                self._words = (self._words + chunk)[-LAST_WORDS:]


def telling(words: str) -> str:
    """The line of an engine's standard error that tells most: the last one that names an error, else the last one.

    >>> telling("SyntaxError: Unexpected token\\n    at main.mjs:3\\n\\nNode.js v20\\n")
    'SyntaxError: Unexpected token'
    >>> telling("out of ideas\\n"), telling("")
    ('out of ideas', '')
    """
    lines = words.strip().splitlines() or [""]
    return next((line for line in reversed(lines) if re.search("error|panicked", line, re.I)), lines[-1])


def _unrunnable(program: str, error: OSError | ValueError) -> str:
    """Why a program cannot be run."""
    if os.path.isdir(program):
        return "is a folder; name a program"
    if isinstance(error, PermissionError) and os.path.isfile(program):
        return "is not executable; chmod +x it or put its interpreter before it"
    return f"cannot be run: {getattr(error, 'strerror', None) or error}"


def _status(status: int) -> str:
    """An exit status in words."""
    if status >= 0:
        return f"status {status}"
    with contextlib.suppress(ValueError):
        return signal.Signals(-status).name
    return f"signal {-status}"


# Questions and answers

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
        be read as the answers to later requests. Raises `TooManyLosses`, after the answer that is lost."""
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
                    answer = Answer(Kind.ERRORED, str(error))
                    try:
                        self._again(str(error))
                    except TooManyLosses:
                        yield answer
                        raise
                    self._child.send(b"".join(line for _, _, line in waiting))
                yield answer

    def one(self, request: Question) -> Answer:
        (answer,) = self.ask((request,))
        return answer

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
