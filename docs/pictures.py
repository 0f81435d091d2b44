"""Pictures of results: `python docs/pictures.py` draws into docs/games, from docs/results.json and the values of Goff's
game that ship, first moves with their values, readings as a heat map, an opening and a film strip, and the positions of
the explorer's puzzles; the opening's table on the game's page; and into docs/start what a class prints. Equal values
give equal files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import product
from math import ceil, hypot
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import results
from boards import STYLE, content, style_sheet
from results import Result

from qttt.app import puzzles
from qttt.app.files import between, markdown
from qttt.oracle import Oracle, game
from qttt.oracle.oracle import early
from qttt.oracle.perfect import A, P
from qttt.reference.board import SYMMETRIES, image
from qttt.reference.game import Game
from qttt.reference.picture import DARK, LIGHT, corner, decimal, middle
from qttt.reference.probabilistic.board import Board
from qttt.spec import rulesets

FOLDER = Path(__file__).parent / "games"
PAGE = FOLDER / "goff.md"
CLASS = Path(__file__).parent / "start"
NONE = Fraction()
FIRST, SECOND = "1-9", "3-7"
"""X's first two moves in Goff's game."""
LONGEST = "X1.1-9 O2.1-5 X3.3-7 O4.2-6 X5.4-8 O6.2-7 X7.3-7 selB O8.4-8 selA X9.1-5 selA"
"""A principal variation of Goff's game with nine plies."""
HEAT = {
    "goff": (("collapse", "pair"), ("last", "both")),
    "tiqtaqtoe": (("level", "target", "pair", "lines"), ("both",)),
    "hybrid": (("effect", "both"), ("links", "targets")),
}
"""The options in the rows and in the columns of each heat map."""
WINS = {10: "narrowly", 20: "completely"}


def game_of(result: Result) -> tuple[Game[Any, Any], str, Board | None]:
    """The game of a result, its place in the explorer, and its board of probabilities."""
    if result.name == "probabilistic":
        board = results.printed_board()
        written = ";".join(",".join(str(decimal(each, 2)) for each in three) for three in board)
        return game(result.name, board=board), f"game={result.name}&board={written}", board
    chosen = "".join(f"&{name}={value}" for name, value in result.setting.items())
    return game(result.name, **result.setting), f"game={result.name}{chosen}", None


def first_moves(every: Sequence[Result]) -> str:
    """The boards after the first moves of a game, the best first, each coloured by its value."""
    ordered = sorted((each for each in every if each.first_move), key=lambda each: -each.value)
    even = Fraction(1, 2) if every[0].name == "probabilistic" else NONE
    most = max(abs(each.value - even) for each in ordered)
    shown, (at, query, board) = [], game_of(ordered[0])
    for each in ordered:
        drawn, place = content(at.position(f"X1.{each.first_move}"), board), f"{query}&moves=X1.{each.first_move}"
        shown.append(Small(drawn, each.first_move, brief(each.value), shade(each.value - even, most), place))
    return draw_boards(f"The first moves of {every[0].name} and their values", shown)


def brief(value: Fraction) -> str:
    """A value exactly if that is short, else with four places."""
    return (str(value) if len(str(value)) < 10 else decimal(value, 4)).replace("-", "−")


def start(every: Sequence[Result]) -> str:
    """The board of a game before its first move, on the start page."""
    name, moves = every[0].name, dict[tuple[int, ...], Fraction]()
    for each in (each for each in every if each.first_move):
        squares = [*map(int, each.first_move.split("-"))]
        for symmetry in SYMMETRIES if each.equivalent > 1 else SYMMETRIES[:1]:
            moves[image(symmetry, *squares)] = each.value
    span, (at, query, board) = {"goff": 40, "sqt": 40, "probabilistic": 1}.get(name, 2), game_of(every[0])
    drawn = content(at.initial(), board)
    return draw_opening(f"The first moves of {name} by their values", drawn, moves, Fraction(span), query)


def puzzle_boards(name: str) -> str:
    """The positions of a game's puzzles, which the explorer opens with hidden values."""
    options = puzzles.options(name)
    played, shown = game(name, **options), list[Small]()
    for each in map(json.loads, re.findall(r'{"moves".*}', puzzles.path(name).read_text(encoding="utf-8"))):
        position = played.position(each["moves"])
        place = {"game": name, **options, "moves": each["moves"], "X": "person", "O": "person", "values": "hidden"}
        drawn, turn = content(position, getattr(played, "board", None)), f"{played.actor(position)} to move"
        shown.append(Small(drawn, turn, brief(Fraction(each["value"])), query=urlencode(place)))
    return draw_boards(f"The puzzles of {name} and their values", shown)


