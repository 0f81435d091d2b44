"""`qttt play`."""

from typing import Annotated, Any

import typer

from qttt.app.command import Command, GameCommand, view
from qttt.app.errors import BadInput
from qttt.app.games import Query
from qttt.app.options import seed_in_range

PLAYERS = "human, perfect, or net:FILE[:SIMULATIONS]"
"""Who can play."""


def play(
    query: Query,
    x: Annotated[str, typer.Option("--x", metavar="PLAYER", help=f"Who plays X: {PLAYERS}.")] = "human",
    o: Annotated[str, typer.Option("--o", metavar="PLAYER", help=f"Who plays O: {PLAYERS}.")] = "human",
    seed: Annotated[
        int | None, typer.Option(callback=seed_in_range, help="Random seed; equal seeds give equal random choices.")
    ] = None,
) -> None:
    """Play in the terminal, between two people, against perfect play, or against a net of `qttt train`.

    `hint`, typed instead of a move, shows the value of each action, `best` the best actions; `resign` gives up. After
    the game the command shows which moves lost value.
    """
    view(query.name).play(query, {"X": _player(query, "--x", x), "O": _player(query, "--o", o)}, seed)


def _player(query: Query, option: str, text: str) -> Any:
    """False for a person, True for perfect play, or an agent. Raises BadInput."""
    if text.startswith("net:"):
        from qttt.app.contest import trained

        return trained(text, query.game)
    if text not in ("human", "perfect"):
        raise BadInput(f"{option}: {text!r} is not a player; expected {PLAYERS}")
    return text == "perfect"


COMMAND = Command(play, GameCommand)
