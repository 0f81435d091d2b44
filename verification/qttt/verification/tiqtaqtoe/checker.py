"""Checks certificates of TiqTaqToe with the reference alone: nothing here, nor anything that it imports, is of the fast
engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from qttt.reference.tiqtaqtoe_notation import parse
from qttt.reference.tiqtaqtoe_position import Position
from qttt.verification import Refuted
from qttt.verification.tiqtaqtoe.certificate import Certificate, Move, load
from qttt.verification.tiqtaqtoe.certificate_bounds import Bounds
from qttt.verification.tiqtaqtoe.certificate_canonical import Canonical

Report = Callable[[int, int], None]
"""Told how many rows have been used, and of how many."""


@dataclass(frozen=True)
class Checked:
    """A certificate that holds, and how many positions were looked at, up to symmetry, endings included."""

    certificate: Certificate
    positions: int


class _Rows:
    """The strategy that a certificate's rows tell, and which of them have been used."""

    def __init__(self, certificate: Certificate, report: Report | None) -> None:
        self._rows, self._report = certificate.rows, report
        self.used: set[str] = set()

    def move(self, _: Position, view: Canonical) -> Move:
        row = self._rows[view.text]
        self.used.add(view.text)
        if self._report:
            self._report(len(self.used), len(self._rows))
        return row.move

    def said(self, view: Canonical) -> Fraction | None:
        row = self._rows.get(view.text)
        return row.value if row else None


def check(path: Path, report: Report | None = None) -> Checked:
    """Check the certificate in a file.

    Raises `CertificateError` if it cannot be read, is damaged or malformed, and `Refuted` if it does not hold: with the
    position where the strategy guarantees another value than is said, or plays nothing or nothing legal, and the game
    that leads there, or with a row's position that it never leads to.
    """
    return check_certificate(load(path), report)


def check_certificate(certificate: Certificate, report: Report | None = None) -> Checked:
    """Check a certificate that has been read. Raises `Refuted` as `check` does."""
    rows = _Rows(certificate, report)
    bounds = Bounds(certificate.game, certificate.player, rows, parse(certificate.start))
    bounds.compare(certificate.first, bounds.of(certificate.first), certificate.value)
    if unused := certificate.rows.keys() - rows.used:
        raise Refuted(f"{len(unused)} of the rows are for positions that the strategy never leads to: '{min(unused)}'")
    return Checked(certificate, len(bounds.known))
