"""The common format of certificate files: gzip-compressed lines of JSON.

A file holds a header, rows in ascending order of their first elements, which are texts, and the SHA-256 of everything
before the last line. `spec/schema/certificate.schema.json` defines the lines. Equal lines make equal files.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from qttt.reference.game import RuleBroken
from qttt.reference.notation import NotationError
from qttt.spec import schema
from qttt.spec.disk import open_plain, read_json

if TYPE_CHECKING:
    from jsonschema import ValidationError

FORMAT = "qttt-certificate-1"
LARGEST_FILE = 1 << 25
"""The largest number of bytes in a file: five times that of the largest certificate written so far."""

MAGIC = b"\x1f\x8b"
"""The first bytes of a gzip file."""

LARGEST = 1 << 28
"""The largest number of bytes of text in a file."""

LONGEST = 4000
"""The largest number of digits of a numerator or denominator. Python reads and writes a few more."""

MOST = 200
"""The largest number of characters of a message about a malformed line."""

Form = Callable[[object], str | None]
"""The error in a JSON value; None for a value of the right form."""


class CertificateError(ValueError):
    """A file that is not a certificate, or is damaged; the message is one line and names the file."""


class Lines(NamedTuple):
    """The lines of a certificate as JSON values, except the checksum."""

    header: dict[str, Any]
    rows: list[object]


def pack(header: Mapping[str, object], rows: Iterable[tuple[object, ...]]) -> bytes:
    """The file of a certificate. `pack` adds the format and the number of rows to the header, and sorts the rows."""
    ordered = sorted(rows)
    head = {"format": FORMAT, **header, "rows": len(ordered)}
    body = "".join(json.dumps(line) + "\n" for line in (head, *ordered)).encode("ascii")
    end = json.dumps({"sha256": hashlib.sha256(body).hexdigest()}) + "\n"
    packed = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, packed, mtime=0) as stream:
        stream.write(body + end.encode("ascii"))
    return packed.getvalue()


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn every error of reading a file into a `CertificateError` that names the file."""
    try:
        yield
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise CertificateError(f"{path}: is cut short or altered") from None
    except OSError as error:
        raise CertificateError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (NotationError, RuleBroken) as error:
        raise CertificateError(f"{path}: the game that it starts from: {error}") from error
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"{path}: {error}") from error


def unpack(path: Path, forms: Callable[[str], tuple[str, str]]) -> Lines:
    """Read the lines of a certificate.

    `forms` gives the schema's names of the header and of the rows for a ruleset, and raises `ValueError` for an unknown
    ruleset. Raises, for `reading` to report, `OSError`, `EOFError`, `zlib.error`, and `ValueError` for a path that is
    not a plain file, and for a text that is too large, is altered, has another form, or has too few or too many rows,
    or rows in another order.
    """
    body = _checked(_unpacked(path))
    first, *rest = body.splitlines()
    head = _line(first, lambda _: None, "line 1")
    ruleset = head.get("ruleset") if isinstance(head, dict) else None
    if not isinstance(ruleset, str):
        raise ValueError("line 1: expected an object that names its ruleset")
    of_header, of_row = (_forms()[name] for name in forms(ruleset))
    if wrong := of_header(head):
        raise ValueError(f"line 1: {wrong}")
    rows = [_line(line, of_row, f"line {number}") for number, line in enumerate(rest, start=2)]
    if len(rows) != head["rows"]:
        raise ValueError(f"has {len(rows)} rows, its header says {head['rows']}")
    for number, (before, after) in enumerate(pairwise(rows), start=3):
        if before[0] >= after[0]:
            raise ValueError(f"line {number}: the position does not come after the position of the previous line")
    return Lines(head, rows)


def written(number: Fraction) -> str:
    """A number as a text that `fraction` reads. Raises `ValueError` if the text would be too long."""
    if max(abs(number.numerator), number.denominator) >= 10**LONGEST:
        raise ValueError(f"a numerator or denominator has more than {LONGEST} digits, the maximum for a certificate")
    return str(number)


def fraction(text: str) -> Fraction:
    """The number that a text gives in lowest terms. Raises `ValueError` for any other text, and for one too long."""
    if max(map(len, text.split("/"))) > LONGEST:
        raise ValueError(f"a numerator or denominator has more than {LONGEST} digits, the maximum for a certificate")
    number = Fraction(text)
    if str(number) != text:
        raise ValueError(f"{text!r} is not in lowest terms")
    return number


def _unpacked(path: Path) -> bytes:
    """The text of a file. Checks the size that gzip notes at the end of the file before unpacking."""
    with open_plain(path, LARGEST_FILE) as packed:
        if packed.read(2) != MAGIC:
            raise ValueError("is not a certificate: expected a file compressed by gzip")
        packed.seek(max(os.fstat(packed.fileno()).st_size - 4, 0))
        noted = int.from_bytes(packed.read(4), "little")
        packed.seek(0)
        with gzip.open(packed) as stream:
            text = stream.read(LARGEST + 1) if noted <= LARGEST else b""
    if max(noted, len(text)) > LARGEST:
        raise ValueError(f"is cut short or altered, or holds more than {LARGEST} bytes, the maximum for a certificate")
    return text


def _checked(text: bytes) -> bytes:
    """The text without its last line, the checksum of the other lines."""
    body, _, end = text.removesuffix(b"\n").rpartition(b"\n")
    body += b"\n"
    if _line(end, _forms()["checksum"], "the checksum") != {"sha256": hashlib.sha256(body).hexdigest()}:
        raise ValueError("is altered: the checksum does not match")
    return body


def _line(text: bytes, form: Form, name: str) -> Any:
    """The JSON value of a line. Raises `ValueError` for a value of another form."""
    try:
        value = read_json(text.decode())
    except ValueError:
        raise ValueError(f"{name} is not JSON: the file is not a certificate, or is cut short") from None
    if wrong := form(value):
        raise ValueError(f"{name}: {wrong}")
    return value


@cache
def _forms() -> dict[str, Form]:
    from jsonschema import Draft202012Validator

    definitions = schema("certificate")["$defs"]

    def form(name: str) -> Form:
        validator = Draft202012Validator({"$defs": definitions, **definitions[name]})

        def wrong(value: object) -> str | None:
            return next(map(_message, validator.iter_errors(value)), None)

        return wrong

    return {name: form(name) for name in definitions}


def _message(error: ValidationError) -> str:
    """The error in a line. The schema has no message for a part that other parts rule out."""
    if error.validator is None:
        return f"{'.'.join(map(str, error.path))}: '{error.instance}' does not fit the other values there"
    return str(error.message)[:MOST]
