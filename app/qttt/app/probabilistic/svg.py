"""A board of probabilities with what its squares are worth, as SVG."""

from qttt.app.probabilistic.picture import Picture, colour, in_words, per_cent
from qttt.reference.game import Actor
from qttt.reference.probabilistic_board import SQUARES

# A square is 120 units wide, the board begins 20 units from the edge; below it are two lines of text.

CELL, EDGE, BELOW = 120, 20, 50
SIDE = 3 * CELL + 2 * EDGE
MARGIN, THICK = 12, 8
"""Of the bar of probabilities: from the sides of its square, as the number is, and its height."""
PARTS = ("success", "neutral", "failure")
STAR = "l 2.4 5 5.4 .7 -4 3.8 1 5.5 -4.8 -2.7 -4.8 2.7 1 -5.5 -4 -3.8 5.4 -.7 z"
"""Round a point from its top; 15 units high."""
STYLE = """
    .qttt { color: #212529; font-family: 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif }
    .qttt text { fill: currentColor } .qttt .quiet { fill: #5c636a }
    .qttt .card { fill: #ffffff } .qttt .tint { fill-opacity: 0.3 } .qttt .named { fill: #fab005 }
    .qttt .grid { stroke: #868e96; stroke-width: 3; stroke-linecap: round }
    .qttt .best { fill: none; stroke: currentColor; stroke-width: 2.5 } .qttt .star { fill: currentColor }
    .qttt .X { color: #1c6dd0 } .qttt .O { color: #d9480f }
    .qttt .large { fill: none; stroke: currentColor; stroke-width: 9; stroke-linecap: round }
    .qttt .success { fill: #1e9646 } .qttt .neutral { fill: #adb5bd } .qttt .failure { fill: #c8372d }
    @media (prefers-color-scheme: dark) {
      .qttt { color: #f1f3f5 } .qttt .quiet { fill: #adb5bd } .qttt .card { fill: #161b22 }
      .qttt .tint { fill-opacity: 0.4 } .qttt .X { color: #74b0ff } .qttt .O { color: #ff9a66 }
      .qttt .success { fill: #46c878 } .qttt .neutral { fill: #6c757d } .qttt .failure { fill: #f0645a }
    }
"""


def svg(picture: Picture, heading: str) -> str:
    """The picture as a standalone SVG document, 400 units wide and 450 high, for light and dark backgrounds.

    `heading`, plain words without markup, says whose turn it is and what for. The document has a title and a
    description for screen readers, and needs no font beyond a sans serif."""
    legend = "below each worth: success, neutral and failure in per cent"
    parts = [
        "<title>A board of probabilistic tic-tac-toe: what its squares are worth</title>",
        f"<desc>{heading}. {in_words(picture)}</desc>",
        f"<style>{STYLE}  </style>",
        f'<rect class="card" width="{SIDE}" height="{SIDE + BELOW}" rx="16"/>',
        *(part for square in SQUARES for part in _square(picture, square)),
        *_grid(),
        f'<text x="{SIDE // 2}" y="{SIDE + 10}" font-size="16" text-anchor="middle">{heading}</text>',
        f'<text class="quiet" x="{SIDE // 2}" y="{SIDE + 32}" font-size="12" text-anchor="middle">{legend}</text>',
    ]
    size = f'viewBox="0 0 {SIDE} {SIDE + BELOW}" width="{SIDE}" height="{SIDE + BELOW}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="qttt" role="img" {size}>'
    return "\n  ".join([head, *parts]) + "\n</svg>\n"


def _corner(square: int) -> tuple[int, int]:
    row, column = divmod(square - 1, 3)
    return EDGE + CELL * column, EDGE + CELL * row


def _square(picture: Picture, square: int) -> list[str]:
    left, top = _corner(square)
    number = f'<text class="quiet" x="{left + MARGIN}" y="{top + 22}" font-size="12">{square}</text>'
    mark = picture.marks[square - 1]
    if mark:
        return [number, _mark(mark, left + CELL // 2, top + CELL // 2)]
    worth = _worth(picture, square, left, top) if square in picture.worth else []
    return [*worth, number, *_probabilities(picture, square, left + MARGIN, top)]


def _worth(picture: Picture, square: int, left: int, top: int) -> list[str]:
    fill = "" if picture.named else ' fill="#{:02x}{:02x}{:02x}"'.format(*colour(picture.goodness(square)))
    kind = "tint named" if picture.named else "tint"
    shown = f'font-size="26" text-anchor="middle">{picture.worth[square]:.4f}</text>'
    parts = [
        f'<rect class="{kind}" x="{left}" y="{top}" width="{CELL}" height="{CELL}"{fill}/>',
        f'<text x="{left + CELL // 2}" y="{top + 64}" {shown}',
    ]
    if square in picture.best:
        inside = f'x="{left + 5}" y="{top + 5}" width="{CELL - 10}" height="{CELL - 10}" rx="6"'
        parts += [
            f'<rect class="best" {inside}/>',
            f'<path class="star" d="M {left + CELL // 2} {top + 14} {STAR}"/>',
        ]
    return parts


def _probabilities(picture: Picture, square: int, left: int, top: int) -> list[str]:
    """A bar of three parts, and below it the three numbers: at the left, in the middle and at the right."""
    parts, at, whole = [], 0.0, CELL - 2 * MARGIN
    ends = zip(("start", "middle", "end"), (left, left + whole // 2, left + whole), strict=True)
    for name, probability, (anchor, x) in zip(PARTS, picture.board[square - 1], ends, strict=True):
        width = whole * float(probability)
        if width:
            bar = f'x="{left + at:.2f}" y="{top + 82}" width="{width:.2f}" height="{THICK}"'
            parts.append(f'<rect class="{name}" {bar}/>')
        at += width
        number = per_cent(probability).replace("<", "&lt;").replace(">", "&gt;")
        parts.append(f'<text x="{x}" y="{top + 106}" font-size="12" text-anchor="{anchor}">{number}</text>')
    return parts


def _grid() -> list[str]:
    near, far = EDGE, EDGE + 3 * CELL
    between = (EDGE + CELL, EDGE + 2 * CELL)
    vertical = [f'<path class="grid" d="M {at} {near} V {far}"/>' for at in between]
    return vertical + [f'<path class="grid" d="M {near} {at} H {far}"/>' for at in between]


def _mark(player: Actor, x: int, y: int) -> str:
    cross = f'<path class="large" d="M {x - 30} {y - 30} l 60 60 m 0 -60 l -60 60"/>'
    ring = f'<circle class="large" cx="{x}" cy="{y}" r="32"/>'
    return f'<g class="{player}">{cross if player is Actor.X else ring}</g>'
