"""Checks certificates whose rows are moves: nothing here, nor anything that it imports, is of the fast engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from qttt.verification import Refuted
from qttt.verification.certificate.moves import Bounds, Canonical, Certificate, Row

M = TypeVar("M")
C = TypeVar("C", bound=Certificate[Any, Any])

Report = Callable[[int, int], None]
"""Told how many rows have been used, and of how many."""


@dataclass(frozen=True)
class Checked(Generic[C]):
    """A certificate that holds, and how many positions have been remembered, up to symmetry."""

    certificate: C
    positions: int


class Rows(Generic[M]):
    """The strategy that a certificate's rows tell, and which of them have been used."""

    def __init__(self, rows: Mapping[str, Row[M]], report: Report | None) -> None:
        self._rows, self._report = rows, report
        self.used: set[str] = set()

    def move(self, _: object, view: Canonical) -> M:
        """What the row says."""
        row = self._rows[view.text]
        self.used.add(view.text)
        if self._report:
            self._report(len(self.used), len(self._rows))
        return row.move

    def said(self, view: Canonical) -> Fraction | None:
        """What the row says; None if there is none."""
        row = self._rows.get(view.text)
        return row.value if row else None


def played_through(certificate: C, bounds: type[Bounds[Any, Any]], report: Report | None = None) -> Checked[C]:
    """Play the strategy of a certificate through.

    Raises `Refuted` if it does not hold: with the position where the strategy guarantees another value than is said, or
    plays nothing or nothing legal, and the game that leads there, or with a row's position that it never leads to.
    """
    rows = Rows(certificate.rows, report)
    found = bounds(certificate.game, certificate.player, rows, certificate.parse(certificate.start))
    found.compare(certificate.first, found.of(certificate.first), certificate.value)
    if unused := certificate.rows.keys() - rows.used:
        raise Refuted(f"{len(unused)} of the rows are for positions that the strategy never leads to: '{min(unused)}'")
    return Checked(certificate, len(found.known))
