"""Checks certificates of TiqTaqToe with the reference alone: nothing here, nor anything that it imports, is of the fast
engine."""

from __future__ import annotations

from pathlib import Path

from qttt.verification.certificate import moves_checker
from qttt.verification.certificate.moves_checker import Report, played_through
from qttt.verification.tiqtaqtoe.certificate import Certificate, load
from qttt.verification.tiqtaqtoe.certificate_bounds import Bounds

Checked = moves_checker.Checked[Certificate]


def check(path: Path, report: Report | None = None) -> Checked:
    """Check the certificate in a file.

    Raises `CertificateError` if it cannot be read, is damaged or malformed, and `Refuted` if it does not hold: see
    `played_through`.
    """
    return check_certificate(load(path), report)


def check_certificate(certificate: Certificate, report: Report | None = None) -> Checked:
    """Check a certificate that has been read. Raises `Refuted` as `check` does."""
    return played_through(certificate, Bounds, report)
