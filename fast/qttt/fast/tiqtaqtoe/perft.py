"""How many sequences of plies TiqTaqToe has."""

from itertools import pairwise

import numpy as np

from qttt.fast.backend import Device
from qttt.fast.tiqtaqtoe.enumerate import enumerate_graph
from qttt.fast.tiqtaqtoe.graph import MEASURED
from qttt.fast.tiqtaqtoe.nodes import CHANCE
from qttt.fast.tiqtaqtoe.rules import Setting


def perft(device: Device, setting: Setting, depth: int) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` plies there are; a ply that makes a measurement due counts once for each
    board that it can find, and a game that is over is not continued.

    Raises ValueError unless 1 <= depth <= 9, and for a setting that does not exist."""
    if not 1 <= depth <= 9:
        raise ValueError(f"depth {depth}: expected 1 to 9")
    levels = enumerate_graph(device, setting, plies=depth).levels
    ways = np.ones(1, np.uint64)
    counts = []
    for level, following in pairwise(levels):
        before = np.repeat(ways, np.diff(level.first))
        ways = np.zeros(len(following.kinds), np.uint64)
        np.add.at(ways, level.links, before)
        results = following.results(np)
        for group in range(1, MEASURED):
            span = following.span(group)
            due = following.kinds[span] == CHANCE
            found = results[following.rows(group)[due]]
            np.add.at(ways, found, ways[span][due, None])
            ways[span][due] = 0
        counts.append(int(ways.sum()))
    return tuple(counts)
