"""`qttt perft`: counts of move sequences."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from qttt.app import screen
from qttt.app.errors import BadInput
from qttt.app.query import Answer, Query
from qttt.oracle.registry import entry_of
from qttt.reference import perft

CALLED = {"reference": "reference", "formal": "formal text"}


def answer(query: Query, moves: str, depth: int, by_action: bool, engine: str, device: str) -> Answer:
    """The counts for depth 1, 2, ... `depth` after a written game or position, if `by_action` also by first action.

    Raises what reading a game raises, what `Entry.perft` raises, and BadInput if another engine is to use a GPU.
    """
    game, count, divide = query.game, perft.perft, perft.divide
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
