"""Small boards in rows: marks as dots, entanglement as lines, a colour for the value; and the sheets they stand on."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil

from qttt.reference.picture import DARK, LIGHT

WIDTH, SIDE, SQUARE = 400, 100, 24
"""The width of a sheet; the space of a board, four in a row, and the width of its squares."""
NONE = Fraction()
STEPS = ("none", 5, 4, 3, 2, 1, 0)
HEAT = [*zip(STEPS, ("#efeee9", "#c8e7d3", "#deefd6", "#f0f0cf", "#f9ebc8", "#f8dfcb", "#f6d3cd"), strict=True)]
HEAT_DARK = [*zip(STEPS, ("#24282e", "#1a4d34", "#2c4829", "#3c4222", "#48391d", "#4b3020", "#4d2826"), strict=True)]
"""The explorer's colours from good to bad."""
Link = tuple[str, int, int, int]
"""A spooky mark: its player, ply and squares, which are equal for a mark on one square."""


def sheet(title: str, height: int, parts: Iterable[str]) -> str:
    """A standalone document for light and dark pages."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="qttt" role="img" viewBox="0 0 {WIDTH} {height}"'
    light, dark = ("".join(f" .heat-{step} {{ fill: {to} }}" for step, to in each) for each in (HEAT, HEAT_DARK))
    style = f"<style>{LIGHT}{light} text {{ text-anchor: middle }}"
    style += f"\n@media (prefers-color-scheme: dark) {{{DARK}{dark} }}</style>"
    card = f'<rect class="card" width="{WIDTH}" height="{height}" rx="8"/>'
    lines = [f'{head} width="{WIDTH}" height="{height}">', f"<title>{title}</title>", style, card, *parts, "</svg>\n"]
    return "\n".join(lines)


def shade(value: Fraction | None, most: Fraction, box: str) -> str:
    """A rectangle in the explorer's colour for a value from X's side: 2 for even, up to 5 the better, down to 0 the
    worse."""
    step = 2 if not value else 2 + ceil(3 * value / most) if value > 0 else int(2 * value > -most)
    return f'<rect class="heat-{"none" if value is None else step}" {box}/>'


def small(links: Sequence[Link], marks: Mapping[int, str], value: Fraction | None = None, most: Fraction = NONE) -> str:
    """A small board at the origin: links as lines between dots, each ply in its own place, and definite marks."""
    parts = [shade(value, most, f'width="{3 * SQUARE}" height="{3 * SQUARE}"')]
    for at in (SQUARE, 2 * SQUARE):
        parts.append(
            f'<path class="grid" style="stroke-width: 1" d="M {at} 0 V {3 * SQUARE} M 0 {at} H {3 * SQUARE}"/>'
        )
    for player, ply, *squares in links:
        place = 5 if len(links) == 1 else 4 * ply - 3 if len(links) < 4 and not marks else ply
        places = [centre(square, place) for square in squares]
        line = " L ".join(f"{x} {y}" for x, y in places)
        dots = "".join(f'<circle cx="{x}" cy="{y}" r="{4 if len(links) == 1 else 2.8}"/>' for x, y in places)
        path = f'<path class="mark" stroke-width="2" d="M {line}"/>'
        parts.append(f'<g class="{player}" fill="currentColor">{path}{dots}</g>')
    for square, player in marks.items():
        x, y = centre(square)
        words = f'<text x="{x}" y="{y + 7}" font-size="20" style="fill: currentColor">{player}</text>'
        parts.append(f'<g class="{player}">{words}</g>')
    return "".join(parts)


def centre(square: int, ply: int = 5) -> tuple[int, int]:
    """The place of a ply in a square: nine places, row by row; the fifth is the middle."""
    (down, right), (row, column) = divmod(square - 1, 3), divmod(ply - 1, 3)
    return SQUARE * right + SQUARE // 2 + 7 * (column - 1), SQUARE * down + SQUARE // 2 + 7 * (row - 1)


def boards(title: str, shown: Sequence[tuple[str, str, str]], across: int = 4, height: int = 122) -> str:
    """Small boards in rows, each with two lines of words below; `height` is that of a row of four."""
    parts, scale = [], 4 / across
    for number, (board, words, value) in enumerate(shown):
        row, column = divmod(number, across)
        under = f'<text x="36" y="88" font-size="13">{words}</text>'
        under += f'<text x="36" y="105" font-size="14" font-weight="bold">{value}</text>'
        place = f"scale({scale:.4g}) translate({SIDE * column + 14} {height * row + 12})"
        parts.append(f'<g transform="{place}">{board}{under}</g>')
    return sheet(title, round(scale * height * -(-len(shown) // across)) + 8, parts)


Name = tuple[str, ...]
"""The name of a row or column, in parts."""


def heat(title: str, rows: Sequence[Name], columns: Sequence[Name], known: Mapping[Name, Fraction]) -> str:
    """Values in rows and columns, each coloured by how good it is for X. A part of a row's name is left out if it
    is the same in all rows with this first part."""
    most, long = max(map(abs, known.values())), len(rows[0]) > 2
    left = 174 if long else 112
    wide, parts = (WIDTH - left - 8) / len(columns), []
    for at, words in enumerate(columns):
        middle = left + wide * (at + 0.5)
        for line, word in enumerate(words, 2 - len(words)):
            parts.append(f'<text x="{middle:.0f}" y="{16 + 14 * line}" font-size="11">{word}</text>')
    for at, row in enumerate(rows):
        top = 40 + 26 * at
        free = [word for n, word in enumerate(row) if n == 0 or len({key[n] for key in known if key[0] == row[0]}) > 1]
        lines = [free[0], ", ".join(free[1:])] if long else [", ".join(free)]
        for line, text in enumerate(lines):
            y = top + (17 if len(lines) == 1 else 11 + 11 * line)
            parts.append(f'<text x="8" y="{y}" font-size="11" style="text-anchor: start">{text}</text>')
        for number, column in enumerate(columns):
            x, value = left + wide * number, known[*row, *column]
            parts.append(shade(value, most, f'x="{x:.1f}" y="{top}" width="{wide - 2:.1f}" height="24"'))
            parts.append(f'<text x="{x + wide / 2 - 1:.1f}" y="{top + 16}" font-size="11.5">{value}</text>')
    return sheet(title, 48 + 26 * len(rows), parts)


CELL, EDGE = 120, 20
"""The width of a square of a large board, and of the edge around it, as in the explorer."""
LOSSES = (1 / 64, 1 / 16, 1 / 4, 1 / 2)
"""The shares of the range of all values up to which a loss has the colours 4, 3, 2 and 1."""


def opening(title: str, moves: Mapping[tuple[int, ...], Fraction], span: Fraction, signed: bool) -> str:
    """A large board as the explorer shows it before the first move of X: each square in the colour of the best move
    there, with a corner in that of the worst, and the best moves marked. `span` is the range of all values."""
    most, parts, above = max(moves.values()), [], []
    for square in range(1, 10):
        x, y = EDGE + CELL * ((square - 1) % 3), EDGE + CELL * ((square - 1) // 3)
        through = [value for squares, value in moves.items() if square in squares]
        low, high = min(through), max(through)
        best, worst = (5 if v == most else sum(most - v <= share * span for share in LOSSES) for v in (high, low))
        parts.append(f'<rect class="heat-{best}" x="{x + 2}" y="{y + 2}" width="116" height="116" rx="7"/>')
        if best != worst:
            parts.append(f'<path class="heat-{worst}" d="M {x + 72} {y + 118} L {x + 118} {y + 72} v 46 z"/>')
        words = "…".join(dict.fromkeys(_short(value, signed) for value in (low, high)))
        above.append(f'<text class="quiet" x="{x + 13}" y="{y + 20}" font-size="13">{square}</text>')
        style = f'font-size="{13 if low < high else 15}" font-weight="bold" style="text-anchor: end"'
        above.append(f'<text x="{x + 109}" y="{y + 21}" {style}>{words}</text>')
        if moves.get((square,)) == most:
            above.append(f'<rect class="best" x="{x + 6}" y="{y + 6}" width="108" height="108" rx="8"/>')
    lines = "".join(f"M {at} 24 V 376 M 24 {at} H 376 " for at in (EDGE + CELL, EDGE + 2 * CELL))
    parts.append(f'<path class="grid" style="fill: none; stroke-width: 1.6" d="{lines}"/>')
    for a, b in (squares for squares, value in moves.items() if len(squares) == 2 and value == most):
        (x, y), (u, v) = ((80 + CELL * ((at - 1) % 3), 84 + CELL * ((at - 1) // 3)) for at in (a, b))
        bow = (0.3 if x == u or y == v else 0.15) * (1 if u >= x else -1)
        bent = f"Q {(x + u) / 2 - bow * (v - y):.0f} {(y + v) / 2 + bow * (u - x):.0f}"
        parts.append(f'<path class="best" d="M {x} {y} {bent} {u} {v}"/>')
        parts += (f'<circle class="end" cx="{i}" cy="{j}" r="7"/>' for i, j in ((x, y), (u, v)))
    light = ".best { fill: none; stroke: #14704a; stroke-width: 4.5; stroke-opacity: 0.7 } .end { fill: #14704a }"
    dark = ".best { stroke: #6fd19c } .end { fill: #6fd19c }"
    style = f"<style>{light} @media (prefers-color-scheme: dark) {{ {dark} }}</style>"
    return sheet(title, 400, [style, *parts, *above])


def _short(value: Fraction, signed: bool) -> str:
    """A value as the explorer shows it: two places at most, more where it would be 0."""
    number = float(value)
    text = f"{number:.2f}" if abs(number) >= 0.01 or not number else f"{number:.3f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return ("+" if signed and value > 0 else "") + text.replace("-", "−")
