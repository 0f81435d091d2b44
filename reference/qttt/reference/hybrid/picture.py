"""Pictures of a position of the hybrid game: marks, question marks, and the pending links as words or as arrows."""

from math import hypot
from typing import NamedTuple

from qttt.reference import picture as draw
from qttt.reference.curves import STEPS, Box, Curve, Disc, Obstacle, Point, routed
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

AWAY, NEAR = 22, 52
"""How far from the middle of the control an arrow begins, and from that of the target it ends."""
HEAD, HALF = 15.0, 7.0
"""The length of an arrow's head, and half its width."""
MARK, QUESTION, TIP = 38.0, 32.0, 9.0
"""The radius of the space of a mark, of a question mark, and of the head of an arrow."""
FRAME = Box(draw.EDGE, draw.EDGE, draw.EDGE + 3 * draw.CELL, draw.EDGE + 3 * draw.CELL)
"""What the arrows stay inside."""
LIGHT = """
    .qttt .named { fill: #f2b134; fill-opacity: 0.3 } .qttt .head { fill: currentColor }
    .qttt .link { fill: none; stroke: currentColor; stroke-width: 4 } .qttt .O .link { stroke-dasharray: 9 5 }"""
LEGEND = "arrows: links from control to target; O's are dashed"


def svg(position: Position, heading: str | None = None) -> str:
    """The position as a standalone SVG document, 400 units wide and 450 high, for light and dark backgrounds.

    `heading`, plain text without markup, stands below the board. Default: who is to move, or measures which box.
    """
    shown = str(position).rpartition(", ")[2] if heading is None else heading
    parts = [*(part for box in BOXES for part in _svg_box(position, box)), *draw.grid(), *map(_arrow, arrows(position))]
    words = f"{shown}. {describe(position)}"
    return draw.document("A position of the hybrid game", words, parts, shown, LEGEND if position.links else "", LIGHT)


def _svg_box(position: Position, box: int) -> list[str]:
    (x, y), owner = draw.middle(box), position.marks[box - 1]
    if owner != UNMEASURED:
        return [draw.number(box), draw.mark(owner, x, y)]
    named = draw.tint(box, "named")
    unknown = f'<text class="quiet" x="{x}" y="{y + 9}" font-size="26" text-anchor="middle">{UNKNOWN}</text>'
    return [*[named] * (box == position.measuring), draw.number(box), unknown]


class Arrow(NamedTuple):
    """The arrow of a link: its line, which ends at the neck of its head, and the tip of the head."""

    link: PendingLink
    line: Curve
    tip: Point


def arrows(position: Position) -> list[Arrow]:
    """The arrows of the pending links. They cross no mark and no number, and those of the same boxes are apart."""
    drawn: list[Arrow] = []
    routes: dict[PendingLink, list[Curve]] = {}
    for link in position.links:
        boxes = [box for box in BOXES if box not in (link.control, link.target)]
        space = [Disc(*draw.middle(box), MARK if position.marks[box - 1] != UNMEASURED else QUESTION) for box in boxes]
        tips = [Disc(*arrow.tip, TIP) for arrow in drawn if arrow.link.target == link.target]
        ends = draw.middle(link.control), draw.middle(link.target)
        obstacles: list[Obstacle] = [*space, *map(draw.number_box, BOXES), *tips]
        side = -1 if len(routes.get(link, [])) % 2 else 1
        curve = routed(*ends, obstacles, routes.get(link, []), side, FRAME)
        routes.setdefault(link, []).append(curve)
        drawn.append(_between(link, curve))
    return drawn


def _between(link: PendingLink, curve: Curve) -> Arrow:
    """The part of a curve that is drawn."""
    low = _leaves(curve, curve.start, AWAY)
    tip = 1 - _leaves(Curve(*reversed(curve)), curve.end, NEAR)
    neck = 1 - _leaves(Curve(*reversed(curve)), curve.end, NEAR + HEAD)
    return Arrow(link, curve.part(low, neck), curve.at(tip))


def _leaves(curve: Curve, point: Point, distance: float) -> float:
    """Where a curve that begins at a point is first so far away from it."""
    low, high = 0.0, 1.0
    steps = (step / STEPS for step in range(STEPS + 1))
    high = next((t for t in steps if _far(curve.at(t), point) >= distance), high)
    low = max(0.0, high - 1 / STEPS)
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (low, middle) if _far(curve.at(middle), point) >= distance else (middle, high)
    return high


def _far(point: Point, other: Point) -> float:
    return hypot(point[0] - other[0], point[1] - other[1])


def _arrow(arrow: Arrow) -> str:
    neck, tip = arrow.line.end, arrow.tip
    along = HALF / _far(neck, tip)
    across = (tip[1] - neck[1]) * along, (neck[0] - tip[0]) * along
    left, right = ((neck[0] + sign * across[0], neck[1] + sign * across[1]) for sign in (1, -1))
    line = f'<path class="link" d="{arrow.line.path}"/>'
    head = f'<path class="head" d="M {_at(tip)} L {_at(left)} L {_at(right)} z"/>'
    return f'<g class="{arrow.link.owner}">{line}{head}</g>'


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
