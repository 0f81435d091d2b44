"""Values of Goff's tablebase, late ones by the solver of the reference and early ones by what follows them."""

from collections.abc import Callable, Iterator
from itertools import chain, islice, product
from typing import Any

from qttt.fast.backend import Cpu
from qttt.fast.goff.games import playouts
from qttt.oracle.goff.translate import action_of, position_of
from qttt.reference.goff import Action, Goff, Position
from qttt.reference.goff.collapse import SELECTOR
from qttt.verification.goff.solved import tablebase
from qttt.verification.texts import texts_are_read_back
from qttt.verification.values import same_values, spoilt, values_follow

SEED = 2006
ALL_PLIES = 3
EARLY_POSITIONS = {4: 500, 5: 500}
LATE_POSITIONS = {6: 6, 7: 100, 8: 300}
GAMES = 2_000

Solved = Callable[[], Any]
spoilt_values = spoilt(tablebase)


def sampled_games(count: int) -> list[list[Action]]:
    """Random complete games of the seed."""
    played = playouts(Cpu(), count, SEED, record=True).actions
    return [[action_of(code) for code in game if code] for game in played.tolist()]


def sampled_positions(wanted: dict[int, int]) -> Iterator[Position]:
    """Undecided positions of random games, settled and pending, at most the `wanted` number of each ply."""
    game = Goff()
    left, seen = dict(wanted), set()
    for history in sampled_games(GAMES):
        position = game.initial()
        for action in history:
            if left.get(position.ply, 0) and position not in seen:
                left[position.ply] -= 1
                seen.add(position)
                yield position
            position = game.play(position, action)


def late_values_are_those_of_the_reference(solved: Solved = tablebase, step: int = 1) -> str:
    """Every n-th of some positions from ply 6 on, under both rules of selection, with and without the double win."""
    positions = [*islice(sampled_positions(LATE_POSITIONS), 0, None, step)]
    for setting in product(SELECTOR, (False, True)):
        same_values(Goff(*setting), solved(), positions)
    return f"{len(positions)} positions of plies {', '.join(map(str, LATE_POSITIONS))}, seed {SEED}"


def values_follow_from_the_next_ply(solved: Solved = tablebase, all_plies: int = ALL_PLIES, step: int = 1) -> str:
    """All positions of the first plies and every n-th of some up to ply 5: with the claim on late values, this makes
    early values right at all of them."""
    stored = (position_of(key) for keys in tablebase().keys[: all_plies + 1] for key in keys.tolist())
    positions = [*chain(stored, islice(sampled_positions(EARLY_POSITIONS), 0, None, step))]
    for rule in SELECTOR:
        values_follow(Goff(rule, True), solved(), positions)
    return f"{len(positions):,} positions of plies 0 to 5, seed {SEED}"


def games_are_read_as_they_are_written(games: int = GAMES) -> str:
    return texts_are_read_back([Goff()], games)