def readings(every: Sequence[Result]) -> str:
    """The value of every reading of a game, one option in each part of a row's or column's name."""
    options = {option.written: option for option in rulesets()[every[0].name].options}
    down, across = ([options[each] for each in names] for names in HEAT[every[0].name])
    named = [tuple(each.setting.get(of.written, str(of.default)) for of in (*down, *across)) for each in every]
    columns = [*product(*(option.values for option in across))]
    rows = [row for row in product(*(option.values for option in down)) if (*row, *columns[0]) in named]
    known = {name: each.value for name, each in zip(named, every, strict=True)}
    return draw_heat(f"The value of {every[0].name} in every reading", rows, columns, known)


def of_goff(text: str, words: str, value: Fraction | None = None) -> Small:
    """A small board of Goff's game after some moves; a value that is known colours it."""
    colour = shade(value, Fraction(20))
    known = "" if value is None else str(value)
    return Small(content(game("goff").position(text)), words, known, colour, f"game=goff&moves={text}")


def classes(truth: Oracle[P, A], text: str) -> list[list[tuple[str, Fraction]]]:
    """The moves after a game with their values, equivalent ones together, the least value first."""
    played, alike = truth.game, dict[str, list[tuple[str, Fraction]]]()
    for move, value in truth.values(text).items():
        after = played.play(played.position(text), move)
        key = min(str(played.turned(after, turn)) for turn in played.symmetries)
        alike.setdefault(key, []).append((str(move), value))
    return sorted(alike.values(), key=lambda moves: moves[0][1])


def story() -> tuple[dict[str, str], dict[str, str]]:
    """The pictures and tables of Goff's page, by name: X's answer to each reply to the best first move (X's second move
    where it is among the best, otherwise the first best move), and O's replies that hold the draw after all others."""
    played = game("goff")
    truth: Oracle[Any, Any] | None = early(played, find=lambda: None)
    assert truth
    shown, won, held, holding = [], dict[str, list[str]](), [], []
    for replies in classes(truth, f"X1.{FIRST}"):
        (reply, value), text = replies[0], f"X1.{FIRST} O2.{replies[0][0]}"
        best = [*map(str, truth.best(text))]
        answer = SECOND if SECOND in best else best[0]
        line = f"{text} {answer if answer.startswith('sel') else f'X3.{answer}'}"
        shown.append(of_goff(line, f"O {reply}, X {answer}", value))
        won.setdefault(WINS[int(value)], []).append(f'<code data-play="goff">{line}</code>')
    for (first, _), *_ in classes(truth, ""):
        replies = [moves[0] for moves in classes(truth, f"X1.{first}")]
        if best := [reply for reply, value in replies if value == 0]:
            line = f"X1.{first} O2.{best[0]}"
            held.append(of_goff(line, f"X {first}, O {best[0]}", NONE))
            holding.append([f'<code data-play="goff">{line}</code>', ", ".join(best[1:])])
    answers = markdown(["X wins", "first moves"], [(how, ", ".join(lines)) for how, lines in won.items()])
    draws = markdown(["first moves", "other replies that draw"], holding)
    drawn = {
        "goff-opening": draw_boards("X's answers after 1-9", shown),
        "goff-draws": draw_boards("Replies that draw", held),
    }
    return drawn, {"opening": answers, "draws": draws}


# How the explorer draws them

WIDTH = 400


def sheet(title: str, height: int, parts: Iterable[str], query: str = "") -> str:
    """A standalone document for light and dark pages. `query` names its position in the explorer."""
    body = "\n".join(parts)
    base = f"{LIGHT}\n@media (prefers-color-scheme: dark) {{{DARK}}}"
    styles = [*dict.fromkeys(STYLE.findall(body) or [base]), style_sheet("sheet.css")]
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"{opens(query)}'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="qttt" role="img" {size}>'
    card = f'<rect class="card" width="{WIDTH}" height="{height}" rx="8"/>'
    style = f"<style>{''.join(styles)}</style>"
    return "\n".join([head, f"<title>{title}</title>", style, card, STYLE.sub("", body), "</svg>\n"])


def opens(query: str) -> str:
    """The attribute that names a position in the explorer; none for none."""
    return f' data-query="{escape(query.replace(" ", "%20"))}"' if query else ""


def shade(value: Fraction | None, most: Fraction) -> str:
    """The explorer's colour for a value from X's side: 2 for even, up to 5 the better, down to 0 the worse."""
    step = 2 if not value else 2 + ceil(3 * value / most) if value > 0 else int(2 * value > -most)
    return f"heat-{'none' if value is None else step}"


def ground(square: int, kind: str) -> str:
    """The ground of a square."""
    x, y = corner(square)
    return f'<rect class="{kind}" x="{x + 2}" y="{y + 2}" width="116" height="116" rx="7"/>'


