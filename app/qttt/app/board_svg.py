"""Boards of three by three squares as SVG documents, for light and dark backgrounds."""

from collections.abc import Iterable

# A square is 120 units wide, the board begins 20 units from the edge; below it are two lines of text.

CELL, EDGE, BELOW = 120, 20, 50
SIDE = 3 * CELL + 2 * EDGE
MARGIN = 12
"""From the sides of a square to what is small in it, such as the number."""
LARGE = 30
"""Half the width of a mark that fills its square."""
LIGHT = """
    .qttt { color: #212529; font-family: 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif }
    .qttt text { fill: currentColor } .qttt .quiet { fill: #5c636a }
    .qttt .card { fill: #ffffff } .qttt .bar { fill: currentColor }
    .qttt .grid { stroke: #868e96; stroke-width: 3; stroke-linecap: round }
    .qttt .X { color: #1c6dd0 } .qttt .O { color: #d9480f }
    .qttt .mark { fill: none; stroke: currentColor; stroke-linecap: round }"""
DARK = """
      .qttt { color: #f1f3f5 } .qttt .quiet { fill: #adb5bd } .qttt .card { fill: #161b22 }
      .qttt .X { color: #74b0ff } .qttt .O { color: #ff9a66 }"""


def document(
    title: str, words: str, parts: Iterable[str], heading: str, legend: str, light: str = "", dark: str = ""
) -> str:
    """A standalone document, 400 units wide and 450 high, with these parts, one above another.

    It has a title and a description, `words`, for screen readers, and needs no font beyond a sans serif. Below the
    board are two lines, plain words without markup, of which the second may be empty. `light` and `dark` are rules of
    style beyond those of this module.
    """
    dark_only = f"@media (prefers-color-scheme: dark) {{{DARK}{dark}\n    }}"
    middle = SIDE // 2
    lines = [
        f"<title>{title}</title>",
        f"<desc>{words}</desc>",
        f"<style>{LIGHT}{light}\n    {dark_only}\n  </style>",
        f'<rect class="card" width="{SIDE}" height="{SIDE + BELOW}" rx="16"/>',
        *parts,
        f'<text x="{middle}" y="{SIDE + 10}" font-size="15" text-anchor="middle">{heading}</text>',
    ]
    if legend:
        line = f'<text class="quiet" x="{middle}" y="{SIDE + 32}" font-size="12" text-anchor="middle">{legend}</text>'
        lines.append(line)
    size = f'viewBox="0 0 {SIDE} {SIDE + BELOW}" width="{SIDE}" height="{SIDE + BELOW}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="qttt" role="img" {size}>'
    return "\n  ".join([head, *lines]) + "\n</svg>\n"


def corner(square: int) -> tuple[int, int]:
    """The left upper corner of a square."""
    row, column = divmod(square - 1, 3)
    return EDGE + CELL * column, EDGE + CELL * row


def middle(square: int) -> tuple[int, int]:
    """The middle of a square."""
    left, top = corner(square)
    return left + CELL // 2, top + CELL // 2


def number(square: int) -> str:
    """The number of a square, in its corner."""
    left, top = corner(square)
    return f'<text class="quiet" x="{left + MARGIN}" y="{top + 22}" font-size="12">{square}</text>'


def mark(player: str, x: int, y: int, size: int = LARGE) -> str:
    """The mark of a player round a point; `size` is half its width."""
    side, kind = 2 * size, f'class="mark" stroke-width="{3 + size // 5}"'
    cross = f'<path {kind} d="M {x - size} {y - size} l {side} {side} m 0 {-side} l {-side} {side}"/>'
    ring = f'<circle {kind} cx="{x}" cy="{y}" r="{size + 2}"/>'
    return f'<g class="{player}">{cross if player == "X" else ring}</g>'


def grid() -> list[str]:
    """The lines between the squares."""
    near, far = EDGE, EDGE + 3 * CELL
    between = (EDGE + CELL, EDGE + 2 * CELL)
    vertical = [f'<path class="grid" d="M {at} {near} V {far}"/>' for at in between]
    return vertical + [f'<path class="grid" d="M {near} {at} H {far}"/>' for at in between]
