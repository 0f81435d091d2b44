"""Certificates of TiqTaqToe: written from the fast engine's values, checked by the reference alone.

Each check takes an alteration, none unless another is given. It is made to every certificate before it goes into its
file, with a right checksum, so that only playing it through can tell.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import TiqTaqToe, settings
from qttt.reference.tiqtaqtoe_notation import Measurement
from qttt.reference.tiqtaqtoe_position import Position
from qttt.verification.certificate.moves_claims import both_certified, the_same
from qttt.verification.perfect import PLAYERS
from qttt.verification.tiqtaqtoe.certificate import Certificate, Row, save
from qttt.verification.tiqtaqtoe.certificate_canonical import canonical
from qttt.verification.tiqtaqtoe.certificate_writer import write
from qttt.verification.tiqtaqtoe.checker import check
from qttt.verification.tiqtaqtoe.perfect import PerfectPlay
from qttt.verification.tiqtaqtoe.solved import CANONICAL, tablebase

Alteration = Callable[[Certificate], Certificate]

VALUES = dict(zip(CANONICAL, map(Fraction, ("0", "1", "1/2", "5/32")), strict=True))
"""What claims say of the four levels."""

AFTER_A_MEASUREMENT = "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9 =.XO.X..OX"
"""Play goes on from one board at the levels minimal, moderate and high."""


def levels_are_certified(alter: Alteration = the_same) -> str:
    """The four levels, every switch in its canonical position."""
    return _are_certified(CANONICAL, alter, expected=VALUES)


def levels_are_certified_after_a_measurement(alter: Alteration = the_same) -> str:
    """The three levels that have measurements, from a board that one has left."""
    return _are_certified(CANONICAL[1:], alter, AFTER_A_MEASUREMENT)


def all_settings_are_certified(alter: Alteration = the_same) -> str:
    """Every level under every combination of its switches."""
    return _are_certified(settings(), alter)


def _are_certified(
    games: Iterable[TiqTaqToe],
    alter: Alteration,
    start: str = "",
    expected: Mapping[TiqTaqToe, Fraction] | None = None,
) -> str:
    return both_certified(games, lambda game, player: alter(certificate_of(game, player, start)), save, check, expected)


@lru_cache(maxsize=2 * len(PLAYERS) * len(CANONICAL))
def certificate_of(game: TiqTaqToe, player: Actor, start: str = "") -> Certificate:
    """The certificate of a game for a player."""
    with tempfile.TemporaryDirectory() as folder:
        return write(game, PerfectPlay(game, tablebase(game)), player, Path(folder) / "certificate", start)


# Alterations


def a_late_value_altered(certificate: Certificate) -> Certificate:
    """A row with the fewest empty squares has another value."""
    name = max(certificate.rows, key=lambda name: (Position.of(name).plies, name))
    row = certificate.rows[name]
    return replace(certificate, rows={**certificate.rows, name: row._replace(value=row.value + Fraction(1, 512))})


def a_move_altered(certificate: Certificate) -> Certificate:
    """At the position with the most empty squares the strategy makes the move after the one it should."""
    name = min(certificate.rows, key=lambda name: (Position.of(name).plies, name))
    row = certificate.rows[name]
    actions = certificate.game.actions(Position.of(name))
    other = actions[(actions.index(row.move) + 1) % len(actions)]
    assert not isinstance(other, Measurement)
    return replace(certificate, rows={**certificate.rows, name: Row(other, row.value)})


def a_row_left_out(certificate: Certificate) -> Certificate:
    """The last row is missing."""
    *names, _ = sorted(certificate.rows)
    return replace(certificate, rows={name: certificate.rows[name] for name in names})


def a_row_too_many(certificate: Certificate) -> Certificate:
    """There is a row for a position of the other player."""
    name = canonical(Position.of("X........" if certificate.player is Actor.X else ".........")).text
    row = next(iter(certificate.rows.values()))
    return replace(certificate, rows={**certificate.rows, name: row})


def of_another_level(certificate: Certificate) -> Certificate:
    """A right one, of the level above, or below the highest, which is worth something else."""
    return certificate_of(_another(certificate.game), certificate.player, certificate.start)


def another_level(certificate: Certificate) -> Certificate:
    """The strategy is said to be one of the level above, or below the highest."""
    return replace(certificate, game=_another(certificate.game))


def _another(game: TiqTaqToe) -> TiqTaqToe:
    levels = [game.level for game in CANONICAL]
    at = levels.index(game.level)
    return TiqTaqToe(levels[at + 1 if at < 3 else 2])


def another_worth_of_lines_of_both(certificate: Certificate) -> Certificate:
    """Lines of both are said to be won by the other player."""
    return replace(certificate, game=replace(certificate.game, both=certificate.player.opponent.value))
