"""Values of Goff's tablebase: late ones by the solver of the reference and by every game, early ones by what follows
them."""

from collections.abc import Callable, Iterator
from itertools import chain, islice
from random import Random
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.goff.reading import FIRST_READING, READINGS
from qttt.fast.goff.solve import LAST, value_last
from qttt.fast.goff.tablebase import Tablebase
from qttt.oracle.goff.translate import position_of
from qttt.reference.goff import CollapseRule, Position
from qttt.reference.goff.collapse import SELECTOR
from qttt.verification import Refuted
from qttt.verification.goff.engines import in_reading, tablebase
from qttt.verification.values import (
    same_values,
    spoilt,
    values_follow,
    values_follow_in_graph,
    values_to_the_end,
    visited,
)

SEED = 2006
ALL_PLIES = 3
EARLY_POSITIONS = {4: 500, 5: 500}
LATE_POSITIONS = {6: 6, 7: 100, 8: 300}
GAMES = 2_000

Solved = Callable[[int], Any]
spoilt_values = spoilt(tablebase)


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


KNOWN = {
    0x59020B1C5000000: (0o42, 0o22, 0o42, 0o22),
    0x5CD0A6611000000: (0o54, 0o44, 0o54, 0o44),
    0x5D4169844000000: (0o44, 0o43, 0o42, 0o42),
    0x6113AB247000000: (0o44, 0o41, 0o44, 0o41),
    0x64D2ED843000000: (0o34, 0o53, 0o34, 0o53),
    0x657361814000000: (0o54, 0o43, 0o54, 0o42),
    0x6964AC758000000: (0o52, 0o23, 0o52, 0o22),
    0x6D242781D000000: (0o54, 0o23, 0o54, 0o22),
    0x7081A690C000000: (0o53, 0o43, 0o53, 0o43),
    0x7130A23C7000000: (0o42, 0o22, 0o42, 0o22),
    0x75A46A961000000: (0o51, 0o42, 0o51, 0o42),
    0x8980A974D000000: (0o34, 0o33, 0o33, 0o32),
}
"""Code pairs of some positions of ply 6, by reading: so mutants need not follow every game."""


def late_values_are_those_of_every_game(solved: Solved = tablebase, positions: int = 2_000) -> str:
    """The values of some positions of ply 6 of each reading, and of the known ones, by every action, to the end; with
    no positions only the known ones, as the kernels value them, against their known values."""
    known = np.array([*KNOWN], np.int64)
    for reading, *codes in zip(READINGS, *KNOWN.values(), strict=True):
        found = value_last(Cpu(), known, lambda _: None, reading) & 63
        if found.tolist() != codes:
            raise Refuted(f"reading {reading}: the known positions have {found.tolist()}, not {codes}")
        if not positions:
            continue
        some = np.sort(np.random.default_rng(SEED).choice(tablebase(reading).keys[LAST], positions, replace=False))
        stored = Tablebase((*[known[:0]] * LAST, known), (*[found[:0]] * LAST, found.astype(np.uint8)), reading)
        for rule in SELECTOR:
            values_to_the_end({in_reading(reading, rule, True): solved(reading)}, some)
            values_to_the_end({in_reading(reading, rule, True): stored}, known)
    return f"{positions:,} positions of ply {LAST} of each of {len(READINGS)} readings, seed {SEED}; {len(known)} known"


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
