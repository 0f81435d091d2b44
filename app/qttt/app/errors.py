"""What a person can get wrong, and how it is told: one line on standard error."""

import contextlib
import sys


class BadInput(ValueError):
    """Something asked of the command that it cannot do; the message says what and what to do instead."""


class Interrupted(Exception):
    """Somebody interrupted the command; the message says so, and what is kept."""


MOST = 600
"""Characters of a message: of a longer one the middle is left out."""


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
    """Write a line to standard error. Nothing happens if nobody listens there."""
    with contextlib.suppress(OSError):
        print(f"qttt: {one_line(message)}", file=sys.stderr, flush=True)


def reason(error: OSError) -> str:
    """Why a file cannot be read or written, in the words of the system, the file left out."""
    return error.strerror or f"is the disk full? {error}"
