"""Claims on certificates of TiqTaqToe: see `qttt.verification.certificate.claims`."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from random import Random

from qttt.oracle import Oracle
from qttt.oracle.perfect import PLAYERS
from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.position import Position, probabilities
from qttt.verification.certificate.claims import certified, under
from qttt.verification.certificate.plain import MakeBounds, check_bounds, merging
from qttt.verification.certificate.strategy import Certificate
from qttt.verification.tiqtaqtoe.certificate import OfTiqTaqToe, TiqTaqToeBounds
from qttt.verification.tiqtaqtoe.solved import CANONICAL, tablebase

VALUES = dict(zip(CANONICAL, map(Fraction, ("0", "1", "1/2", "5/32")), strict=True))
"""The values of the four levels in the statements of claims."""

AFTER_A_MEASUREMENT = "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9 =.XO.X..OX"
"""A start at which one board remains at the levels minimal, moderate and high."""


@lru_cache(maxsize=2 * len(PLAYERS) * len(CANONICAL))
def certificate_of(game: TiqTaqToe, player: Actor, start: str = "") -> Certificate:
    """The certificate of a game for a player from a position on."""
    return OfTiqTaqToe(game).made(Oracle(game, tablebase(game)), player, start)


levels_are_certified = certified(certificate_of, CANONICAL, expected=VALUES)
"""The four levels, every switch in its canonical position."""
levels_are_certified_after_a_measurement = certified(certificate_of, CANONICAL[1:], AFTER_A_MEASUREMENT)
"""The three levels with measurements, from a board that a measurement has left."""
all_settings_are_certified = certified(certificate_of, settings())
"""Every level under every combination of its switches."""


# Alterations


def of_another_level(certificate: Certificate) -> Certificate:
    """A correct certificate of the level above (for the highest, below), which has another value."""
    return certificate_of(TiqTaqToe(_another_level(certificate)), certificate.player, certificate.start)


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
    position = game.initial()
    while position.plies < PLIES:
        actions = game.actions(position)
        position = game.play(position, random.choice(actions)) if actions else game.initial()
    yield position


def bounds_are_those_of_plain_play(bounds: MakeBounds = TiqTaqToeBounds) -> str:
    """For random strategies of both players in three games, from random positions with at least seven marks."""
    return check_bounds(bounds, map(OfTiqTaqToe, PLAIN_GAMES), late_positions, DRAWS, SEED)


# Errors


def _of_equal_probabilities(text: str) -> str:
    return f"{probabilities(Position.of(text))}{Position.of(text).measured}"


merges_positions_of_equal_probabilities = merging(TiqTaqToeBounds, _of_equal_probabilities)
merges_measured_positions = merging(TiqTaqToeBounds, lambda text: text.removesuffix(" measured"))
