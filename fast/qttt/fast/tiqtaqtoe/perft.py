"""How many sequences of plies TiqTaqToe has."""

from itertools import pairwise

import numpy as np

from qttt.fast.backend import Device
from qttt.fast.batch import CHANCE
from qttt.fast.sequences import added, check_depth
from qttt.fast.tiqtaqtoe.boards import SQUARES
from qttt.fast.tiqtaqtoe.enumerate import enumerate_graph
from qttt.fast.tiqtaqtoe.graph import MEASURED
from qttt.fast.tiqtaqtoe.rules import row_of, single, state_of
from qttt.fast.tiqtaqtoe.setting import MEASUREMENT, START, Setting, State, check, marks


def perft(device: Device, setting: Setting, depth: int, start: State = START) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` plies follow a state; a measurement, also one that is due at the start,
    counts once for each board that it can find, and a game that is over is not continued.

    Raises ValueError unless 1 <= depth <= 9, for a setting that does not exist, and for a start that no game reaches
    (not guaranteed)."""
    check_depth(depth)
    rules, row = single(check(setting)), row_of(start)
    if rules.actor(row) == CHANCE:
        results = (state_of(rules.play(row, action)) for action in rules.legal(row))
        return added(perft(device, setting, depth, found) for found in results)
    plies = min(depth, SQUARES - marks(start))
    levels = enumerate_graph(device, setting, plies=plies, start=start).levels
    ways = np.ones(1, np.uint64)
    counts = []
    for level, following in pairwise(levels):
        before = np.repeat(ways, np.diff(level.first))
        ways = np.zeros(len(following.kinds), np.uint64)
        np.add.at(ways, level.links, before)
        results = following.results(np)
        for group in range(1, MEASURED):
            span = following.span(group)
            due = following.kinds[span] == MEASUREMENT
            found = results[following.rows(group)[due]]
            np.add.at(ways, found, ways[span][due, None])
            ways[span][due] = 0
        counts.append(int(ways.sum()))
    return (*counts, *[0] * (depth - plies))
