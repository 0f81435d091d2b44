"""Certificates: files that prove the value of a game.

`file.write` makes a certificate from the values of an engine; `file.check` checks it under the rules of the reference.
Neither `file.check` nor any module it imports uses the fast engine. `docs/certificates.md` explains how a certificate
proves a value.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

CheckReport = Callable[[int, int], None]
"""Called with the number of rows used so far and the number of all rows."""


class CertificateError(ValueError):
    """A file that is not a certificate, or is damaged; the message is one line and names the file."""


@dataclass(frozen=True)
class Checked:
    """A certificate that holds; for a strategy, also the number of positions remembered, up to symmetry."""

    certificate: Any
    positions: int | None = None
