"""The file of a certificate: gzip-compressed lines of JSON, described by `spec/schema/certificate.schema.json`.

A header, the rows in ascending order of their positions as text, and the SHA-256 of everything before the last line.
The same certificate always gives the same lines.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from qttt.reference.game import Actor
from qttt.reference.goff import Goff
from qttt.reference.goff_ending import TABLE_3
from qttt.reference.goff_position import Position
from qttt.reference.notation import position_after
from qttt.reference.sqt import Sqt
from qttt.verification.certificate import CertificateError
from qttt.verification.certificate.decision import Decision

FORMAT = "qttt-certificate-1"
LARGEST = 1 << 28
"""Bytes of text that a file may hold; more are not read."""

MOST = 200
"""Letters of what is told about a line that is malformed."""

Form = Callable[[Any], str | None]
"""What is wrong with a JSON value, None if nothing is."""


class Row(NamedTuple):
    """What the strategy does at a position, and what that is said to guarantee."""

    decision: Decision
    value: Fraction


@dataclass(frozen=True)
class Certificate:
    """A strategy for a player, and what it is said to guarantee.

    From the position after the game `start` (in notation) on, X's strategy wins at least `value`, O's loses at most
    `value`. `rows` is by canonical positions, as text.

    Raises `ValueError` if `start` is no legal game, or closes a cycle and lacks its selection.
    """

    game: Goff | Sqt
    player: Actor
    value: Fraction
    start: str
    rows: Mapping[str, Row] = field(repr=False)

    def __post_init__(self) -> None:
        if self.first.pending:
            raise ValueError(f"the start '{self.start}' has a closed cycle: expected its selection, too")

    @property
    def first(self) -> Position:
        """The position after `start`."""
        return position_after(self.game, self.start)


def save(path: Path, certificate: Certificate) -> None:
    """Write a certificate to a file, over whatever is there. Raises `OSError`, and `ValueError` for a game of Goff with
    a scoring of its own."""
    rows = sorted((position, str(decision), str(value)) for position, (decision, value) in certificate.rows.items())
    header = {
        "format": FORMAT,
        "ruleset": certificate.game.ruleset,
        "options": _options(certificate.game),
        "player": certificate.player.value,
        "value": str(certificate.value),
        "start": certificate.start,
        "rows": len(rows),
    }
    body = "".join(json.dumps(line) + "\n" for line in (header, *rows)).encode("ascii")
    end = json.dumps({"sha256": hashlib.sha256(body).hexdigest()}) + "\n"
    packed = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, packed, mtime=0) as stream:
        stream.write(body + end.encode("ascii"))
    path.write_bytes(packed.getvalue())


def load(path: Path) -> Certificate:
    """Read a certificate.

    Raises `CertificateError` for a file that cannot be read, is cut short or altered, or does not have the form of the
    schema. Whether the certificate is right is not looked at.
    """
    try:
        return _parsed(_unpacked(path))
    except OSError as error:
        raise CertificateError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (EOFError, zlib.error):
        raise CertificateError(f"{path}: is cut short or altered") from None
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"{path}: {error}") from error


def _unpacked(path: Path) -> bytes:
    with gzip.open(path) as stream:
        text = stream.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise ValueError(f"holds more than {LARGEST} bytes, which no certificate does")
    return text


def _parsed(text: bytes) -> Certificate:
    body, _, end = text.removesuffix(b"\n").rpartition(b"\n")
    body += b"\n"
    forms = _forms()
    if _line(end, forms["checksum"], "the checksum") != {"sha256": hashlib.sha256(body).hexdigest()}:
        raise ValueError("is altered: its checksum is that of another text")
    first, *lines = body.splitlines()
    header = _line(first, forms["header"], "line 1")
    rows = [_line(line, forms["row"], f"line {number}") for number, line in enumerate(lines, start=2)]
    if len(rows) != header["rows"]:
        raise ValueError(f"has {len(rows)} rows, its header says {header['rows']}")
    for number, (before, row) in enumerate(pairwise(rows), start=3):
        if before[0] >= row[0]:
            raise ValueError(f"line {number}: the position does not come after that of the line before")
    read = {position: Row(Decision.read(decision), _fraction(value)) for position, decision, value in rows}
    game = _game(header["ruleset"], header["options"])
    return Certificate(game, Actor(header["player"]), _fraction(header["value"]), header["start"], read)


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
            return next((error.message[:MOST] for error in validator.iter_errors(value)), None)

        return wrong

    return {name: form(name) for name in ("header", "row", "checksum")}


def _fraction(text: str) -> Fraction:
    fraction = Fraction(text)
    if str(fraction) != text:
        raise ValueError(f"{text!r} is not in lowest terms")
    return fraction


def _options(game: Goff | Sqt) -> dict[str, str | bool]:
    if isinstance(game, Sqt):
        return {"q": str(game.q), "scoring": game.scoring, "double_win": game.double_win}
    if game.scoring != TABLE_3:
        raise ValueError("certificates of Goff's game are for its own zero-sum scoring alone")
    return {"collapse": game.collapse, "double_win": game.double_win}


def _game(ruleset: str, options: Mapping[str, Any]) -> Goff | Sqt:
    if ruleset == Goff.ruleset:
        return Goff(**options)
    return Sqt(**{**options, "q": _fraction(options["q"])})
