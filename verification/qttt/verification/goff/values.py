"""Values of Goff's tablebase: late ones by the solver of the reference, early ones by what follows them."""

from collections.abc import Callable, Iterator
from itertools import chain, islice
from random import Random
from typing import Any

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Device
from qttt.fast.goff.outcome import FIRST_READING, READINGS
from qttt.fast.goff.solve import LAST, solve
from qttt.oracle.goff import position_of
from qttt.reference.goff import CollapseRule, Position
from qttt.reference.goff.collapse import SELECTOR
from qttt.verification.elsewhere import Solves, WebEngine
from qttt.verification.goff.engines import in_reading, tablebase
from qttt.verification.random_games import visited
from qttt.verification.stored_values import same_values, spoil, values_follow, values_follow_in_graph

SEED = 2006
ALL_PLIES = 3
EARLY_POSITIONS = {4: 500, 5: 500}
LATE_POSITIONS = {6: 6, 7: 100, 8: 300}
GAMES = 2_000

Solved = Callable[[int], Any]
spoilt_values = spoil(tablebase)


SETTINGS: tuple[tuple[CollapseRule, bool, str], ...] = (
    ("opponent", False, "narrow"),
    ("self", True, "narrow"),
    ("self", False, "draw"),
    ("opponent", True, "first"),
)
"""Some settings of selection, double win and `both`."""


def sampled_positions(wanted: dict[int, int], reading: int = FIRST_READING) -> Iterator[Position]:
    """Undecided positions of random games, settled and pending, at most the `wanted` number of each ply."""
    left, game = dict(wanted), in_reading(reading)
    for position in dict.fromkeys(visited(game, Random(SEED), GAMES)):
        if left.get(position.ply, 0) and game.actor(position):
            left[position.ply] -= 1
            yield position


def late_values_are_those_of_the_reference(solved: Solved = tablebase, step: int = 1) -> str:
    """Every n-th of some positions of plies 6 to 8, in four settings of each reading."""
    count = 0
    for reading in READINGS:
        positions = [*islice(sampled_positions(LATE_POSITIONS, reading), 0, None, step)]
        count += sum(same_values(in_reading(reading, *each), solved(reading), positions) for each in SETTINGS)
    return f"{count} values of positions of plies 6 to 8, seed {SEED}"


def values_follow_from_the_next_ply(
    solved: Solved = tablebase, all_plies: int = ALL_PLIES, step: int = 1, most: int | None = None
) -> str:
    """By the rules of the reference, all positions of the first plies and every n-th of some up to ply 5, of each
    reading; and on the fast engine's graph every position up to ply 5, or at most so many of a ply."""
    count, draws = 0, np.random.default_rng(SEED)
    for reading in READINGS:
        every = tablebase(reading).keys[:LAST]
        stored = (position_of(key) for keys in every[: all_plies + 1] for key in keys.tolist())
        positions = [*chain(stored, islice(sampled_positions(EARLY_POSITIONS, reading), 0, None, step))]
        games = {in_reading(reading, rule, True): solved(reading) for rule in SELECTOR}
        count += sum(values_follow(*each, positions) for each in games.items())
        count += sum(values_follow_in_graph(games, np.sort(draws.permutation(keys)[:most])) for keys in every)
    return f"{count:,} values of positions of plies 0 to {LAST - 1}, seed {SEED}"


def solved_on(device: Device) -> Iterator[Ints]:
    """What a solve of each reading finds on a device."""
    for reading in READINGS:
        found = solve(device, reading).tablebase
        yield from (*found.keys, *found.codes)


WEB = WebEngine("goff", ("goff/solve.js", 'closer === "X") === (options', 'closer === "O") === (options'))
solves = Solves(solved_on)
