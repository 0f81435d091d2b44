"""Mistakes of users, and how they are reported: one line on standard error, which is JSON with `--json`."""

import contextlib
import json
import sys
from collections.abc import Iterable
from difflib import get_close_matches


class BadInput(ValueError):
    """A request that the command cannot carry out; the message says what is wrong and what to do instead."""


class Interrupted(Exception):
    """The user interrupted the command; the message says so, and what is kept."""


class EngineFailed(Exception):
    """An engine does not start, or does not do what is asked of it; the message says why."""


MOST = 600
"""Most characters of a message; the middle of a longer message is left out."""


def one_line(message: object) -> str:
    """A message on one line, not too long, with whatever would not print (or would move the cursor) escaped.

    >>> one_line("two\\n  lines, a \\x1b[1mcode")
    'two lines, a \\\\x1b[1mcode'
    """
    line = "".join(
        c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode("ascii")
        for c in " ".join(str(message).split())
    )
    return line if len(line) <= MOST else f"{line[: MOST // 2]}…{line[-MOST // 2 :]}"


def tell(message: object) -> None:
    """Write a line to standard error; do nothing if nobody reads it."""
    with contextlib.suppress(OSError):
        print(f"qttt: {one_line(message)}", file=sys.stderr, flush=True)


def tell_json(message: object, code: int) -> None:
    """Write an error to standard error as a JSON object on one line; do nothing if nobody reads it."""
    with contextlib.suppress(OSError):
        print(json.dumps({"error": one_line(message), "exit_code": code}), file=sys.stderr, flush=True)


def suggest(word: str, known: Iterable[str]) -> str:
    """A question that names what a person may have meant by an unknown word; empty if nothing is near.

    >>> suggest("gof", ["goff", "sqt"]), suggest("chess", ["goff", "sqt"])
    ('did you mean goff? ', '')
    """
    names = {each.lower(): each for each in known}
    near = [names[each] for each in get_close_matches(word.lower(), names, n=3, cutoff=0.7)]
    return f"did you mean {' or '.join([', '.join(near[:-1])] * (len(near) > 1) + near[-1:])}? " if near else ""


def reason(error: OSError) -> str:
    """Why a file cannot be read or written, in the system's words, without the file's name."""
    return error.strerror or f"is the disk full? {error}"
