"""The common part of the claims on certificates of all games: certificates are written from the values of the fast
engine, and checked by the reference only.

Each check takes an alteration (default: none). It alters every certificate before writing the file, with a correct
checksum, so that only the check of the strategy can reveal the alteration.
"""

import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from qttt.oracle import Oracle
from qttt.oracle.perfect import PLAYERS
from qttt.reference.game import Actor
from qttt.verification import Refuted, expect
from qttt.verification.certificate.file import AnyCertificate, check, form_of, save
from qttt.verification.certificate.strategy import Certificate, Row

G = TypeVar("G")
C = TypeVar("C")
Alteration = Callable[[Certificate], Certificate]
Tablebases = Callable[[Any, str], Any]
"""Gives a tablebase of a game that has the position after a written one, and all that follow."""

SMALL = Fraction(1, 512)


def unaltered(certificate: C) -> C:
    return certificate


def are_certified(
    games: Iterable[G],
    certificates: Callable[[G], Iterable[AnyCertificate]],
    expected: Mapping[G, Fraction | int] | None = None,
) -> str:
    """Save and check the certificates of each game.

    Raises `Refuted` unless all certificates hold and prove the same value, from below and from above, which must equal
    the expected value if one is given.
    """
    values, rows, size = list[Fraction](), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        for game in games:
            found = []
            for certificate in certificates(game):
                save(path, certificate)
                checked = check(path).certificate
                rows, size = rows + len(checked.rows), size + path.stat().st_size
                found.append(checked.value)
            if len({*found}) > 1:
                raise Refuted(f"{game}: X's strategy guarantees {found[0]}, O's {found[1]}")
            expect(f"{game}: what the strategies guarantee", found[0], expected[game] if expected else found[0])
            values.append(found[0])
    shown = ", ".join(map(str, values)) if len(values) <= 6 else f"of {len(values)} games"
    return f"values {shown}; {rows:,} rows, {size:,} bytes"


@lru_cache(maxsize=16)
def certificate_of(tablebase: Tablebases, game: Any, player: Actor, start: str) -> Certificate:
    """The certificate of a game for a player from a position on, from the values of a tablebase."""
    made: Certificate = form_of(game).made(Oracle(game, tablebase(game, start)), player, start)
    return made


def certified(
    tablebase: Tablebases, games: Iterable[G], start: str = "", expected: Mapping[G, Fraction | int] | None = None
) -> Callable[[Alteration], str]:
    """The check `are_certified` of games from a position on, for both players; by default of unaltered certificates."""
    chosen = tuple(games)

    def check(alter: Alteration = unaltered) -> str:
        return are_certified(
            chosen, lambda game: (alter(certificate_of(tablebase, game, each, start)) for each in PLAYERS), expected
        )

    return check


# Alterations


def under(certificate: Certificate, **options: Any) -> Certificate:
    """The certificate, labelled as one of the game under other options."""
    form = certificate.form
    return replace(certificate, form=replace(form, game=replace(form.game, **options)))


def another(option: str, first: Any, second: Any) -> Alteration:
    """Labels a certificate as one of the game with the first value of an option, or with the second if it has that."""

    def altered(certificate: Certificate) -> Certificate:
        return under(certificate, **{option: second if getattr(certificate.game, option) == first else first})

    return altered


def a_value_altered(certificate: Certificate) -> Certificate:
    """The value is smaller for X, or larger for O: weaker than the strategy's guarantee."""
    return replace(certificate, value=certificate.value + (-SMALL if certificate.player is Actor.X else SMALL))


def a_late_value_altered(certificate: Certificate) -> Certificate:
    """A row of a position with the most marks has another value."""
    name = max(certificate.rows, key=_lateness(certificate))
    row = certificate.rows[name]
    return _with(certificate, name, row._replace(value=row.value + SMALL))


def a_move_altered(certificate: Certificate) -> Certificate:
    """At the position with the fewest marks the strategy makes the turn listed after the right one."""
    form = certificate.form
    moves = [name for name, row in certificate.rows.items() if type(row.decision) is tuple]
    name = min(moves, key=_lateness(certificate))
    turns = [*form.turns(form.position(name), form.game.actions)]
    row = certificate.rows[name]
    return _with(certificate, name, row._replace(decision=turns[(turns.index(row.decision) + 1) % len(turns)]))


def a_row_left_out(certificate: Certificate) -> Certificate:
    """The row of a position with the most marks is missing."""
    name = max(certificate.rows, key=_lateness(certificate))
    return replace(certificate, rows={each: row for each, row in certificate.rows.items() if each != name})


def a_row_too_many(certificate: Certificate) -> Certificate:
    """The certificate has a row for a position of the other player."""
    form, game = certificate.form, certificate.game
    position = game.initial()
    while (view := form.canonical(position)) is None or game.actor(position) is not certificate.player.opponent:
        position = game.play(position, game.actions(position)[0])
    return _with(certificate, form.text(view.key), next(iter(certificate.rows.values())))


def _with(certificate: Certificate, name: str, row: Row) -> Certificate:
    return replace(certificate, rows={**certificate.rows, name: row})


def _lateness(certificate: Certificate) -> Callable[[str], tuple[int, str]]:
    """The function from a position's text to its number of marks and the text."""
    return lambda name: (certificate.form.marks(name), name)
