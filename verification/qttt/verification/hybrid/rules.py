"""Q3T by the reference and by the fast engine: early positions, results and ends, games."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import product

from qttt.oracle.entry import canonical as turned
from qttt.reference.game import Actor
from qttt.reference.hybrid import SWITCHES, Hybrid, settings
from qttt.reference.hybrid.position import Position
from qttt.verification.engines import options_of
from qttt.verification.hybrid.engines import fast, reference
from qttt.verification.hybrid.lemmas import cases
from qttt.verification.side_by_side import as_it_is, early, same_rules

KINDS = tuple(game for game in settings() if game.both == "draw")
"""The games that differ in more than the score when both players have a line."""


# Rules


def rules_agree(plies: int = 3, up_to_symmetry: bool = False) -> str:
    """The positions of up to `plies` plies under all switches; or one of each symmetry class, and of one ply fewer
    where the switches are not canonical. Every result with up to three links and every move with up to two, as in the
    lemmas; and every way to mark nine boxes."""
    count = sum(_agree(game, [position]) for game, position in cases())
    for game in KINDS:
        depth = plies - (up_to_symmetry and game != KINDS[0])
        form = partial(turned, game) if up_to_symmetry else as_it_is
        count += _agree(game, early(game, depth, form))
    boards = [Position("".join(marks), turn=turn) for marks in product("XO", repeat=9) for turn in (Actor.X, Actor.O)]
    for both in SWITCHES["both"]:
        _agree(replace(KINDS[0], both=both), boards)
    return f"{count:,} positions, {len(boards):,} full boards"


def _agree(game: Hybrid, positions: Iterable[Position]) -> int:
    return same_rules(reference(options_of(game)), fast(options_of(game)), positions)
