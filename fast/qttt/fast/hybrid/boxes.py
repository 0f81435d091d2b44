"""The nine boxes: lines, symmetries, and one representative of every set of measured boxes.

Boxes are 0 to 8 here. A *mask* is a set of boxes, bit 0 for box 0."""

from qttt.fast import board

BOXES, ALL = board.SQUARES, board.ALL
LINES, LINE_MASKS, HAS_LINE = board.LINES, board.LINE_MASKS, board.HAS_LINE
"""See `board`. Rule: HYB-BOX-1"""
SYMMETRIES = board.SYMMETRIES
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
