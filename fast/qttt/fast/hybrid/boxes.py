"""The nine boxes: lines, symmetries, and one representative of every set of measured boxes.

Boxes are 0 to 8 here. A *mask* is a set of boxes, bit 0 for box 0."""

from itertools import product

BOXES = 9
ALL = (1 << BOXES) - 1
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""Rule: HYB-BOX-1"""
LINE_MASKS = tuple(sum(1 << box for box in line) for line in LINES)
HAS_LINE = tuple(any(mask & line == line for line in LINE_MASKS) for mask in range(ALL + 1))
"""``[mask]``: whether a set of boxes has a line in it."""

_RINGS = ((0, 1, 2, 5, 8, 7, 6, 3), (2, 1, 0, 3, 6, 7, 8, 5))


def _symmetry(target: tuple[int, ...], turn: int) -> tuple[int, ...]:
    images = dict(zip(_RINGS[0], target[turn:] + target[:turn], strict=True)) | {4: 4}
    return tuple(images[box] for box in range(BOXES))


SYMMETRIES = tuple(_symmetry(target, turn) for target, turn in product(_RINGS, range(0, 8, 2)))
"""``[symmetry][box]``: where the content of a box goes (lemma `symmetry`). The first leaves all where it is."""


def members(mask: int) -> tuple[int, ...]:
    """The boxes of a set, ascending."""
    return tuple(box for box in range(BOXES) if mask >> box & 1)


def image(mask: int, symmetry: int) -> int:
    """Where a set of boxes goes."""
    return sum(1 << SYMMETRIES[symmetry][box] for box in members(mask))


TO_REPRESENTATIVE = tuple(min(range(8), key=lambda s: image(mask, s)) for mask in range(ALL + 1))
"""``[mask]``: the first symmetry that takes a set to the representative of its images, the least of them."""
REPRESENTATIVES = tuple(
    tuple(mask for mask in range(ALL + 1) if mask.bit_count() == boxes and not TO_REPRESENTATIVE[mask])
    for boxes in range(BOXES + 1)
)
"""``[boxes measured]``: the representatives, ascending."""
