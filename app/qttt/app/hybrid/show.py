"""`qttt show hybrid`: a position, its pending links and what they will do."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from qttt.app import screen
from qttt.app.files import write_text
from qttt.app.games import json_of, json_of_position
from qttt.app.hybrid.links import waiting
from qttt.reference.game import Actor, Score
from qttt.reference.hybrid import Action, Hybrid, Link, Measure, Position, Result
from qttt.reference.hybrid.picture import lines, svg
from qttt.reference.hybrid.position import BOXES
from qttt.reference.picture import any_of

BOTH = "lines of both"
"""The ending for which a switch says who wins."""


def json_object(game: Hybrid, position: Position, ply: int) -> dict[str, Any]:
    """The JSON object of a position after `ply` plies. In `boxes` an unmeasured box is a dot."""
    return {
        **json_of(game),
        **json_of_position(game, position, ply),
        "boxes": {str(box): position.marks[box - 1] for box in BOXES},
        "links": [link._asdict() for link in position.links],
        "measuring": position.measuring,
    }


def display(game: Hybrid, position: Position) -> None:
    """Print a position."""
    screen.console().print(screen.title(game))
    print_position(game, position)


def print_position(game: Hybrid, position: Position) -> None:
    """Print the picture and the links, whose turn it is and what can be done, or how the game ended."""
    out = screen.console()
    print_picture(game, position)
    out.print(turn(game, position), soft_wrap=True)
    if moves := choice(game.actions(position)):
        out.print(moves, style="dim", soft_wrap=True)


def print_picture(game: Hybrid, position: Position) -> None:
    """Print the picture, and what the pending links will do unless the game is over."""
    out = screen.console()
    out.print(screen.picture(lambda width: lines(position, width)))
    for line in waiting(game, position):
        out.print(line, soft_wrap=True)


def plies(actions: Iterable[Action]) -> int:
    """The number of plies among some actions; a result is not a ply."""
    return sum(not isinstance(action, Result) for action in actions)


def turn(game: Hybrid, position: Position) -> Text:
    """Whose turn it is, or how the game ended, as a line."""
    actor = game.actor(position)
    if actor is None:
        return _ended(game.score(position))
    if actor is Actor.CHANCE:
        player, does = position.turn, f" measures {position.measuring}: X or O, with equal chances"
    else:
        player, does = actor, f" to move: {screen.many(len(game.actions(position)), 'move')}"
    return Text.assemble((player, screen.STYLES[player]), does)


def _ended(score: Score) -> Text:
    told = screen.game_over(score.outcome)
    if score.outcome.how != BOTH:
        return told
    if not score.value:
        return told.append(", which is a draw")
    winner = Actor.X if score.value > 0 else Actor.O
    return told.append_text(Text.assemble(", which ", (winner, screen.STYLES[winner]), " wins"))


def choice(actions: Sequence[Action]) -> str:
    """Moves in words; empty if there are no moves.

    >>> choice([Measure(5), Measure(9), Link(5, 7), Link(9, 7)])
    'measure 5 or 9; link 5 or 9 to 7'
    """
    boxes = [action.box for action in actions if isinstance(action, Measure)]
    links = [action for action in actions if isinstance(action, Link)]
    if not boxes:
        return ""
    if not links:
        return f"measure {_either(boxes)}"
    controls, targets = _either([link.control for link in links]), _either([link.target for link in links])
    return f"measure {_either(boxes)}; link {controls} to {targets}"


def _either(boxes: Sequence[int]) -> str:
    return any_of(sorted({*boxes}))


def write_svg(game: Hybrid, position: Position, path: Path) -> None:
    """Write the SVG picture, whole or not at all."""
    write_text(path, svg(position, turn(game, position).plain))
