"""The file of a certificate of Goff's game or SQT: what the lines of the container say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from qttt.reference.game import Actor
from qttt.reference.goff import Goff
from qttt.reference.goff_ending import TABLE_3
from qttt.reference.goff_position import Position
from qttt.reference.notation import position_after
from qttt.reference.sqt import Sqt
from qttt.verification.certificate.container import fraction, pack, reading, unpack
from qttt.verification.certificate.decision import Decision


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
    header = {
        "ruleset": certificate.game.ruleset,
        "options": _options(certificate.game),
        "player": certificate.player.value,
        "value": str(certificate.value),
        "start": certificate.start,
    }
    rows = ((position, str(decision), str(value)) for position, (decision, value) in certificate.rows.items())
    pack(path, header, rows)


def load(path: Path) -> Certificate:
    """Read a certificate.

    Raises `CertificateError` for a file that cannot be read, is cut short or altered, or does not have the form of the
    schema. Whether the certificate is right is not looked at.
    """
    with reading(path):
        header, rows = unpack(path)
        read = {position: Row(Decision.read(decision), fraction(value)) for position, decision, value in rows}
        game = _game(header["ruleset"], header["options"])
        return Certificate(game, Actor(header["player"]), fraction(header["value"]), header["start"], read)


def _options(game: Goff | Sqt) -> dict[str, str | bool]:
    if isinstance(game, Sqt):
        return {"q": str(game.q), "scoring": game.scoring, "double_win": game.double_win}
    if game.scoring != TABLE_3:
        raise ValueError("certificates of Goff's game are for its own zero-sum scoring alone")
    return {"collapse": game.collapse, "double_win": game.double_win}


def _game(ruleset: str, options: Mapping[str, Any]) -> Goff | Sqt:
    if ruleset == Goff.ruleset:
        return Goff(**options)
    return Sqt(**{**options, "q": fraction(options["q"])})
