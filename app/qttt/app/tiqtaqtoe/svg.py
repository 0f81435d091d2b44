"""A position of TiqTaqToe as SVG."""

from collections.abc import Mapping
from fractions import Fraction

from qttt.app.board_svg import CELL, MARGIN, corner, document, grid, mark, middle, number
from qttt.app.probabilistic.picture import per_cent
from qttt.app.tiqtaqtoe.picture import CONTENTS, SQUARES, Picture, in_words, letter

THICK = 8
"""The height of a bar of chances."""
SMALL = 14
"""Half the width of a mark that may be there."""
CLASSES = {"X": "X", "O": "O", ".": "none"}
LIGHT = """
    .qttt .tint { fill-opacity: 0.28 } .qttt .none { color: #ced4da }
    .qttt .a { fill: #37b24d } .qttt .b { fill: #ae3ec9 } .qttt .c { fill: #f59f00 } .qttt .d { fill: #1098ad }"""
DARK = """
      .qttt .tint { fill-opacity: 0.34 } .qttt .none { color: #495057 }"""
LEGEND = "in per cent; squares with the same letter are entangled"


def svg(picture: Picture, heading: str) -> str:
    """The picture as a document: see `board_svg`. `heading`, plain words without markup, says whose turn it is."""
    parts = [*(part for square in SQUARES for part in _square(picture, square)), *grid()]
    words = f"{heading}. {in_words(picture)}"
    return document("A position of TiqTaqToe", words, parts, heading, LEGEND, LIGHT, DARK)


def _square(picture: Picture, square: int) -> list[str]:
    left, top = corner(square)
    certain, group = picture.certain(square), picture.group(square)
    if certain:
        return [number(square)] if certain == "." else [number(square), mark(certain, *middle(square))]
    assert group is not None
    return [
        f'<rect class="tint {letter(group)}" x="{left}" y="{top}" width="{CELL}" height="{CELL}"/>',
        number(square),
        f'<text x="{left + CELL - MARGIN}" y="{top + 22}" font-size="14" text-anchor="end">{letter(group)}</text>',
        *_chances(picture.chances[square], left, top),
    ]


def _chances(chances: Mapping[str, Fraction], left: int, top: int) -> list[str]:
    """The marks that may be on a square, the fainter the less probable, each above its chance; and a bar of all."""
    parts = []
    marks = [content for content in CONTENTS[:2] if chances[content]]
    for place, player in enumerate(marks):
        x = left + CELL * (2 * place + 1) // (2 * len(marks))
        opacity = f"{0.25 + 0.75 * float(chances[player]):.2f}"
        parts.append(f'<g opacity="{opacity}">{mark(player, x, top + 52, SMALL)}</g>')
        parts.append(
            f'<text x="{x}" y="{top + 91}" font-size="14" text-anchor="middle">{per_cent(chances[player])}</text>'
        )
    at, whole = 0.0, CELL - 2 * MARGIN
    for content in CONTENTS:
        width = whole * float(chances[content])
        bar = f'x="{left + MARGIN + at:.2f}" y="{top + CELL - 20}" width="{width:.2f}" height="{THICK}"'
        parts += [f'<g class="{CLASSES[content]}"><rect class="bar" {bar}/></g>'] * bool(width)
        at += width
    return parts
