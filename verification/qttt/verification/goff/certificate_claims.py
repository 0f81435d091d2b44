"""Claims on certificates of Goff's game and of SQT: see `qttt.verification.certificate.claims`."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

from qttt.fast.backend import Cpu
from qttt.fast.goff.position import canonical
from qttt.fast.sqt.solve import solve
from qttt.fast.sqt.tablebase import Tablebase
from qttt.oracle.goff import key_of, reading_of
from qttt.oracle.sqt import setting_of
from qttt.reference.board import SYMMETRIES
from qttt.reference.goff import Goff, Position, Selection, settings
from qttt.reference.goff.position import Spooky, components
from qttt.reference.sqt import SCORINGS, Sqt
from qttt.verification import Refuted
from qttt.verification.batch_comparison import SameClasses
from qttt.verification.certificate.claims import PlainPlay, RandomPlay, another, certified, check_bounds, under
from qttt.verification.certificate.strategy import Certificate
from qttt.verification.goff.certificate import OfGoff, Preference
from qttt.verification.goff.engines import tablebase

GOFF = tuple(game for game in settings() if game.double_win and game.both == "narrow")
"""The readings that tell all outcomes apart: the values of the others are images of theirs, by the claim
goff-outcomes-in-order, and what a strategy guarantees in one of these it guarantees, as an image, in them."""
READINGS = product(("opponent", "self"), ("legal", "forbidden"), ("move", "draw"))
VALUES = dict(zip(READINGS, (10, 10, 0, 0, 20, 0, 10, 10), strict=True))
"""The value of the initial position by collapse, pair and last."""
SQT = tuple(Sqt(Fraction(j, 4), scoring) for j in (1, 2, 3) for scoring in SCORINGS)
GAMES: tuple[Goff | Sqt, ...] = (*GOFF, *SQT)
"""The games certified from the initial position."""

AFTER_A_COLLAPSE = "X1.1-9 O2.1-3 X3.1-3 selA"
"""The start of the source's Figure 2."""
AFTER_SIX_MOVES = "X1.4-6 O2.7-9 X3.3-5 O4.6-8 X5.1-8 O6.3-9"
"""A position whose value depends on every switch."""


def _tablebase(game: Goff | Sqt, _: str) -> object:
    return tablebase(reading_of(game)) if isinstance(game, Goff) else _sqt_tablebase()


@cache
def _sqt_tablebase() -> Tablebase:
    """The tablebase of the SQT games, solved once."""
    return solve(Cpu(), [*map(setting_of, SQT)]).tablebase


goff_is_certified = certified(
    _tablebase, GOFF, expected={game: VALUES[game.collapse, game.pair, game.last] for game in GOFF}
)
"""Every choice of collapse, pair and last, from the initial position."""
goff_is_certified_after_a_collapse = certified(_tablebase, (Goff("self"), Goff("opponent")), AFTER_A_COLLAPSE)
"""Both selection rules, from a position of ply 3."""
goff_is_certified_after_six_moves = certified(_tablebase, settings(), AFTER_SIX_MOVES)
"""All 48 readings, from a position of ply 6."""
sqt_is_certified = certified(_tablebase, SQT)
"""Three values of q and two scorings, from the initial position."""
sqt_is_certified_after_a_collapse = certified(_tablebase, SQT, AFTER_A_COLLAPSE)
"""Three values of q and two scorings, from a position of ply 3."""


# Alterations


another_selector = another("collapse", "opponent", "self")
another_pair = another("pair", "forbidden", "legal")
another_last = another("last", "draw", "move")
another_both = another("both", "draw", "narrow")


def another_probability(certificate: Certificate) -> Certificate:
    """The System favours O with half the probability."""
    return under(certificate, q=certificate.game.q / 2)


# Bounds

SEED = 2017
DRAWS, FORMS = 80, 5
PLIES = (5, 6, 7, 7, 7, 8, 8, 8)
PLAIN_GAMES = (
    Goff(),
    Goff("self", double_win=True),
    Goff("opponent", pair="forbidden", both="draw"),
    Goff("self", pair="forbidden", last="draw", both="first"),
    Sqt(Fraction(1, 4)),
    Sqt(Fraction(3, 4), pair="forbidden", last="draw"),
    Sqt(Fraction(3, 4), "draws-second", double_win=True),
    Sqt(Fraction(1)),
)
NO_BEST_SQUARE = Position.of("X1@8 O2.3-4 X3@5 O4.4-6 X5@9 O6@7 X7.2-6 O8@1")
"""Where pairs are forbidden, no move has the two best squares of X, and the best move not even the best one."""


class RandomGoffPlay(RandomPlay):
    """A strategy of random legal decisions, and of random preferences among squares where the opponent is to move."""

    def chosen(self, position: Position) -> object:
        if self.form.game.actor(position) is self.player:
            return super().chosen(position)
        entangled = sorted(set().union(*components(position)))
        return Preference(self.random.sample(entangled, len(entangled)))


class PlainGoffPlay(PlainPlay):
    """Bounds by plain play; the player selects by the preference at the previous position."""

    def own(self, position: Position) -> Fraction:
        if not position.pending:
            return super().own(position)
        preference = self.decision(replace(position, spooky=position.spooky[:-1], pending=False))
        first, second = map(preference.index, position.spooky[-1].squares)
        return self.bound(self.game.play(position, Selection.A if first < second else Selection.B))


def late_positions(game: Goff | Sqt, random: Random) -> Iterator[Position]:
    """A position without a closed cycle after some plies of random play, or after a shorter game; and the same position
    with each player's plies redistributed among the same marks, which no game need reach."""
    position, ply = game.initial(), random.choice(PLIES)
    while position.pending or (position.ply < ply and game.actions(position)):
        position = game.play(position, random.choice(game.actions(position)))
    yield position
    plies: dict[int, int] = {}
    for own in (range(1, position.ply + 1, 2), range(2, position.ply + 1, 2)):
        plies |= dict(zip(own, random.sample(own, len(own)), strict=True))
    definite = tuple(mark and mark._replace(ply=plies[mark.ply]) for mark in position.definite)
    spooky = (Spooky(mark._replace(ply=plies[mark.ply]), squares) for mark, squares in position.spooky)
    yield Position(definite, tuple(sorted(spooky, key=lambda pair: pair.mark.ply)))


def bounds_are_those_of_plain_play(draws: int = DRAWS) -> str:
    """For random strategies of both players in some games, from random positions, and from the same positions with
    redistributed plies. Such positions and their images have the same canonical form if and only if their keys have."""
    same, random, form = SameClasses(), Random(SEED), OfGoff(Goff())
    for drawn in (late_positions(form.game, random) for _ in range(FORMS * draws)):
        for position, symmetry in product(drawn, random.sample(SYMMETRIES, 2)):
            there = form.game.turned(position, symmetry)
            if not same([canonical(key_of(there))], (found := form.canonical(there)) and found.key):
                raise Refuted(f"'{there}' has not the canonical form of its key")
    forms = [*map(OfGoff, PLAIN_GAMES)]
    check_bounds(forms, lambda *_: [NO_BEST_SQUARE], 1, SEED, RandomGoffPlay, PlainGoffPlay)
    return check_bounds(forms, late_positions, draws, SEED, RandomGoffPlay, PlainGoffPlay)
