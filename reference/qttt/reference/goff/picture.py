"""Pictures of a position, as text and as SVG.

Definite marks are large, spooky marks small with their plies as subscripts, each ply in its own place of a
square. Entanglement is a list under the text and lines in the SVG; a closed cycle that waits for its
selection stands out.
"""

from itertools import pairwise

import networkx as nx

from qttt.reference.game import Actor
from qttt.reference.goff.collapse import collapsing
from qttt.reference.goff.notation import Move
from qttt.reference.goff.position import Mark, Position, Spooky, entanglement, squares
from qttt.reference.picture import CELL, Line, board, corner, grid, middle, plain

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

PLACE, RADIUS = 35, 15
STYLE = """
    .qttt { color: #868e96; font-family: 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif }
    .qttt text { fill: currentColor }
    .qttt .card { fill: #ffffff } .qttt .tint { fill: #fff3bf }
    .qttt .X { color: #1c6dd0 } .qttt .O { color: #d9480f }
    .qttt path, .qttt .large { fill: none; stroke: currentColor; stroke-width: 3; stroke-linecap: round }
    .qttt .large { stroke-width: 9 } .qttt .link { stroke-width: 2.5; opacity: 0.75 }
    .qttt .cycle { stroke: #fab005; stroke-width: 9 }
    .qttt .small { fill: #ffffff; stroke: currentColor; stroke-width: 1.5 }
    @media (prefers-color-scheme: dark) {
      .qttt .card, .qttt .small { fill: #161b22 } .qttt .tint { fill: #4d3d00 }
      .qttt .X { color: #74b0ff } .qttt .O { color: #ff9a66 }
    }
"""


def svg(position: Position) -> str:
    """The position as a standalone SVG document, 400 units wide and high, for light and dark backgrounds.

    It has a title and a description for screen readers, and needs only a sans serif font.

    >>> svg(Position()).splitlines()[1]
    '  <title>A position of quantum tic-tac-toe</title>'
    """
    around = set(collapsing(position)) if position.pending else set()
    parts = [
        "<title>A position of quantum tic-tac-toe</title>",
        f"<desc>{describe(position)}</desc>",
        f"<style>{STYLE}  </style>",
        '<rect class="card" width="400" height="400" rx="16"/>',
        *(_svg_square(square, tinted=square in around) for square in squares()),
        *grid(attributes=""),
        *(f'<path class="cycle" d="{_curve(pair)}"/>' for pair in cycle(position)),
        *(f'<path class="link {pair.mark.player}" d="{_curve(pair)}"/>' for pair in position.spooky),
        *(_svg_spooky(pair.mark, square) for pair in position.spooky for square in pair.squares),
        *(_svg_definite(mark, square) for square, mark in enumerate(position.definite, start=1) if mark),
    ]
    size = 'viewBox="0 0 400 400" width="400" height="400"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="qttt" role="img" {size}>'
    return "\n  ".join([head, *parts]) + "\n</svg>\n"


def _place(ply: int, square: int) -> tuple[int, int]:
    """Where a square shows the spooky mark of a ply: nine places, row by row."""
    x, y = middle(square)
    row, column = divmod(ply - 1, 3)
    return x + PLACE * (column - 1), y + PLACE * (row - 1)


def _curve(pair: Spooky) -> str:
    """A line between the two marks of a pair, bent a little to pass beside what lies between them."""
    (x1, y1), (x2, y2) = (_place(pair.mark.ply, square) for square in pair.squares)
    bend = 0.15 if pair.mark.player is Actor.X else -0.15
    x, y = (x1 + x2) / 2 - bend * (y2 - y1), (y1 + y2) / 2 + bend * (x2 - x1)
    return f"M {x1} {y1} Q {x:g} {y:g} {x2} {y2}"


def _svg_square(square: int, tinted: bool) -> str:
    left, top = corner(square)
    tint = f'<rect class="tint" x="{left}" y="{top}" width="{CELL}" height="{CELL}"/>' if tinted else ""
    return f'{tint}<text x="{left + 3}" y="{top + 11}" font-size="10">{square}</text>'


def _svg_spooky(mark: Mark, square: int) -> str:
    x, y = _place(mark.ply, square)
    letter = f'<tspan font-size="16">{mark.player}</tspan><tspan font-size="10" dy="3">{mark.ply}</tspan>'
    return (
        f'<g class="{mark.player}"><circle class="small" cx="{x}" cy="{y}" r="{RADIUS}"/>'
        f'<text x="{x}" y="{y + 5}" text-anchor="middle">{letter}</text></g>'
    )


def _svg_definite(mark: Mark, square: int) -> str:
    x, y = middle(square)
    cross = f'<path class="large" d="M {x - 30} {y - 30} l 60 60 m 0 -60 l -60 60"/>'
    ring = f'<circle class="large" cx="{x}" cy="{y}" r="32"/>'
    ply = f'<text x="{x + 40}" y="{y + 46}" font-size="20">{mark.ply}</text>'
    return f'<g class="{mark.player}">{cross if mark.player is Actor.X else ring}{ply}</g>'
