"""The certificate of the hybrid game: a strategy for a player, and what it guarantees where it is the player's turn.

In the container of all certificates; `spec/schema/certificate.schema.json` has its lines as `hybrid` and `links`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid_notation import Link, Measure, Move, parse
from qttt.reference.hybrid_position import Position
from qttt.verification.certificate import moves
from qttt.verification.certificate.container import fraction, reading, unpack

MOVE = re.compile("([1-9])(?:>([1-9]))?")

Row = moves.Row[Move]
"""What the strategy plays at a position, and what that is said to guarantee."""


@dataclass(frozen=True)
class Certificate(moves.Certificate[Position, Move]):
    """A strategy under some switches."""

    game: Hybrid

    parse = staticmethod(parse)


def move_of(text: str) -> Move:
    """The move with this text. Raises `ValueError` if it is none.

    >>> move_of("5"), move_of("5>7")
    (Measure(box=5), Link(control=5, target=7))
    """
    match = MOVE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no move: expected a box such as 5, or a control and a target such as 5>7")
    return Link(int(match[1]), int(match[2])) if match[2] else Measure(int(match[1]))


def save(path: Path, certificate: Certificate) -> None:
    """Write a certificate to a file, over whatever is there. Raises `OSError`."""
    certificate.save(path, certificate.game.switches)


def load(path: Path) -> Certificate:
    """Read a certificate.

    Raises `CertificateError` for a file that cannot be read, is cut short or altered, does not have the form of the
    schema, or names a start that there is not. Whether the certificate is right is not looked at.
    """
    with reading(path):
        header, rows = unpack(path, "hybrid", "links")
        read = {position: Row(move_of(move), fraction(value)) for position, move, value in rows}
        game = Hybrid(**header["options"])
        return Certificate(game, Actor(header["player"]), fraction(header["value"]), header["start"], read)
