"""Pictures of results: `python docs/pictures.py` draws into docs/games, from docs/results.json and the values of Goff's
game that ship, first moves with their values, readings as a heat map, an opening and a film strip; and the opening's
table on the game's page. Equal values give equal files."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import results
from boards import content
from results import Result
from sheets import Small, boards, heat, opening, shade

from qttt.app.files import between, markdown
from qttt.oracle import Oracle, game
from qttt.oracle.oracle import early
from qttt.oracle.perfect import A, P
from qttt.reference.board import SYMMETRIES, image
from qttt.reference.game import Game
from qttt.reference.picture import decimal
from qttt.reference.probabilistic.board import Board
from qttt.spec import rulesets

FOLDER = Path(__file__).parent / "games"
PAGE = FOLDER / "goff.md"
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


def played(result: Result) -> tuple[Game[Any, Any], str, Board | None]:
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
    shown, (at, query, board) = [], played(ordered[0])
    for each in ordered:
        value = str(each.value) if len(str(each.value)) < 10 else decimal(each.value, 4)
        drawn, place = content(at.position(f"X1.{each.first_move}"), board), f"{query}&moves=X1.{each.first_move}"
        shown.append(Small(drawn, each.first_move, value.replace("-", "−"), shade(each.value - even, most), place))
    return boards(f"The first moves of {every[0].name} and their values", shown)


def start(every: Sequence[Result]) -> str:
    """The board of a game before its first move, on the start page."""
    name, moves = every[0].name, dict[tuple[int, ...], Fraction]()
    for each in (each for each in every if each.first_move):
        squares = [*map(int, each.first_move.split("-"))]
        for symmetry in SYMMETRIES if each.equivalent > 1 else SYMMETRIES[:1]:
            moves[image(symmetry, *squares)] = each.value
    span, (at, query, board) = {"goff": 40, "sqt": 40, "probabilistic": 1}.get(name, 2), played(every[0])
    drawn = content(at.initial(), board)
    return opening(f"The first moves of {name} by their values", drawn, moves, Fraction(span), query)


def readings(every: Sequence[Result]) -> str:
    """The value of every reading of a game, one option in each part of a row's or column's name."""
    options = {option.written: option for option in rulesets()[every[0].name].options}
    down, across = ([options[each] for each in names] for names in HEAT[every[0].name])
    named = [tuple(each.setting.get(of.written, str(of.default)) for of in (*down, *across)) for each in every]
    columns = [*product(*(option.values for option in across))]
    rows = [row for row in product(*(option.values for option in down)) if (*row, *columns[0]) in named]
    known = {name: each.value for name, each in zip(named, every, strict=True)}
    return heat(f"The value of {every[0].name} in every reading", rows, columns, known)


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
    drawn = {"goff-opening": boards("X's answers after 1-9", shown), "goff-draws": boards("Replies that draw", held)}
    return drawn, {"opening": answers, "draws": draws}


def files() -> dict[Path, str]:
    """The content of each picture and page by its place."""
    canonical = {"sqt": {"q": "1/2"}, "probabilistic": {"board": "printed"}}
    (made, tables), tokens = story(), LONGEST.split()
    made["goff-longest"] = boards(
        LONGEST, [of_goff(" ".join(tokens[: at + 1]), token) for at, token in enumerate(tokens)]
    )
    for name in results.EVIDENCE:
        every = [each for each in results.read() if each.name == name]
        usual = [each for each in every if each.setting == canonical.get(name, {})]
        made[f"{name}-first"], made[f"{name}-start"] = first_moves(usual), start(usual)
        if name in HEAT:
            made[f"{name}-readings"] = readings([each for each in every if not each.first_move])
    page = PAGE.read_text(encoding="utf-8")
    for name, table in tables.items():
        page = between(page, name, table)
    return {FOLDER / f"{name}.svg": drawn for name, drawn in made.items()} | {PAGE: page}


if __name__ == "__main__":
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")
