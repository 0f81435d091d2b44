"""The commands about a single game: `qttt solve`, `show`, `best`, `perft` and `play`."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Annotated, Literal

import typer

from qttt.app import screen
from qttt.app.command import Command, GameCommand, answer_each, typed, view
from qttt.app.errors import BadInput
from qttt.app.games import Answer, Query
from qttt.app.options import Device, Json, Moves, Picture, seed_in_range
from qttt.app.terminal_game import Player
from qttt.oracle.registry import entry_of

CALLED = {"reference": "reference", "formal": "formal text"}
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

    The tablebase is stored in the user's folder, where `best` and `play` find it, and from which it is shown the next
    time.
    """
    if no_store and query.out:
        raise BadInput("--no-store and --out: leave one out")
    view(query.name).solve(query := replace(query, device=device, store=not no_store)).show(as_json)
    if query.unwritten:
        raise BadInput(query.unwritten[0])


def show(
    query: Query,
    moves: Moves = None,
    out: Picture = None,
    engine: Annotated[
        Literal["reference", "formal"], typer.Option(help="The rules: the reference, or the formal text of the page.")
    ] = "reference",
    as_json: Json = False,
) -> None:
    """Show a position, and whose turn it is or how the game ended.

    With - for the moves, read games from standard input, one per line, and print one JSON object per line.
    """
    answer_each(lambda text, to: view(query.name).show(query.by(engine), typed(query, text), to), moves, out, as_json)


def best(query: Query, moves: Moves = None, out: Picture = None, as_json: Json = False) -> None:
    """Show the value of a position and of each action, and a principal variation.

    Where the System or chance is to act, show the value and the probability of each outcome. With - for the moves, read
    games from standard input, one per line, and print one JSON object per line.
    """
    fast = query.by("fast")
    answer_each(lambda text, to: view(query.name).best(fast, typed(query, text), to), moves, out, as_json)


def perft(
    query: Query,
    depth: Annotated[int, typer.Option(min=1, max=9, help="Count sequences of this many plies.")],
    moves: Moves = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also count the sequences by their first action.")] = False,
    engine: Annotated[
        Literal["reference", "fast", "formal"],
        typer.Option(help="Counting engine; reference takes minutes from depth 5 on, formal from 3."),
    ] = "fast",
    device: Device = "auto",
    as_json: Json = False,
) -> None:
    """Count the move sequences of 1, 2, ... plies from the start or from a position.

    A selection, measurement or result belongs to the ply before it, which counts once for each possibility. The
    reference counts where there is no fast engine: at the level full of tiqtaqtoe.
    """
    query = view(query.name).for_perft(query)
    text, query = typed(query, moves), query.by(engine)
    from qttt.reference import perft as reference

    game, count, divided = query.game, reference.perft, reference.divide
    if engine == "fast":
        entry = entry_of(game)
        count, divided = partial(entry.perft, device=device), partial(entry.divide, device=device)
        engine = "fast" if entry.playing(game) else "reference"
    elif device == "gpu":
        raise BadInput(f"the {CALLED[engine]} does not use a GPU; leave out --device gpu, or use --engine fast")
    position = game.position(text)
    counts = [*count(game, depth, position)]
    by_action = {str(action): [*its] for action, its in divided(game, depth, position).items()} if divide else {}
    json_object = {
        **query.json_object,
        **({"position": str(position)} if text else {}),
        "engine": engine,
        "counts": counts,
        **({"divide": by_action} if divide else {}),
    }

    def display() -> None:
        _print_counts("depth", ((str(at), count) for at, count in enumerate(counts, start=1)))
        if by_action:
            screen.console().print()
            _print_counts("action", ((action, its[-1]) for action, its in by_action.items()))

    Answer(lambda: json_object, display).show(as_json)


def _print_counts(heading: str, counts: Iterable[tuple[str, int]]) -> None:
    table = screen.table(heading, "sequences", right=("depth", "sequences"))
    for name, count in counts:
        table.add_row(name, f"{count:,}")
    screen.console().print(table)


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


def _player(query: Query, option: str, text: str) -> Player:
    """False for a person, True for perfect play, or an agent. Raises BadInput."""
    if text.startswith("net:"):
        from qttt.app.contest import agent_of_net

        return agent_of_net(text, query.game)
    if text not in ("human", "perfect"):
        raise BadInput(f"{option}: {text!r} is not a player; expected {PLAYERS}")
    return text == "perfect"


COMMANDS = {each.__name__: Command(each, GameCommand) for each in (solve, show, best, perft, play)}
