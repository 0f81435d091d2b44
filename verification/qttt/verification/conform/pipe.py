"""An engine as a child process: lines in, lines out, and no wait without an end."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from queue import Empty, Full, Queue, SimpleQueue

from qttt.verification.conform.protocol import LONGEST, STOP, shown

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
