"""Pictures of a position of the hybrid game: marks, question marks, and the pending links as words or as arrows."""

from collections.abc import Iterator
from math import hypot

from qttt.reference import picture as draw
from qttt.reference.hybrid.position import BOXES, UNMEASURED, PendingLink, Position

UNKNOWN, LOOKED_AT = "?", "being measured"
LOOKED_AT_NARROW = "measured …"


def lines(position: Position, width: int = draw.WIDTH) -> list[draw.Line]:
    """The lines of `text` in pieces, each with its kind: X, O, `quiet` or `strong`.

    `width` is that of a square, WIDTH or NARROW; in narrow squares a link is `>7 O`.
    """
    return draw.board(lambda box: _cell(position, box, width < draw.WIDTH), width=width)


def text(position: Position) -> str:
    r"""The position as lines of text, without a last line break.

    A measured box shows its mark; any other a question mark, and the targets and owners of the links that it controls.

    >>> print(text(Position.of("..X...O.., 5>7 O, X measures 9")))
    ┌─1─────────────────┬─2─────────────────┬─3─────────────────┐
    │                   │                   │        \ /        │
    │         ?         │         ?         │         X         │
    │                   │                   │        / \        │
    ├─4─────────────────┼─5─────────────────┼─6─────────────────┤
    │                   │                   │                   │
    │         ?         │         ?         │         ?         │
    │                   │     > 7 of O      │                   │
    ├─7─────────────────┼─8─────────────────┼─9─────────────────┤
    │        ╭─╮        │                   │                   │
    │        │ │        │         ?         │  being measured   │
    │        ╰─╯        │                   │                   │
    └───────────────────┴───────────────────┴───────────────────┘
    """
    return draw.plain(lines(position))


def _cell(position: Position, box: int, narrow: bool) -> list[draw.Line]:
    mark = position.marks[box - 1]
    if mark != UNMEASURED:
        return [((line, mark),) for line in draw.BIG[mark]]
    looked_at, link_form = (LOOKED_AT_NARROW, ">{} {}") if narrow else (LOOKED_AT, "> {} of {}")
    middle = (looked_at, "strong") if box == position.measuring else (UNKNOWN, "quiet")
    links: list[draw.Span] = []
    for link in position.links:
        if link.control == box:
            links += [("  ", "")] * bool(links) + [(link_form.format(link.target, link.owner), str(link.owner))]
    return [(), (middle,), tuple(links)]


def describe(position: Position) -> str:
    """The position in sentences, for readers who cannot see the picture.

    >>> describe(Position.of("..X...O.., 5>7 O, X to move"))
    'Box 3: X. Box 7: O. The other boxes are unmeasured. A link of O from 5 to 7.'
    >>> describe(Position())
    'No box is measured.'
    """
    if not position.measured:
        return "No box is measured."
    sentences = [f"Box {box}: {position.marks[box - 1]}." for box in position.measured]
    if position.unmeasured:
        sentences.append("The other boxes are unmeasured.")
    sentences += [f"A link of {link.owner} from {link.control} to {link.target}." for link in position.links]
    return " ".join(sentences)


# SVG

AWAY, NEAR = 24, 52
"""How far from the middle of the control an arrow begins, and from that of the target it ends."""
NEXT, OVER, BETWEEN = -0.05, -0.34, 0.06
"""How far it bends aside, for its length: to a neighbour; over a box, to pass the mark there; or between two boxes."""
BENDS = {(0, 1): NEXT, (1, 1): NEXT, (0, 2): OVER, (2, 2): OVER, (1, 2): BETWEEN}
"""The bend by the rows and columns between control and target, the smaller number first."""
HEAD, HALF = 15.0, 7.0
"""The length of an arrow's head, and half its width."""
LIGHT = """
    .qttt .named { fill: #fab005; fill-opacity: 0.3 } .qttt .head { fill: currentColor }
    .qttt .link { fill: none; stroke: currentColor; stroke-width: 4 } .qttt .O .link { stroke-dasharray: 9 5 }"""
LEGEND = "arrows: links from control to target; O's are dashed"

Point = tuple[float, float]


def svg(position: Position, heading: str | None = None) -> str:
    """The position as a standalone SVG document, 400 units wide and 450 high, for light and dark backgrounds.

    `heading`, plain text without markup, stands below the board. Default: who is to move, or measures which box.
    """
    shown = str(position).rpartition(", ")[2] if heading is None else heading
    parts = [*(part for box in BOXES for part in _svg_box(position, box)), *draw.grid(), *_links(position)]
    words = f"{shown}. {describe(position)}"
    return draw.document("A position of the hybrid game", words, parts, shown, LEGEND if position.links else "", LIGHT)


def _svg_box(position: Position, box: int) -> list[str]:
    (left, top), (x, y), owner = draw.corner(box), draw.middle(box), position.marks[box - 1]
    if owner != UNMEASURED:
        return [draw.number(box), draw.mark(owner, x, y)]
    named = f'<rect class="named" x="{left}" y="{top}" width="{draw.CELL}" height="{draw.CELL}"/>'
    unknown = f'<text class="quiet" x="{x}" y="{y + 9}" font-size="26" text-anchor="middle">{UNKNOWN}</text>'
    return [*[named] * (box == position.measuring), draw.number(box), unknown]


def _links(position: Position) -> Iterator[str]:
    """The arrows. Two arrows between the same boxes bend to different sides."""
    drawn: set[tuple[int, int]] = set()
    for link in position.links:
        ends = link.control, link.target
        yield _arrow(link, -1 if ends in drawn else 1)
        drawn.add(ends)


def _arrow(link: PendingLink, side: int) -> str:
    (x, y), (to_x, to_y) = draw.middle(link.control), draw.middle(link.target)
    fewer, more = sorted((abs(to_x - x) // draw.CELL, abs(to_y - y) // draw.CELL))
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
    """The point at `distance` from `point` in the direction of `other`."""
    x, y = other[0] - point[0], other[1] - point[1]
    along = distance / hypot(x, y)
    return point[0] + along * x, point[1] + along * y


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
