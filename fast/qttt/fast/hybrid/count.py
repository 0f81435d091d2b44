"""How many undecided positions there are, up to the symmetries and the exchange of colours.

The exchange also changes the mover and fixes no position, so the classes are those of the positions with X to move
under the eight symmetries. On one representative the symmetries that keep its boxes act, and the lemma of Cauchy and
Frobenius takes the mean of how many positions each leaves unchanged: a product, as marks and links are independent."""

from functools import cache
from itertools import product

import numpy as np

from qttt.fast.hybrid.boxes import ALL, BOXES, HAS_LINE, REPRESENTATIVES, SYMMETRIES, image, members
from qttt.fast.hybrid.pairs import all_digits, has_pairs
from qttt.fast.hybrid.ranking import NO_LINK, Ints, Layer, code, layer
from qttt.fast.hybrid.rules import Setting


@cache
def positions(setting: Setting) -> tuple[int, ...]:
    """For 0 to 8 boxes measured, the undecided positions within the switches, whether play reaches them or not."""
    return tuple(sum(_classes(setting, mask) for mask in REPRESENTATIVES[measured]) for measured in range(BOXES))


def _classes(setting: Setting, mask: int) -> int:
    kept = keeping(mask)
    return sum(_fixed_marks(mask, symmetry) * _fixed_links(setting, mask, symmetry) for symmetry in kept) // len(kept)


def keeping(mask: int) -> list[int]:
    """The symmetries that keep a set of boxes."""
    return [symmetry for symmetry in range(len(SYMMETRIES)) if image(mask, symmetry) == mask]


@cache
def _fixed_marks(mask: int, symmetry: int) -> int:
    """The number of undecided ways to mark the boxes that a symmetry leaves unchanged."""
    subsets = (x for x in range(ALL + 1) if x & ~mask == 0 and image(x, symmetry) == x)
    return sum(not HAS_LINE[x] and not HAS_LINE[mask & ~x] for x in subsets)


def _fixed_links(setting: Setting, mask: int, symmetry: int) -> int:
    """The number of sets of links that a symmetry leaves unchanged."""
    if has_pairs(setting):
        return _fixed_pairs(mask, symmetry)
    this = layer(setting, mask.bit_count())
    return int((turned_ranks(this, mask, symmetry) == this.rows).sum())


def _fixed_pairs(mask: int, symmetry: int) -> int:
    """The number of choices of up to two links per control that a symmetry leaves unchanged. Along a cycle of controls
    each carries the image of what the one before carries; so the first carries what returns to itself."""
    to, inside = SYMMETRIES[symmetry], members(mask)
    found, todo = 1, set(members(ALL & ~mask))
    while todo:
        box, turned = min(todo), inside
        while box in todo:
            todo.remove(box)
            box, turned = to[box], tuple(to[target] for target in turned)
        found *= _fixed_digits(tuple(inside.index(target) for target in turned))
    return found


@cache
def _fixed_digits(turned: tuple[int, ...]) -> int:
    """The number of choices of up to two links of one control that stay the same when targets are turned."""
    every = all_digits(len(turned))
    return sum(tuple(sorted(2 * turned[digit // 2] + digit % 2 for digit in some)) == some for some in every)


def turned_ranks(this: Layer, mask: int, symmetry: int) -> Ints:
    """``[row]``: the rank of the image of a set of links, under a symmetry that keeps the measured boxes."""
    to, inside, outside = SYMMETRIES[symmetry], members(mask), members(ALL & ~mask)
    weights = np.zeros(NO_LINK + 1, np.int32)
    for (p, control), (t, target), owner in product(enumerate(outside), enumerate(inside), (0, 1)):
        turned = code(this.measured, outside.index(to[control]), inside.index(to[target]), owner)
        weights[code(this.measured, p, t, owner)] = this.weights[turned]
    ranks: Ints = weights[this.links].sum(1, dtype=np.int32)
    return ranks
