"""Certificates of the hybrid game: written from the fast engine's values, checked by the reference alone.

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
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid_notation import Result
from qttt.reference.hybrid_position import Position
from qttt.verification.certificate.moves_claims import both_certified, the_same
from qttt.verification.hybrid.certificate import Certificate, Row, save
from qttt.verification.hybrid.certificate_canonical import canonical
from qttt.verification.hybrid.certificate_writer import write
from qttt.verification.hybrid.checker import check
from qttt.verification.hybrid.engines import late_tablebase
from qttt.verification.hybrid.perfect import PerfectPlay
from qttt.verification.hybrid.translate import setting_of
from qttt.verification.perfect import PLAYERS

Alteration = Callable[[Certificate], Certificate]

CANONICAL = Hybrid()
SINGLE = Hybrid("single")
VALUES = {CANONICAL: Fraction(-17, 512), SINGLE: Fraction(-11, 512)}
"""What claims say of whole games: X's chance less O's."""
GAMES = (CANONICAL, Hybrid(both="X"), Hybrid("single", "one", "take", "other"), Hybrid("two", "one", both="measurer"))
"""Each value of each switch is in one of them."""

FIVE_BOXES = "X1.7 =X O2.5>7 X3.3 =X O4.1 =O X5.2 =X O6.8 =O"
"""A game to a position with five boxes measured and a pending link, which all limits allow."""

TWO_BOXES = "X1.7 =X O2.5>7 X3.3 =X O4.9>3"
"""The source's game after four plies."""


def late_positions_are_certified(alter: Alteration = the_same) -> str:
    """A position with five boxes measured, under four settings."""
    return _are_certified(GAMES, FIVE_BOXES, alter)


def two_boxes_are_certified(alter: Alteration = the_same) -> str:
    """A position with two boxes measured and two links pending."""
    return _are_certified([CANONICAL], TWO_BOXES, alter)


def the_game_with_a_single_link_is_certified(alter: Alteration = the_same) -> str:
    """The initial position, with one pending link in the whole game."""
    return _are_certified([SINGLE], "", alter, VALUES)


def the_game_is_certified(alter: Alteration = the_same) -> str:
    """The initial position."""
    return _are_certified([CANONICAL], "", alter, VALUES)


def _are_certified(
    games: Iterable[Hybrid], start: str, alter: Alteration, expected: Mapping[Hybrid, Fraction] | None = None
) -> str:
    return both_certified(games, lambda game, player: alter(certificate_of(game, player, start)), save, check, expected)


@lru_cache(maxsize=len(PLAYERS) * len(GAMES))
def certificate_of(game: Hybrid, player: Actor, start: str = FIVE_BOXES) -> Certificate:
    """The certificate of a game for a player from a position on."""
    measured = len(Certificate(game, player, Fraction(0), start, {}).first.measured)
    oracle = PerfectPlay(game, late_tablebase(setting_of(game), measured))
    with tempfile.TemporaryDirectory() as folder:
        return write(game, oracle, player, Path(folder) / "certificate", start)


# Alterations


def a_late_value_altered(certificate: Certificate) -> Certificate:
    """A row with the most boxes measured has another value."""
    name = max(certificate.rows, key=_lateness)
    row = certificate.rows[name]
    return replace(certificate, rows={**certificate.rows, name: row._replace(value=row.value + Fraction(1, 512))})


def a_move_altered(certificate: Certificate) -> Certificate:
    """At the position with the fewest boxes measured the strategy makes the move after the one it should."""
    name = min(certificate.rows, key=_lateness)
    row, position = certificate.rows[name], Position.of(name)
    actions = certificate.game.actions(position)
    other = actions[(actions.index(row.move) + 1) % len(actions)]
    assert not isinstance(other, Result)
    return replace(certificate, rows={**certificate.rows, name: Row(other, row.value)})


def a_row_left_out(certificate: Certificate) -> Certificate:
    """The row of the position with the fewest boxes measured is missing."""
    name = min(certificate.rows, key=_lateness)
    return replace(certificate, rows={each: row for each, row in certificate.rows.items() if each != name})


def a_row_too_many(certificate: Certificate) -> Certificate:
    """There is a row for a position of the other player."""
    name = canonical(Position(turn=certificate.player.opponent)).text
    row = next(iter(certificate.rows.values()))
    return replace(certificate, rows={**certificate.rows, name: row})


def of_a_later_position(certificate: Certificate) -> Certificate:
    """A right one, of the same game from five boxes measured on, which is worth something else."""
    return certificate_of(certificate.game, certificate.player, FIVE_BOXES)


def another_effect(certificate: Certificate) -> Certificate:
    """A triggered link is said to do the other thing to its target."""
    effect = "take" if certificate.game.effect == "reverse" else "reverse"
    return replace(certificate, game=replace(certificate.game, effect=effect))


def another_worth_of_lines_of_both(certificate: Certificate) -> Certificate:
    """Lines of both are said to be worth something else."""
    both = "X" if certificate.game.both == "other" else "other"
    return replace(certificate, game=replace(certificate.game, both=both))


def _lateness(name: str) -> tuple[int, str]:
    return len(Position.of(name).measured), name
