"""A position of TiqTaqToe as SVG."""

from collections.abc import Mapping
from fractions import Fraction

from qttt.app.probabilistic.picture import per_cent
from qttt.app.tiqtaqtoe.picture import CONTENTS, SQUARES, Picture, in_words, letter

# A square is 120 units wide, the board begins 20 units from the edge; below it are two lines of text.

CELL, EDGE, BELOW = 120, 20, 50
SIDE = 3 * CELL + 2 * EDGE
MARGIN, THICK = 12, 8
"""Of the bar of chances: from the sides of its square, as the number is, and its height."""
LARGE, SMALL = 30, 14
"""Half the width of a mark."""
CLASSES = {"X": "X", "O": "O", ".": "none"}
STYLE = """
    .qttt { color: #212529; font-family: 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif }
    .qttt text { fill: currentColor } .qttt .quiet { fill: #5c636a }
    .qttt .card { fill: #ffffff } .qttt .tint { fill-opacity: 0.28 }
    .qttt .grid { stroke: #868e96; stroke-width: 3; stroke-linecap: round }
    .qttt .X { color: #1c6dd0 } .qttt .O { color: #d9480f } .qttt .none { color: #ced4da }
    .qttt .mark { fill: none; stroke: currentColor; stroke-linecap: round }
    .qttt .bar { fill: currentColor }
    .qttt .a { fill: #37b24d } .qttt .b { fill: #ae3ec9 } .qttt .c { fill: #f59f00 } .qttt .d { fill: #1098ad }
    @media (prefers-color-scheme: dark) {
      .qttt { color: #f1f3f5 } .qttt .quiet { fill: #adb5bd } .qttt .card { fill: #161b22 }
      .qttt .tint { fill-opacity: 0.34 } .qttt .X { color: #74b0ff } .qttt .O { color: #ff9a66 }
      .qttt .none { color: #495057 }
    }
"""
LEGEND = "in per cent; squares with the same letter are entangled"


def svg(picture: Picture, heading: str) -> str:
    """The picture as a standalone SVG document, 400 units wide and 450 high, for light and dark backgrounds.

    `heading`, plain words without markup, says whose turn it is. The document has a title and a description for screen
    readers, and needs no font beyond a sans serif."""
    middle = SIDE // 2
    parts = [
        "<title>A position of TiqTaqToe</title>",
        f"<desc>{heading}. {in_words(picture)}</desc>",
        f"<style>{STYLE}  </style>",
        f'<rect class="card" width="{SIDE}" height="{SIDE + BELOW}" rx="16"/>',
        *(part for square in SQUARES for part in _square(picture, square)),
        *_grid(),
        f'<text x="{middle}" y="{SIDE + 10}" font-size="15" text-anchor="middle">{heading}</text>',
        f'<text class="quiet" x="{middle}" y="{SIDE + 32}" font-size="12" text-anchor="middle">{LEGEND}</text>',
    ]
    size = f'viewBox="0 0 {SIDE} {SIDE + BELOW}" width="{SIDE}" height="{SIDE + BELOW}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="qttt" role="img" {size}>'
    return "\n  ".join([head, *parts]) + "\n</svg>\n"


def _square(picture: Picture, square: int) -> list[str]:
    row, column = divmod(square - 1, 3)
    left, top = EDGE + CELL * column, EDGE + CELL * row
    number = f'<text class="quiet" x="{left + MARGIN}" y="{top + 22}" font-size="12">{square}</text>'
    certain, group = picture.certain(square), picture.group(square)
    if certain:
        return [number] if certain == "." else [number, _mark(certain, left + CELL // 2, top + CELL // 2, LARGE)]
    assert group is not None
    return [
        f'<rect class="tint {letter(group)}" x="{left}" y="{top}" width="{CELL}" height="{CELL}"/>',
        number,
        f'<text x="{left + CELL - MARGIN}" y="{top + 22}" font-size="14" text-anchor="end">{letter(group)}</text>',
        *_chances(picture.chances[square], left, top),
    ]


def _chances(chances: Mapping[str, Fraction], left: int, top: int) -> list[str]:
    """The marks that may be on a square, the fainter the less probable, each above its chance; and a bar of all."""
    parts = []
    marks = [content for content in CONTENTS[:2] if chances[content]]
    for place, mark in enumerate(marks):
        x = left + CELL * (2 * place + 1) // (2 * len(marks))
        opacity = f"{0.25 + 0.75 * float(chances[mark]):.2f}"
        parts.append(f'<g opacity="{opacity}">{_mark(mark, x, top + 52, SMALL)}</g>')
        parts.append(
            f'<text x="{x}" y="{top + 91}" font-size="14" text-anchor="middle">{per_cent(chances[mark])}</text>'
        )
    at, whole = 0.0, CELL - 2 * MARGIN
    for content in CONTENTS:
        width = whole * float(chances[content])
        bar = f'x="{left + MARGIN + at:.2f}" y="{top + CELL - 20}" width="{width:.2f}" height="{THICK}"'
        parts += [f'<g class="{CLASSES[content]}"><rect class="bar" {bar}/></g>'] * bool(width)
        at += width
    return parts


def _grid() -> list[str]:
    near, far = EDGE, EDGE + 3 * CELL
    between = (EDGE + CELL, EDGE + 2 * CELL)
    vertical = [f'<path class="grid" d="M {at} {near} V {far}"/>' for at in between]
    return vertical + [f'<path class="grid" d="M {near} {at} H {far}"/>' for at in between]


def _mark(mark: str, x: int, y: int, size: int) -> str:
    side, kind = 2 * size, f'class="mark" stroke-width="{3 + size // 5}"'
    cross = f'<path {kind} d="M {x - size} {y - size} l {side} {side} m 0 {-side} l {-side} {side}"/>'
    ring = f'<circle {kind} cx="{x}" cy="{y}" r="{size + 2}"/>'
    return f'<g class="{mark}">{cross if mark == "X" else ring}</g>'
