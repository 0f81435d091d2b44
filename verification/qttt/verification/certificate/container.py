"""What the files of all certificates have in common: gzip-compressed lines of JSON.

A header, rows in the ascending order of what each begins with, a text, and the SHA-256 of everything before the last
line. `spec/schema/certificate.schema.json` says what each line may be. The same lines always make the same file.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from qttt.reference.game import RuleBroken
from qttt.reference.notation import NotationError
from qttt.verification.certificate import CertificateError

if TYPE_CHECKING:
    from jsonschema import ValidationError

FORMAT = "qttt-certificate-1"
LARGEST = 1 << 28
"""Bytes of text that a file may hold; more are not read."""

LONGEST = 4000
"""Digits of a numerator or denominator. Python reads and writes a few more."""

MOST = 200
"""Letters of what is told about a line that is malformed."""

Form = Callable[[Any], str | None]
"""What is wrong with a JSON value, None if nothing is."""


class Lines(NamedTuple):
    """The lines of a certificate as JSON values, the checksum left out."""

    header: Any
    rows: list[Any]


def pack(path: Path, header: Mapping[str, Any], rows: Iterable[tuple[Any, ...]]) -> None:
    """Write a certificate to a file, over whatever is there: a header, to which the format and the number of rows are
    added, and the rows in any order. Raises `OSError`."""
    ordered = sorted(rows)
    head = {"format": FORMAT, **header, "rows": len(ordered)}
    body = "".join(json.dumps(line) + "\n" for line in (head, *ordered)).encode("ascii")
    end = json.dumps({"sha256": hashlib.sha256(body).hexdigest()}) + "\n"
    packed = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, packed, mtime=0) as stream:
        stream.write(body + end.encode("ascii"))
    path.write_bytes(packed.getvalue())


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Whatever goes wrong in reading a file is told as a `CertificateError` that names it."""
    try:
        yield
    except gzip.BadGzipFile:
        raise CertificateError(f"{path}: is no certificate: not compressed by gzip") from None
    except OSError as error:
        raise CertificateError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (EOFError, zlib.error):
        raise CertificateError(f"{path}: is cut short or altered") from None
    except (NotationError, RuleBroken) as error:
        raise CertificateError(f"{path}: the game that it starts from: {error}") from error
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"{path}: {error}") from error


def unpack(path: Path, header: str = "header", row: str = "row") -> Lines:
    """Read the lines of a certificate, whose header and rows have the forms that the schema defines by these names.

    Raises, for `reading` to tell, `OSError`, `EOFError`, `zlib.error`, and `ValueError` for text that is altered, has
    another form or too few or too many rows, or rows in another order.
    """
    body, forms = _checked(_unpacked(path)), _forms()
    first, *rest = body.splitlines()
    head = _line(first, forms[header], "line 1")
    rows = [_line(line, forms[row], f"line {number}") for number, line in enumerate(rest, start=2)]
    if len(rows) != head["rows"]:
        raise ValueError(f"has {len(rows)} rows, its header says {head['rows']}")
    for number, (before, after) in enumerate(pairwise(rows), start=3):
        if before[0] >= after[0]:
            raise ValueError(f"line {number}: the position does not come after that of the line before")
    return Lines(head, rows)


def ruleset(path: Path) -> str:
    """The ruleset that a certificate names; the empty text if it names none, so that no checker will have it.

    Raises `CertificateError` for a file that cannot be read, is cut short or altered, or does not begin with JSON.
    """
    with reading(path):
        first, _, _ = _checked(_unpacked(path)).partition(b"\n")
        header = _line(first, lambda _: None, "line 1")
    return str(header.get("ruleset", "")) if isinstance(header, dict) else ""


def written(number: Fraction) -> str:
    """A number as a text that `fraction` reads. Raises `ValueError` for one that is too long."""
    if max(abs(number.numerator), number.denominator) >= 10**LONGEST:
        raise ValueError(f"a value has more than {LONGEST} digits above or below the line, which no certificate does")
    return str(number)


def fraction(text: str) -> Fraction:
    """The number that a text writes in lowest terms. Raises `ValueError` if it does not, or is too long."""
    if max(map(len, text.split("/"))) > LONGEST:
        raise ValueError(f"a number has more than {LONGEST} digits above or below the line, which no certificate does")
    number = Fraction(text)
    if str(number) != text:
        raise ValueError(f"{text!r} is not in lowest terms")
    return number


def _unpacked(path: Path) -> bytes:
    with gzip.open(path) as stream:
        text = stream.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise ValueError(f"holds more than {LARGEST} bytes, which no certificate does")
    return text


def _checked(text: bytes) -> bytes:
    """The text without its last line, which is the checksum of the others."""
    body, _, end = text.removesuffix(b"\n").rpartition(b"\n")
    body += b"\n"
    if _line(end, _forms()["checksum"], "the checksum") != {"sha256": hashlib.sha256(body).hexdigest()}:
        raise ValueError("is altered: its checksum is that of another text")
    return body


def _line(text: bytes, form: Form, name: str) -> Any:
    """The JSON value of a line, if it has the form it should have."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"{name} is no JSON: the file is no certificate, or is cut short") from None
    if wrong := form(value):
        raise ValueError(f"{name}: {wrong}")
    return value


@cache
def _forms() -> dict[str, Form]:
    from jsonschema import Draft202012Validator

    schema = json.loads((files(__package__) / "certificate.schema.json").read_text(encoding="utf-8"))

    def form(name: str) -> Form:
        validator = Draft202012Validator({"$defs": schema["$defs"], **schema["$defs"][name]})

        def wrong(value: Any) -> str | None:
            return next(map(_told, validator.iter_errors(value)), None)

        return wrong

    return {name: form(name) for name in schema["$defs"]}


def _told(error: ValidationError) -> str:
    """What is wrong with a line. A part that is ruled out by others has no message of its own in the schema."""
    if error.validator is None:
        return f"{'.'.join(map(str, error.path))}: '{error.instance}' does not go with the others there"
    return str(error.message)[:MOST]
