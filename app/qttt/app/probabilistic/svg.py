"""A board of probabilities with what its squares are worth, as SVG."""

from qttt.app.board_svg import CELL, MARGIN, corner, document, grid, mark, middle, number
from qttt.app.probabilistic.picture import Picture, colour, in_words, per_cent
from qttt.reference.probabilistic_board import SQUARES

THICK = 8
"""The height of a bar of probabilities."""
PARTS = ("success", "neutral", "failure")
STAR = "l 2.4 5 5.4 .7 -4 3.8 1 5.5 -4.8 -2.7 -4.8 2.7 1 -5.5 -4 -3.8 5.4 -.7 z"
"""Round a point from its top; 15 units high."""
LIGHT = """
    .qttt .tint { fill-opacity: 0.3 } .qttt .named { fill: #fab005 }
    .qttt .best { fill: none; stroke: currentColor; stroke-width: 2.5 } .qttt .star { fill: currentColor }
    .qttt .success { fill: #1e9646 } .qttt .neutral { fill: #adb5bd } .qttt .failure { fill: #c8372d }"""
DARK = """
      .qttt .tint { fill-opacity: 0.4 }
      .qttt .success { fill: #46c878 } .qttt .neutral { fill: #6c757d } .qttt .failure { fill: #f0645a }"""
TITLE = "A board of probabilistic tic-tac-toe: what its squares are worth"
LEGEND = "below each worth: success, neutral and failure in per cent"


def svg(picture: Picture, heading: str) -> str:
    """The picture as a document: see `board_svg`. `heading`, plain words without markup, says whose turn it is and what
    for."""
    parts = [*(part for square in SQUARES for part in _square(picture, square)), *grid()]
    return document(TITLE, f"{heading}. {in_words(picture)}", parts, heading, LEGEND, LIGHT, DARK)


def _square(picture: Picture, square: int) -> list[str]:
    left, top = corner(square)
    player = picture.marks[square - 1]
    if player:
        return [number(square), mark(player, *middle(square))]
    worth = _worth(picture, square, left, top) if square in picture.worth else []
    return [*worth, number(square), *_probabilities(picture, square, left + MARGIN, top)]


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
        shown = per_cent(probability).replace("<", "&lt;").replace(">", "&gt;")
        parts.append(f'<text x="{x}" y="{top + 106}" font-size="12" text-anchor="{anchor}">{shown}</text>')
    return parts
