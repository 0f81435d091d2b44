"""`qttt perft`."""

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, Literal

import typer

from qttt.app import screen
from qttt.app.command import Command, GameCommand, as_text, view
from qttt.app.errors import BadInput
from qttt.app.games import Answer, Query
from qttt.app.options import Device, Json, Moves
from qttt.oracle.registry import entry_of
from qttt.reference import perft as reference

CALLED = {"reference": "reference", "formal": "formal text"}


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

    A selection, measurement or result belongs to the ply before it, which counts once for each possibility.
    """
    query = view(query.name).counted(query).by(engine)
    answer(query, as_text(moves), depth, divide, engine, device).show(as_json)


def answer(query: Query, moves: str, depth: int, by_action: bool, engine: str, device: str) -> Answer:
    """The counts for depth 1, 2, ... `depth` after a written game or position, if `by_action` also by first action.

    Raises what reading a game raises, what `Entry.perft` raises, and BadInput if another engine is to use a GPU.
    """
    game, count, divide = query.game, reference.perft, reference.divide
    if engine == "fast":
        entry = entry_of(game)
        count, divide = partial(entry.perft, device=device), partial(entry.divide, device=device)
    elif device == "gpu":
        raise BadInput(f"the {CALLED[engine]} does not use a GPU; leave out --device gpu, or use --engine fast")
    position = game.position(moves)
    counts = [*count(game, depth, position)]
    divided = {str(action): [*its] for action, its in divide(game, depth, position).items()} if by_action else {}
    json_object: dict[str, Any] = {
        **query.json_object,
        **({"position": str(position)} if moves else {}),
        "engine": engine,
        "counts": counts,
        **({"divide": divided} if by_action else {}),
    }

    def display() -> None:
        _print("depth", enumerate(counts, start=1))
        if divided:
            screen.console().print()
            _print("action", ((action, its[-1]) for action, its in divided.items()))

    return Answer(lambda: json_object, display)


def _print(heading: str, counts: Iterable[tuple[Any, int]]) -> None:
    table = screen.table(heading, "sequences", right=("depth", "sequences"))
    for name, count in counts:
        table.add_row(str(name), f"{count:,}")
    screen.console().print(table)


COMMAND = Command(perft, GameCommand)
