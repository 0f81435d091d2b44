"""How many undecided positions there are, up to the symmetries and the exchange of colours; and the keys of all
positions within the switches.

The exchange also changes the mover and fixes no position, so the classes are those of the positions with X to move
under the eight symmetries. On one representative the symmetries that keep its boxes act, and the lemma of Cauchy and
Frobenius takes the mean of how many positions each leaves unchanged: a product, as marks and links are independent."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.board import ALL, HAS_LINE, REPRESENTATIVES, SYMMETRIES, image, members
from qttt.fast.hybrid.graph import HybridGraph
from qttt.fast.hybrid.layer import LINE, all_digits, allowed, loads, moved, subsets, uses
from qttt.fast.hybrid.rules import BUNDLES, LINK_BITS, O_BITS, TURN_BIT
from qttt.fast.hybrid.setting import BOXES, Setting


@cache
def positions(setting: Setting) -> tuple[int, ...]:
    """For 0 to 8 boxes measured, the undecided positions within the switches, whether play reaches them or not."""
    return tuple(sum(_classes(setting, mask) for mask in REPRESENTATIVES[measured]) for measured in range(BOXES))


def _classes(setting: Setting, mask: int) -> int:
    kept = [symmetry for symmetry in range(len(SYMMETRIES)) if image(mask, symmetry) == mask]
    return sum(_fixed_marks(mask, symmetry) * _fixed_links(setting, mask, symmetry) for symmetry in kept) // len(kept)


@cache
def _fixed_marks(mask: int, symmetry: int) -> int:
    """The number of undecided ways to mark the boxes that a symmetry leaves unchanged."""
    subsets = (x for x in range(ALL + 1) if x & ~mask == 0 and image(x, symmetry) == x)
    return sum(not HAS_LINE[x] and not HAS_LINE[mask & ~x] for x in subsets)


def _fixed_links(setting: Setting, mask: int, symmetry: int) -> int:
    """The number of sets of links that a symmetry leaves unchanged. Along a cycle of controls each carries the image of
    what the one before carries; so the first carries what returns to itself."""
    to, inside = SYMMETRIES[symmetry], members(mask)
    turned = [inside.index(to[target]) for target in inside]
    found, todo = Counter({0: 1}), set(members(ALL & ~mask))
    while todo:
        box, length = min(todo), 0
        while box in todo:
            todo.remove(box)
            box, length = to[box], length + 1
        before, found = found, Counter[int]()
        for (used, ways), (more, choices) in product(before.items(), _carried(setting, turned, length).items()):
            if not used & more:
                found[used | more] += ways * choices
    return found.total()


def _carried(setting: Setting, turned: list[int], length: int) -> Counter[int]:
    """How many choices of the links of the first control of a cycle there are, by what all its controls use."""
    found = Counter[int]()
    for some in loads(setting, len(turned)).number:
        used, there = 0, some
        for _ in range(length):
            if used & (more := uses(setting, there)):
                break
            used, there = used | more, moved(there, turned)
        else:
            found[used] += there == some
    return found


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
