"""Certificates: files that prove the value of a game. Here they are made, written, read and checked.

`write` makes a certificate from the values of an engine; `check` checks it under the rules of the reference. Neither
`check` nor any module it imports uses the fast engine. `docs/certificates.md` explains how a certificate proves a
value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from qttt.reference.game import Actor
from qttt.reference.picture import listed
from qttt.spec import rulesets
from qttt.spec.disk import write_whole
from qttt.verification.certificate.bounds import Oracle, Report
from qttt.verification.certificate.container import pack, reading, unpack
from qttt.verification.certificate.strategy import Checked, CheckReport, Form


class AnyCertificate(Protocol):
    """A certificate of any game: of a strategy for one player, or of a board for both players (`player` is None).

    `start` is the game that leads to the first position, in notation, and `value` what is stated as guaranteed from
    there on, from X's side. `rows` are by position. `header` is the content of a file's first line, except the format
    and the number of rows, `lines` are the rows as in a file. `checked` raises `Refuted` if the certificate does not
    hold.
    """

    @property
    def game(self) -> Any: ...
    @property
    def player(self) -> Actor | None: ...
    @property
    def start(self) -> str: ...
    @property
    def value(self) -> Fraction: ...
    @property
    def rows(self) -> Mapping[Any, object]: ...
    def header(self) -> dict[str, object]: ...
    def lines(self) -> Iterable[tuple[object, ...]]: ...
    def checked(self, report: CheckReport | None = None) -> Checked: ...


def entry(ruleset: str) -> tuple[object, Any]:
    """The class of a ruleset's game, and its form: `GAME` and `FORM` of the game's module of certificates.

    A game added by `qttt.oracle.register` has the default form. Raises `ValueError` for an unknown ruleset.

    >>> [each.__name__ for each in entry("sqt-1.0")]
    ['Sqt', 'OfGoff']
    """
    known = {version: name for name, each in rulesets().items() for version in (each.id, *each.earlier)}
    if ruleset in known:
        module = import_module(f"qttt.verification.{known[ruleset]}.certificate")
        return module.GAME, module.FORM
    from qttt.oracle import registry

    added = {registry.entry(name).kind.ruleset: registry.entry(name).kind for name in registry.games()}
    if ruleset not in added:
        present = listed([each.id for each in rulesets().values()], "or")
        raise ValueError(f"is for the unknown ruleset '{ruleset}': expected {present}")
    return added[ruleset], Form


def form_of(game: Any) -> Any:
    """How the certificates of a game are written."""
    return entry(game.ruleset)[1](game)


def write(
    game: object,
    oracle: Oracle[object, object],
    path: Path,
    player: Actor | None = None,
    start: str = "",
    report: Report | None = None,
) -> AnyCertificate:
    """Write the certificate of a game from the values of an engine, and return it.

    `player` chooses the strategy, and `start`, a game in notation, the first position; a board has neither. `write`
    checks the certificate first, and raises `Refuted` if the oracle errs. Raises `ValueError` for anything that the
    game's form cannot write, the errors of reading `start`, and `OSError` if the file cannot be written.
    """
    certificate: AnyCertificate = form_of(game).make(oracle, player, start, report)
    save(path, certificate)
    return certificate


def content(certificate: AnyCertificate) -> bytes:
    """The file of a certificate. Raises `ValueError` for a value too long to be written."""
    return pack(certificate.header(), certificate.lines())


def save(path: Path, certificate: AnyCertificate) -> None:
    """Write a certificate to a file, replacing an existing file. Raises `OSError` and the errors of `content`."""
    write_whole(path, content(certificate))


def load(path: Path) -> AnyCertificate:
    """Read a certificate.

    Raises `CertificateError` for a file that cannot be read, is cut short or altered, violates the schema, or has an
    invalid start or invalid options. Does not verify the certificate.
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
