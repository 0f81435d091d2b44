"""Pictures of probabilistic tic-tac-toe: the marks, the probabilities of a board, and what its squares are worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from qttt.reference import picture as draw
from qttt.reference.probabilistic.board import SQUARES, Board
from qttt.reference.probabilistic.position import Marks, Position

Colour = tuple[int, int, int]

SCALE: tuple[Colour, Colour, Colour] = ((210, 0, 0), (195, 140, 0), (0, 160, 0))
"""From bad through middling to good; on a terminal with only 16 colours, red, yellow and green."""
BAR, NARROW_BAR = 13, 10
PARTS = "✓ success · neutral ✗ failure, in per cent"
LEGEND = f"{PARTS}\n★ best; bars and colours: from the worst square to the best"


@dataclass(frozen=True)
class Picture:
    """What a picture shows: the probabilities, if there are any; the marks; what naming some squares is `worth` to a
    player, from 0 to 1; which of them are `best`; and the square that has been named, if chance is about to act."""

    board: Board | None
    marks: Marks
    worth: Mapping[int, float] = field(default_factory=dict)
    best: Sequence[int] = ()
    named: int | None = None

    @classmethod
    def of(cls, position: Position, board: Board | None = None) -> "Picture":
        """The picture of a position on a board, if one is given."""
        return cls(board, position.marks, named=position.named)

    def goodness(self, square: int) -> float:
        """Where the worth of a square lies among all those shown: 0 is the worst, 1 the best."""
        worst, best = min(self.worth.values()), max(self.worth.values())
        return (self.worth[square] - worst) / (best - worst) if best > worst else 1.0


def colour(goodness: float) -> Colour:
    """From bad to good.

    >>> colour(0), colour(0.25), colour(1)
    ((210, 0, 0), (202, 70, 0), (0, 160, 0))
    """
    low, high = SCALE[:2] if goodness < 1 / 2 else SCALE[1:]
    along = 2 * goodness % 1 if goodness < 1 else 1.0
    red, green, blue = (round(a + along * (b - a)) for a, b in zip(low, high, strict=True))
    return red, green, blue


def lines(shown: Position | Picture, width: int = draw.WIDTH) -> list[draw.Line]:
    """The lines of `text` in pieces, each with its kind: X, O, `quiet`, or a colour as `bold rgb(0,160,0)`.

    `width` is that of a square, WIDTH or NARROW; narrow squares show whole percentages.
    """
    picture = _picture(shown)
    return draw.board(lambda square: _cell(picture, square, width < draw.WIDTH), width=width)


def text(shown: Position | Picture) -> str:
    r"""A position or a picture as lines of text, without a last line break.

    >>> print(text(Position.of("X.. .O. ..., X named 9")))
    ┌─1─────────────────┬─2─────────────────┬─3─────────────────┐
    │        \ /        │                   │                   │
    │         X         │                   │                   │
    │        / \        │                   │                   │
    ├─4─────────────────┼─5─────────────────┼─6─────────────────┤
    │                   │        ╭─╮        │                   │
    │                   │        │ │        │                   │
    │                   │        ╰─╯        │                   │
    ├─7─────────────────┼─8─────────────────┼─9─────────────────┤
    │                   │                   │                   │
    │                   │                   │ chance is to act  │
    │                   │                   │                   │
    └───────────────────┴───────────────────┴───────────────────┘
    """
    return draw.plain(lines(shown))


def _picture(shown: Position | Picture) -> Picture:
    return shown if isinstance(shown, Picture) else Picture.of(shown)


def _cell(picture: Picture, square: int, narrow: bool) -> list[draw.Line]:
    """Three lines: a large mark, or the worth, a bar for it, and the probabilities."""
    mark, acting = picture.marks[square - 1], (("chance acts" if narrow else "chance is to act", ""),)
    if mark:
        return [((line, str(mark)),) for line in draw.BIG[mark]]
    probabilities: draw.Line = ()
    if picture.board:
        success, neutral, failure = map(draw.whole_per_cent if narrow else draw.per_cent, picture.board[square - 1])
        probabilities = ((f"✓{success} ·{neutral} ✗{failure}", "quiet"),)
    if square not in picture.worth:
        return [(), acting if square == picture.named else (), probabilities]
    goodness = picture.goodness(square)
    kind = "bold rgb({},{},{})".format(*colour(goodness))
    star = "★ " if square in picture.best else ""
    worth = ((f"{star}{picture.worth[square]:.4f}", kind),)
    if picture.named:
        return [worth, acting, probabilities]
    bar = NARROW_BAR if narrow else BAR
    filled = 1 + round(goodness * (bar - 1))
    return [worth, (("█" * filled + "░" * (bar - filled), kind),), probabilities]


def describe(shown: Position | Picture) -> str:
    """Marks and worths in sentences, for readers who cannot see the picture.

    >>> describe(Position.of("X.. ... ..., O named 9"))
    'Marks: X on 1. Chance is to act on 9.'
    >>> sure = Board.of([("1", "0", "0")] * 9)
    >>> describe(Picture(sure, Position.of("X.. ... ..., O to move").marks, {2: 0.5, 3: 0.25}, (2,)))
    'Marks: X on 1. Naming 2 is worth 0.5000, 3 is worth 0.2500. Best: 2.'
    """
    picture = _picture(shown)
    marks = [f"{mark} on {square}" for square, mark in zip(SQUARES, picture.marks, strict=True) if mark]
    sentences = [f"Marks: {', '.join(marks) or 'none'}."]
    if picture.worth:
        worths = ", ".join(f"{square} is worth {worth:.4f}" for square, worth in picture.worth.items())
        sentences.append(f"Naming {worths}.")
    if picture.best:
        sentences.append(f"Best: {', '.join(map(str, picture.best))}.")
    if picture.named and not picture.worth:
        sentences.append(f"Chance is to act on {picture.named}.")
    return " ".join(sentences)


# SVG

THICK = 8
"""The height of a bar of probabilities."""
OUTCOMES = ("success", "neutral", "failure")
STAR = "l 2.4 5 5.4 .7 -4 3.8 1 5.5 -4.8 -2.7 -4.8 2.7 1 -5.5 -4 -3.8 5.4 -.7 z"
"""Round a point from its top; 15 units high."""
LIGHT = """
    .qttt .tint { fill-opacity: 0.3 } .qttt .named { fill: #f2b134 }
    .qttt .best { fill: none; stroke: currentColor; stroke-width: 2.5 } .qttt .star { fill: currentColor }
    .qttt .success { fill: #1e9646 } .qttt .neutral { fill: #adb5bd } .qttt .failure { fill: #c8372d }"""
DARK = """
      .qttt .tint { fill-opacity: 0.4 }
      .qttt .success { fill: #46c878 } .qttt .neutral { fill: #6c757d } .qttt .failure { fill: #f0645a }"""
TITLE = "A board of probabilistic tic-tac-toe: what its squares are worth"
KEY = "below each worth: success, neutral and failure in per cent"


def svg(shown: Position | Picture, heading: str | None = None) -> str:
    """The SVG document of a position or a picture, 400 units wide and 450 high, for light and dark backgrounds.

    `heading`, plain text without markup, stands below the board. Default: who is to move, or has named which square.
    """
    picture, title, legend = _picture(shown), TITLE, KEY if _picture(shown).board else ""
    if isinstance(shown, Position):
        title, heading = "A position of probabilistic tic-tac-toe", heading or str(shown).rpartition(", ")[2]
    heading = heading or ""
    parts = [*(part for square in SQUARES for part in _svg_square(picture, square)), *draw.grid()]
    return draw.document(title, f"{heading}. {describe(picture)}", parts, heading, legend, LIGHT, DARK)


def _svg_square(picture: Picture, square: int) -> list[str]:
    left, top = draw.corner(square)
    player = picture.marks[square - 1]
    if player:
        return [draw.number(square), draw.mark(player, *draw.middle(square))]
    drawn = _worth(picture, square, left, top) if square in picture.worth else []
    if square == picture.named and not drawn:
        drawn = [f'<rect class="tint named" x="{left}" y="{top}" width="{draw.CELL}" height="{draw.CELL}"/>']
    return [*drawn, draw.number(square), *_probabilities(picture, square, left + draw.MARGIN, top)]


def _worth(picture: Picture, square: int, left: int, top: int) -> list[str]:
    fill = "" if picture.named else ' fill="#{:02x}{:02x}{:02x}"'.format(*colour(picture.goodness(square)))
    kind = "tint named" if picture.named else "tint"
    shown = f'font-size="26" text-anchor="middle">{picture.worth[square]:.4f}</text>'
    parts = [
        f'<rect class="{kind}" x="{left}" y="{top}" width="{draw.CELL}" height="{draw.CELL}"{fill}/>',
        f'<text x="{left + draw.CELL // 2}" y="{top + 64}" {shown}',
    ]
    if square in picture.best:
        inside = f'x="{left + 5}" y="{top + 5}" width="{draw.CELL - 10}" height="{draw.CELL - 10}" rx="6"'
        parts += [
            f'<rect class="best" {inside}/>',
            f'<path class="star" d="M {left + draw.CELL // 2} {top + 14} {STAR}"/>',
        ]
    return parts


def _probabilities(picture: Picture, square: int, left: int, top: int) -> list[str]:
    """A bar of three parts, and below it the three numbers: at the left, in the middle and at the right."""
    if picture.board is None:
        return []
    parts, at, whole = [], 0.0, draw.CELL - 2 * draw.MARGIN
    ends = zip(("start", "middle", "end"), (left, left + whole // 2, left + whole), strict=True)
    for name, probability, (anchor, x) in zip(OUTCOMES, picture.board[square - 1], ends, strict=True):
        width = whole * float(probability)
        if width:
            bar = f'x="{left + at:.2f}" y="{top + 82}" width="{width:.2f}" height="{THICK}"'
            parts.append(f'<rect class="{name}" {bar}/>')
        at += width
        shown = draw.per_cent(probability).replace("<", "&lt;").replace(">", "&gt;")
        parts.append(f'<text x="{x}" y="{top + 106}" font-size="12" text-anchor="{anchor}">{shown}</text>')
    return parts
