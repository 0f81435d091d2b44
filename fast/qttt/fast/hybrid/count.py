"""How many undecided positions there are, up to the symmetries and the exchange of colours.

The exchange also changes the mover and fixes no position, so the classes are those of the positions with X to move
under the eight symmetries. On one representative the symmetries that keep its boxes act, and the lemma of Cauchy and
Frobenius takes the mean of how many positions each leaves unchanged: a product, as marks and links are independent."""

from functools import cache

import numpy as np

from qttt.fast.hybrid.boxes import ALL, BOXES, HAS_LINE, REPRESENTATIVES, SYMMETRIES, image, members
from qttt.fast.hybrid.layer import Layer, all_digits, capacity, together
from qttt.fast.hybrid.rules import Setting


@cache
def positions(setting: Setting) -> tuple[int, ...]:
    """For 0 to 8 boxes measured, the undecided positions within the switches, whether play reaches them or not."""
    return tuple(sum(_classes(setting, mask) for mask in REPRESENTATIVES[measured]) for measured in range(BOXES))


def _classes(setting: Setting, mask: int) -> int:
    kept = _keeping(mask)
    return sum(_fixed_marks(mask, symmetry) * _fixed_links(setting, mask, symmetry) for symmetry in kept) // len(kept)


def _keeping(mask: int) -> list[int]:
    """The symmetries that keep a set of boxes."""
    return [symmetry for symmetry in range(len(SYMMETRIES)) if image(mask, symmetry) == mask]


@cache
def _fixed_marks(mask: int, symmetry: int) -> int:
    """The number of undecided ways to mark the boxes that a symmetry leaves unchanged."""
    subsets = (x for x in range(ALL + 1) if x & ~mask == 0 and image(x, symmetry) == x)
    return sum(not HAS_LINE[x] and not HAS_LINE[mask & ~x] for x in subsets)


def _fixed_links(setting: Setting, mask: int, symmetry: int) -> int:
    """The number of sets of links that a symmetry leaves unchanged."""
    free = setting.targets == "any" and setting.links != "single"
    return _fixed_bundles(setting, mask, symmetry) if free else _fixed_rows(setting, mask, symmetry)


def _fixed_rows(setting: Setting, mask: int, symmetry: int) -> int:
    """The same, where the links of a control exclude links of others: every choice is made, and turned."""
    this = Layer(setting, mask.bit_count())
    to, inside, outside = SYMMETRIES[symmetry], members(mask), members(ALL & ~mask)
    bits = [inside.index(to[target]) for target in inside]
    number = this.loads.number
    turned = np.zeros(len(this.loads), np.int64)
    for some, load in number.items():
        turned[load] = number[tuple(sorted(2 * bits[digit // 2] + digit % 2 for digit in some))]
    every = together(this.loads.uses, this.controls)
    controls = [outside.index(to[control]) for control in outside]
    return int((every[:, controls] == turned[every]).all(1).sum())


def _fixed_bundles(setting: Setting, mask: int, symmetry: int) -> int:
    """The number of choices of the links of each control that a symmetry leaves unchanged. Along a cycle of controls
    each carries the image of what the one before carries; so the first carries what returns to itself."""
    to, inside = SYMMETRIES[symmetry], members(mask)
    found, todo = 1, set(members(ALL & ~mask))
    while todo:
        box, turned = min(todo), inside
        while box in todo:
            todo.remove(box)
            box, turned = to[box], tuple(to[target] for target in turned)
        found *= _fixed_digits(capacity(setting), tuple(inside.index(target) for target in turned))
    return found


@cache
def _fixed_digits(most: int, turned: tuple[int, ...]) -> int:
    """The number of choices of up to `most` links of one control that stay the same when targets are turned."""
    every = [some for some in all_digits(len(turned)) if len(some) <= most]
    return sum(tuple(sorted(2 * turned[digit // 2] + digit % 2 for digit in some)) == some for some in every)
