"""The hybrid game in the commands."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from qttt.app.commands.asked import Answer, Asked

HELP = {
    "solve": (
        'The value is the chance that X wins minus the chance that O wins, under best play. "replies" are O\'s best '
        'moves after each first measurement and result. "positions" and "undecided" count the canonical positions '
        'with 0 to 8 boxes measured that play reaches and in which a player is to move; "positions_within_switches" '
        "also counts those that play cannot reach."
    ),
    "show": "With the pending links and what they will do.",
    "perft": "Depth 6 takes seconds, and each further ply about ten times as long.",
    "play": "Players name the box that is measured; the command shows the result and the links that it triggers.",
}
UNDECIDED = ("both", "draw")
"""See `qttt.app.views`."""


def solve(asked: Asked, device: str, store: bool) -> Answer:
    """See `qttt.app.views`."""
    from qttt.app.hybrid.solve import Solved, display
    from qttt.app.solved import json_object

    return Answer.of(Solved.on(asked, device, store), json_object, display)


def show(asked: Asked, moves: str, svg: Path | None) -> Answer:
    """See `qttt.app.views`."""
    from qttt.app.hybrid.show import display, json_object, plies, write_svg

    game, record = asked.game, asked.game.read(moves)
    position = record.positions[-1]
    if svg:
        write_svg(game, position, svg)
    return Answer(lambda: json_object(game, position, plies(record.actions)), lambda: display(game, position))


def best(asked: Asked, moves: str) -> Answer:
    """See `qttt.app.views`."""
    from qttt.app.hybrid.best import HybridAdvice, display, json_object

    return Answer.of(HybridAdvice.on(asked, moves), json_object, display)


def play(asked: Asked, perfect: dict[str, bool], seed: int | None) -> None:
    """See `qttt.app.views`."""
    from qttt.app.hybrid.play import play as play_game

    play_game(asked.game, perfect, asked.tablebase, seed)


def commands() -> tuple[Callable[..., Any], ...]:
    """The commands that only this game has."""
    from qttt.app.hybrid.command import circuit

    return (circuit,)
