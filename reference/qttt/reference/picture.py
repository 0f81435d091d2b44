"""What the pictures of all games share: boards of three by three squares, as lines of text and as SVG documents.

Each game draws its positions in `<game>.picture`, under the same names: `text(position)`, lines of text without a last
line break; `svg(position)`, a standalone document for light and dark backgrounds; and `describe(position)`, the picture
in sentences, for readers who cannot see it.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from importlib import import_module
from typing import SupportsFloat

from qttt.reference.curves import Box

# Words


class Drawn:
    """A position that a notebook shows as a picture: by `svg` of the module `picture` of its game."""

    def _repr_svg_(self) -> str:
        drawn: str = import_module(f"{type(self).__module__.rpartition('.')[0]}.picture").svg(self)
        return drawn


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words joined into part of a sentence.

    >>> listed(["X"]), listed(["X", "O"]), listed(["X", "O", "neither"], "or")
    ('X', 'X and O', 'X, O or neither')
    """
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final


def any_of(things: Iterable[object]) -> str:
    """Some things in words, any of which will do.

    >>> any_of([1, 2, 5])
    '1, 2 or 5'
    """
    return listed([*map(str, things)], "or")


def decimal(value: Fraction, places: int = 4) -> str:
    """A fraction as a decimal, correctly rounded.

    >>> decimal(Fraction(-185, 32), 2), decimal(Fraction(-1, 3), 0), decimal(Fraction(20))
    ('-5.78', '0', '20.0000')
    """
    whole, rest = divmod(abs(round(value * 10**places)), 10**places)
    sign = "-" if value < 0 and (whole or rest) else ""
    return f"{sign}{whole}" + (f".{rest:0{places}}" if places else "")


def per_cent(probability: SupportsFloat) -> str:
    """A probability, rational or not, in per cent, with a decimal unless it is whole.

    >>> [per_cent(Fraction(text)) for text in ("13/20", "1/3", "1/10000", "1", "9999/10000")]
    ['65', '33.3', '<0.1', '100', '>99.9']
    """
    number = 100 * (probability if isinstance(probability, Fraction) else Fraction(float(probability)))
    if number.denominator == 1:
        return str(number)
    if number < Fraction(1, 10):
        return "<0.1"
    return ">99.9" if number > Fraction(999, 10) else decimal(number, 1)


def whole_per_cent(probability: Fraction) -> str:
    """A probability in whole per cent, for narrow squares.

    >>> [whole_per_cent(Fraction(text)) for text in ("13/20", "1/3", "1/10000", "1", "9999/10000")]
    ['65', '33', '<1', '100', '>99']
    """
    rounded = round(100 * probability)
    if rounded == 0 < probability:
        return "<1"
    return ">99" if rounded == 100 and probability < 1 else str(rounded)


# Text

Span = tuple[str, str]
"""A piece of a line, and its kind: `X` or `O` for what belongs to a player, `quiet`, `strong`, or nothing; a game may
have others."""
Line = tuple[Span, ...]

WIDTH = 19
"""The width of a square in text, without its frame."""
NARROW = 12
"""The same if a board must fit into 40 columns; contents that do not fit a square are shortened."""
BIG = {"X": ("\\ /", " X ", "/ \\"), "O": ("╭─╮", "│ │", "╰─╯")}
"""A mark that fills its square in text."""


def numbered(square: int) -> Line:
    """The upper edge of a square, with its number."""
    return ((f"─{square}─", ""),)


