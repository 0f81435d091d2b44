"""How many undecided positions there are, up to the symmetries and the exchange of colours.

The exchange comes with the mover and fixes no position, so the classes are those of the positions with X to move under
the eight symmetries. On one representative those that keep its boxes act, and the lemma of Cauchy and Frobenius counts:
the mean of how many positions each leaves as they are, which is a product, as marks and links turn independently."""

from functools import cache
from itertools import product

import numpy as np

from qttt.fast.hybrid.boxes import ALL, BOXES, HAS_LINE, REPRESENTATIVES, SYMMETRIES, image, members
from qttt.fast.hybrid.ranking import NO_LINK, Ints, Layer, code, layer
from qttt.fast.hybrid.rules import Setting


@cache
def positions(setting: Setting) -> tuple[int, ...]:
    """For 0 to 8 boxes measured, the undecided positions within the switches, whether play reaches them or not."""
    layers = [layer(setting, measured) for measured in range(BOXES)]
    return tuple(sum(_classes(this, mask) for mask in REPRESENTATIVES[this.measured]) for this in layers)


def _classes(this: Layer, mask: int) -> int:
    kept = keeping(mask)
    fixed = sum(_fixed_marks(mask, symmetry) * _fixed_links(this, mask, symmetry) for symmetry in kept)
    return fixed // len(kept)


def keeping(mask: int) -> list[int]:
    """The symmetries that keep a set of boxes."""
    return [symmetry for symmetry in range(len(SYMMETRIES)) if image(mask, symmetry) == mask]


def _fixed_marks(mask: int, symmetry: int) -> int:
    """How many undecided ways to mark the boxes a symmetry leaves as they are."""
    subsets = (x for x in range(ALL + 1) if x & ~mask == 0 and image(x, symmetry) == x)
    return sum(not HAS_LINE[x] and not HAS_LINE[mask & ~x] for x in subsets)


def _fixed_links(this: Layer, mask: int, symmetry: int) -> int:
    """How many sets of links a symmetry leaves as they are."""
    return int((turned_ranks(this, mask, symmetry) == this.rows).sum())


def turned_ranks(this: Layer, mask: int, symmetry: int) -> Ints:
    """``[row]``: the rank of the image of a set of links, under a symmetry that keeps the measured boxes."""
    to, inside, outside = SYMMETRIES[symmetry], members(mask), members(ALL & ~mask)
    weights = np.zeros(NO_LINK + 1, np.int32)
    for (p, control), (t, target), owner in product(enumerate(outside), enumerate(inside), (0, 1)):
        turned = code(this.measured, outside.index(to[control]), inside.index(to[target]), owner)
        weights[code(this.measured, p, t, owner)] = this.weights[turned]
    ranks: Ints = weights[this.links].sum(1, dtype=np.int32)
    return ranks
