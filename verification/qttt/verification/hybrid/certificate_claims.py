"""Claims on certificates of the hybrid game: see `qttt.verification.certificate.claims`."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from qttt.fast.hybrid.tablebase import Tablebase
from qttt.oracle.hybrid import setting_of
from qttt.reference.hybrid import Hybrid, Position
from qttt.verification.certificate.claims import another, certificate_of, certified, check_bounds, late
from qttt.verification.certificate.strategy import Certificate
from qttt.verification.hybrid.certificate import OfHybrid
from qttt.verification.hybrid.engines import late_tablebase

CANONICAL = Hybrid()
SINGLE = Hybrid("single")
VALUES = {CANONICAL: Fraction(-17, 512), SINGLE: Fraction(-11, 512)}
"""The values of whole games in the statements of claims: X's chance of winning minus O's."""
GAMES = (CANONICAL, Hybrid(both="X"), Hybrid("single", "one", "take", "other"), Hybrid("two", "one", both="measurer"))
"""Settings in which each value of each switch occurs."""

FIVE_BOXES = "X1.7 =X O2.5>7 X3.3 =X O4.1 =O X5.2 =X O6.8 =O"
"""A game, legal under all limits, to a position with five boxes measured and a pending link."""

TWO_BOXES = "X1.7 =X O2.5>7 X3.3 =X O4.9>3"
"""The source's game after four plies."""


def _tablebase(game: Hybrid, start: str) -> Tablebase:
    return late_tablebase(setting_of(game), len(game.position(start).measured))


late_positions_are_certified = certified(_tablebase, GAMES, FIVE_BOXES)
"""A position with five boxes measured, under four settings."""
two_boxes_are_certified = certified(_tablebase, [CANONICAL], TWO_BOXES)
"""A position with two boxes measured and two links pending."""
the_game_with_a_single_link_is_certified = certified(_tablebase, [SINGLE], "", VALUES)
"""The initial position, with one pending link in the whole game."""
the_game_is_certified = certified(_tablebase, [CANONICAL], "", VALUES)
"""The initial position."""


# Alterations


def of_a_later_position(certificate: Certificate) -> Certificate:
    """A correct certificate of the same game from a position with five boxes measured, which has another value."""
    return certificate_of(_tablebase, certificate.game, certificate.player, FIVE_BOXES)


another_effect = another("effect", "reverse", "take")
wrong_score_when_both_have_lines = another("both", "other", "X")


# Bounds

SEED, DRAWS = 2019, 25
MEASURED = 6
UNKNOWN = Fraction(1, 4)
PLAIN_GAMES = (Hybrid(), Hybrid("single", "one", "take", "other"), Hybrid("two", both="X"))


def late_positions(game: Hybrid, random: Random) -> Iterator[Position]:
    """A position with at least six boxes measured after random play; the same position with the other player to move,
    and with the other owner of each link."""
    position = late(game, random, lambda position: len(position.measured) >= MEASURED)
    yield position
    yield replace(position, turn=position.turn.opponent)
    yield replace(position, links=tuple(sorted(link._replace(owner=link.owner.opponent) for link in position.links)))


def bounds_are_those_of_plain_play(draws: int = DRAWS) -> str:
    """For random strategies of both players in three games, from random positions with at least six boxes measured,
    and from the same positions with the other player to move, and with the other owner of each link."""
    return check_bounds(map(OfHybrid, PLAIN_GAMES), late_positions, draws, SEED, unknown=UNKNOWN)