def centred(line: Line, width: int) -> Line:
    """A line centred in `width` columns; a line of one piece becomes a wider piece of the same kind.

    >>> centred((("X", "X"),), 4)
    ((' X  ', 'X'),)
    """
    missing = width - sum(len(text) for text, _ in line)
    left, right = " " * (missing // 2), " " * (missing - missing // 2)
    if len(line) == 1:
        [(text, kind)] = line
        return ((f"{left}{text}{right}", kind),)
    return ((left, ""), *line, (right, ""))


def board(
    cell: Callable[[int], Sequence[Line]], edge: Callable[[int], Line] = numbered, width: int = WIDTH
) -> list[Line]:
    """A board as lines, from the three lines of each square and the beginning of its upper edge."""
    lines: list[Line] = []
    for first, (left, middle, right) in ((1, "┌┬┐"), (4, "├┼┤"), (7, "├┼┤")):
        row = range(first, first + 3)
        above: list[Span] = []
        for square, corner in zip(row, (left, middle, middle), strict=True):
            begun = edge(square)
            missing = width - sum(len(text) for text, _ in begun)
            above += [(corner, ""), *begun, ("─" * missing, "")]
        lines.append((*above, (right, "")))
        cells = [cell(square) for square in row]
        for at in range(3):
            contents = (span for content in cells for span in (("│", ""), *centred(content[at], width)))
            lines.append((*contents, ("│", "")))
    return [*lines, (("└" + "┴".join(["─" * width] * 3) + "┘", ""),)]


def plain(lines: Iterable[Line]) -> str:
    """Lines as one text, without a last line break."""
    return "\n".join("".join(text for text, _ in line) for line in lines)


# SVG: a square is 120 units wide, the board begins 20 units from the edge; below it are two lines of text.

CELL, EDGE, BELOW = 120, 20, 50
SIDE = 3 * CELL + 2 * EDGE
MARGIN = 12
"""The distance from the sides of a square to small items in it, such as its number."""
NUMBER = 5
"""The same for the number of a square."""
LARGE = 30
"""Half the width of a mark that fills its square."""
LIGHT = """
    .qttt { color: #212529; font-family: 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif }
    .qttt text { fill: currentColor } .qttt .quiet { fill: #5c636a }
    .qttt .card { fill: #ffffff } .qttt .bar { fill: currentColor }
    .qttt .grid { stroke: #9aa0a6; stroke-width: 2; stroke-linecap: round }
    .qttt .X { color: #1a5fbf } .qttt .O { color: #b83a0b }
    .qttt .mark { fill: none; stroke: currentColor; stroke-linecap: round }"""
DARK = """
      .qttt { color: #f1f3f5 } .qttt .quiet { fill: #adb5bd } .qttt .card { fill: #1b1e23 }
      .qttt .X { color: #7db4ff } .qttt .O { color: #ff9f70 }"""


def document(
    title: str, words: str, parts: Iterable[str], heading: str, legend: str, light: str = "", dark: str = ""
) -> str:
    """A standalone document, 400 units wide and 450 high, with these parts, each drawn over the ones before it.

    It has a title and a description, `words`, for screen readers, and needs only a sans serif font. Below the board are
    two lines of plain text without markup; the second may be empty. `light` and `dark` are additional style rules.
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
    """The upper left corner of a square."""
    row, column = divmod(square - 1, 3)
    return EDGE + CELL * column, EDGE + CELL * row


def middle(square: int) -> tuple[int, int]:
    """The middle of a square."""
    left, top = corner(square)
    return left + CELL // 2, top + CELL // 2


def number(square: int) -> str:
    """The number of a square, in its corner."""
    left, top = corner(square)
    return f'<text class="quiet" x="{left + NUMBER}" y="{top + 2 * NUMBER + 4}" font-size="11">{square}</text>'


def number_box(square: int) -> Box:
    """The space of the number of a square."""
    left, top = corner(square)
    return Box(left + NUMBER - 1, top + NUMBER - 1, left + NUMBER + 7, top + 2 * NUMBER + 5)


def tint(square: int, kind: str = "tint") -> str:
    """A coloured square."""
    left, top = corner(square)
    return f'<rect class="{kind}" x="{left}" y="{top}" width="{CELL}" height="{CELL}"/>'


def mark(player: str, x: int, y: int, size: int = LARGE) -> str:
    """A player's mark, centred on a point; `size` is half its width."""
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
