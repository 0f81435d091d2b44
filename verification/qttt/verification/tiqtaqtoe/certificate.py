"""The certificate of TiqTaqToe: a strategy for a player, and what it guarantees from each position it leads to.

In the container of all certificates; `spec/schema/certificate.schema.json` has its lines as `switches` and `boards`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe_notation import Pair, Single, parse
from qttt.reference.tiqtaqtoe_position import Position
from qttt.verification.certificate import moves
from qttt.verification.certificate.container import fraction, reading, unpack

Move = Single | Pair
MOVE = re.compile("([1-9])(?:-([1-9]))?")


Row = moves.Row[Move]
"""What the strategy plays at a position, and what that is said to guarantee."""


@dataclass(frozen=True)
class Certificate(moves.Certificate[Position, Move]):
    """A strategy at a level and under its switches."""

    game: TiqTaqToe

    parse = staticmethod(parse)


def move_of(text: str) -> Move:
    """The move with this text. Raises `ValueError` if it is none.

    >>> move_of("5"), move_of("1-3")
    (Single(square=5), Pair(first=1, second=3))
    """
    match = MOVE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no move: expected a square such as 5, or two such as 1-3")
    return Pair(int(match[1]), int(match[2])) if match[2] else Single(int(match[1]))


def save(path: Path, certificate: Certificate) -> None:
    """Write a certificate to a file, over whatever is there. Raises `OSError`."""
    certificate.save(path, {"level": certificate.game.level, **certificate.game.switches})


def load(path: Path) -> Certificate:
    """Read a certificate.

    Raises `CertificateError` for a file that cannot be read, is cut short or altered, does not have the form of the
    schema, or names a level, a switch or a start that there is not. Whether the certificate is right is not looked at.
    """
    with reading(path):
        header, rows = unpack(path, "switches", "boards")
        read = {position: Row(move_of(move), fraction(value)) for position, move, value in rows}
        game = TiqTaqToe(**header["options"])
        return Certificate(game, Actor(header["player"]), fraction(header["value"]), header["start"], read)
