"""How many undecided positions there are, up to the symmetries and the exchange of colours.

The exchange also changes the mover and fixes no position, so the classes are those of the positions with X to move
under the eight symmetries. On one representative the symmetries that keep its boxes act, and the lemma of Cauchy and
Frobenius takes the mean of how many positions each leaves unchanged: a product, as marks and links are independent."""

from collections import Counter
from functools import cache
from itertools import product

from qttt.fast.hybrid.boxes import ALL, BOXES, HAS_LINE, REPRESENTATIVES, SYMMETRIES, image, members
from qttt.fast.hybrid.layer import loads, moved, uses
from qttt.fast.hybrid.setting import Setting


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
