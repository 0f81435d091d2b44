"""Pictures of a position, as text and as SVG.

Definite marks are large, spooky marks small with their plies as subscripts, each ply in its own place of a
square. Entanglement is a list under the text and lines in the SVG; a closed cycle that waits for its
selection stands out.
"""

from itertools import pairwise

from qttt.reference.curves import Box, Curve, Disc, routed
from qttt.reference.game import Actor
from qttt.reference.goff.collapse import collapsing
from qttt.reference.goff.notation import Move
from qttt.reference.goff.position import Mark, Position, Spooky, entanglement, squares
from qttt.reference.picture import (
    CELL,
    EDGE,
    Line,
    board,
    corner,
    document,
    grid,
    middle,
    number,
    number_box,
    plain,
    tint,
)
from qttt.reference.picture import mark as draw_mark

BIG = {Actor.X: (r"\ / ", " X {}", r"/ \ "), Actor.O: ("╭─╮ ", "│ │{}", "╰─╯ ")}


def subscripted(mark: Mark) -> str:
    """A mark as the literature prints it.

    >>> subscripted(Mark(Actor.X, 3))
    'X₃'
    """
    return f"{mark.player}{_subscript(mark)}"


def _subscript(mark: Mark) -> str:
    return str(mark.ply).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def cycle(position: Position) -> tuple[Spooky, ...]:
    """The spooky pairs of the closed cycle of a pending position, in ply order; none if nothing is pending.

    >>> [str(pair) for pair in cycle(Position.of("X1.1-9 O2.1-3 X3.1-3"))]
    ['O2.1-3', 'X3.1-3']
    """
    if not position.pending:
        return ()
    import networkx as nx

    *earlier, last = position.spooky
    path = nx.shortest_path(entanglement(tuple(earlier)), *last.squares)
    steps = {Move(*sorted(step)) for step in pairwise(path)}
    return (*(pair for pair in earlier if pair.squares in steps), last)


def text(position: Position) -> str:
    r"""The position as lines of text, without a last line break.

    >>> print(text(Position.of("X1@9 O2@3 X3@1 O4.5-7")))
    ┌─1────────┬─2────────┬─3────────┐
    │   \ /    │          │   ╭─╮    │
    │    X ₃   │          │   │ │₂   │
    │   / \    │          │   ╰─╯    │
    ├─4────────┼─5────────┼─6────────┤
    │          │          │          │
    │          │ O₄       │          │
    │          │          │          │
    ├─7────────┼─8────────┼─9────────┤
    │          │          │   \ /    │
    │ O₄       │          │    X ₁   │
    │          │          │   / \    │
    └──────────┴──────────┴──────────┘
    Entanglement: O₄ 5-7
    """
    picture = [plain(board(lambda square: _cell(position, square), width=10))]
    if position.spooky:
        picture.append("Entanglement: " + ", ".join(map(_pair, position.spooky)))
    if position.pending:
        picture.append("Closed cycle: " + ", ".join(map(_pair, cycle(position))) + _selections(position))
    return "\n".join(picture)


def _cell(position: Position, square: int) -> list[Line]:
    """Three lines: a large mark, or the spooky marks, each ply in its own place."""
    definite = position.definite[square - 1]
    if definite:
        return [((line.format(_subscript(definite)), definite.player),) for line in BIG[definite.player]]
    here = {mark.ply: subscripted(mark) for mark, pair in position.spooky if square in pair}
    lines = (" ".join(here.get(ply, "  ") for ply in range(first, first + 3)) for first in (1, 4, 7))
    return [((line, ""),) for line in lines]


def _pair(pair: Spooky) -> str:
    return f"{subscripted(pair.mark)} {pair.squares.first}-{pair.squares.second}"


def _selections(position: Position) -> str:
    mark, (first, second) = position.spooky[-1]
    return f"; selA puts {subscripted(mark)} on {first}, selB on {second}"


def describe(position: Position) -> str:
    """The position in a sentence, for readers who cannot see the picture.

    >>> describe(Position.of("X1@9 O2@3 X3@1 O4.5-7"))
    'Definite: X₃ on 1, O₂ on 3, X₁ on 9. Entangled: O₄ 5-7.'
    """
    definite = [f"{subscripted(mark)} on {at}" for at, mark in enumerate(position.definite, start=1) if mark]
    sentences = [f"Definite: {', '.join(definite)}."] if definite else []
    if position.spooky:
        sentences.append(f"Entangled: {', '.join(map(_pair, position.spooky))}.")
    if position.pending:
        sentences.append(f"Closed cycle: {', '.join(map(_pair, cycle(position)))}{_selections(position)}.")
    return " ".join(sentences) or "The empty board."


