"""Certificates in files: read, checked, made and written, whatever the game. Nothing here imports the fast engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from qttt.reference.game import Actor
from qttt.reference.picture import listed
from qttt.spec import rulesets
from qttt.verification.certificate import Checked, CheckReport
from qttt.verification.certificate.best_play import Oracle, Report
from qttt.verification.certificate.container import pack, reading, unpack
from qttt.verification.certificate.strategy import Form


class AnyCertificate(Protocol):
    """A certificate of any game: of a strategy for one player, or of a board for both, with `player` None."""

    @property
    def game(self) -> Any:
        """The game with its options."""
        ...

    @property
    def player(self) -> Actor | None:
        """Whose strategy it is."""
        ...

    @property
    def start(self) -> str:
        """The game that leads to the first position, in notation."""
        ...

    @property
    def value(self) -> Fraction:
        """What is said to be guaranteed from the first position on, from X's side."""
        ...

    @property
    def rows(self) -> Mapping[Any, Any]:
        """The rows by positions."""
        ...

    def header(self) -> dict[str, Any]:
        """What the first line of a file says, apart from the format and the number of rows."""
        ...

    def lines(self) -> Iterable[tuple[Any, ...]]:
        """The rows as a file has them."""
        ...

    def checked(self, report: CheckReport | None = None) -> Checked:
        """Check the certificate. Raises `Refuted` if it does not hold."""
        ...


def entry(ruleset: str) -> tuple[Any, Any]:
    """The class of a game by its ruleset, and its form: `GAME` and `FORM` of its own module of certificates.

    A game that `qttt.oracle.register` has added has the form of every game. Raises `ValueError` for an unknown ruleset.

    >>> [each.__name__ for each in entry("sqt-1.0")]
    ['Sqt', 'OfGoff']
    """
    known = {each.id: name for name, each in rulesets().items()}
    if ruleset in known:
        module = import_module(f"qttt.verification.{known[ruleset]}.certificate")
        return module.GAME, module.FORM
    from qttt.oracle import registry

    added = {registry.entry(name).kind.ruleset: registry.entry(name).kind for name in registry.games()}
    if ruleset not in added:
        raise ValueError(f"is for the unknown ruleset '{ruleset}': expected {listed([*known], 'or')}")
    return added[ruleset], Form


def form_of(game: Any) -> Any:
    """How the certificates of a game are written."""
    return entry(game.ruleset)[1](game)


def write(
    game: Any,
    oracle: Oracle[Any, Any],
    path: Path,
    player: Actor | None = None,
    start: str = "",
    report: Report | None = None,
) -> AnyCertificate:
    """Write the certificate of a game from the values of an engine, and return it.

    `player` and `start` choose the strategy, and the position after a game in notation; a board has neither. The
    certificate is checked before: raises `Refuted` if the oracle errs. Raises `ValueError` for what the form of the
    game cannot write and what reading `start` raises, and `OSError` if the file cannot be written.
    """
    certificate: AnyCertificate = form_of(game).made(oracle, player, start, report)
    save(path, certificate)
    return certificate


def content(certificate: AnyCertificate) -> bytes:
    """The file of a certificate. Raises `ValueError` for a value too long to be written."""
    return pack(certificate.header(), certificate.lines())


def save(path: Path, certificate: AnyCertificate) -> None:
    """Write a certificate to a file, over a file that is there. Raises `OSError`, and as `content` does."""
    path.write_bytes(content(certificate))


def load(path: Path) -> AnyCertificate:
    """Read a certificate.

    Raises `CertificateError` for a file that cannot be read, is cut short or altered, does not have the form of the
    schema, or has an invalid start or invalid options. Does not verify the certificate.
    """
    with reading(path):
        header, rows = unpack(path, lambda ruleset: (entry(ruleset)[1].header, entry(ruleset)[1].row))
        game, form = entry(header["ruleset"])
        certificate: AnyCertificate = form.of(game, header).read(header, rows)
    return certificate


def check(path: Path, report: CheckReport | None = None) -> Checked:
    """Check the certificate in a file.

    Raises `CertificateError` as `load` does, and `Refuted`, with the game or the marks that show why, if the
    certificate does not hold.
    """
    return load(path).checked(report)
