"""`qttt show`: a position."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.text import Text

from qttt.app import screen
from qttt.app.files import write_text
from qttt.app.games import json_of_position
from qttt.reference.game import Actor
from qttt.reference.goff import Goff, Position
from qttt.reference.goff.notation import Selection
from qttt.reference.goff.picture import svg, text
from qttt.reference.sqt import Sqt, selection_probabilities


def json_object(game: Any, position: Position) -> dict[str, Any]:
    """The JSON object of a position; in a game with a System, also what the System knows."""
    known = {}
    if game.has_system:
        values, probabilities = system(game, position)
        known = {"settlements": screen.as_text(values), "probabilities": screen.as_text(probabilities)}
    return {**json_of_position(game, position, position.ply), **known}


def system(game: Sqt, position: Position) -> tuple[Mapping[Selection, Fraction], Mapping[Selection, Fraction]]:
    """The values and probabilities of both settlements of a closed cycle; empty if no cycle is closed."""
    if not position.pending:
        return {}, {}
    from qttt.app.sqt.system import values_by_search

    values = values_by_search(game)(position)
    return values, selection_probabilities(values, game.p)


def display(game: Any, position: Position) -> None:
    """Print a position."""
    out = screen.console()
    out.print(picture(position))
    out.print(turn(game, position))
    if game.has_system:
        values, probabilities = system(game, position)
        for selection, value in values.items():
            out.print(f"{selection} is worth {screen.worth(value)}, probability {probabilities[selection]}")


def picture(position: Position) -> Text:
    """The text picture, in the colours of the players."""
    return screen.marked(text(position))


def turn(game: Goff | Sqt, position: Position) -> Text:
    """Whose turn it is, or how the game ended, as a line."""
    actor = game.actor(position)
    if actor is None:
        return screen.game_over(game.score(position).outcome)
    actions = game.actions(position)
    if actor is Actor.SYSTEM:
        return Text.assemble("The ", ("System", screen.STYLES[actor]), f" to select: {' or '.join(map(str, actions))}")
    choice = " or ".join(map(str, actions)) if len(actions) <= 2 else f"{len(actions)} moves"
    return Text.assemble((actor, screen.STYLES[actor]), f" to {'select' if position.pending else 'move'}: {choice}")


def write_svg(game: Goff | Sqt, position: Position, path: Path) -> None:
    """Write the SVG picture, whole or not at all."""
    write_text(path, svg(position, turn(game, position).plain))
