"""The keys of all positions within the switches, by counting, as the layers of a tablebase have them."""

from collections.abc import Iterator

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.hybrid.boxes import BOXES, REPRESENTATIVES, SYMMETRIES, image, members
from qttt.fast.hybrid.graph import HybridGraph
from qttt.fast.hybrid.layer import LINE, all_digits, allowed, subsets, uses
from qttt.fast.hybrid.rules import BUNDLES, LINK_BITS, O_BITS, TURN_BIT
from qttt.fast.hybrid.setting import Setting

PIECE = 1 << 20
"""Roughly the number of keys that are made at once."""


def undecided(setting: Setting, measured: int) -> Iterator[tuple[int, Ints]]:
    """The keys of all positions with `measured` boxes measured in which a player is to move, whether play reaches them
    or not, one per symmetry class; in pieces, each with the player, 0 for X and 1 for O."""
    graph = HybridGraph(setting)
    links = joint_links(setting, measured)
    for mask in REPRESENTATIVES[measured] if measured < BOXES else ():
        x = subsets(members(mask))
        x = x[LINE[x] + LINE[mask & ~x] == 0]
        turns = [symmetry for symmetry in range(1, len(SYMMETRIES)) if image(mask, symmetry) == mask]
        step = max(1, PIECE // max(1, len(x)))
        for player in range(2):
            boxes = x | (mask & ~x) << O_BITS | player << TURN_BIT
            for start in range(0, len(links), step):
                keys = (links[start : start + step, None] << LINK_BITS | boxes).ravel()
                for symmetry in turns:
                    keys = keys[keys <= graph.image(keys, symmetry)]
                yield player, keys


def joint_links(setting: Setting, measured: int) -> Ints:
    """int64 ``[choice]``: all the links that may be pending together, as keys have them above `LINK_BITS`."""
    known = all_digits(measured)
    bundles = np.array([number for number, some in enumerate(known) if allowed(setting, some)], np.int64)
    taken = np.array([uses(setting, known[bundle]) for bundle in bundles], np.int64)
    found, used = np.zeros((2, 1), np.int64)
    for control in range(BOXES - measured):
        row, some = np.nonzero(used[:, None] & taken == 0)
        found = found[row] + bundles[some] * int(BUNDLES[measured]) ** control
        used = used[row] | taken[some]
    return found
