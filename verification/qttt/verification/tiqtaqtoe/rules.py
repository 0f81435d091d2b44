"""TiqTaqToe by the reference and by the fast engine: positions up to symmetry, the graph of the kernels."""

from collections import Counter
from typing import NamedTuple

from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import SWITCHES, UNIFORM, TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification import Refuted
from qttt.verification.engines import options_of
from qttt.verification.side_by_side import early, same_rules
from qttt.verification.stored_values import same_graph
from qttt.verification.tiqtaqtoe.certificate import canonical, images
from qttt.verification.tiqtaqtoe.engines import fast, reference
from qttt.verification.tiqtaqtoe.solved import tablebase


class Scope(NamedTuple):
    """The positions to compare: of some games, those with at most the given number of marks."""

    games: tuple[TiqTaqToe, ...]
    marks: int


def games(level: str) -> tuple[TiqTaqToe, ...]:
    """The games of a level that differ in more than the score when both players have a line."""
    return tuple(game for game in settings(both="even") if game.level == level)


CLASSIC, MINIMAL, MODERATE, HIGH = map(games, UNIFORM)
ALL = 9
"""Marks on a full board."""
WHOLE = (Scope(CLASSIC, ALL), Scope(MINIMAL, ALL), Scope(MODERATE, 3), Scope(HIGH, 3))
EARLY = (Scope(CLASSIC, ALL), *(Scope(games[:1], 2) for games in (MINIMAL, MODERATE, HIGH)))


def form(position: Position) -> str:
    return str(canonical(position).key)


def rules_agree(most: int = ALL) -> str:
    """One position of each canonical form, and all its successors: the whole levels classic and minimal, and up to
    three marks at the others, under all switches; at most `most`. Ended games with each value of `both`."""
    count = 0
    for scope in WHOLE:
        for game in scope.games:
            positions = [*early(game, min(most, scope.marks), form)]
            ended = [position for position in positions if game.actor(position) is None]
            count += same_rules(reference(options_of(game)), fast(options_of(game)), positions)
            for both in SWITCHES["both"][1:]:
                options = options_of(TiqTaqToe(**{**vars(game), "both": both}))
                same_rules(reference(options), fast(options), ended)
    return f"{count:,} canonical positions"


# The graph

KIND = {Actor.X: "decision", Actor.O: "decision", Actor.CHANCE: "chance", None: "terminal"}


def the_graph_is_that_of_the_rules(few: bool = False, levels: int | None = None) -> str:
    """One position of each canonical form: the actor, the moves, and the node after each move. For whole games also the
    numbers of positions, up to symmetry and in all, so that the kernels enumerate no other positions.

    All positions of the levels classic and minimal, and all with up to three marks at the other levels; or, if `few`,
    the level classic and up to two marks at the others, only the first `levels`."""
    looked_at = 0
    for scope in (EARLY if few else WHOLE)[:levels]:
        for game in scope.games:
            solved, counts = tablebase(game), Counter[tuple[str, str]]()
            positions = [*early(game, scope.marks, form)]
            looked_at += same_graph(game, solved, positions)
            for position in positions:
                counts[KIND[game.actor(position)], "canonical"] += 1
                counts[KIND[game.actor(position)], "raw"] += _images(position)
            found = {(kind, form): count for kind, forms in solved.states.items() for form, count in forms.items()}
            if scope.marks == ALL and counts != {key: count for key, count in found.items() if count}:
                raise Refuted(f"{game.level} {game.switches}: the positions are {dict(counts)}, enumerated {found}")
    return f"{looked_at:,} canonical positions"


def _images(position: Position) -> int:
    """The number of images of a position under the eight symmetries."""
    return len({tuple(sorted(image)) for image in zip(*map(images, position.boards), strict=True)})
