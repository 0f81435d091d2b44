"""The commands about a game or a position: solve, show, best, perft, play.

Nothing heavy is imported here: a command loads what it needs.
"""

import sys
from collections.abc import Callable
from typing import Annotated, Any, Literal

import typer

from qttt.app import games
from qttt.app.commands.options import Device, Engine, Json, Moves, Svg, as_text, seed_in_range
from qttt.app.errors import BadInput
from qttt.app.query import Answer, Query, print_json

PLAYERS = "human, perfect, or net:FILE[:SIMULATIONS]"
"""Who can play."""


def solve(
    query: Query,
    device: Device = "auto",
    no_store: Annotated[
        bool, typer.Option("--no-store", help="Store nothing. Default: store the tablebase in the user's folder.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Value every position; show the game's value, its first moves and best play.

    The tablebase is stored in the user's folder, where `best` and `play` find it.
    """
    if no_store and query.out:
        raise BadInput("--no-store and --out: leave one out")
    games.view(query.name).solve(query, device, not no_store).show(as_json)


def show(
    query: Query,
    moves: Moves = None,
    svg: Svg = None,
    engine: Annotated[
        Literal["reference", "formal"], typer.Option(help="The rules: the reference, or the formal text of the page.")
    ] = "reference",
    as_json: Json = False,
) -> None:
    """Show a position, and whose turn it is or how the game ended.

    With - for the game, read games from standard input, one per line, and print one JSON object per line.
    """
    if _from_input(moves):
        if svg:
            raise BadInput("--svg is for only one position; give a game instead of -")
        _each_line(lambda text: games.view(query.name).show(query.by(engine), text, None))
    else:
        games.view(query.name).show(query.by(engine), as_text(moves), svg).show(as_json)


def best(query: Query, moves: Moves = None, as_json: Json = False) -> None:
    """Show the value of a position and of each action, and a principal variation.

    Where the System or chance is to act, show the value and the probability of each outcome. With - for the game, read
    games from standard input, one per line, and print one JSON object per line.
    """
    query = query.by("fast")
    if _from_input(moves):
        _each_line(lambda text: games.view(query.name).best(query, text))
    else:
        games.view(query.name).best(query, as_text(moves)).show(as_json)


def perft(
    query: Query,
    depth: Annotated[int, typer.Option(min=1, max=9, help="Count sequences of this many plies.")],
    moves: Moves = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also count the sequences by their first action.")] = False,
    engine: Annotated[
        Engine, typer.Option(help="Counting engine; reference takes minutes from depth 5 on, formal from 3.")
    ] = "fast",
    device: Device = "auto",
    as_json: Json = False,
) -> None:
    """Count the move sequences of 1, 2, ... plies from the start or from a position.

    A selection, measurement or result belongs to the ply before it, which counts once for each possibility.
    """
    from qttt.app.perft import answer

    query = games.view(query.name).counted(query)
    answer(query.by(engine), as_text(moves), depth, divide, engine, device).show(as_json)


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
    games.view(query.name).play(query, {"X": _player(query, "--x", x), "O": _player(query, "--o", o)}, seed)


def _player(query: Query, option: str, text: str) -> Any:
    """False for a person, True for perfect play, or an agent. Raises BadInput."""
    if text.startswith("net:"):
        from qttt.app.trained import trained

        return trained(text, query.game)
    if text not in ("human", "perfect"):
        raise BadInput(f"{option}: {text!r} is not a player; expected {PLAYERS}")
    return text == "perfect"


def _from_input(moves: list[str] | None) -> bool:
    return moves == ["-"]


def _each_line(answer: Callable[[str], Answer]) -> None:
    """Answer the games on standard input, one per line. Raises BadInput with the number of the first bad line."""
    for number, line in enumerate(sys.stdin, start=1):
        try:
            print_json(answer(line.strip()).json_object())
        except ValueError as error:
            raise BadInput(f"line {number}: {error}") from error
