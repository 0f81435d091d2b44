"""Claims on certificates of TiqTaqToe: see `qttt.verification.certificate.claims`."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from qttt.fast.tiqtaqtoe.tablebase import Tablebase
from qttt.reference.tiqtaqtoe import UNIFORM, Position, TiqTaqToe, settings
from qttt.verification.certificate.claims import certificate_of, certified, check_bounds, late, under
from qttt.verification.certificate.strategy import Certificate
from qttt.verification.tiqtaqtoe.certificate import OfTiqTaqToe
from qttt.verification.tiqtaqtoe.solved import CANONICAL, tablebase

VALUES = dict(zip(CANONICAL, map(Fraction, ("0", "1", "1/2", "5/32")), strict=True))
"""The values of the four levels in the statements of claims."""

AFTER_A_MEASUREMENT = "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9 =.XO.X..OX"
"""A start at which one board remains at the levels minimal, moderate and high."""


def _tablebase(game: TiqTaqToe, _: str) -> Tablebase:
    return tablebase(game)


levels_are_certified = certified(_tablebase, CANONICAL, expected=VALUES)
"""The four levels, every switch in its canonical position."""
levels_are_certified_after_a_measurement = certified(_tablebase, CANONICAL[1:], AFTER_A_MEASUREMENT)
"""The three levels with measurements, from a board that a measurement has left."""
all_settings_are_certified = certified(_tablebase, settings(levels=UNIFORM))
"""Every level under every combination of its switches."""


# Alterations


def of_another_level(certificate: Certificate) -> Certificate:
    """A correct certificate of the level above (for the highest, below), which has another value."""
    other = TiqTaqToe(_another_level(certificate))
    return certificate_of(_tablebase, other, certificate.player, certificate.start)


def another_level(certificate: Certificate) -> Certificate:
    """The strategy is labelled as one of the level above (for the highest, below)."""
    return under(certificate, level=_another_level(certificate))


def _another_level(certificate: Certificate) -> str:
    levels = [game.level for game in CANONICAL]
    at = levels.index(certificate.game.level)
    return levels[at + 1 if at < 3 else 2]


def wrong_score_when_both_have_lines(certificate: Certificate) -> Certificate:
    """Where both players have a line, the other player wins."""
    return under(certificate, both=certificate.player.opponent.value)


# Bounds

SEED, DRAWS = 2023, 25
PLIES = 7
PLAIN_GAMES = (
    TiqTaqToe("minimal", lines="full-board", both="X"),
    TiqTaqToe("moderate"),
    TiqTaqToe("high", pair="legal", lines="full-board", both="other"),
)


def late_positions(game: TiqTaqToe, random: Random) -> Iterator[Position]:
    """A position with at least seven marks after random play."""
    yield late(game, random, lambda position: position.plies >= PLIES)


def bounds_are_those_of_plain_play(draws: int = DRAWS) -> str:
    """For random strategies of both players in three games, from random positions with at least seven marks."""
    return check_bounds(map(OfTiqTaqToe, PLAIN_GAMES), late_positions, draws, SEED)
