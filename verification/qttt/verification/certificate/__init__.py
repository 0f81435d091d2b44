"""Certificates: files that prove the value of a game.

`file.write` makes a certificate from the values of an engine; `file.check` checks it under the rules of the reference,
and uses nothing of the fast engine, nor does anything it imports. How a certificate proves a value is on the page
`docs/certificates.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

CheckReport = Callable[[int, int], None]
"""Called with the number of rows used so far, and of all rows."""


class CertificateError(ValueError):
    """A file that is not a certificate, or is damaged; the message is one line and names the file."""


@dataclass(frozen=True)
class Checked:
    """A certificate that holds; of a strategy also how many positions were remembered, up to symmetry."""

    certificate: Any
    positions: int | None = None
