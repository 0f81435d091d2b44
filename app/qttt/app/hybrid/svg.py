"""A position of the hybrid game as SVG."""

from collections.abc import Iterator
from math import hypot

from qttt.app.board_svg import CELL, corner, document, grid, mark, middle, number
from qttt.app.hybrid.picture import UNKNOWN, in_words
from qttt.reference.hybrid import PendingLink, Position
from qttt.reference.hybrid_position import BOXES, UNMEASURED

AWAY, NEAR = 24, 52
"""How far from the middle of the control an arrow begins, and from that of the target it ends."""
NEXT, OVER, BETWEEN = -0.05, -0.34, 0.06
"""How far it bends aside, for its length: to a neighbour; over a box, to pass the mark there; or between two boxes."""
BENDS = {(0, 1): NEXT, (1, 1): NEXT, (0, 2): OVER, (2, 2): OVER, (1, 2): BETWEEN}
"""By how many rows and columns the target is away, the fewer first."""
HEAD, HALF = 15.0, 7.0
"""The length of its head, and half the width."""
LIGHT = """
    .qttt .named { fill: #fab005; fill-opacity: 0.3 } .qttt .head { fill: currentColor }
    .qttt .link { fill: none; stroke: currentColor; stroke-width: 4 } .qttt .O .link { stroke-dasharray: 9 5 }"""
LEGEND = "arrows: links from control to target; O's are dashed"

Point = tuple[float, float]


def svg(position: Position, heading: str) -> str:
    """The picture as a document: see `board_svg`. `heading`, plain words without markup, says whose turn it is."""
    parts = [*(part for box in BOXES for part in _box(position, box)), *grid(), *_links(position)]
    words = f"{heading}. {in_words(position)}"
    return document("A position of the hybrid game", words, parts, heading, LEGEND if position.links else "", LIGHT)


def _box(position: Position, box: int) -> list[str]:
    (left, top), (x, y), owner = corner(box), middle(box), position.marks[box - 1]
    if owner != UNMEASURED:
        return [number(box), mark(owner, x, y)]
    named = f'<rect class="named" x="{left}" y="{top}" width="{CELL}" height="{CELL}"/>'
    unknown = f'<text class="quiet" x="{x}" y="{y + 9}" font-size="26" text-anchor="middle">{UNKNOWN}</text>'
    return [*[named] * (box == position.measuring), number(box), unknown]


def _links(position: Position) -> Iterator[str]:
    """The arrows. Two between the same boxes bend to different sides."""
    drawn: set[tuple[int, int]] = set()
    for link in position.links:
        ends = link.control, link.target
        yield _arrow(link, -1 if ends in drawn else 1)
        drawn.add(ends)


def _arrow(link: PendingLink, side: int) -> str:
    (x, y), (to_x, to_y) = middle(link.control), middle(link.target)
    fewer, more = sorted((abs(to_x - x) // CELL, abs(to_y - y) // CELL))
    bend = side * BENDS[fewer, more]
    between = (x + to_x) / 2 + bend * (to_y - y), (y + to_y) / 2 - bend * (to_x - x)
    start, tip = _towards((x, y), between, AWAY), _towards((to_x, to_y), between, NEAR)
    neck = _towards(tip, between, HEAD)
    across = (tip[1] - neck[1]) * HALF / HEAD, (neck[0] - tip[0]) * HALF / HEAD
    left, right = ((neck[0] + sign * across[0], neck[1] + sign * across[1]) for sign in (1, -1))
    line = f'<path class="link" d="M {_at(start)} Q {_at(between)} {_at(neck)}"/>'
    head = f'<path class="head" d="M {_at(tip)} L {_at(left)} L {_at(right)} z"/>'
    return f'<g class="{link.owner}">{line}{head}</g>'


def _towards(point: Point, other: Point, distance: float) -> Point:
    """The point so far from one in the direction of another."""
    x, y = other[0] - point[0], other[1] - point[1]
    along = distance / hypot(x, y)
    return point[0] + along * x, point[1] + along * y


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