class Small(NamedTuple):
    """A small board: the picture of a position, two lines of words, a colour, and its place in the explorer."""

    drawn: str
    words: str
    value: str = ""
    colour: str = "heat-none"
    query: str = ""


def draw_boards(title: str, shown: Sequence[Small]) -> str:
    """Small boards in rows of four, each with its words below. A view of the document, by number, shows one of them."""
    parts = []
    for number, each in enumerate(shown, 1):
        x, y = 100 * ((number - 1) % 4) + 6, 126 * ((number - 1) // 4) + 8
        squares = "".join(ground(square, each.colour) for square in range(1, 10))
        under = f'<text class="words" x="{x + 44}" y="{y + 98}" font-size="12">{each.words}</text>'
        under += f'<text class="words" x="{x + 44}" y="{y + 113}" font-size="13" font-weight="bold">{each.value}</text>'
        parts += [
            f'<view id="{number}" viewBox="{x + 3} {y + 3} 82 82"/>',
            f'<g class="board"{opens(each.query)}><g class="small" transform="translate({x} {y}) scale(.22)">',
            f"{squares}{each.drawn}</g>{under}</g>",
        ]
    return sheet(title, 126 * -(-len(shown) // 4) + 4, parts)


def draw_sheet(title: str, shown: Sequence[tuple[str, str]]) -> str:
    """Boards to print, two in a row, each with the numbers of squares and plies, and words below."""
    parts = []
    for number, (drawn, words) in enumerate(shown):
        x, y = 200 * (number % 2) + 4, 204 * (number // 2)
        parts.append(f'<g class="large" transform="translate({x} {y}) scale(.48)">{drawn}</g>')
        parts.append(f'<text class="words" x="{x + 96}" y="{y + 196}" font-size="9">{words}</text>')
    return sheet(title, 204 * -(-len(shown) // 2) + 4, parts)


def class_sheets() -> dict[Path, str]:
    """What a class prints: boards to play on, and the exercises of the page."""
    played, text = game("goff"), (CLASS / "class.md").read_text(encoding="utf-8")
    exercises = re.findall(r"^\| ([0-9]+) \| `(X[^`]*)` \|", text, re.M)
    empty = [(content(played.initial()), f"Game {number}") for number in range(1, 7)]
    shown = [(content(played.position(moves)), f"{number}: {moves}") for number, moves in exercises]
    return {
        CLASS / "class-sheet.svg": draw_sheet("Six boards for Goff's game", empty),
        CLASS / "class-exercises.svg": draw_sheet("Exercises in Goff's game", shown),
    }


Name = tuple[str, ...]
"""The name of a row or column, in parts."""


def draw_heat(title: str, rows: Sequence[Name], columns: Sequence[Name], known: Mapping[Name, Fraction]) -> str:
    """Values in rows and columns, each coloured by how good it is for X. A part of a row's name is left out if it
    is the same in all rows with this first part."""
    most = max(map(abs, known.values()))
    named = []
    for row in rows:
        free = [word for n, word in enumerate(row) if n == 0 or len({key[n] for key in known if key[0] == row[0]}) > 1]
        half = (len(free) + 1) // 2
        named.append([", ".join(free[:half]), ", ".join(free[half:])])
    left = 16 + ceil(max(len(line) for lines in named for line in lines) * 6.2)
    wide, parts = (WIDTH - left - 8) / len(columns), []

    def words(x: float, y: float, lines: Sequence[str], kind: str = "words") -> None:
        for at, line in enumerate(lines):
            parts.append(f'<text class="{kind}" x="{x:.0f}" y="{y + 12 * at}" font-size="11">{line}</text>')

    for at, column in enumerate(columns):
        lines = column if len(column) > 1 else column[0].replace("-", "-\n").split("\n")
        words(left + wide * (at + 0.5), 28 - 12 * (len(lines) - 1), lines)
    for at, (row, lines) in enumerate(zip(rows, named, strict=True)):
        top = 38 + 30 * at
        words(8, top + (18 if not lines[1] else 12), lines, "name")
        for number, column in enumerate(columns):
            x, value = left + wide * number, known[*row, *column]
            box = f'x="{x:.1f}" y="{top}" width="{wide - 2:.1f}" height="28" rx="4"'
            parts.append(f'<rect class="{shade(value, most)}" {box}/>')
            words(x + wide / 2 - 1, top + 18, [str(value).replace("-", "−")])
    return sheet(title, 44 + 30 * len(rows), parts)


LOSSES = (1 / 64, 1 / 16, 1 / 4, 1 / 2)
"""The shares of the range of all values up to which a loss has the colours 4, 3, 2 and 1."""
MOST_ARCS = 6
"""Most best moves that are drawn as arcs."""
BOWS = (0.2, -0.2, 0.12, -0.12, 0.3, -0.3)
"""How far an arc may bow, as a share of its length."""
LABELS = [(x + far, y + 14) for x, y in map(corner, range(1, 10)) for far in (11, *range(38, 105, 11))]
"""Where the number of a square stands, and what it is worth."""


def draw_opening(title: str, drawn: str, moves: Mapping[tuple[int, ...], Fraction], span: Fraction, query: str) -> str:
    """A large board before the first move of X: each square in the colour of the best move there, with a corner in that
    of the worst, and the best moves marked. `drawn` is the picture of the position, `span` the range of all values."""
    most, under, above = max(moves.values()), [], []
    pairs = [squares for squares, value in moves.items() if len(squares) == 2 and value == most]
    for square in range(1, 10):
        x, y = corner(square)
        through = [value for squares, value in moves.items() if square in squares]
        low, high = min(through), max(through)
        best, worst = (5 if v == most else sum(most - v <= share * span for share in LOSSES) for v in (high, low))
        under.append(ground(square, f"heat-{best}"))
        if best != worst:
            under.append(f'<path class="heat-{worst}" d="M {x + 72} {y + 118} l 46 -46 v 39 a 7 7 0 0 1 -7 7 z"/>')
        if len(through) > 1 and moves.get((square,)) == most:
            above.append(f'<rect class="ring" x="{x + 4}" y="{y + 4}" width="112" height="112" rx="8"/>')
        signed = "" if query.startswith("game=probabilistic") else "+"
        words = "…".join(dict.fromkeys(short(value, signed) for value in (low, high)))
        star, size = ("★ " if low == most else ""), 12 if low < high else 14
        above.append(f'<text class="worth" x="{x + 112}" y="{y + 18}" font-size="{size}">{star}{words}</text>')
    arcs = [arc(*pair) for pair in pairs] if len(pairs) <= MOST_ARCS else []
    return sheet(title, 400, [*under, f'<g class="large">{drawn}</g>', *arcs, *above], query)


def arc(a: int, b: int) -> str:
    """A best move as an arc: of several the one that meets the fewest labels."""
    (x, y), (u, v) = ((x, y + 4) for x, y in map(middle, (a, b)))

    def met(bow: float) -> int:
        cx, cy = bend(bow)
        shares = ((i / 32, 1 - i / 32) for i in range(33))
        points = [(s * s * x + 2 * s * t * cx + t * t * u, s * s * y + 2 * s * t * cy + t * t * v) for t, s in shares]
        return sum(any(hypot(p - at, q - to) < 9 for at, to in LABELS) for p, q in points)

    def bend(bow: float) -> tuple[float, float]:
        return (x + u) / 2 + 2 * bow * (v - y), (y + v) / 2 - 2 * bow * (u - x)

    cx, cy = bend(min(BOWS, key=met))
    ends = "".join(f'<circle class="end" cx="{i}" cy="{j}" r="5.5"/>' for i, j in ((x, y), (u, v)))
    return f'<path class="best" d="M {x} {y} Q {cx:.0f} {cy:.0f} {u} {v}"/>{ends}'


def short(value: Fraction, signed: str) -> str:
    """A value as the explorer shows it: two places at most, more where it would be 0.

    >>> short(Fraction(5, 32), "+"), short(Fraction(-17, 512), "+"), short(Fraction(10), "")
    ('+0.16', '−0.03', '10')
    """
    number = float(value)
    text = f"{number:.2f}" if abs(number) >= 0.01 or not number else f"{number:.3f}"
    return (signed if value > 0 else "") + text.rstrip("0").rstrip(".").replace("-", "−")


# The files


def files() -> dict[Path, str]:
    """The content of each picture and page by its place."""
    canonical = {"sqt": {"q": "1/2"}, "probabilistic": {"board": "printed"}}
    (made, tables), tokens = story(), LONGEST.split()
    made["goff-longest"] = draw_boards(
        LONGEST, [of_goff(" ".join(tokens[: at + 1]), token) for at, token in enumerate(tokens)]
    )
    for name in results.EVIDENCE:
        every = [each for each in results.read() if each.name == name]
        usual = [each for each in every if each.setting == canonical.get(name, {})]
        made[f"{name}-first"], made[f"{name}-start"] = first_moves(usual), start(usual)
        made[f"{name}-puzzles"] = puzzle_boards(name)
        if name in HEAT:
            made[f"{name}-readings"] = readings([each for each in every if not each.first_move])
    page = PAGE.read_text(encoding="utf-8")
    for name, table in tables.items():
        page = between(page, name, table)
    return {FOLDER / f"{name}.svg": drawn for name, drawn in made.items()} | {PAGE: page} | class_sheets()


if __name__ == "__main__":
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")
