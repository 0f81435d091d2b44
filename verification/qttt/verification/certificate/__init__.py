"""Certificates: strategies that prove the value of a game.

A certificate holds a strategy for one player from one position on. `write` makes it from the values of an engine;
`check` plays it through under the rules of the reference, against every reply, and uses nothing of the fast engine, nor
does anything it imports. How a certificate proves a value is on the page `docs/certificates.md`.
"""

from __future__ import annotations


class CertificateError(ValueError):
    """A file that is no certificate, or is damaged; the message is one line and names the file."""