# SVG

PLACE, RADIUS = 36, 13
"""The distance between the places of spooky marks in a square, and their radius."""
FRAME = Box(EDGE - 6, EDGE - 6, EDGE + 3 * CELL + 6, EDGE + 3 * CELL + 6)
"""What the lines stay inside."""
LIGHT = """
    .qttt .tint { fill: #e9e9e9 } .qttt .link { fill: none; stroke: currentColor; stroke-width: 2.5 }
    .qttt .cycle { fill: none; stroke: #f2b134; stroke-width: 11; stroke-linecap: round }
    .qttt .small { fill: #ffffff; stroke: currentColor; stroke-width: 1.5 }"""
DARK = """
      .qttt .small { fill: #1b1e23 } .qttt .tint { fill: #3d3d3d } .qttt .cycle { stroke: #d6a800 }"""
LINKS = "lines: entanglement of two spooky marks"
CYCLE = "lines: entanglement; on yellow: the cycle; on grey: what collapses"


def svg(position: Position, heading: str | None = None) -> str:
    """The position as a standalone SVG document, 400 units wide and 450 high, for light and dark backgrounds.

    `heading`, plain text without markup, stands below the board. Default: how many plies were made. The document has a
    title and a description for screen readers, and needs only a sans serif font.

    >>> svg(Position()).splitlines()[1]
    '  <title>A position of quantum tic-tac-toe</title>'
    """
    around = set(collapsing(position)) if position.pending else set()
    drawn = links(position)
    shown = (f"after ply {position.ply}" if position.ply else "the empty board") if heading is None else heading
    parts = [
        *(tint(square) for square in squares() if square in around),
        *(number(square) for square in squares()),
        *grid(),
        *(f'<path class="cycle" d="{drawn[pair].path}"/>' for pair in cycle(position)),
        *(f'<g class="{pair.mark.player}"><path class="link" d="{drawn[pair].path}"/></g>' for pair in position.spooky),
        *(_svg_spooky(pair.mark, square) for pair in position.spooky for square in pair.squares),
        *(_svg_definite(each, square) for square, each in enumerate(position.definite, start=1) if each),
    ]
    legend = (CYCLE if position.pending else LINKS) if position.spooky else ""
    words = f"{shown[0].upper()}{shown[1:]}. {describe(position)}"
    return document("A position of quantum tic-tac-toe", words, parts, shown, legend, LIGHT, DARK)


def place(ply: int, square: int) -> tuple[int, int]:
    """Where a square shows the spooky mark of a ply: nine places, row by row."""
    x, y = middle(square)
    row, column = divmod(ply - 1, 3)
    return x + PLACE * (column - 1), y + PLACE * (row - 1)


def links(position: Position) -> dict[Spooky, Curve]:
    """The line of each spooky pair: it crosses no mark and no number, and links of the same squares are apart."""
    curves: dict[Spooky, Curve] = {}
    spots = {(pair.mark, square): place(pair.mark.ply, square) for pair in position.spooky for square in pair.squares}
    fixed = [*(number_box(square) for square in squares()), *_definite_boxes(position)]
    for pair in position.spooky:
        others = [Disc(*spot, RADIUS) for (mark, _), spot in spots.items() if mark != pair.mark]
        beside = [curve for other, curve in curves.items() if other.squares == pair.squares]
        start, end = (spots[pair.mark, square] for square in pair.squares)
        side = 1 if pair.mark.player is Actor.X else -1
        curves[pair] = routed(start, end, [*others, *fixed], beside, side, FRAME)
    return curves


def _definite_boxes(position: Position) -> list[Box]:
    """The space of the definite marks with their plies."""
    corners = (corner(square) for square, mark in enumerate(position.definite, start=1) if mark)
    return [Box(left + 24, top + 24, left + 112, top + 108) for left, top in corners]


def _svg_spooky(mark: Mark, square: int) -> str:
    x, y = place(mark.ply, square)
    letter = f'<tspan font-size="15">{mark.player}</tspan><tspan font-size="10" dy="3">{mark.ply}</tspan>'
    return (
        f'<g class="{mark.player}"><circle class="small" cx="{x}" cy="{y}" r="{RADIUS}"/>'
        f'<text x="{x}" y="{y + 5}" text-anchor="middle">{letter}</text></g>'
    )


def _svg_definite(mark: Mark, square: int) -> str:
    x, y = middle(square)
    ply = f'<text x="{x + 41}" y="{y + 47}" font-size="20">{mark.ply}</text>'
    return f'<g class="large">{draw_mark(mark.player, x, y)}<g class="{mark.player}">{ply}</g></g>'
