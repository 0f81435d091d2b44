"""`qttt show tiqtaqtoe`: a position, the chances of its squares and what is entangled."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from qttt.app import screen
from qttt.app.files import write_text
from qttt.app.games import json_of, json_of_position
from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.picture import LEGEND, lines, svg
from qttt.reference.tiqtaqtoe.position import Position, groups, probabilities

COLOURS = {"a": "green", "b": "magenta", "c": "yellow", "d": "cyan"}
"""Colours of the entangled groups: nine squares make at most four groups."""
GROUP_STYLES = COLOURS | {letter.upper(): f"bold {colour}" for letter, colour in COLOURS.items()}


def json_object(game: TiqTaqToe, position: Position) -> dict[str, Any]:
    """The JSON object of a position. `squares` has the chances of X, O and '.', an empty square."""
    return {
        **json_of(game),
        **json_of_position(game, position, position.plies),
        "boards": len(position.boards),
        "squares": {square: screen.as_text(chances) for square, chances in probabilities(position).items()},
        "groups": [list(group) for group in groups(position)],
    }


def display(game: TiqTaqToe, position: Position) -> None:
    """Print a position."""
    out = screen.console()
    out.print(screen.title(game))
    print_position(game, position)


def print_position(game: TiqTaqToe, position: Position) -> None:
    """Print the picture, and whose turn it is or how the game ended."""
    out = screen.console()
    print_picture(out, position)
    out.print(turn(game, position), soft_wrap=True)


def print_picture(out: Console, position: Position) -> None:
    """Print the picture, and its legend if squares are entangled."""
    out.print(screen.picture(lambda width: lines(position, width), GROUP_STYLES))
    if groups(position):
        out.print(LEGEND, style="dim")


def turn(game: TiqTaqToe, position: Position) -> Text:
    """Whose turn it is, or how the game ended, as a line."""
    actor = game.actor(position)
    if actor is None:
        return screen.game_over(game.score(position).outcome)
    if actor is Actor.CHANCE:
        return Text(f"To be measured: {len(position.boards)} equally likely boards")
    boards, moves = len(position.boards), len(game.actions(position))
    told = f" to move: {screen.many(moves, 'move')}" + f"; {boards} equally likely boards" * (boards > 1)
    return Text.assemble((actor, screen.STYLES[actor]), told)


def write_svg(game: TiqTaqToe, position: Position, path: Path) -> None:
    """Write the SVG picture, whole or not at all."""
    write_text(path, svg(position, turn(game, position).plain))


def chances_in_words(chances: dict[str, Fraction]) -> str:
    """How a game ends, with its chances.

    >>> chances_in_words({"X": Fraction(1, 2), "O": Fraction(1, 4), "both": Fraction(0), "neither": Fraction(1, 4)})
    'Only X has a line with probability 1/2, only O 1/4, both 0, neither 1/4'
    """
    x, *others = chances.values()
    rest = zip(("only O", "both", "neither"), others, strict=True)
    return f"Only X has a line with probability {x}, " + ", ".join(f"{who} {chance}" for who, chance in rest)
