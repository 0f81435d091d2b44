"""Pictures of a position of TiqTaqToe: the chances of each square, and which squares are entangled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from qttt.reference import picture as draw
from qttt.reference.tiqtaqtoe.position import SQUARES, Position, groups, probabilities

CONTENTS = ("X", "O", ".")
NAMES = {"X": "X", "O": "O", ".": "empty"}
SIGNS = {"X": "X", "O": "O", ".": "·"}
BAR, NARROW_BAR = 8, 2
LEGEND = "In per cent: X, O, · empty. Squares with the same letter are entangled."


@dataclass(frozen=True)
class Picture:
    """What a picture shows: for each square the chances of its contents X, O and '.', and the entangled groups."""

    chances: Mapping[int, Mapping[str, Fraction]]
    groups: Sequence[Sequence[int]]

    @classmethod
    def of(cls, position: Position) -> "Picture":
        """The picture of a position.

        Rule: TIQ-STATE-1
        Rule: TIQ-GROUP-1
        """
        return cls(probabilities(position), groups(position))

    def certain(self, square: int) -> str | None:
        """What is certainly on a square, or None."""
        return next((content for content, chance in self.chances[square].items() if chance == 1), None)

    def letter(self, square: int) -> str:
        """The letter of the group that a square is in, of a, b, c and d; empty if the square is certain."""
        return next((letter for letter, group in zip("abcd", self.groups, strict=False) if square in group), "")


def lines(position: Position, width: int = draw.WIDTH) -> list[draw.Line]:
    """The lines of `text` in pieces, each with its kind: X, O, `quiet` for emptiness, or the letter of a group,
    as a capital where the letter itself is shown.

    `width` is that of a square, WIDTH or NARROW; in narrow squares bars are shorter.
    """
    picture = Picture.of(position)
    return draw.board(lambda square: _cell(picture, square, width), lambda square: _edge(picture, square), width)


def text(position: Position) -> str:
    r"""The position as lines of text, without a last line break.

    >>> print(text(Position.of(".XO...... | X.O......")))
    ┌─1─a───────────────┬─2─a───────────────┬─3─────────────────┐
    │▌ X ████░░░░   50 ▐│▌ X ████░░░░   50 ▐│        ╭─╮        │
    │▌                 ▐│▌                 ▐│        │ │        │
    │▌ · ████░░░░   50 ▐│▌ · ████░░░░   50 ▐│        ╰─╯        │
    ├─4─────────────────┼─5─────────────────┼─6─────────────────┤
    │                   │                   │                   │
    │                   │                   │                   │
    │                   │                   │                   │
    ├─7─────────────────┼─8─────────────────┼─9─────────────────┤
    │                   │                   │                   │
    │                   │                   │                   │
    │                   │                   │                   │
    └───────────────────┴───────────────────┴───────────────────┘
    """
    return draw.plain(lines(position))


def _edge(picture: Picture, square: int) -> draw.Line:
    letter = picture.letter(square)
    return (*draw.numbered(square), (letter, letter.upper())) if letter else draw.numbered(square)


def _cell(picture: Picture, square: int, width: int) -> list[draw.Line]:
    """Three lines: a large mark, nothing, or a bar for each chance between edges of the group."""
    certain, letter = picture.certain(square), picture.letter(square)
    if certain == ".":
        return [()] * 3
    if certain:
        return [((line, certain),) for line in draw.BIG[certain]]
    length = BAR if width == draw.WIDTH else NARROW_BAR
    bars = (_bar(content, picture.chances[square][content], length) for content in CONTENTS)
    return [(("▌", letter), *draw.centred(bar, width - 2), ("▐", letter)) for bar in bars]


def _bar(content: str, chance: Fraction, length: int) -> draw.Line:
    if not chance:
        return ()
    filled = max(1, round(length * chance))
    kind = "quiet" if content == "." else content
    return ((f"{SIGNS[content]} {'█' * filled + '░' * (length - filled)} {draw.per_cent(chance):>4}", kind),)


def describe(shown: Position | Picture) -> str:
    """A position in sentences, for readers who cannot see the picture.

    >>> describe(Position.of(".X....... | X........"))
    'Square 1: X 50, empty 50 per cent. Square 2: X 50, empty 50 per cent. Entangled: 1 and 2.'
    """
    picture = shown if isinstance(shown, Picture) else Picture.of(shown)
    sentences = []
    for square in SQUARES:
        chances = picture.chances[square]
        if picture.certain(square) in ("X", "O"):
            sentences.append(f"Square {square}: {picture.certain(square)}.")
        elif picture.certain(square) is None:
            held = ", ".join(f"{NAMES[c]} {draw.per_cent(chances[c])}" for c in CONTENTS if chances[c])
            sentences.append(f"Square {square}: {held} per cent.")
    if picture.groups:
        sentences.append(f"Entangled: {'; '.join(draw.listed([*map(str, group)]) for group in picture.groups)}.")
    return " ".join(sentences) or "The empty board."


# SVG

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
KEY = "in per cent; squares with the same letter are entangled"


def svg(position: Position, heading: str | None = None) -> str:
    """The position as a standalone SVG document, 400 units wide and 450 high, for light and dark backgrounds.

    `heading`, plain text without markup, stands below the board. Default: how many boards are possible.
    """
    picture, boards = Picture.of(position), len(position.boards)
    shown = f"{boards} possible board" + "s" * (boards > 1) if heading is None else heading
    parts = [*(part for square in SQUARES for part in _svg_square(picture, square)), *draw.grid()]
    return draw.document("A position of TiqTaqToe", f"{shown}. {describe(picture)}", parts, shown, KEY, LIGHT, DARK)


def _svg_square(picture: Picture, square: int) -> list[str]:
    left, top = draw.corner(square)
    certain, letter = picture.certain(square), picture.letter(square)
    if certain:
        return (
            [draw.number(square)] if certain == "." else [draw.number(square), draw.mark(certain, *draw.middle(square))]
        )
    return [
        f'<rect class="tint {letter}" x="{left}" y="{top}" width="{draw.CELL}" height="{draw.CELL}"/>',
        draw.number(square),
        f'<text x="{left + draw.CELL - draw.MARGIN}" y="{top + 22}" font-size="14" text-anchor="end">{letter}</text>',
        *_svg_chances(picture.chances[square], left, top),
    ]


def _svg_chances(chances: Mapping[str, Fraction], left: int, top: int) -> list[str]:
    """The marks that may be on a square, the fainter the less probable, each above its chance; and a bar of all."""
    parts = []
    marks = [content for content in CONTENTS[:2] if chances[content]]
    for place, player in enumerate(marks):
        x = left + draw.CELL * (2 * place + 1) // (2 * len(marks))
        opacity = f"{0.25 + 0.75 * float(chances[player]):.2f}"
        parts.append(f'<g opacity="{opacity}">{draw.mark(player, x, top + 52, SMALL)}</g>')
        parts.append(
            f'<text x="{x}" y="{top + 91}" font-size="14" text-anchor="middle">{draw.per_cent(chances[player])}</text>'
        )
    at, whole = 0.0, draw.CELL - 2 * draw.MARGIN
    for content in CONTENTS:
        width = whole * float(chances[content])
        bar = f'x="{left + draw.MARGIN + at:.2f}" y="{top + draw.CELL - 20}" width="{width:.2f}" height="{THICK}"'
        parts += [f'<g class="{CLASSES[content]}"><rect class="bar" {bar}/></g>'] * bool(width)
        at += width
    return parts
