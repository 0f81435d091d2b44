"""`qttt show`: a position as it is."""

from pathlib import Path
from typing import Any

from rich.text import Text

from qttt.app import screen
from qttt.app.files import write_text
from qttt.reference.goff import Goff, Position
from qttt.reference.picture import svg


def described(game: Goff, position: Position) -> dict[str, Any]:
    """The JSON object of a position."""
    actor = game.actor(position)
    return {
        "ruleset": game.ruleset,
        "position": str(position),
        "ply": position.ply,
        "actor": actor,
        "actions": [str(action) for action in game.actions(position)],
        "outcome": None if actor else str(game.score(position).outcome),
    }


def printed(game: Goff, position: Position) -> None:
    """Print a position."""
    out = screen.console()
    out.print(screen.picture(position))
    out.print(turn(game, position))


def turn(game: Goff, position: Position) -> Text:
    """Whose turn it is, or how the game ended, as a line."""
    actor = game.actor(position)
    if actor is None:
        ended = game.score(position).outcome
        return Text.assemble("Game over: ", screen.outcome(str(ended)), f" ({ended.rule})")
    actions = game.actions(position)
    choice = " or ".join(map(str, actions)) if len(actions) <= 2 else f"{len(actions)} moves"
    return Text.assemble((actor, screen.STYLES[actor]), f" to {'select' if position.pending else 'move'}: {choice}")


def write_svg(position: Position, path: Path) -> None:
    """Write the SVG picture, whole or not at all."""
    write_text(path, svg(position))
